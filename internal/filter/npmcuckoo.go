package filter

import (
	"crypto/rc4"
	"fmt"
	"math"
)

// npmCuckooStructure answers as the cuckoo filter that the thesis measured:
// class CuckooFilter of npm bloom-filters 3.0.0, made by its method from. It
// departs from the paper in two ways that show:
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
func npmCuckooStructure() Structure {
	return Structure{
		Name:       "npm-cuckoo",
		Title:      "Cuckoo filter of npm bloom-filters 3.0.0",
		Reference:  "the library of the thesis's section 5, github.com/Callidon/bloom-filters",
		Historical: true,
		Faults:     LosesKeys | MissesTheory | IgnoresSeed,
		Build:      buildNpmCuckoo,
		Params: func(n int, epsilon float64) []Param {
			return npmCuckooParams(npmCuckooBuckets(n), npmDigits(epsilon))
		},
	}
}

// npmCuckoo is a table of entries of some hexadecimal digits, two a byte. A
// bucket is filled from its first place on and never emptied.
type npmCuckoo struct {
	table  []byte
	used   []uint8 // places taken in each bucket
	digits int
}

// npmDigits is ⌈⌈log2(1/ε) + log2(2b)⌉/8⌉: 1 for ε ≥ 2^-5, 2 for ε ≥ 2^-13 and
// so on. The library throws an error at the few keys whose hash has fewer digits,
// possible only below ε = 2^-29; here such a key has the digits that it has.
func npmDigits(epsilon float64) int {
	return int(math.Ceil(math.Ceil(math.Log2(1/epsilon)+math.Log2(2*entries)) / 8))
}

// npmCuckooBuckets is ⌈n/4/0.955⌉.
func npmCuckooBuckets(n int) int { return int(math.Ceil(float64(n) / entries / 0.955)) }

func npmCuckooParams(buckets, digits int) []Param {
	return []Param{{"buckets", float64(buckets)}, {"b", entries}, {"digits", float64(digits)}}
}

func buildNpmCuckoo(keys []string, cfg Config) (Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	size := npmCuckooBuckets(cfg.room(len(keys)))
	c := &npmCuckoo{
		used:   make([]uint8, size),
		digits: npmDigits(cfg.Epsilon),
	}
	c.table = make([]byte, size*entries*c.digits/2)

	random, err := newNpmRandom()
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		c.add(key, random) // a key without a place is dropped, as by the library
	}
	return c, nil
}

// locate gives a key's fingerprint and buckets.
func (c *npmCuckoo) locate(key string) (fingerprint uint32, first, second int) {
	h := npmHash(key, npmSeed)
	fingerprint = npmFingerprint(h, c.digits)
	return fingerprint, int(h % uint32(len(c.used))), c.other(h, fingerprint)
}

// npmFingerprint takes the first digits of a hash written with four or eight
// hexadecimal digits, whichever it needs.
func npmFingerprint(h uint32, digits int) uint32 {
	width := 8
	if h < 1<<16 {
		width = 4
	}
	return h >> (4 * max(0, width-digits))
}

// other is the bucket opposite to one that is given by its number or by the
// hash that the number is the remainder of. The library computes with signed
// 32-bit integers and takes the absolute value.
func (c *npmCuckoo) other(from, fingerprint uint32) int {
	const hex = "0123456789abcdef"
	var text [8]byte
	for i := c.digits - 1; i >= 0; i-- {
		text[i] = hex[fingerprint%16]
		fingerprint /= 16
	}
	x := int64(int32(from ^ npmHash(string(text[:c.digits]), npmSeed)))
	return int(max(x, -x) % int64(len(c.used)))
}

// get and set take an entry: its bucket times four, plus its place.
func (c *npmCuckoo) get(entry int) (fingerprint uint32) {
	for d := entry * c.digits; d < (entry+1)*c.digits; d++ {
		fingerprint = fingerprint<<4 | uint32(c.table[d/2]>>(d%2*4)&15)
	}
	return fingerprint
}

func (c *npmCuckoo) set(entry int, fingerprint uint32) {
	for d := (entry+1)*c.digits - 1; d >= entry*c.digits; d-- {
		shift := d % 2 * 4
		c.table[d/2] = c.table[d/2]&^(15<<shift) | byte(fingerprint&15)<<shift
		fingerprint >>= 4
	}
}

// put adds a fingerprint to a bucket that has a place.
func (c *npmCuckoo) put(bucket int, fingerprint uint32) bool {
	n := int(c.used[bucket])
	if n == entries {
		return false
	}
	c.set(bucket*entries+n, fingerprint)
	c.used[bucket]++
	return true
}

// add drops the key when there is no place after all relocations, and takes
// these back.
func (c *npmCuckoo) add(key string, random *npmRandom) {
	fp, first, second := c.locate(key)
	if c.put(first, fp) || c.put(second, fp) {
		return
	}
	at := first
	if random.quarter() >= 2 {
		at = second
	}
	var path [relocations]int
	for step := range path {
		path[step] = at*entries + random.quarter()
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
func (c *npmCuckoo) swap(entry int, fingerprint uint32) (before uint32) {
	before = c.get(entry)
	c.set(entry, fingerprint)
	return before
}

func (c *npmCuckoo) Contains(key string) bool {
	if len(c.used) == 0 {
		return false // the library throws an error
	}
	fp, first, second := c.locate(key)
	return c.holds(first, fp) || c.holds(second, fp)
}

func (c *npmCuckoo) holds(bucket int, fp uint32) bool {
	for place := range int(c.used[bucket]) {
		if c.get(bucket*entries+place) == fp {
			return true
		}
	}
	return false
}

// Bits counts four a digit and eight for the places taken in a bucket; the
// library itself keeps strings.
func (c *npmCuckoo) Bits() uint64 { return 8 * uint64(len(c.table)+len(c.used)) }

func (c *npmCuckoo) Params() []Param { return npmCuckooParams(len(c.used), c.digits) }

// Theory is 1 − E[(1 − 16^−digits)^X], where X is the number of fingerprints
// in two buckets that a random key chooses: independently, thus sometimes the
// same one twice. Relocation brings equal fingerprints together, which this
// leaves out: with one digit the rate is 0.4 % smaller (1,753 keys).
func (c *npmCuckoo) Theory() float64 {
	if len(c.used) == 0 {
		return 0
	}
	miss := -math.Expm1(-4 * float64(c.digits) * math.Ln2) // 1 − 16^−digits
	one, size := 0.0, float64(len(c.used))
	for _, n := range c.used {
		one += math.Pow(miss, float64(n)) / size
	}
	return 1 - one*(one+(1-one)/size)
}

// npmRandom is the generator of npm seedrandom: RC4 keyed with the decimal
// digits of the seed, the first 256 bytes left out.
type npmRandom struct{ stream *rc4.Cipher }

func newNpmRandom() (*npmRandom, error) {
	const seed = "78187493520" // 0x1234567890
	stream, err := rc4.NewCipher([]byte(seed))
	if err != nil {
		return nil, fmt.Errorf("npm-cuckoo: its random choices: %w", err)
	}
	var dropped [256]byte
	stream.XORKeyStream(dropped[:], dropped[:])
	return &npmRandom{stream}, nil
}

func (r *npmRandom) byte() uint64 {
	var b [1]byte
	r.stream.XORKeyStream(b[:], b[:])
	return uint64(b[0])
}

// quarter draws a number in [0, 1) and says in which quarter of it, 0 to 3, it
// lies. A number has 53 significant bits: six bytes, and one more for the end
// and for every eight bits that a small beginning lacks.
func (r *npmRandom) quarter() int {
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
