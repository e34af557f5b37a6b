package sets

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// Spatial is a spatial Bloom filter: cells hold the number of a set, the last that came
// there, and the answer is the least of a key's cells.
//
// Guarantee: no key is denied. Keys of the last set have their set; those of others may
// seem to be in a later one, and never in an earlier.
// Cost: ⌈log2(s + 1)⌉ bits in the place of each bit of a Bloom filter for all keys.
// Source: Palmieri, Calderoni, Maio 2014, Spatial Bloom filters, section 3; the rates
// are those of Calderoni, Palmieri, Maio 2018.
func Spatial() filter.Classifiers {
	return filter.Classifiers{
		About: filter.About{
			Name:      "spatial",
			Title:     "spatial Bloom filter",
			Reference: "Palmieri, Calderoni, Maio 2014, Spatial Bloom filters: enabling privacy in location-aware applications, section 3",
			Explain: filter.Explanation{
				What: "A Bloom filter whose cells hold the number of a set. The sets are inserted by priority, the most important last, and overwrite what is there. A query gives the least number of its cells, or none where a cell is empty.",
				Layout: `
  key of set 1 ──hash──► k cells

         ┌───┬───┬───┬───┬───┬───┬───┬───┐
         │ 0 │ 1 │ 0 │ 3 │ 2 │ 0 │ 1 │ 3 │   ⌈log2(s + 1)⌉ bits each
         └───┴─▲─┴───┴─▲─┴───┴───┴─▲─┴───┘
               1       3           1         the answer is min = set 1`,
				Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ cells for the n keys of all sets,
  k = ⌊(m/n)·ln 2⌋
  P(a negative has set i or a later one) ≈ (1 − e^(−k·nᵢ₊/m))^k,
  nᵢ₊ the keys of set i and of the later ones`,
				Guarantee: "No key is denied. The answer for a key is its set or a later one; of the last set it is always right. The earlier a set, the more often it is mistaken.",
				Price:     "⌈log2(s + 1)⌉ times the bits of a Bloom filter; k reads per query, fewer where a cell is empty.",
				When:      "For sets that do not meet and of which some are more important. Where a key can be in several sets, bank says all of them.",
			},
		},
		Single: true,
		Plan: func(n []int, cfg filter.Config) (filter.Plan, error) {
			s, err := newSpatial(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: s.Theory(0)}, nil
		},
		Build: func(sets []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
			s, err := newSpatial(sizes(sets), cfg)
			if err != nil {
				return nil, err
			}
			s.cells = packed.New(s.m, s.cells.Width)
			for i, set := range sets {
				for h := range s.hash.Sums(set) {
					for range s.k {
						cell, _ := bits.Mul64(h, s.m)
						s.cells.Set(cell, uint64(i)+1)
						h *= filter.ProbeStep
					}
				}
			}
			return s, nil
		},
	}
}

// spatial has 1 more than the number of a set in a cell, 0 in an empty one.
type spatial struct {
	cells packed.Array
	m     uint64
	k     int
	hash  filter.Hasher
	n     []int // keys of each set
}

func newSpatial(n []int, cfg filter.Config) (*spatial, error) {
	if err := filter.CheckSets(len(n), cfg); err != nil {
		return nil, err
	}
	all := 0
	for _, of := range n {
		all += of
	}
	m, k := bloom.StandardSize(all, cfg.Epsilon)
	return &spatial{cells: packed.Array{Width: uint64(bits.Len(uint(len(n))))}, m: m, k: k, hash: filter.NewHasher(cfg), n: n}, nil
}

// Which implements filter.Classifier.
func (s *spatial) Which(key string) uint64 {
	h := s.hash.Sum64(key)
	least := ^uint64(0)
	for range s.k {
		i, _ := bits.Mul64(h, s.m)
		least = min(least, s.cells.At(i))
		if least == 0 {
			return 0
		}
		h *= filter.ProbeStep
	}
	return 1 << (least - 1)
}

func (s *spatial) Bits() uint64 { return s.m * s.cells.Width }

// Theory is the rate of set i and the later ones without that of the later ones: a cell
// holds i or more where a key of these is.
func (s *spatial) Theory(i int) float64 { return s.from(i) - s.from(i+1) }

// from is the probability that all cells of a negative hold set i or a later one.
func (s *spatial) from(i int) float64 {
	keys := 0
	for _, n := range s.n[i:] {
		keys += n
	}
	return bloom.OccupancyMoment(s.m, s.k*keys, s.k)
}

func (s *spatial) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(s.m)}, {Name: "k", Value: float64(s.k)}, {Name: "sets", Value: float64(len(s.n))}, {Name: "b", Value: float64(s.cells.Width)}}
}
