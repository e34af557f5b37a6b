package exact

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// Cascade is a sequence of Bloom filters that correct each other: the first of the
// keys, the second of the elements that the first admits wrongly, the third of the
// keys that the second admits, until none is left.
//
// Guarantee: exact on the universe and the keys. Elsewhere it takes two thirds of
// the negatives that the first level admits for keys (Outside).
// Cost: 1.44·log2(u/n) + 4.2 bits per key, and 64 for each of some 2·log2 n levels;
// almost all queries end at the first. Building takes up to 13 bytes per key beside.
// Source: Larisch, Choffnes, Levin, Maggs, Mislove, Wilson 2017, CRLite, section
// III, after Salikhov, Sacomoto and Kucherov 2013, Using cascading Bloom filters to
// improve the memory usage for de Bruijn graphs.
func Cascade() filter.Structure {
	return filter.Structure{
		Name:      "cascade",
		Title:     "cascade of Bloom filters",
		Reference: "Larisch, Choffnes, Levin, Maggs, Mislove, Wilson 2017, CRLite, section III",
		Exact:     true,
		Closed:    true,
		Family:    filter.FamilyExact,
		Plan:      planCascade,
		Build:     buildCascade,
		Open:      filter.Open[cascade],
		Explain: filter.Explanation{
			What: "Bloom filters in levels for a closed universe, of which all elements are known when it is built. The first level holds the keys, each further one what the level before admits wrongly. The first level that rejects decides: an even one says key, an odd one says negative.",
			Layout: `
            level 1        level 2           level 3
  key ──► ┌─────────┐ yes ┌────────────┐ yes ┌──────────┐ yes
          │  keys   │────►│ negatives  │────►│ keys that│────► ...
          │         │     │ that pass 1│     │ pass 2   │
          └────┬────┘     └─────┬──────┘     └────┬─────┘
               ▼ no             ▼ no              ▼ no
            negative           key             negative`,
			Formula: `
  rate of level 1: p = n·√½/(u − n), of the others ½
  bits = 1.44·n·log2(1/p) + 1.44·n·(½ + √½)·2 ≈ n·(1.44·log2(u/n) + 4.2)
  rate = 0 in the universe, ≈ ⅔·p elsewhere`,
			Guarantee: "Exact for every element of the universe and every key.",
			Price:     "15.8 bits per key, and 0.9 for the sizes of the levels, for the 1,753 keys in the thesis's list, of which the bound log2 C(u, n) is 9.5. Any change of keys or universe means building anew.",
			When:      "Where all queries that will ever come are known, such as the words of one list, and no false positive is allowed. CRLite's are the certificates of the web.",
		},
	}
}

const (
	cascadeAttempts = 8
	cascadeLevels   = 200 // at most: the chance that 20 elements need that many is 2^−90
)

// cascade has level i at the bits of words behind those of the levels before it,
// sizes[i] of them. The first level has k bits of a key, at its probes; the others
// have one, of a hash of their own.
type cascade struct {
	words  []uint64
	sizes  []uint64
	k      int
	doubts closeduniverse.Doubts
	hash   filter.Hasher
}

// CascadeRate is the rate of the first level that makes n keys in a universe of u
// elements smallest, all others having ½.
func CascadeRate(n, u int) float64 {
	return min(0.5, float64(max(1, n))*math.Sqrt(0.5)/float64(max(1, u-n)))
}

// CascadeFirst gives the bits m and the bits of a key k of the first level, of a
// rate of p.
func CascadeFirst(n int, p float64) (m uint64, k int) {
	k = max(1, int(math.Log2(1/p)))
	return bloomBits(n, k, p), k
}

// CascadeSizes are the bits of each level that are expected of n keys in a universe
// of u elements, and the bits of a key in the first. The second level holds n·√½
// negatives, the third half of the n keys, and so on: each half of the last but one.
func CascadeSizes(n, u int) (sizes []uint64, k int) {
	p := CascadeRate(n, u)
	m, k := CascadeFirst(n, p)
	sizes = []uint64{m}
	in, out := p*float64(max(0, u-n)), float64(n)
	for in >= 0.5 {
		sizes = append(sizes, bloomBits(int(in+0.5), 1, 0.5))
		in, out = out/2, in
	}
	return sizes, k
}

