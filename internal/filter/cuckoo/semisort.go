package cuckoo

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Semisort is the cuckoo filter with semi-sorted buckets: a bucket is a set, so
// that its fingerprints can be kept in order, and the order of their first four
// bits need not be stored. It saves a bit per entry.
func Semisort() filter.Structure {
	return filter.Structure{
		Name:      "cuckoo-semisort",
		Title:     "cuckoo filter with semi-sorted buckets",
		Reference: "Fan, Andersen, Kaminsky, Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, section 5.2",
		Family:    filter.FamilyCuckoo,
		Plan:      planSemisort,
		Build:     buildSemisort,
		Open:      filter.Open[semisort],
		Explain: filter.Explanation{
			What: "A cuckoo filter whose buckets are sorted. The four top bits of the four fingerprints of a bucket make one of 3,876 combinations, whose number takes 12 bits in place of 16; the rests follow in the same order. A query looks up the combinations of its two buckets in a table and compares top bits and rests at once.",
			Layout: `
  fingerprints of a bucket, f = 10 bits:   2c1  05a  3f0  05b
  sorted:                                  05a  05b  2c1  3f0
  top bits, rests of f − 4 = 6 bits:       1 1a,  1 1b,  11 01,  15 30

    12 bits          6 bits   6 bits   6 bits   6 bits
  ┌────────────────┬────────┬────────┬────────┬────────┐
  │ (1, 1, 11, 15) │   1a   │   1b   │   01   │   30   │   36 bits, not 40
  └────────────────┴────────┴────────┴────────┴────────┘`,
			Formula: `
  f = ⌈log2(1/ε) + log2(2b)⌉ bits with b = 4, at least 5
  bits = buckets·(12 + 4·(f − 4)) = buckets·4·(f − 1)
  buckets: the least power of two for a load α ≤ 0.94
  rate = 1 − (1 − q)^n ≈ 2bα/2^f, q = 2/(buckets·(2^f − 1))`,
			Guarantee: "No false negatives, deletion of inserted keys included. An insertion without a place is refused and loses nothing. At most 2b = 8 copies of a key.",
			Price:     "(log2(1/ε) + 2)/α bits per key, where α is between 0.47 and 0.94 by the power of two: 10.51 bits for the 1,753 keys at 1 %. Each bucket read is decoded by a table of 8 KB that all filters share; each one written is sorted.",
			When:      "In place of the cuckoo filter where memory is more expensive than time: it is below a Bloom filter from ε = 2.5 % down, if α is high.",
			Paper:     "B. Fan, D. G. Andersen, M. Kaminsky, M. D. Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, CoNEXT, section 5.2",
		},
	}
}

const (
	topBits        = 4    // of a fingerprint that go into the index of a bucket
	indexBits      = 12   // of the index
	indices        = 3876 // C(16 + 4 − 1, 4) combinations
	semisortLeastF = topBits + 1
)

// semisort is a table of buckets of 12 + 4·(f − 4) bits: the index of the top
// bits in the lowest, then the rests of the fingerprints in ascending order. A
// fingerprint of 0 is an empty entry, so that an empty bucket is all zeros. A row
// of two buckets takes f − 1 whole bytes.
type semisort struct {
	places
	table []byte
	rest  uint64 // f − 4, the bits of a rest
	mask  uint64 // 1 in each bit of a rest

	quick  bool       // whole, and go-farm's hash
	whole  bool       // 4(f − 1) ≤ 64: a bucket is part of a word, and the next six hold
	odd    []byte     // table from the byte in which the first odd bucket begins
	shift  uint64     // bits before that bucket in that byte
	all    uint64     // 1 in each bit of a bucket
	ones   uint64     // 1 in the lowest bit of each of a bucket's rests
	lows   uint64     // 1 in each bit of them but the highest
	spread [16]uint64 // the highest bit of the rests that are in a set of the four
}

