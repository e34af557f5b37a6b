// Package cuckoo holds cuckoo filters.
//
// Guarantee: no false negatives, deletion included; an insertion that finds no
// place is refused and loses nothing.
// Cost: (log2(1/ε) + 3)/α bits a key at load α, with four fingerprints a
// bucket, and two reads a query. A table has a power-of-two number of buckets,
// so that α lies between 0.47 and 0.94.
// Source: Fan, Andersen, Kaminsky, Mitzenmacher 2014; each file names the
// paper of its structure.
package cuckoo

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the cuckoo filter as the thesis has it: Algorithms 3 to 5 with
// partial-key cuckoo hashing, four entries a bucket, fingerprints of exactly
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
  f = ⌈log2(1/ε) + log2(2b)⌉ bits with b = 4 entries a bucket
  buckets: the least power of two for a load α ≤ 0.94
  rate = 1 − (1 − q)^n ≈ 2bα/2^f, q = 2/(buckets·(2^f − 1))`,
			Guarantee: "No false negatives, deletion of inserted keys included. An insertion without a place is refused and loses nothing. At most 2b = 8 copies of a key.",
			Price:     "(log2(1/ε) + 3)/α bits a key, where α is between 0.47 and 0.94 by the power of two; two reads a query. f is a whole number, so that the rate goes in steps of two.",
			When:      "Where keys are deleted, or for ε below some 0.4 % if α is high. Where the set is fixed a static structure is smaller.",
			Paper:     "B. Fan, D. G. Andersen, M. Kaminsky, M. D. Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, CoNEXT, section 3",
		},
	}
}

const (
	standardEntries     = 4    // b, entries in a bucket
	standardLoad        = 0.94 // share of the entries that are filled at most when a table is sized
	standardRelocations = 500  // of Algorithm 3
	standardSeeds       = 4    // tried at one size before the table is doubled
	standardAttempts    = 32   // tried in all: the last at 128 times the size
	standardSlack       = 8    // bytes behind the entries, see standard
	standardMostBits    = 56   // of a fingerprint, so that a word holds it wherever it starts
)

// standard is a table of a power-of-two number of buckets, at least two. Entry
// s (bucket s/4, place s%4) takes the bits s·f to s·f+f−1 of table, counted
// from the lowest bit of its first byte; 0 is an empty entry. Eight bytes more
// than the entries take let a word be read wherever an entry starts.
//
// The hash of a key gives an even bucket, that of a fingerprint is odd: the
// two buckets of a key always differ, one even and one odd, and a row of two
// buckets takes f whole bytes, the even bucket first. So a query needs no
// shift for the even bucket and a fixed one for the odd bucket.
//
// The keys of one fingerprint in one pair of buckets are indistinguishable, so
// that the table holds as many copies as there are keys. kept lists the pairs
// for which that is not true (see buildStandard): their copy stays for ever.
type standard struct {
	table   []byte
	rows    uint64 // number of rows − 1: the mask of a row's number
	f       uint64 // bits of a fingerprint
	highest uint64 // 2^f − 1, the number of distinct fingerprints
	n       int    // keys inserted and not deleted
	random  uint64 // state of the generator that chooses victims
	hash    filter.Hasher
	kept    map[standardPlace]struct{}

	quick bool   // whole, and go-farm's hash
	whole bool   // 4f ≤ 64: a bucket is part of a word, and the next four hold
	odd   []byte // table from the byte in which the first odd bucket begins
	shift uint64 // bits before that bucket in that byte
	ones  uint64 // 1 in the lowest bit of each of a bucket's entries
	highs uint64 // 1 in the highest bit of each
}

// standardPlace is where a key can be: its even bucket, which decides the odd
// one, and its fingerprint.
type standardPlace struct{ bucket, fingerprint uint64 }

// standardFingerprintBits is f = ⌈log2(1/ε) + log2(2b)⌉.
func standardFingerprintBits(epsilon float64) uint64 {
	return uint64(math.Ceil(math.Log2(1/epsilon) + math.Log2(2*standardEntries)))
}

// standardBuckets is the smallest power of two, at least 2, that holds n keys
// at the load.
func standardBuckets(n int) uint64 {
	buckets := uint64(2)
	for float64(n) > standardLoad*standardEntries*float64(buckets) {
		buckets *= 2
	}
	return buckets
}

// newStandard is a filter without its table.
func newStandard(buckets, f uint64, cfg filter.Config) *standard {
	return &standard{
		rows:    buckets/2 - 1,
		f:       f,
		highest: 1<<f - 1,
		random:  filter.Mix(cfg.Seed) | 1,
		hash:    filter.NewHasher(cfg),
	}
}

// allocate makes the empty table.
func (c *standard) allocate() *standard {
	c.table = make([]byte, c.buckets()/2*c.f+standardSlack)
	if standardEntries*c.f <= 64 {
		c.whole, c.quick = true, c.hash.Usual()
		c.odd = c.table[standardEntries*c.f/8:]
		c.shift = standardEntries * c.f % 8
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
	c := newStandard(standardBuckets(cfg.Room(n)), standardFingerprintBits(cfg.Epsilon), cfg)
	c.n = n
	return filter.Plan{
		Params:   c.Params(),
		Bits:     c.Bits(),
		Capacity: int(c.buckets() * standardEntries),
		Theory:   c.Theory(),
	}, nil
}

// buildStandard inserts the keys one by one. When one does not fit, the next
// attempts take another seed, and after every few of them a table of twice the
// size.
//
// More than 2b keys of one hash fit no table, so that from the second attempt
// on equal hashes are stored once, as an entry that Delete leaves alone: no
// key is ever lost, but keys of equal hash cannot be deleted any more. Without
// a degenerate hash this does not happen.
func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, f := standardBuckets(cfg.Room(keys.Len())), standardFingerprintBits(cfg.Epsilon)
	return filter.Retry("cuckoo", standardAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newStandard(buckets<<(attempt/standardSeeds), f, cfg).allocate()
		add := c.addList
		if attempt > 0 {
			add = c.addDistinct
		}
		if !add(keys) {
			return nil, filter.ErrFull
		}
		return c, nil
	})
}

func (c *standard) addList(keys *wordlist.List) bool {
	for _, sums := range c.hash.Batches(keys) {
		if !c.addAll(sums) {
			return false
		}
	}
	return true
}

func (c *standard) addDistinct(keys *wordlist.List) bool {
	c.kept = make(map[standardPlace]struct{})
	seen := make(map[uint64]struct{}, keys.Len())
	for h := range c.hash.Sums(keys) {
		if _, again := seen[h]; again {
			fp, i := c.locate(h)
			c.kept[standardPlace{i, fp}] = struct{}{}
		} else if !c.add(h) {
			return false
		}
		seen[h] = struct{}{}
	}
	return true
}

// locate splits a hash: the fingerprint, from 1 to 2^f − 1, comes from its
// high bits, the even bucket from its low bits.
func (c *standard) locate(h uint64) (fingerprint, bucket uint64) {
	fingerprint, _ = bits.Mul64(h, c.highest)
	return fingerprint + 1, h & c.rows * 2
}

// other is the second bucket of a fingerprint: i ⊕ hash(f), the hash being odd.
func (c *standard) other(bucket, fingerprint uint64) uint64 {
	return bucket ^ (fingerprint * standardScatter & c.rows * 2) ^ 1
}

// standardScatter is odd, so that different fingerprints have different
// products: the multiplier of MurmurHash2 (Appleby), as Fan et al. use it.
const standardScatter = 0x5bd1e995

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
	for e := bucket * standardEntries; e < (bucket+1)*standardEntries; e++ {
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
	if _, keep := c.kept[standardPlace{i, fp}]; keep {
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
	odd := (h ^ fp*standardScatter) & c.rows * c.f
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
	for e := bucket * standardEntries; e < (bucket+1)*standardEntries; e++ {
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
	e.Uint(c.f)
	e.Uint(c.buckets())
	e.Uint(c.random)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	kept := make([]uint64, 0, 2*len(c.kept))
	for _, p := range slices.SortedFunc(maps.Keys(c.kept), standardPlace.compare) {
		kept = append(kept, p.bucket, p.fingerprint)
	}
	e.Words(kept)
	e.Bytes(c.table[:len(c.table)-standardSlack])
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *standard) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "cuckoo", standardVersion)
	if err != nil {
		return err
	}
	f, buckets, random := d.Uint(), d.Uint(), d.Uint()
	hash, kept, table := d.Hasher(), d.Words(), d.Bytes()
	d.Check(f >= 1 && f <= standardMostBits, "fingerprints of %d bits: want 1 to %d", f, standardMostBits)
	d.Check(buckets >= 2 && buckets < 1<<40 && bits.OnesCount64(buckets) == 1, "%d buckets: want a power of two", buckets)
	d.Check(uint64(len(table)) == buckets/2*f, "%d buckets with fingerprints of %d bits do not take %d bytes", buckets, f, len(table))
	d.Check(random&1 == 1, "the state %d of its generator is even", random)
	if err := d.Close(); err != nil {
		return err
	}
	*c = standard{rows: buckets/2 - 1, f: f, highest: 1<<f - 1, random: random, hash: hash}
	copy(c.allocate().table, table)
	for e := range buckets * standardEntries {
		if c.get(e) != 0 {
			c.n++
		}
	}
	return c.keep(d, kept)
}

// keep takes the kept places of a file, which must be in order and in the table.
func (c *standard) keep(d *filter.Decoder, words []uint64) error {
	if !d.Check(len(words)%2 == 0, "half a kept place") || len(words) == 0 {
		return d.Close()
	}
	c.kept = make(map[standardPlace]struct{}, len(words)/2)
	var last standardPlace // not a place: no fingerprint is 0
	for at := 0; at < len(words); at += 2 {
		p := standardPlace{words[at], words[at+1]}
		ok := last.compare(p) < 0 && p.bucket < c.buckets() && p.bucket%2 == 0 && p.fingerprint >= 1 && p.fingerprint <= c.highest &&
			(c.holds(p.bucket, p.fingerprint) || c.holds(c.other(p.bucket, p.fingerprint), p.fingerprint))
		if !d.Check(ok, "the kept place %v is not in the table", p) {
			break
		}
		c.kept[p] = struct{}{}
		last = p
	}
	return d.Close()
}

func (p standardPlace) compare(q standardPlace) int {
	return cmp.Or(cmp.Compare(p.bucket, q.bucket), cmp.Compare(p.fingerprint, q.fingerprint))
}

// Bits counts the table and, of a degenerate hash, the list of kept places.
func (c *standard) Bits() uint64 {
	return c.buckets()*standardEntries*c.f + uint64(len(c.kept))*128
}

func (c *standard) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(c.buckets())},
		{Name: "b", Value: standardEntries},
		{Name: "f", Value: float64(c.f)},
	}
}

func (c *standard) buckets() uint64 { return (c.rows + 1) * 2 }

// Theory is exact for random hashes: a key collides with a stored one iff
// their fingerprints are equal (one in 2^f − 1) and their even buckets are
// (one in half the buckets), the odd ones then being equal too; whether n keys
// leave a stranger alone is (1 − q)^n. At load α this is close to the paper's
// 2bα/2^f.
func (c *standard) Theory() float64 {
	q := 2 / (float64(c.buckets()) * float64(c.highest))
	return -math.Expm1(float64(c.n) * math.Log1p(-q))
}
