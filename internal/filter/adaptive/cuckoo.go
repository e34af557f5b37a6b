package adaptive

import (
	"encoding/binary"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Cuckoo is a cuckoo filter with a store behind it, which repairs a false positive
// when it is told of one: the entry that was taken for the query gets another of
// four fingerprints of its own key.
//
// Guarantee: no false negatives, deletion included. A false positive is denied
// once it was adapted, until an entry in its buckets is adapted for another query.
// Cost: (log2(1/ε) + 3 + 2)/α bits per key at load α = 0.94 for the table that
// queries read, and 64/α for the store, which queries never read.
// Source: Mitzenmacher, Pontarelli, Reviriego 2018, Adaptive cuckoo filters, ALENEX.
func Cuckoo() filter.Structure {
	return filter.Structure{
		Name:      "adaptivecuckoo",
		Title:     "adaptive cuckoo filter",
		Reference: "Mitzenmacher, Pontarelli, Reviriego 2018, Adaptive cuckoo filters, ALENEX",
		Family:    filter.FamilyAdaptive,
		Plan:      planCuckoo,
		Build:     buildCuckoo,
		Open:      filter.Open[cuckoo],
		Explain: filter.Explanation{
			What: "Two tables of buckets with four entries; the hash of a key gives it a bucket in each. An entry is a fingerprint and the number of the function, one of four, that made it. A query computes its four fingerprints and compares each entry with the one of its number. A store in parallel has the 64-bit hash of each entry's key. Told of a false positive, the filter gives the entry another function, under which the two differ.",
			Layout: `
  key ──hash──► buckets i and j, fingerprints 5a (0), c3 (1), 17 (2), 9e (3)

              ┌──────┬──────┬──────┬──────┐      ┌────────────────────┐
  table 1, i  │ 17 0 │ c3 1 │ 40 0 │  --  │ ···► │ hashes of the keys │
              └──────┴──▲───┴──────┴──────┘      └────────────────────┘
                        └─ c3 of function 1: admitted. If the store has
                           another hash there: 88 2 in its place, denied
              ┌──────┬──────┬──────┬──────┐      ┌────────────────────┐
  table 2, j  │ 33 0 │ 08 3 │  --  │  --  │ ···► │ hashes of the keys │
              └──────┴──────┴──────┴──────┘      └────────────────────┘`,
			Formula: `
  f = ⌈log2(1/ε) + log2(2b)⌉ bits with b = 4, and s = 2 for the function
  buckets = 2·⌈n/(8·0.94)⌉; (f + s + 64)/α bits per key
  rate = 1 − E[(1 − q)^c]², q = 1/(2^f − 1), c entries in a bucket
       ≈ 2bα/2^f`,
			Guarantee: "No false negatives, deletion of inserted keys included; a false positive that is deleted takes nothing away. An adapted query is denied, unless its hash is that of a key or all four fingerprints agree with a key's. A later adaptation of the same entry may admit it again.",
			Price:     "81 bits per key at ε = 1 %: 12.8 of the table that queries read, and 68 of the store, which adaptation and insertions read. A store of the keys themselves behind the filter, as a guarded lookup has it, would serve as well.",
			When:      "Where the same negatives are asked again and again, and each false positive is noticed because it costs a lookup. Those that are known beforehand are dealt with by stacked filters in less memory.",
			Paper:     "M. Mitzenmacher, S. Pontarelli, P. Reviriego 2018, Adaptive cuckoo filters, ALENEX (JEA 25, 2020)",
		},
	}
}

const (
	cuckooEntries     = 4 // b, entries in a bucket
	cuckooRow         = 2 * cuckooEntries
	cuckooSelector    = 2    // s, bits of the function's number
	cuckooFunctions   = 4    // of fingerprints
	cuckooLoad        = 0.94 // when a table is sized
	cuckooRelocations = 500
	cuckooSeeds       = 4  // tried at one size before the table is doubled
	cuckooAttempts    = 32 // tried in all
	cuckooSlack       = 8  // bytes behind the entries, so that a word can be read wherever one starts
	cuckooMostBits    = 54 // of a fingerprint, so that a word holds an entry wherever it starts
)

// cuckoo has two tables, woven: an even bucket is of the first, the odd one behind
// it of the second, and the two are a row of f + 2 whole bytes. An entry has the
// number of the function in its low two bits and the fingerprint above, which is
// never 0, so that 0 is an empty entry. store has the hash of the key of each
// entry, 0 where it is empty.
//
// A hash is in the tables once. repeats counts the further keys of equal hash,
// which are copies of a key but for a degenerate hash.
type cuckoo struct {
	table   []byte
	store   []uint64
	rows    uint64
	f       uint64 // bits of a fingerprint
	highest uint64 // 2^f − 1, the number of distinct fingerprints
	random  uint64 // state of the generator that chooses victims
	loads   [2][cuckooEntries + 1]int
	hash    filter.Hasher
	repeats map[uint64]uint64

	whole bool   // 4(f + 2) ≤ 64: a bucket is part of a word, and the next four hold
	odd   []byte // table from the byte in which the first odd bucket begins
	shift uint64 // bits before that bucket in that byte
	ones  uint64 // 1 in the lowest bit of each of a bucket's entries
	highs uint64 // 1 in the highest bit of each
}

// newCuckoo is a filter of some rows without its tables.
func newCuckoo(rows uint64, cfg filter.Config) *cuckoo {
	f := uint64(math.Ceil(math.Log2(1/cfg.Epsilon) + math.Log2(2*cuckooEntries)))
	return &cuckoo{rows: rows, f: f, highest: 1<<f - 1, random: filter.Mix(cfg.Seed) | 1, hash: filter.NewHasher(cfg)}
}

// cuckooRows is the number of rows that hold n keys at the load.
func cuckooRows(n int) uint64 {
	return uint64(max(1, math.Ceil(float64(n)/(cuckooRow*cuckooLoad))))
}

// allocate makes the empty tables.
func (c *cuckoo) allocate() *cuckoo {
	size := c.f + cuckooSelector
	c.table = make([]byte, c.rows*size+cuckooSlack)
	c.store = make([]uint64, c.rows*cuckooRow)
	c.loads[0][0], c.loads[1][0] = int(c.rows), int(c.rows)
	if cuckooEntries*size <= 64 {
		c.whole = true
		c.odd = c.table[cuckooEntries*size/8:]
		c.shift = cuckooEntries * size % 8
		c.ones = 1 | 1<<size | 1<<(2*size) | 1<<(3*size)
		c.highs = c.ones << (size - 1)
	}
	return c
}

// planCuckoo expects all buckets to be equally full.
func planCuckoo(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	c := newCuckoo(cuckooRows(cfg.Room(n)), cfg)
	rate := -math.Expm1(float64(n) / float64(c.rows) * math.Log1p(-1/float64(c.highest)))
	return filter.Plan{Params: c.Params(), Bits: c.Bits(), Capacity: int(c.rows * cuckooRow), Theory: rate, Estimated: true}, nil
}

// buildCuckoo inserts the keys one by one. When one does not fit, the next attempts
// take another seed, and after every few of them tables of twice the size.
func buildCuckoo(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	rows := cuckooRows(cfg.Room(keys.Len()))
	return filter.Retry("adaptivecuckoo", cuckooAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newCuckoo(rows<<(attempt/cuckooSeeds), cfg).allocate()
		for h := range c.hash.Sums(keys) {
			if !c.add(h) {
				return nil, filter.ErrFull
			}
		}
		return c, nil
	})
}