// bloomBits are those of a Bloom filter of n keys with k bits each and a rate of p.
func bloomBits(n, k int, p float64) uint64 {
	return uint64(max(1, math.Ceil(-float64(k*n)/math.Log1p(-math.Pow(p, 1/float64(k))))))
}

// planCascade expects the number of levels and their sizes.
func planCascade(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckClosed(); err != nil {
		return filter.Plan{}, err
	}
	c := &cascade{}
	c.sizes, c.k = CascadeSizes(n, cfg.Universe.Len())
	return filter.Plan{Params: c.Params(), Bits: c.Bits(), Estimated: true}, nil
}

// buildCascade tries other hash functions where the levels do not end.
func buildCascade(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckClosed(); err != nil {
		return nil, err
	}
	return filter.Retry("cascade", cascadeAttempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		c := &cascade{hash: filter.NewHasher(cfg)}
		if err := c.build(keys, cfg.Universe); err != nil {
			return nil, err
		}
		return c, nil
	})
}

// build reads the universe once. Of its elements it keeps the hashes that the
// first level admits.
func (c *cascade) build(keys, universe *wordlist.List) error {
	set := closeduniverse.NewKeySet(keys)
	n := set.Distinct()
	p := CascadeRate(n, universe.Len())
	var m uint64
	m, c.k = CascadeFirst(n, p)
	c.level(m)
	for h := range c.hash.Sums(keys) {
		c.addFirst(h)
	}
	negatives := make([]uint64, 0, int(1.05*p*float64(universe.Len()))+16)
	i := 0
	for h := range c.hash.Sums(universe) {
		if c.first(h) && !set.Has(universe.At(i)) {
			negatives = append(negatives, h)
		}
		i++
	}
	set = nil
	negatives = closeduniverse.Sorted(negatives)
	if len(negatives) == 0 {
		return nil
	}
	c.add(negatives)
	admitted := make([]uint64, 0, n/2+n/50+16)
	for h := range c.hash.Sums(keys) {
		if c.inLast(h) {
			admitted = append(admitted, h)
		}
	}
	admitted = closeduniverse.Sorted(admitted)
	alike := closeduniverse.Common(admitted, negatives)
	c.doubts = closeduniverse.NewDoubts(alike, keys, &c.hash)
	return c.alternate(closeduniverse.Without(admitted, alike), closeduniverse.Without(negatives, alike))
}

// alternate builds levels of what the one before has admitted wrongly, until
// that is nothing.
func (c *cascade) alternate(in, out []uint64) error {
	for len(in) > 0 {
		if len(c.sizes) == cascadeLevels {
			return errors.New("two sets of elements have the same bits in every level")
		}
		c.add(in)
		out = slices.DeleteFunc(out, func(h uint64) bool { return !c.inLast(h) })
		in, out = out, in
	}
	c.words = slices.Clip(slices.Clone(c.words))
	return nil
}

// level appends an empty level of m bits.
func (c *cascade) level(m uint64) {
	c.sizes = append(c.sizes, m)
	total := uint64(0)
	for _, m := range c.sizes {
		total += m
	}
	c.words = append(c.words, make([]uint64, (total+63)/64-uint64(len(c.words)))...)
}

// add appends a level of the hashes, with a rate of ½.
func (c *cascade) add(sums []uint64) {
	c.level(bloomBits(len(sums), 1, 0.5))
	start, m := c.last()
	for _, h := range sums {
		at := start + levelPosition(h, len(c.sizes)-1, m)
		c.words[at/64] |= 1 << (at % 64)
	}
}

// inLast reports whether the last level, which is not the first, admits a hash.
func (c *cascade) inLast(h uint64) bool {
	start, m := c.last()
	at := start + levelPosition(h, len(c.sizes)-1, m)
	return c.words[at/64]>>(at%64)&1 != 0
}