// newSemisort is a filter without its table.
func newSemisort(buckets, f uint64, cfg filter.Config) *semisort {
	return &semisort{places: newPlaces(buckets, f, cfg)}
}

func semisortBits(epsilon float64) uint64 { return max(semisortLeastF, fingerprintBits(epsilon)) }

// allocate makes the empty table.
func (c *semisort) allocate() *semisort {
	c.table = make([]byte, c.bytes()+slack)
	c.rest = c.f - topBits
	c.mask = 1<<c.rest - 1
	if entries*(c.f-1) <= 64 {
		c.whole, c.quick = true, c.hash.Usual()
		c.odd = c.table[entries*(c.f-1)/8:]
		c.shift = entries * (c.f - 1) % 8
		c.all = 1<<(entries*(c.f-1)) - 1
		c.ones = 1 | 1<<c.rest | 1<<(2*c.rest) | 1<<(3*c.rest)
		c.lows = c.ones<<(c.rest-1) - c.ones
		for set := range c.spread {
			for k := range uint64(entries) {
				c.spread[set] |= uint64(set) >> k & 1 << ((k+1)*c.rest - 1)
			}
		}
	}
	return c
}

// bytes are those of the buckets.
func (c *semisort) bytes() uint64 { return c.buckets() / 2 * (c.f - 1) }

// planSemisort describes the first table that buildSemisort tries.
func planSemisort(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	c := newSemisort(bucketsFor(cfg.Room(n)), semisortBits(cfg.Epsilon), cfg)
	c.n = n
	return filter.Plan{Params: c.Params(), Bits: c.Bits(), Capacity: c.room(), Theory: c.Theory()}, nil
}

// buildSemisort tries tables as buildStandard does.
func buildSemisort(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, f := bucketsFor(cfg.Room(keys.Len())), semisortBits(cfg.Epsilon)
	return filter.Retry("cuckoo-semisort", attempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newSemisort(buckets<<(attempt/seeds), f, cfg).allocate()
		if !c.fill(keys, attempt > 0, c.addAll) {
			return nil, filter.ErrFull
		}
		return c, nil
	})
}

// bucket is what four entries hold, in ascending order: empty ones first.
type bucket [entries]uint64

// get decodes a bucket.
func (c *semisort) get(number uint64) (b bucket) {
	if !c.whole {
		return c.getSlow(number)
	}
	at, shift := c.at(number)
	word := binary.LittleEndian.Uint64(c.table[at:]) >> shift
	tops, rests := decode(word), word>>indexBits
	for k := range b {
		b[k] = tops>>(topBits*k)&15<<(c.rest&63) | rests&c.mask
		rests >>= c.rest & 63
	}
	return b
}

// set encodes a sorted bucket.
func (c *semisort) set(number uint64, b *bucket) {
	if !c.whole {
		c.setSlow(number, b)
		return
	}
	rests := uint64(0)
	for k := len(b) - 1; k >= 0; k-- {
		rests = rests<<(c.rest&63) | b[k]&c.mask
	}
	at, shift := c.at(number)
	word := binary.LittleEndian.Uint64(c.table[at:])
	word = word&^(c.all<<shift) | (rests<<indexBits|b.combination(c.rest))<<shift
	binary.LittleEndian.PutUint64(c.table[at:], word)
}

// at is the byte in which a bucket that is part of a word begins, and the bits
// before it there.
func (c *semisort) at(number uint64) (at, shift uint64) {
	bit := number * entries * (c.f - 1)
	return bit / 8, bit % 8
}

// getSlow is get for any length of the fingerprint.
func (c *semisort) getSlow(number uint64) (b bucket) {
	bit := number * entries * (c.f - 1)
	tops := decode(c.part(bit, indexBits))
	for k := range b {
		b[k] = tops>>(topBits*k)&15<<c.rest | c.part(bit+indexBits+uint64(k)*c.rest, c.rest)
	}
	return b
}

