package filter

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// cuckooStructure is the cuckoo filter as the thesis has it: Algorithms 3 to 5
// with partial-key cuckoo hashing, four entries a bucket, fingerprints of
// exactly ⌈log2(1/ε) + log2(2b)⌉ bits, at most 500 relocations.
func cuckooStructure() Structure {
	return Structure{
		Name:      "cuckoo",
		Title:     "Cuckoo filter",
		Reference: "Fan, Andersen, Kaminsky, Mitzenmacher 2014, Cuckoo filter: practically better than Bloom, section 3",
		Can:       CanInsert | CanDelete,
		Build:     buildCuckoo,
		Params: func(n int, epsilon float64) []Param {
			return cuckooParams(cuckooBuckets(n), fingerprintBits(epsilon))
		},
	}
}

const (
	entries     = 4    // b, entries in a bucket
	cuckooLoad  = 0.94 // share of the entries that are filled at most when a table is sized
	relocations = 500  // of Algorithm 3
	attempts    = 4    // seeds tried at one size before the table is doubled
)

// cuckoo is a table of a power-of-two number of buckets. Entry s (bucket s/4,
// place s%4) takes the bits s·f to s·f+f−1 of table, counted from the lowest
// bit of its first byte; 0 is an empty entry. Seven bytes more than the
// entries take let every entry be read as one 64-bit word.
//
// The keys of one fingerprint in one pair of buckets cannot be told apart, so
// that the table holds as many copies as there are keys. kept lists the pairs
// of which that is not true (see buildCuckoo): their copy stays for ever.
type cuckoo struct {
	table   []byte
	mask    uint64 // number of buckets − 1
	f       uint   // bits of a fingerprint
	ones    uint64 // 1 in the lowest bit of each of the bucket's entries, if it fits one word
	highs   uint64 // 1 in the highest bit of each
	largest uint64 // 2^f − 1, the number of distinct fingerprints
	n       int    // keys inserted and not deleted
	random  uint64 // state of the generator that chooses victims
	hash    Hasher
	kept    map[place]struct{}
}

// place is where a key can be: the smaller bucket of its pair, and the
// fingerprint.
type place struct{ bucket, fingerprint uint64 }

// fingerprintBits is f = ⌈log2(1/ε) + log2(2b)⌉.
func fingerprintBits(epsilon float64) uint {
	return uint(math.Ceil(math.Log2(1/epsilon) + math.Log2(2*entries)))
}

// cuckooBuckets is the smallest power of two that holds n keys at the load.
func cuckooBuckets(n int) uint64 {
	buckets := uint64(1)
	for float64(n) > cuckooLoad*entries*float64(buckets) {
		buckets *= 2
	}
	return buckets
}

func cuckooParams(buckets uint64, f uint) []Param {
	return []Param{{"buckets", float64(buckets)}, {"b", entries}, {"f", float64(f)}}
}

// buildCuckoo inserts the keys one by one. When one does not fit, the next
// attempts take another seed, derived from cfg's, and after every few of them
// a table of twice the size.
//
// More than 2b keys of one hash fit no table, so that from the second attempt
// on equal hashes are stored once, as an entry that Delete leaves alone: no
// key is ever lost, but keys of equal hash cannot be deleted any more. Without
// a degenerate hash this does not happen.
func buildCuckoo(keys []string, cfg Config) (Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, f := cuckooBuckets(cfg.room(len(keys))), fingerprintBits(cfg.Epsilon)
	c := newCuckoo(buckets, f, cfg)
	if c.addAll(keys) {
		return c, nil
	}
	for attempt := 1; ; attempt++ {
		if attempt%attempts == 0 {
			buckets *= 2
		}
		cfg.Seed = Mix(cfg.Seed + spread)
		c = newCuckoo(buckets, f, cfg)
		if c.addDistinct(keys) {
			return c, nil
		}
	}
}

func newCuckoo(buckets uint64, f uint, cfg Config) *cuckoo {
	c := &cuckoo{
		table:   make([]byte, (buckets*entries*uint64(f)+7)/8+7),
		mask:    buckets - 1,
		f:       f,
		largest: 1<<f - 1,
		random:  Mix(cfg.Seed) | 1,
		hash:    NewHasher(cfg),
	}
	if entries*f <= 64 {
		c.ones = 1 | 1<<f | 1<<(2*f) | 1<<(3*f)
		c.highs = c.ones << (f - 1)
	}
	return c
}

func (c *cuckoo) addAll(keys []string) bool {
	for _, key := range keys {
		if !c.add(c.hash.Sum64(key)) {
			return false
		}
	}
	return true
}

func (c *cuckoo) addDistinct(keys []string) bool {
	c.kept = make(map[place]struct{})
	seen := make(map[uint64]struct{}, len(keys))
	for _, key := range keys {
		h := c.hash.Sum64(key)
		if _, again := seen[h]; again {
			c.kept[c.place(h)] = struct{}{}
		} else if !c.add(h) {
			return false
		}
		seen[h] = struct{}{}
	}
	return true
}

// locate splits a hash: the fingerprint, from 1 to 2^f − 1, comes from its
// high bits, the first bucket from its low bits.
func (c *cuckoo) locate(h uint64) (fingerprint, bucket uint64) {
	fingerprint, _ = bits.Mul64(h, c.largest)
	return fingerprint + 1, h & c.mask
}

