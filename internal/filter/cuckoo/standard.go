// Package cuckoo holds cuckoo filters.
//
// Guarantee: no false negatives, deletion included; an insertion that finds no place is refused
// and loses nothing.
// Cost: (log2(1/ε) + 3)/α bits per key at load α, with four fingerprints per bucket, and two
// reads per query. The number of buckets is a power of two, so α is between 0.47 and 0.94.
// Source: Fan, Andersen, Kaminsky, Mitzenmacher 2014; each file names the paper of its
// structure.
package cuckoo

import (
	"encoding/binary"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the cuckoo filter as the thesis has it: Algorithms 3 to 5 with
// partial-key cuckoo hashing, four entries per bucket, fingerprints of exactly
// ⌈log2(1/ε) + log2(2b)⌉ bits, at most 500 relocations.
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "cuckoo",
		Title:     "cuckoo filter",
		Reference: "Fan, Andersen, Kaminsky, Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, section 3",
		Family:    filter.FamilyCuckoo,
		Plan:      planStandard,
		Build:     buildStandard,
		Open:      filter.Open[standard],
		Explain: filter.Explanation{
			What: "A table of buckets with four entries. A key is kept as a fingerprint of f bits in one of two buckets; either follows from the other and the fingerprint, so that an entry can be moved without its key. A query compares eight entries.",
			Layout: `
  key ──hash──► fingerprint f = 5a, bucket i, bucket j = i ⊕ h(f)

           ┌────┬────┬────┬────┐
   i = 2   │ 17 │ 5a │ -- │ -- │ ◄─ f here ...
           ├────┼────┼────┼────┤
       3   │ c0 │ -- │ -- │ -- │
           ├────┼────┼────┼────┤
       4   │ 08 │ 9e │ 71 │ -- │
           ├────┼────┼────┼────┤
   j = 5   │ 33 │ e4 │ 5b │ 90 │ ◄─ ... or here; full: one moves on
           └────┴────┴────┴────┘`,
			Formula: `
  f = ⌈log2(1/ε) + log2(2b)⌉ bits with b = 4 entries per bucket
  buckets: the least power of two for a load α ≤ 0.94
  rate = 1 − (1 − q)^n ≈ 2bα/2^f, q = 2/(buckets·(2^f − 1))`,
			Guarantee: "No false negatives, deletion of inserted keys included. An insertion without a place is refused and loses nothing. At most 2b = 8 copies of a key.",
			Price:     "(log2(1/ε) + 3)/α bits per key, where α is between 0.47 and 0.94 by the power of two; two reads per query. f is a whole number, so that the rate goes in steps of two.",
			When:      "Where keys are deleted, or for ε below some 0.4 % if α is high. Where the set is fixed a static structure is smaller.",
			Paper:     "B. Fan, D. G. Andersen, M. Kaminsky, M. D. Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, CoNEXT, section 3",
		},
	}
}

// standard is a table of buckets. Entry s (bucket s/4, place s%4) takes the bits
// s·f to s·f+f−1 of table, counted from the lowest bit of its first byte; 0 is an
// empty entry. Eight bytes more than the entries take let a word be read wherever
// an entry starts.
//
// A row of an even bucket and the odd one behind it takes f whole bytes. So a
// query needs no shift for the even bucket and a fixed one for the odd bucket.
type standard struct {
	places
	table []byte

	quick bool   // whole, and go-farm's hash
	whole bool   // 4f ≤ 64: a bucket is part of a word, and the next four hold
	odd   []byte // table from the byte in which the first odd bucket begins
	shift uint64 // bits before that bucket in that byte
	ones  uint64 // 1 in the lowest bit of each of a bucket's entries
	highs uint64 // 1 in the highest bit of each
}

// newStandard is a filter without its table.
func newStandard(buckets, f uint64, cfg filter.Config) *standard {
	return &standard{places: newPlaces(buckets, f, cfg)}
}

// allocate makes the empty table.
func (c *standard) allocate() *standard {
	c.table = make([]byte, c.buckets()/2*c.f+slack)
	if entries*c.f <= 64 {
		c.whole, c.quick = true, c.hash.Usual()
		c.odd = c.table[entries*c.f/8:]
		c.shift = entries * c.f % 8
		c.ones = 1 | 1<<c.f | 1<<(2*c.f) | 1<<(3*c.f)
		c.highs = c.ones << (c.f - 1)
	}
	return c
}

// planStandard describes the first table that buildStandard tries.
func planStandard(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	c := newStandard(bucketsFor(cfg.Room(n)), fingerprintBits(cfg.Epsilon), cfg)
	c.n = n
	return filter.Plan{
		Params:   c.Params(),
		Bits:     c.Bits(),
		Capacity: c.room(),
		Theory:   c.Theory(),
	}, nil
}