// last is where the last level begins, and its size.
func (c *cascade) last() (start, m uint64) {
	for _, m := range c.sizes[:len(c.sizes)-1] {
		start += m
	}
	return start, c.sizes[len(c.sizes)-1]
}

// addFirst sets the bits of a hash in the first level.
func (c *cascade) addFirst(h uint64) {
	for range c.k {
		at, _ := bits.Mul64(h, c.sizes[0])
		c.words[at/64] |= 1 << (at % 64)
		h *= filter.ProbeStep
	}
}

// first reports whether the first level admits a hash. It reads eight bits before
// it branches, as the Bloom filter does.
func (c *cascade) first(h uint64) bool {
	words, m := c.words, c.sizes[0]
	all := uint64(1)
	for range min(c.k, 8) {
		at, _ := bits.Mul64(h, m)
		all &= words[at/64] >> (at % 64)
		h *= filter.ProbeStep
	}
	for range c.k - 8 {
		if all == 0 {
			return false
		}
		at, _ := bits.Mul64(h, m)
		all &= words[at/64] >> (at % 64)
		h *= filter.ProbeStep
	}
	return all != 0
}

func (c *cascade) Contains(key string) bool {
	var h uint64
	if c.hash.Usual() {
		h = c.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = c.hash.Sum64(key)
	}
	if !c.first(h) {
		return false
	}
	if c.doubts.About(h) {
		return c.doubts.Decide(key)
	}
	start := c.sizes[0]
	for level, m := range c.sizes[1:] {
		at := start + levelPosition(h, level+1, m)
		if c.words[at/64]>>(at%64)&1 == 0 {
			return level%2 == 0
		}
		start += m
	}
	return len(c.sizes)%2 == 1
}

// Outside follows the levels: a negative passes each with the share of its bits
// that are set, the first with the k-th power of it.
func (c *cascade) Outside() float64 {
	rate := float64(len(c.sizes) % 2) // of what passes all levels
	end := uint64(0)
	for _, m := range c.sizes {
		end += m
	}
	for level := len(c.sizes) - 1; level >= 0; level-- {
		m := c.sizes[level]
		pass := float64(ones(c.words, end-m, end)) / float64(m)
		end -= m
		switch {
		case level == 0:
			rate *= math.Pow(pass, float64(c.k))
		case level%2 == 0:
			rate *= pass
		default:
			rate = 1 - pass + pass*rate
		}
	}
	return rate
}

// Bits counts the levels, a word for the size of each, and what is in doubt.
func (c *cascade) Bits() uint64 {
	total := 64*uint64(len(c.sizes)) + c.doubts.Bits()
	for _, m := range c.sizes {
		total += m
	}
	return total
}

func (c *cascade) Params() []filter.Param {
	return []filter.Param{{Name: "levels", Value: float64(len(c.sizes))}, {Name: "m", Value: float64(c.sizes[0])}, {Name: "k", Value: float64(c.k)}}
}

// Theory is 0: in the universe the cascade is exact.
func (c *cascade) Theory() float64 { return 0 }

// cascadeVersion is that of the file below.
const cascadeVersion = 1

// AppendBinary implements filter.Stored. The universe is not part of the file.
func (c *cascade) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "cascade", cascadeVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Uint(uint64(c.k))
	e.Words(c.sizes)
	e.Words(c.words)
	c.doubts.Write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *cascade) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "cascade", cascadeVersion)
	if err != nil {
		return err
	}
	const mostProbes = 64 // of a rate of 2^−64
	*c = cascade{hash: d.Hasher()}
	c.k, c.sizes, c.words = d.Int("k", mostProbes), d.Words(), d.Words()
	c.doubts.Read(d, &c.hash)
	d.Check(c.k >= 1 && len(c.sizes) >= 1, "%d levels, k = %d", len(c.sizes), c.k)
	checkLevels(d, c.sizes, c.words, cascadeLevels)
	return d.Close()
}
