package npm

import (
	"crypto/rc4"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Cuckoo answers as class CuckooFilter, made by its method from. It departs
// from the paper in two ways that show:
//
//   - The length of a fingerprint is computed in bytes and used as a number of
//     hexadecimal digits, so that all ε from 1 % to 20 % share two tables.
//   - The number of buckets is no power of two. A query derives the second
//     bucket from the whole hash, a relocation from the bucket's number, which
//     is the hash's remainder: what was relocated is mostly looked for in
//     other places than where it is.
//
// The relocations are the library's own, drawn from its generator, so that
// each answer is the same, not just the rates.
func Cuckoo() filter.Structure {
	return filter.Structure{
		Name:       "npm-cuckoo",
		Title:      "cuckoo filter of npm bloom-filters 3.0.0",
		Reference:  "the library of the thesis's section 5, github.com/Callidon/bloom-filters",
		Historical: true,
		Faults:     filter.LosesKeys | filter.MissesTheory | filter.IgnoresSeed,
		Family:     filter.FamilyNpm,
		Plan:       planCuckoo,
		Build:      buildCuckoo,
		Open:       filter.Open[cuckooFilter],
		Explain: filter.Explanation{
			What: "The library's class CuckooFilter: fingerprints of hexadecimal digits in buckets of four, whose number is no power of two.",
			Layout: `
  key ──hash──► fingerprint of 1 or 2 digits, bucket i = hash mod buckets
       ┌───┬───┬───┬───┐
   i   │ 5 │ a │   │   │
       ├───┼───┼───┼───┤
   j   │ 0 │ 5 │ f │ 1 │   j from the whole hash when asked,
       └───┴───┴───┴───┘   from its remainder when moved`,
			Formula: `
  digits = ⌈⌈log2(1/ε) + 3⌉/8⌉, buckets = ⌈n/4/0.955⌉
  rate ≈ 1 − (1 − 16^−digits)^(2n/buckets)`,
			Guarantee: "None: it loses keys. Every answer is the library's own, losses included.",
			Price:     "4·digits/0.955 bits per key and a byte for each bucket's count. All ε from 1 % to 20 % share two tables.",
			When:      "To compare with the thesis's measurements only.",
			Paper:     "github.com/Callidon/bloom-filters 3.0.0, after Fan, Andersen, Kaminsky, Mitzenmacher 2014",
		},
	}
}

const (
	cuckooEntries     = 4 // b, entries in a bucket
	cuckooRelocations = 500
)

// cuckooFilter is a table of entries of some hexadecimal digits, two a byte. A
// bucket is filled from its first place on and never emptied.
type cuckooFilter struct {
	table   []byte
	used    []uint8 // places taken in each bucket
	buckets int
	digits  int
}

// cuckooDigits is ⌈⌈log2(1/ε) + log2(2b)⌉/8⌉: 1 for ε ≥ 2^-5, 2 for ε ≥ 2^-13
// and so on. The library throws an error at the few keys whose hash has fewer
// digits, possible only below ε = 2^-29; here such a key has the digits that it
// has.
func cuckooDigits(epsilon float64) int {
	return int(math.Ceil(math.Ceil(math.Log2(1/epsilon)+math.Log2(2*cuckooEntries)) / 8))
}

// cuckooBuckets is ⌈n/4/0.955⌉.
func cuckooBuckets(n int) int { return int(math.Ceil(float64(n) / cuckooEntries / 0.955)) }

// newCuckoo is a filter without its table.
func newCuckoo(n int, cfg filter.Config) (*cuckooFilter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &cuckooFilter{buckets: cuckooBuckets(cfg.Room(n)), digits: cuckooDigits(cfg.Epsilon)}, nil
}

// planCuckoo takes the keys to be spread evenly over the buckets. How many find
// no place, only they themselves say.
func planCuckoo(n int, cfg filter.Config) (filter.Plan, error) {
	c, err := newCuckoo(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	p := filter.Plan{
		Params:    c.Params(),
		Bits:      c.Bits(),
		Capacity:  c.buckets * cuckooEntries,
		Estimated: true,
	}
	if c.buckets > 0 {
		p.Theory = -math.Expm1(2 * float64(n) / float64(c.buckets) * math.Log(c.miss()))
	}
	return p, nil
}

func buildCuckoo(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, err := newCuckoo(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	c.used = make([]uint8, c.buckets)
	c.table = make([]byte, c.tableBytes())
	random, err := newCuckooRandom()
	if err != nil {
		return nil, err
	}
	for key := range keys.Each() {
		c.add(key, random) // a key without a place is dropped, as by the library
	}
	return c, nil
}

func (c *cuckooFilter) tableBytes() int { return c.buckets * cuckooEntries * c.digits / 2 }

// locate gives a key's fingerprint and buckets.
func (c *cuckooFilter) locate(key string) (fingerprint uint32, first, second int) {
	h := libraryHash(key, librarySeed)
	fingerprint = cuckooFingerprint(h, c.digits)
	return fingerprint, int(h % uint32(c.buckets)), c.other(h, fingerprint)
}

// cuckooFingerprint takes the first digits of a hash written with four or eight
// hexadecimal digits, whichever it needs.
func cuckooFingerprint(h uint32, digits int) uint32 {
	width := 8
	if h < 1<<16 {
		width = 4
	}
	return h >> (4 * max(0, width-digits))
}

// other is the bucket opposite to one that is given by its number or by the
// hash that the number is the remainder of. The library computes with signed
// 32-bit integers and takes the absolute value.
func (c *cuckooFilter) other(from, fingerprint uint32) int {
	const hex = "0123456789abcdef"
	var text [8]byte
	for i := c.digits - 1; i >= 0; i-- {
		text[i] = hex[fingerprint%16]
		fingerprint /= 16
	}
	x := int64(int32(from ^ libraryHash(string(text[:c.digits]), librarySeed)))
	return int(max(x, -x) % int64(c.buckets))
}

// get and set take an entry: its bucket times four, plus its place.
func (c *cuckooFilter) get(entry int) (fingerprint uint32) {
	for d := entry * c.digits; d < (entry+1)*c.digits; d++ {
		fingerprint = fingerprint<<4 | uint32(c.table[d/2]>>(d%2*4)&15)
	}
	return fingerprint
}

func (c *cuckooFilter) set(entry int, fingerprint uint32) {
	for d := (entry+1)*c.digits - 1; d >= entry*c.digits; d-- {
		shift := d % 2 * 4
		c.table[d/2] = c.table[d/2]&^(15<<shift) | byte(fingerprint&15)<<shift
		fingerprint >>= 4
	}
}

// put adds a fingerprint to a bucket that has a place.
func (c *cuckooFilter) put(bucket int, fingerprint uint32) bool {
	n := int(c.used[bucket])
	if n == cuckooEntries {
		return false
	}
	c.set(bucket*cuckooEntries+n, fingerprint)
	c.used[bucket]++
	return true
}

// add drops the key when there is no place after all relocations, and takes
// these back.
func (c *cuckooFilter) add(key string, random *cuckooRandom) {
	fp, first, second := c.locate(key)
	if c.put(first, fp) || c.put(second, fp) {
		return
	}
	at := first
	if random.quarter() >= 2 {
		at = second
	}
	var path [cuckooRelocations]int
	for step := range path {
		path[step] = at*cuckooEntries + random.quarter()
		fp = c.swap(path[step], fp)
		at = c.other(uint32(at), fp)
		if c.put(at, fp) {
			return
		}
	}
	for step := len(path) - 1; step >= 0; step-- {
		fp = c.swap(path[step], fp)
	}
}

// swap puts a fingerprint into an entry and returns what was there.
func (c *cuckooFilter) swap(entry int, fingerprint uint32) (before uint32) {
	before = c.get(entry)
	c.set(entry, fingerprint)
	return before
}

func (c *cuckooFilter) Contains(key string) bool {
	if c.buckets == 0 {
		return false // the library throws an error
	}
	fp, first, second := c.locate(key)
	return c.holds(first, fp) || c.holds(second, fp)
}

func (c *cuckooFilter) holds(bucket int, fp uint32) bool {
	for place := range int(c.used[bucket]) {
		if c.get(bucket*cuckooEntries+place) == fp {
			return true
		}
	}
	return false
}

// cuckooVersion is that of the file below.
const cuckooVersion = 1

// AppendBinary implements filter.Stored.
func (c *cuckooFilter) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "npm-cuckoo", cuckooVersion)
	e.Uint(uint64(c.digits))
	e.Bytes(c.used)
	e.Bytes(c.table)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *cuckooFilter) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "npm-cuckoo", cuckooVersion)
	if err != nil {
		return err
	}
	const mostDigits = 8 // of 32 bits
	c.digits = d.Int("digits", mostDigits)
	c.used, c.table = d.Bytes(), d.Bytes()
	c.buckets = len(c.used)
	d.Check(c.digits >= 1, "fingerprints of no digit")
	d.Check(len(c.table) == c.tableBytes(), "%d buckets with fingerprints of %d digits do not take %d bytes", c.buckets, c.digits, len(c.table))
	d.Check(len(c.used) == 0 || slices.Max(c.used) <= cuckooEntries, "a bucket has more than %d fingerprints", cuckooEntries)
	return d.Close()
}