// buildStandard inserts the keys one by one. When one does not fit, the next
// attempts take another seed, and after every few of them a table of twice the
// size (places.fill).
func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, f := bucketsFor(cfg.Room(keys.Len())), fingerprintBits(cfg.Epsilon)
	return filter.Retry("cuckoo", attempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newStandard(buckets<<(attempt/seeds), f, cfg).allocate()
		if !c.fill(keys, attempt > 0, c.addAll) {
			return nil, filter.ErrFull
		}
		return c, nil
	})
}

func (c *standard) get(entry uint64) uint64 {
	bit := entry * c.f
	return binary.LittleEndian.Uint64(c.table[bit/8:]) >> (bit % 8) & c.highest
}

func (c *standard) set(entry, fingerprint uint64) {
	bit := entry * c.f
	at := c.table[bit/8:]
	word := binary.LittleEndian.Uint64(at)
	word = word&^(c.highest<<(bit%8)) | fingerprint<<(bit%8)
	binary.LittleEndian.PutUint64(at, word)
}

// replace puts the fingerprint now in place of the fingerprint old (0: an
// empty entry) in a bucket, if the bucket has it.
func (c *standard) replace(bucket, old, now uint64) bool {
	for e := bucket * entries; e < (bucket+1)*entries; e++ {
		if c.get(e) == old {
			c.set(e, now)
			return true
		}
	}
	return false
}

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (c *standard) Insert(key string) error {
	if !c.add(c.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// Delete is Algorithm 5.
func (c *standard) Delete(key string) bool {
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

// Contains is Algorithm 4, comparing the eight entries of the two buckets at
// once. An entry equal to the fingerprint becomes 0 in x, and (x − ones) &^ x
// has the high bit of some entry set iff an entry is 0 (Mycroft's test for a
// zero byte); below, that value is taken in its complement for both buckets,
// which saves instructions. What a word holds above the bucket's 4f bits does
// not matter.
func (c *standard) Contains(key string) bool {
	if !c.quick {
		return c.containsSlow(c.hash.Sum64(key))
	}
	h := c.hash.Seeded(filter.Fingerprint(key))
	fp, _ := bits.Mul64(h, c.highest)
	fp++
	even := h & c.rows * c.f
	odd := (h ^ fp*scatter) & c.rows * c.f
	x := binary.LittleEndian.Uint64(c.table[even:even+8]) ^ fp*c.ones
	y := binary.LittleEndian.Uint64(c.odd[odd:odd+8])>>(c.shift&63) ^ fp*c.ones
	return (c.ones-1-x|x)&(c.ones-1-y|y)&c.highs != c.highs
}

// containsSlow is the same for any length of the fingerprint.
func (c *standard) containsSlow(h uint64) bool {
	fp, i := c.locate(h)
	return c.holds(i, fp) || c.holds(c.other(i, fp), fp)
}

func (c *standard) holds(bucket, fp uint64) bool {
	for e := bucket * entries; e < (bucket+1)*entries; e++ {
		if c.get(e) == fp {
			return true
		}
	}
	return false
}

// standardVersion is that of the file below.
const standardVersion = 1

// AppendBinary implements filter.Stored. The generator of victims is part of
// the file, so that later insertions go as they would have gone.
func (c *standard) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "cuckoo", standardVersion)
	if err := c.write(e); err != nil {
		return out, err
	}
	e.Words(c.keptWords())
	e.Bytes(c.table[:len(c.table)-slack])
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *standard) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "cuckoo", standardVersion)
	if err != nil {
		return err
	}
	*c = standard{places: readPlaces(d, 1, mostBits)}
	kept, table := d.Words(), d.Bytes()
	d.Check(uint64(len(table)) == c.buckets()/2*c.f, "%d buckets with fingerprints of %d bits do not take %d bytes", c.buckets(), c.f, len(table))
	if err := d.Close(); err != nil {
		return err
	}
	copy(c.allocate().table, table)
	for e := range c.buckets() * entries {
		if c.get(e) != 0 {
			c.n++
		}
	}
	c.keep(d, kept, func(bucket, fp uint64) bool { return c.holds(bucket, fp) || c.holds(c.other(bucket, fp), fp) })
	return d.Close()
}

// Bits counts the table and, of a degenerate hash, the list of kept places.
func (c *standard) Bits() uint64 {
	return c.buckets()*entries*c.f + uint64(len(c.kept))*128
}
