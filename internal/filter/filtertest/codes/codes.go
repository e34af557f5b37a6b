// Package codes holds sorted lists of hash codes.
//
// Guarantee: no false negatives; nothing can be inserted later.
// Cost: a word of 64 bits a key, and log2(n) reads a query.
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
		Plan:      planSorted,
		Build:     buildSorted,
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

func (s *sorted) Bits() uint64 { return uint64(s.n) * 64 }

func (s *sorted) Params() []filter.Param {
	return []filter.Param{{Name: "b", Value: float64(s.b)}}
}

// Theory is exact: a stranger's code is one of 2^b, and each of the keys' codes
// is another one with a probability of 1 − 2^−b.
func (s *sorted) Theory() float64 {
	return -math.Expm1(float64(s.n) * math.Log1p(-math.Ldexp(1, -s.b)))
}