// Bits counts four a digit and eight for the places taken in a bucket; the
// library itself keeps strings.
func (c *cuckooFilter) Bits() uint64 { return 8 * uint64(c.tableBytes()+c.buckets) }

func (c *cuckooFilter) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(c.buckets)},
		{Name: "b", Value: cuckooEntries},
		{Name: "digits", Value: float64(c.digits)},
	}
}

// miss is the probability 1 − 16^−digits that two fingerprints differ.
func (c *cuckooFilter) miss() float64 { return -math.Expm1(-4 * float64(c.digits) * math.Ln2) }

// Theory is 1 − E[(1 − 16^−digits)^X], where X is the number of fingerprints
// in two buckets that a random key chooses: independently, thus sometimes the
// same one twice. Relocation brings equal fingerprints together, which this
// leaves out: with one digit the rate is 0.4 % smaller (1,753 keys).
func (c *cuckooFilter) Theory() float64 {
	if c.buckets == 0 {
		return 0
	}
	one, miss, size := 0.0, c.miss(), float64(c.buckets)
	for _, n := range c.used {
		one += math.Pow(miss, float64(n)) / size
	}
	one = min(1, one) // of empty buckets the shares may add up to a little more
	return 1 - one*(one+(1-one)/size)
}

// cuckooRandom is the generator of npm seedrandom: RC4 keyed with the decimal
// digits of the seed, the first 256 bytes left out.
type cuckooRandom struct{ stream *rc4.Cipher }

func newCuckooRandom() (*cuckooRandom, error) {
	const seed = "78187493520" // 0x1234567890
	stream, err := rc4.NewCipher([]byte(seed))
	if err != nil {
		return nil, fmt.Errorf("npm-cuckoo: its random choices: %w", err)
	}
	var dropped [256]byte
	stream.XORKeyStream(dropped[:], dropped[:])
	return &cuckooRandom{stream}, nil
}

func (r *cuckooRandom) byte() uint64 {
	var b [1]byte
	r.stream.XORKeyStream(b[:], b[:])
	return uint64(b[0])
}

// quarter draws a number in [0, 1) and says in which quarter of it, 0 to 3, it
// lies. A number has 53 significant bits: six bytes, and one more for the end
// and for every eight bits that a small beginning lacks.
func (r *cuckooRandom) quarter() int {
	first := r.byte()
	n := first
	for range 5 {
		n = n<<8 | r.byte()
	}
	const significant = 1 << 52
	for x := uint64(0); n < significant; x = r.byte() {
		n = (n + x) << 8
	}
	return int(first / 64)
}
