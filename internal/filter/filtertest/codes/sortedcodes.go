// Package codes holds sorted lists of hash codes.
//
// Guarantee: no false negatives; nothing can be inserted later.
// Cost: a word of 64 bits per key, and log2(n) reads per query.
// Source: Carter, Floyd, Gill, Markowsky, Wegman 1978.
package codes

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Sorted keeps the first b bits of every key's hash in a sorted list.
func Sorted() filter.Structure {
	return filter.Structure{
		Name:      "codes",
		Title:     "sorted list of codes",
		Reference: "Carter, Floyd, Gill, Markowsky, Wegman 1978, Exact and approximate membership testers",
		Family:    filter.FamilyCompressed,
		Plan:      planSorted,
		Build:     buildSorted,
		Open:      filter.Open[sorted],
		Explain: filter.Explanation{
			What: "A sorted list of the first b bits of each key's hash. A query searches it for its own b bits.",
			Layout: `
  key ──hash──► code 0x2a7f3
  ┌───────┬───────┬───────┬───────┬───────┐
  │ 00e41 │ 1b302 │ 2a7f3 │ 9c0de │ f1a55 │   n words, sorted
  └───────┴───────┴───────┴───────┴───────┘`,
			Formula: `
  b = ⌈log2(n/ε)⌉ bits
  rate = 1 − (1 − 2^−b)^n`,
			Guarantee: "No false negatives.",
			Price:     "A word of 64 bits per key, and log2(n) reads per query. Nothing can be inserted later.",
			When:      "As an example. A table of as many bits as a code has is smaller and faster.",
		},
	}
}

// sorted holds the codes in ascending order, each in a word.
type sorted struct {
	codes []uint64
	n     int // codes
	b     int // bits of a code
	hash  filter.Hasher
}

// newSorted is a filter of n keys without its codes. The share of codes taken is
// ε at most if b = ⌈log2(n/ε)⌉.
func newSorted(n int, cfg filter.Config) (*sorted, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	b := math.Ceil(math.Log2(float64(max(1, n)) / cfg.Epsilon))
	return &sorted{n: n, b: min(64, int(b)), hash: filter.NewHasher(cfg)}, nil
}

func planSorted(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newSorted(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Capacity: n, Theory: s.Theory()}, nil
}

func buildSorted(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newSorted(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	s.codes = make([]uint64, 0, s.n)
	for h := range s.hash.Sums(keys) {
		s.codes = append(s.codes, h>>(64-s.b))
	}
	slices.Sort(s.codes)
	return s, nil
}

func (s *sorted) Contains(key string) bool {
	_, found := slices.BinarySearch(s.codes, s.hash.Sum64(key)>>(64-s.b))
	return found
}

// sortedVersion is that of the file: one more for every change of it.
const sortedVersion = 1

// AppendBinary implements filter.Stored.
func (s *sorted) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "codes", sortedVersion)
	e.Uint(uint64(s.b))
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Words(s.codes)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *sorted) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "codes", sortedVersion)
	if err != nil {
		return err
	}
	s.b, s.hash, s.codes = d.Int("b", 64), d.Hasher(), d.Words()
	s.n = len(s.codes)
	d.Check(s.b >= 1, "b = 0: want 1 or more")
	d.Check(slices.IsSorted(s.codes), "the codes are not in order")
	d.Check(s.n == 0 || s.codes[s.n-1]>>s.b == 0, "a code has more than %d bits", s.b)
	return d.Close()
}

func (s *sorted) Bits() uint64 { return uint64(s.n) * 64 }

func (s *sorted) Params() []filter.Param {
	return []filter.Param{{Name: "b", Value: float64(s.b)}}
}

// Theory is exact: a negative's code is one of 2^b, and each of the keys' codes
// is another one with a probability of 1 − 2^−b.
func (s *sorted) Theory() float64 {
	return -math.Expm1(float64(s.n) * math.Log1p(-math.Ldexp(1, -s.b)))
}