// buckets of a hash: an even one and an odd one.
func (c *cuckoo) buckets(h uint64) (i, j uint64) {
	i, _ = bits.Mul64(h, c.rows)
	j, _ = bits.Mul64(h*step5, c.rows)
	return 2 * i, 2*j + 1
}

// step5 leads from the probe of the first bucket to that of the second, the fifth
// behind it: the four between are for the fingerprints.
const (
	step2 = filter.ProbeStep * filter.ProbeStep & math.MaxUint64
	step4 = step2 * step2 & math.MaxUint64
	step5 = step4 * filter.ProbeStep & math.MaxUint64
)

// entries are what the four functions make of a hash, each with its number: the
// probes behind that of the first bucket.
func (c *cuckoo) entries(h uint64) (list [cuckooFunctions]uint64) {
	for s := range list {
		h *= filter.ProbeStep
		fp, _ := bits.Mul64(h, c.highest)
		list[s] = (fp+1)<<cuckooSelector | uint64(s)
	}
	return list
}

func (c *cuckoo) get(slot uint64) uint64 {
	size := c.f + cuckooSelector
	bit := slot * size
	return binary.LittleEndian.Uint64(c.table[bit/8:]) >> (bit % 8) & (1<<size - 1)
}

func (c *cuckoo) set(slot, entry uint64) {
	size := c.f + cuckooSelector
	bit := slot * size
	at := c.table[bit/8:]
	word := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, word&^((1<<size-1)<<(bit%8))|entry<<(bit%8))
}