// other is the second bucket of a fingerprint: i ⊕ hash(f). The hash is odd,
// so that the two differ unless there is only one.
func (c *cuckoo) other(bucket, fingerprint uint64) uint64 {
	return bucket ^ (fingerprint*spread>>32|1)&c.mask
}

func (c *cuckoo) place(h uint64) place {
	fp, i := c.locate(h)
	return place{min(i, c.other(i, fp)), fp}
}

func (c *cuckoo) get(entry uint64) uint64 {
	bit := entry * uint64(c.f)
	return binary.LittleEndian.Uint64(c.table[bit/8:]) >> (bit % 8) & c.largest
}

func (c *cuckoo) set(entry, fingerprint uint64) {
	bit := entry * uint64(c.f)
	at := c.table[bit/8:]
	word := binary.LittleEndian.Uint64(at)
	word = word&^(c.largest<<(bit%8)) | fingerprint<<(bit%8)
	binary.LittleEndian.PutUint64(at, word)
}

// replace puts the fingerprint now in place of the fingerprint old (0: an
// empty entry) in a bucket, if the bucket has it.
func (c *cuckoo) replace(bucket, old, now uint64) bool {
	for e := bucket * entries; e < (bucket+1)*entries; e++ {
		if c.get(e) == old {
			c.set(e, now)
			return true
		}
	}
	return false
}

// add is Algorithm 3. If there is no place it takes its relocations back, last
// one first, and reports false.
func (c *cuckoo) add(h uint64) bool {
	fp, i := c.locate(h)
	j := c.other(i, fp)
	if c.replace(i, 0, fp) || c.replace(j, 0, fp) {
		c.n++
		return true
	}
	if c.draw()&1 != 0 {
		i = j
	}
	var path [relocations]uint64
	for step := range path {
		e := i*entries + c.draw()%entries
		path[step] = e
		victim := c.get(e)
		c.set(e, fp)
		fp = victim
		i = c.other(i, fp)
		if c.replace(i, 0, fp) {
			c.n++
			return true
		}
	}
	for step := len(path) - 1; step >= 0; step-- {
		before := c.get(path[step])
		c.set(path[step], fp)
		fp = before
	}
	return false
}

// draw returns the high bits of a multiplicative congruential generator.
func (c *cuckoo) draw() uint64 {
	c.random *= bloomStep
	return c.random >> 56
}

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (c *cuckoo) Insert(key string) error {
	if !c.add(c.hash.Sum64(key)) {
		return ErrFull
	}
	return nil
}

// Delete is Algorithm 5.
func (c *cuckoo) Delete(key string) bool {
	h := c.hash.Sum64(key)
	if _, keep := c.kept[c.place(h)]; keep {
		return true
	}
	fp, i := c.locate(h)
	if c.replace(i, fp, 0) || c.replace(c.other(i, fp), fp, 0) {
		c.n--
		return true
	}
	return false
}

// Contains is Algorithm 4.
func (c *cuckoo) Contains(key string) bool {
	fp, i := c.locate(c.hash.Sum64(key))
	j := c.other(i, fp)
	if c.ones == 0 {
		return c.holds(i, fp) || c.holds(j, fp)
	}
	// All entries of both buckets are compared at once: an entry equal to fp
	// becomes 0 in x, and (x − ones) &^ x has the high bit of an entry set
	// only if that entry or a lower one is 0 (Mycroft's test for a zero byte).
	x := c.bucket(i) ^ fp*c.ones
	y := c.bucket(j) ^ fp*c.ones
	return ((x-c.ones)&^x|(y-c.ones)&^y)&c.highs != 0
}

// bucket is a bucket's 4f ≤ 64 bits in one word; what lies above them belongs
// to the next bucket. A bucket starts at a multiple of four bits, so that 4f
// bits fit: for f = 16 it starts at a whole byte.
func (c *cuckoo) bucket(i uint64) uint64 {
	bit := i * entries * uint64(c.f)
	return binary.LittleEndian.Uint64(c.table[bit/8:]) >> (bit % 8)
}

func (c *cuckoo) holds(bucket, fp uint64) bool {
	for e := bucket * entries; e < (bucket+1)*entries; e++ {
		if c.get(e) == fp {
			return true
		}
	}
	return false
}

// Bits counts the table and, of a degenerate hash, the list of kept places.
func (c *cuckoo) Bits() uint64 {
	return (c.mask+1)*entries*uint64(c.f) + uint64(len(c.kept))*128
}

func (c *cuckoo) Params() []Param { return cuckooParams(c.mask+1, c.f) }

// Theory is exact for random hashes: a key collides with a stored one iff
// their fingerprints are equal (one in 2^f − 1) and so are their pairs of
// buckets, which share the first bucket or exchange the two (two in the number
// of buckets); whether n keys leave a stranger alone is (1 − q)^n. At load α
// this is close to the paper's 2bα/2^f.
func (c *cuckoo) Theory() float64 {
	buckets := float64(c.mask + 1)
	q := min(2, buckets) / (buckets * float64(c.largest))
	return -math.Expm1(float64(c.n) * math.Log1p(-q))
}