func (c *semisort) setSlow(number uint64, b *bucket) {
	bit := number * entries * (c.f - 1)
	c.put(bit, indexBits, b.combination(c.rest))
	for k, fp := range b {
		c.put(bit+indexBits+uint64(k)*c.rest, c.rest, fp&c.mask)
	}
}

// decode gives the four top bits of a bucket's entries; of the word, the index is
// in the lowest twelve bits.
func decode(word uint64) (tops uint64) {
	index := word & (1<<indexBits - 1) * 2
	return uint64(combinations[index]) | uint64(combinations[index+1])<<8
}

// combination is the index of the top bits, those above a rest of some bits.
func (b *bucket) combination(rest uint64) uint64 {
	rest &= 63
	return combination(b[0]>>rest, b[1]>>rest, b[2]>>rest, b[3]>>rest)
}

// combination is the rank of a ≤ b ≤ c ≤ d < 16 among all such: that many have a
// smaller d, or the same and a smaller c, and so on.
func combination(a, b, c, d uint64) uint64 {
	return a + b*(b+1)/2 + c*(c+1)*(c+2)/6 + d*(d+1)*(d+2)*(d+3)/24
}

// part reads some bits of the table, 56 at most.
func (c *semisort) part(bit, size uint64) uint64 {
	return binary.LittleEndian.Uint64(c.table[bit/8:]) >> (bit % 8) & (1<<size - 1)
}

func (c *semisort) put(bit, size, value uint64) {
	at := c.table[bit/8:]
	word := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, word&^((1<<size-1)<<(bit%8))|value<<(bit%8))
}

// exchange replaces the entry at a place by a fingerprint and sorts again. It
// returns the entry.
func (b *bucket) exchange(at int, fp uint64) (before uint64) {
	before = b[at]
	b[at] = fp
	for ; at > 0 && b[at-1] > b[at]; at-- {
		b[at-1], b[at] = b[at], b[at-1]
	}
	for ; at < entries-1 && b[at+1] < b[at]; at++ {
		b[at], b[at+1] = b[at+1], b[at]
	}
	return before
}

// replace puts the fingerprint now in place of the fingerprint old (0: an empty
// entry) in a bucket, if the bucket has it.
func (c *semisort) replace(number, old, now uint64) bool {
	b := c.get(number)
	for k, fp := range b {
		if fp == old {
			b.exchange(k, now)
			c.set(number, &b)
			return true
		}
	}
	return false
}

func (c *semisort) addAll(sums []uint64) bool {
	for _, h := range sums {
		if !c.add(h) {
			return false
		}
	}
	return true
}

// add is Algorithm 3. If there is no place it takes its relocations back, last
// one first, and what they drew, and reports false.
func (c *semisort) add(h uint64) bool {
	fp, i := c.locate(h)
	j := c.other(i, fp)
	b := c.get(i)
	if c.settle(i, &b, fp) {
		return true
	}
	other := c.get(j)
	if c.settle(j, &other, fp) {
		return true
	}
	random := c.random
	if c.draw()&1 != 0 {
		i, b = j, other
	}
	path := make([]uint64, 0, 32) // the fingerprints put in; few paths are longer
	for range relocations {
		path = append(path, fp)
		fp = b.exchange(int(c.draw()%entries), fp)
		c.set(i, &b)
		i = c.other(i, fp)
		b = c.get(i)
		if c.settle(i, &b, fp) {
			return true
		}
	}
	for step := len(path) - 1; step >= 0; step-- {
		i = c.other(i, fp)
		c.replace(i, path[step], fp)
		fp = path[step]
	}
	c.random = random
	return false
}