// settle puts an entry into the first empty one of a bucket, if it has one.
func (c *cuckoo) settle(bucket, entry, h uint64) bool {
	before := c.count(bucket)
	if before == cuckooEntries {
		return false
	}
	slot := bucket*cuckooEntries + before
	c.set(slot, entry)
	c.store[slot] = h
	loads := &c.loads[bucket%2]
	loads[before]--
	loads[before+1]++
	return true
}

// count is the number of entries of a bucket, which stand together at its start: a
// deletion keeps them so.
func (c *cuckoo) count(bucket uint64) (n uint64) {
	first := bucket * cuckooEntries
	if c.get(first+1) != 0 {
		n = 2
	}
	if c.get(first+n) != 0 {
		n++
	}
	if n == 3 && c.get(first+3) != 0 {
		n++
	}
	return n
}

// exchange puts an entry in the place that was drawn in a bucket, and returns the
// one that was there.
func (c *cuckoo) exchange(bucket, drawn, entry, h uint64) (otherEntry, otherHash uint64) {
	slot := bucket*cuckooEntries + drawn%cuckooEntries
	otherEntry, otherHash = c.get(slot), c.store[slot]
	c.set(slot, entry)
	c.store[slot] = h
	return otherEntry, otherHash
}

// add counts a hash that is there. It puts another into one of its buckets, or moves
// entries to their other bucket until there is a place. If there is none it takes the
// relocations back, last one first, and what they drew, and reports false. An entry
// keeps its function when it moves.
func (c *cuckoo) add(h uint64) bool {
	if _, found := c.find(h); found {
		if c.repeats == nil {
			c.repeats = make(map[uint64]uint64)
		}
		c.repeats[h]++
		return true
	}
	i, j := c.buckets(h)
	entry := c.entries(h)[0]
	if c.settle(i, entry, h) || c.settle(j, entry, h) {
		return true
	}
	at := i
	if c.draw()&1 != 0 {
		at = j
	}
	for range cuckooRelocations {
		entry, h = c.exchange(at, c.draw(), entry, h)
		at = c.other(at, h)
		if c.settle(at, entry, h) {
			return true
		}
	}
	for range cuckooRelocations {
		at = c.other(at, h)
		entry, h = c.exchange(at, c.undraw(), entry, h)
	}
	c.undraw()
	return false
}

// other is the other bucket of a hash.
func (c *cuckoo) other(bucket, h uint64) uint64 {
	i, j := c.buckets(h)
	return i ^ j ^ bucket
}

// draw returns the high bits of a multiplicative congruential generator.
func (c *cuckoo) draw() uint64 {
	c.random *= filter.ProbeStep
	return c.random >> 56
}

// undraw takes the last draw back and returns what it was.
func (c *cuckoo) undraw() uint64 {
	drawn := c.random >> 56
	c.random *= cuckooUndo
	return drawn
}

// cuckooUndo is the inverse of filter.ProbeStep modulo 2^64.
const cuckooUndo = 0x572b5ee77a54e3bd

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (c *cuckoo) Insert(key string) error {
	if !c.add(c.hash.Sum64(key)) {
		return filter.ErrFull
	}
	return nil
}

// Delete takes a copy of key out. Of a false positive, which the store tells from a
// key, it reports true too, and changes nothing.
func (c *cuckoo) Delete(key string) bool {
	h := c.hash.Sum64(key)
	if n, again := c.repeats[h]; again {
		if c.repeats[h] = n - 1; n == 1 {
			delete(c.repeats, h)
		}
		return true
	}
	slot, found := c.find(h)
	if !found {
		return c.contains(h)
	}
	bucket := slot / cuckooEntries
	last := bucket*cuckooEntries + c.count(bucket) - 1
	c.set(slot, c.get(last))
	c.store[slot] = c.store[last]
	c.set(last, 0)
	c.store[last] = 0
	loads := &c.loads[bucket%2]
	loads[last%cuckooEntries+1]--
	loads[last%cuckooEntries]++
	return true
}

