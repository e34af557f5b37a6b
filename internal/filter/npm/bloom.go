// Package npm holds the filters of npm bloom-filters 3.0.0, the library that
// the thesis measured.
//
// Guarantee: every answer is the library's own, faults included: its cuckoo
// filter loses keys.
// Cost: that of this program's memory and code, not of the library's.
// Source: github.com/Callidon/bloom-filters; tools/npm-oracle asks the library
// itself.
package npm

import (
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Bloom answers as class BloomFilter, made by its method from. It rounds k up
// where the thesis's text rounds it down, and has one fixed hash function.
func Bloom() filter.Structure {
	return filter.Structure{
		Name:       "npm-bloom",
		Title:      "Bloom filter of npm bloom-filters 3.0.0",
		Reference:  "the library of the thesis's section 5, github.com/Callidon/bloom-filters",
		Historical: true,
		Faults:     filter.IgnoresSeed,
		Family:     filter.FamilyNpm,
		Plan:       planBloom,
		Build:      buildBloom,
		Open:       filter.Open[bloomFilter],
		Explain: filter.Explanation{
			What: "The library's class BloomFilter: a Bloom filter with k rounded up and enhanced double hashing of two hashes.",
			Layout: `
  key ──► x = hash₁, y = hash₂;  bit i = (x + i·y + (i³ − i)/6) mod m
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│1│0│0│1│0│1│0│0│0│0│1│0│1│0│0│   m bits
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  m = ⌈−n·ln ε/ln²2⌉ bits, k = ⌈(m/n)·ln 2⌉
  rate ≈ E[(X/m)^k], about 1 % more at ε = 1 % for its hashing`,
			Guarantee: "No false negatives. Every answer is the library's own.",
			Price:     "1.44·log2(1/ε) bits per key. One fixed hash function: no seed changes an answer.",
			When:      "To compare with the thesis's measurements only.",
			Paper:     "github.com/Callidon/bloom-filters 3.0.0, after Bloom 1970 and Dillinger, Manolios 2004",
		},
	}
}

type bloomFilter struct {
	words []uint64
	m     uint64
	k     int
	n     int // keys inserted
}

// bloomSize gives m = ⌈−n·ln ε/ln²2⌉ and k = ⌈(m/n)·ln 2⌉. Without keys
// both are 0, and every key passes all of no tests.
func bloomSize(n int, epsilon float64) (m uint64, k int) {
	if n == 0 {
		return 0, 0
	}
	m = uint64(math.Ceil(-float64(n) * math.Log(epsilon) / (math.Ln2 * math.Ln2)))
	return m, int(math.Ceil(float64(m) / float64(n) * math.Ln2))
}

// newBloom is an empty filter with room for n keys.
func newBloom(n int, cfg filter.Config) (*bloomFilter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := bloomSize(cfg.Room(n), cfg.Epsilon)
	return &bloomFilter{m: m, k: k}, nil
}

// planBloom describes the filter before it has its bits.
func planBloom(n int, cfg filter.Config) (filter.Plan, error) {
	b, err := newBloom(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	b.n = n
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory()}, nil
}

func buildBloom(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newBloom(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	for key := range keys.Each() {
		x, y := bloomHashes(key)
		for i := range uint64(b.k) {
			at := b.index(x, y, i)
			b.words[at/64] |= 1 << (at % 64)
		}
	}
	b.n = keys.Len()
	return b, nil
}

func bloomHashes(key string) (x, y uint64) {
	return uint64(libraryHash(key, librarySeed+1)), uint64(libraryHash(key, librarySeed+2))
}

// index is enhanced double hashing (Dillinger and Manolios 2004):
// x + i·y + (i³ − i)/6 modulo m.
func (b *bloomFilter) index(x, y, i uint64) uint64 { return (x + i*y + (i*i*i-i)/6) % b.m }

func (b *bloomFilter) Contains(key string) bool {
	x, y := bloomHashes(key)
	for i := range uint64(b.k) {
		if at := b.index(x, y, i); b.words[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// bloomVersion is that of the file below.
const bloomVersion = 1

// AppendBinary implements filter.Stored.
func (b *bloomFilter) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "npm-bloom", bloomVersion)
	e.Uint(b.m)
	e.Uint(uint64(b.k))
	e.Uint(uint64(b.n))
	e.Words(b.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *bloomFilter) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "npm-bloom", bloomVersion)
	if err != nil {
		return err
	}
	const mostProbes = 64 // beyond the k of filter.MinEpsilon
	b.m, b.k, b.n = d.Uint(), d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	b.words = d.Words()
	d.Check((b.m == 0) == (b.k == 0), "k = %d of m = %d bits", b.k, b.m)
	if d.Check(b.m <= 1<<60 && (b.m+63)/64 == uint64(len(b.words)), "m = %d bits in %d words", b.m, len(b.words)) {
		d.Check(b.m%64 == 0 || b.words[b.m/64]>>(b.m%64) == 0, "bits are set behind the last of %d", b.m)
	}
	return d.Close()
}

func (b *bloomFilter) Bits() uint64 { return b.m }

func (b *bloomFilter) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(b.m)}, {Name: "k", Value: float64(b.k)}}
}

// Theory is that of k independent hash functions, over random sets of keys in
// the place of random hash functions. Enhanced double hashing adds 1.1 % of
// the rate at ε = 1 % and 0.1 % at 20 % (n = 1,753, 4,000 sets).
func (b *bloomFilter) Theory() float64 {
	if b.k == 0 {
		return 1
	}
	return bloom.OccupancyMoment(b.m, b.k*b.n, b.k)
}