// settle puts a fingerprint into a bucket, which was read as b, if it has an empty
// entry, the least.
func (c *semisort) settle(number uint64, b *bucket, fp uint64) bool {
	if b[0] != 0 {
		return false
	}
	b.exchange(0, fp)
	c.set(number, b)
	c.n++
	return true
}

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (c *semisort) Insert(key string) error {
	if !c.add(c.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// Delete is Algorithm 5.
func (c *semisort) Delete(key string) bool {
	fp, i := c.locate(c.hash.Sum64(key))
	if c.keeps(i, fp) {
		return true
	}
	if c.replace(i, fp, 0) || c.replace(c.other(i, fp), fp, 0) {
		c.n--
		return true
	}
	return false
}

// Contains compares the top bits and the rests of four entries at once, of each
// of the two buckets. A field of x is 0 where they are equal, and
// ((x & lows) + lows) | x has the high bit of each other one set, without a carry
// into the next. Both sets of four are then compared where the rests are: the one
// of the top bits is brought together by a multiplication and spread by a table.
func (c *semisort) Contains(key string) bool {
	if !c.quick {
		return c.containsSlow(c.hash.Sum64(key))
	}
	h := c.hash.Seeded(filter.Fingerprint(key))
	fp, _ := bits.Mul64(h, c.highest)
	fp++
	row := c.f - 1
	even := h & c.rows * row
	odd := (h ^ fp*scatter) & c.rows * row
	v := binary.LittleEndian.Uint64(c.table[even : even+8])
	w := binary.LittleEndian.Uint64(c.odd[odd:odd+8]) >> (c.shift & 63)
	tops, rests := fp>>(c.rest&63)*0x1111, fp&c.mask*c.ones
	return (c.equal(v, tops, rests) | c.equal(w, tops, rests)) != 0
}

// equal has a bit for each entry of a bucket that equals a fingerprint, whose top
// bits and rest are given four times.
func (c *semisort) equal(bucket, tops, rests uint64) uint64 {
	t := decode(bucket) ^ tops
	t = ^(t&0x7777 + 0x7777 | t) & 0x8888
	r := bucket>>indexBits ^ rests
	return ^(r&c.lows + c.lows | r) & c.spread[t*0x1248>>15&15]
}

// containsSlow is the same for any length of the fingerprint.
func (c *semisort) containsSlow(h uint64) bool {
	fp, i := c.locate(h)
	return c.holds(i, fp) || c.holds(c.other(i, fp), fp)
}

func (c *semisort) holds(number, fp uint64) bool {
	b := c.get(number)
	return slices.Contains(b[:], fp)
}

// semisortVersion is that of the file below.
const semisortVersion = 1

// AppendBinary implements filter.Stored.
func (c *semisort) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "cuckoo-semisort", semisortVersion)
	if err := c.write(e); err != nil {
		return out, err
	}
	e.Words(c.keptWords())
	e.Bytes(c.table[:len(c.table)-slack])
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *semisort) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "cuckoo-semisort", semisortVersion)
	if err != nil {
		return err
	}
	*c = semisort{places: readPlaces(d, semisortLeastF, mostBits)}
	kept, table := d.Words(), d.Bytes()
	d.Check(uint64(len(table)) == c.bytes(), "%d buckets with fingerprints of %d bits do not take %d bytes", c.buckets(), c.f, len(table))
	if err := d.Close(); err != nil {
		return err
	}
	copy(c.allocate().table, table)
	for number := range c.buckets() {
		index, b := c.part(number*entries*(c.f-1), indexBits), c.get(number)
		if !d.Check(index < indices && slices.IsSorted(b[:]), "bucket %d is not sorted", number) {
			return d.Close()
		}
		for _, fp := range b {
			if fp != 0 {
				c.n++
			}
		}
	}
	c.keep(d, kept, func(bucket, fp uint64) bool { return c.holds(bucket, fp) || c.holds(c.other(bucket, fp), fp) })
	return d.Close()
}

// Bits counts the table and, of a degenerate hash, the list of kept places.
func (c *semisort) Bits() uint64 { return 8*c.bytes() + c.keptBits() }