// find is the slot of a hash, by the store.
func (c *cuckoo) find(h uint64) (slot uint64, found bool) {
	i, j := c.buckets(h)
	for _, bucket := range [...]uint64{i, j} {
		first := bucket * cuckooEntries
		for place, other := range c.store[first : first+cuckooEntries] {
			if slot = first + uint64(place); other == h && c.get(slot) != 0 {
				return slot, true
			}
		}
	}
	return 0, false
}

// Adapt gives each entry that is taken for the query another function, under which
// they differ: the next that does. It reports false for a key, and, with a
// probability of 2^−3f an entry, where all functions agree.
func (c *cuckoo) Adapt(query string) bool {
	h := c.hash.Sum64(query)
	if _, found := c.find(h); found {
		return false
	}
	mine := c.entries(h)
	i, j := c.buckets(h)
	for _, bucket := range [...]uint64{i, j} {
		for slot := bucket * cuckooEntries; slot < (bucket+1)*cuckooEntries; slot++ {
			if s := c.get(slot) % cuckooFunctions; c.get(slot) == mine[s] {
				c.choose(slot, s, &mine)
			}
		}
	}
	return !c.contains(h)
}

// choose gives an entry of function s the next one under which it is not one of
// those given, if there is one.
func (c *cuckoo) choose(slot, s uint64, not *[cuckooFunctions]uint64) {
	own := c.entries(c.store[slot])
	for step := range uint64(cuckooFunctions - 1) {
		if next := (s + 1 + step) % cuckooFunctions; own[next] != not[next] {
			c.set(slot, own[next])
			return
		}
	}
}

// Contains compares the eight entries of both buckets with four each, and without
// a branch. An entry that is equal to one becomes 0 in x, and (x − ones) &^ x has
// the high bit of some entry set iff an entry is 0 (Mycroft's test for a zero
// byte). What a word holds above the bucket does not matter.
func (c *cuckoo) Contains(key string) bool {
	var h uint64
	if c.hash.Usual() {
		h = c.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = c.hash.Sum64(key)
	}
	if !c.whole {
		return c.contains(h)
	}
	even, _ := bits.Mul64(h, c.rows)
	row := c.f + cuckooSelector
	v := binary.LittleEndian.Uint64(c.table[even*row:])
	odd, _ := bits.Mul64(h*step5, c.rows)
	w := binary.LittleEndian.Uint64(c.odd[odd*row:]) >> (c.shift & 63)
	found, ones, highest := uint64(0), c.ones, c.highest
	for s := range uint64(cuckooFunctions) {
		h *= filter.ProbeStep
		fp, _ := bits.Mul64(h, highest)
		pattern := ((fp+1)<<cuckooSelector | s) * ones
		x, y := v^pattern, w^pattern
		found |= (x-ones)&^x | (y-ones)&^y
	}
	return found&c.highs != 0
}

// contains is the same entry by entry, for any length of the fingerprint.
func (c *cuckoo) contains(h uint64) bool {
	mine := c.entries(h)
	i, j := c.buckets(h)
	for _, bucket := range [...]uint64{i, j} {
		for slot := bucket * cuckooEntries; slot < (bucket+1)*cuckooEntries; slot++ {
			if entry := c.get(slot); entry == mine[entry%cuckooFunctions] {
				return true
			}
		}
	}
	return false
}

// Bits counts the table and the store and, of repeated keys, 25 bytes each, as Go's
// map holds them.
func (c *cuckoo) Bits() uint64 {
	return 8*c.rows*(c.f+cuckooSelector) + 64*c.rows*cuckooRow + 8*25*uint64(len(c.repeats))
}

func (c *cuckoo) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(2 * c.rows)},
		{Name: "b", Value: cuckooEntries},
		{Name: "f", Value: float64(c.f)},
		{Name: "s", Value: cuckooSelector},
	}
}

// Theory is exact for the entries that the buckets have now and queries that were
// not adapted: the fingerprints of a bucket's c entries leave a negative alone with
// a probability of (1 − q)^c, of which the mean is taken in each table.
func (c *cuckoo) Theory() float64 {
	denied := 1.0
	for _, loads := range c.loads {
		mean := 0.0
		for n, buckets := range loads {
			mean += float64(buckets) / float64(c.rows) * math.Pow(1-1/float64(c.highest), float64(n))
		}
		denied *= mean
	}
	return 1 - denied
}
