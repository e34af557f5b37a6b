package bloom

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// OneHash is a Bloom filter of k = 1: one bit per key in a large array.
//
// Guarantee: no false negatives; never full. The requested rate is held down to
// ε = 10⁻⁴; below, the array stays as large as for 10⁻⁴ and the rate with it.
// Cost: about 1/ε bits per key (100 at 1 %), and one read and no branch per query.
// Source: Bloom 1970, method 2, with one hash function; the array that Putze,
// Sanders, Singler 2007, section 5, compress.
func OneHash() filter.Structure {
	return filter.Structure{
		Name:      "onehash",
		Title:     "Bloom filter of one hash function",
		Reference: "Bloom 1970, Space/time trade-offs in hash coding with allowable errors, method 2",
		Family:    filter.FamilyBloom,
		Plan:      planOneHash,
		Build:     buildOneHash,
		Open:      filter.Open[oneHash],
		Explain: filter.Explanation{
			What: "A Bloom filter of one hash function: a large array in which each key sets one bit.",
			Layout: `
  key ──hash──────────────────┐                      1 probe
                              ▼
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│0│0│0│1│0│0│0│0│0│0│0│0│1│0│0│0│0│0│0│0│0│0│0│0│1│0│0│0│0│   m bits
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  m = ⌈1/(1 − (1 − ε)^(1/n))⌉ ≈ n/ε bits
  rate = 1 − (1 − 1/m)^n`,
			Guarantee: "No false negatives. Never full: further keys raise the rate. Below ε = 10⁻⁴ the array grows no further.",
			Price:     "About 1/ε bits per key: ten times a Bloom filter's at ε = 1 %, 1.3 times at 20 %. One read a query, which is fast as long as the array is in a near cache.",
			When:      "For a set so small that 1/ε bits per key fit the first cache, or for ε of 20 % and more.",
			Examples:  oneHashExamples,
		},
	}
}

type oneHash struct {
	words []uint64
	m     uint64
	n     int // keys inserted
	hash  filter.Hasher
}

// oneHashLeast is the smallest rate that the array is sized for: 10,000 bits per
// key. MinEpsilon would take 100 GB a key.
const oneHashLeast = 1e-4

// OneHashSize gives the number m of bits in which n keys have a rate of epsilon or
// less, or of 10⁻⁴ where epsilon is below.
func OneHashSize(n int, epsilon float64) (m uint64) {
	if n == 0 {
		return 1
	}
	full := math.Log1p(-max(epsilon, oneHashLeast)) // ln of the share of zeros
	return uint64(math.Ceil(-1 / math.Expm1(full/float64(n))))
}

// oneThrow is the share of m cells hit by n throws.
func oneThrow(m uint64, n int) float64 {
	if n == 0 {
		return 0 // where m = 1 makes the product below none
	}
	return -math.Expm1(float64(n) * math.Log1p(-1/float64(m)))
}

// newOneHash is an empty filter without its bits, with room for n keys.
func newOneHash(n int, cfg filter.Config) (*oneHash, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &oneHash{m: OneHashSize(cfg.Room(n), cfg.Epsilon), n: n, hash: filter.NewHasher(cfg)}, nil
}

func planOneHash(n int, cfg filter.Config) (filter.Plan, error) {
	o, err := newOneHash(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: o.Params(), Bits: o.Bits(), Theory: o.Theory()}, nil
}

func buildOneHash(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	o, err := newOneHash(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	o.words = make([]uint64, (o.m+63)/64)
	for h := range o.hash.Sums(keys) {
		o.add(h)
	}
	return o, nil
}

func (o *oneHash) add(h uint64) {
	i, _ := bits.Mul64(h, o.m)
	o.words[i/64] |= 1 << (i % 64)
}

// Insert adds key.
func (o *oneHash) Insert(key string) error {
	o.add(o.hash.Sum64(key))
	o.n++
	return nil
}

func (o *oneHash) Contains(key string) bool {
	var h uint64
	if o.hash.Usual() {
		h = o.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = o.hash.Sum64(key)
	}
	i, _ := bits.Mul64(h, o.m)
	return o.words[i/64]>>(i%64)&1 != 0
}

// oneHashVersion is that of the file below.
const oneHashVersion = 1

// AppendBinary implements filter.Stored.
func (o *oneHash) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "onehash", oneHashVersion)
	e.Uint(o.m)
	e.Uint(uint64(o.n))
	if err := e.Hasher(&o.hash); err != nil {
		return out, err
	}
	e.Words(o.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (o *oneHash) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "onehash", oneHashVersion)
	if err != nil {
		return err
	}
	o.m, o.n = d.Uint(), d.Int("n", filter.MostKeys)
	o.hash, o.words = d.Hasher(), d.Words()
	checkBits(d, o.words, o.m)
	return d.Close()
}

func (o *oneHash) Bits() uint64 { return o.m }

func (o *oneHash) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(o.m)}, {Name: "k", Value: 1}}
}

// Theory is exact for random hashes.
func (o *oneHash) Theory() float64 { return oneThrow(o.m, o.n) }
