package sets

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Attenuated is an attenuated Bloom filter: one Bloom filter for each distance, all of
// one size, so that it can be sent, joined and shifted whatever is in it.
//
// Guarantee: the answer for a key has all distances at which it is.
// Cost: levels times m bits; k reads a level and query, fewer where one is denied.
// Source: Rhea, Kubiatowicz 2002, Probabilistic location and routing, section III.
func Attenuated() filter.Classifiers {
	return filter.Classifiers{
		About: filter.About{
			Name:      "attenuated",
			Title:     "attenuated Bloom filter",
			Reference: "Rhea, Kubiatowicz 2002, Probabilistic location and routing, section III",
			Explain: filter.Explanation{
				What: "An array of Bloom filters of one size. Level i has what is to be found at i hops over a neighbour: the union of the filters of the nodes there. A query names the levels that have the key; the first is where to go.",
				Layout: `
  key ──hash──► the same k cells in every level
               ┌───┬───┬───┬───┬───┬───┐
  level 0      │ 0 │ 1 │ 0 │ 0 │ 0 │ 0 │  the neighbour itself: denied
  level 1      │ 1 │ 1 │ 0 │ 1 │ 0 │ 0 │  what its neighbours have: perhaps
  level 2      │ 1 │ 1 │ 1 │ 1 │ 0 │ 1 │  farther, fuller
               └─▲─┴───┴───┴─▲─┴───┴───┘`,
				Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits per level for the n keys of the fullest,
  k = ⌊(m/n)·ln 2⌋
  P(a negative has level i) ≈ (1 − e^(−k·nᵢ/m))^k
  P(a negative has any) = 1 − ∏ (1 − P(level i))`,
				Guarantee: "The answer for a key has all levels that it is in. Levels that are fuller than they were sized for have a higher rate, up to 1.",
				Price:     "m bits per level; the rate of the last levels decides how often a way is wrong.",
				When:      "For routes: which neighbour has something, and how far. A filter for each set where the sets are no distances.",
				Examples:  attenuatedExamples,
			},
		},
		Plan: func(n []int, cfg filter.Config) (filter.Plan, error) {
			a, err := newAttenuated(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: a.Params(), Bits: a.Bits(), Theory: a.Theory(0)}, nil
		},
		Build: func(sets []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
			a, err := newAttenuated(sizes(sets), cfg)
			if err != nil {
				return nil, err
			}
			for level, set := range sets {
				for h := range a.hash.Sums(set) {
					a.add(level, h)
				}
			}
			return a, nil
		},
	}
}

type attenuated struct {
	*Levels
	n []int // keys of each level
}

func newAttenuated(n []int, cfg filter.Config) (*attenuated, error) {
	b, err := newBank(n, cfg)
	if err != nil {
		return nil, err
	}
	levels, err := NewLevels(len(n), b.m, b.k, cfg)
	if err != nil {
		return nil, err
	}
	return &attenuated{levels, n}, nil
}

func (a *attenuated) Bits() uint64         { return a.m * uint64(len(a.n)) }
func (a *attenuated) Theory(i int) float64 { return bloom.OccupancyMoment(a.m, a.k*a.n[i], a.k) }

func (a *attenuated) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(a.m)}, {Name: "k", Value: float64(a.k)}, {Name: "levels", Value: float64(len(a.n))}}
}
