package compact

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Maplets is the approximator over the chain of the numbers of v bits, as a maplet.
func Maplets() filter.Maplets {
	return filter.Maplets{
		About: filter.About{
			Name:      "compact",
			Title:     "compact approximator",
			Reference: "Boldi, Vigna 2005, Mutable strings in Java, section 5",
			Explain: filter.Explanation{
				What: "A Bloom filter whose cells hold elements of a lattice: numbers in their order here, sets or products of lattices in the package. A key raises its k cells to at least its value; the answer is the least of them, or the meet.",
				Layout: `
  key, value 5 ──hash──► k cells

  before ┌───┬───┬───┬───┬───┬───┬───┬───┐
         │ 0 │ 2 │ 0 │ 7 │ 0 │ 0 │ 1 │ 0 │
         └───┴─▲─┴───┴─▲─┴───┴───┴─▲─┴───┘
  after        5       7           5        the answer is min(5, 7, 5) = 5`,
				Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ cells of v bits, k = ⌊(m/n)·ln 2⌋
  rate of negatives that are known ≈ (1 − e^(−kn/m))^k
  a key's value is above the true one at no higher rate`,
				Guarantee: "The value of a key is never below the true one, and never 0. It is above at the rate of the keys with larger values.",
				Price:     "v times the bits of a Bloom filter; k reads per query. Values can be raised later, not lowered.",
				When:      "For bounds from above that are raised time and again, such as the last place of a letter in a pattern. For true values of a fixed set bloomier is smaller and answers sooner.",
			},
		},
		Above: true, Least: 1,
		Plan: func(n, v int, cfg filter.Config) (filter.Plan, error) {
			m, err := newMaplet(n, v, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: m.Params(), Bits: m.Bits(), Theory: bloom.OccupancyMoment(m.m, m.k*n, m.k)}, nil
		},
		Build: func(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
			if err := filter.CheckValues(keys.Len(), values, v, 1); err != nil {
				return nil, err
			}
			m, err := newMaplet(keys.Len(), v, cfg)
			if err != nil {
				return nil, err
			}
			i := 0
			for key := range keys.Each() {
				m.Add(key, values[i])
				i++
			}
			m.n = keys.Len()
			return m, nil
		},
	}
}

// maplet is an approximator that knows how many keys it has.
type maplet struct {
	*Approximator
	n int
}

func newMaplet(n, v int, cfg filter.Config) (*maplet, error) {
	if err := filter.CheckValues(0, nil, v, 1); err != nil {
		return nil, err
	}
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := bloom.StandardSize(cfg.Room(n), cfg.Epsilon)
	a, err := New(Config{Lattice: Chain{v}, Cells: m, Hashes: k, Seed: cfg.Seed, Hash: cfg.Hash})
	if err != nil {
		return nil, err
	}
	return &maplet{a, 0}, nil
}

// Value implements filter.Maplet.
func (m *maplet) Value(key string) (value uint64, known bool) {
	value = m.At(key)
	return value, value > 0
}

// Theory is that of a Bloom filter with as many cells.
func (m *maplet) Theory() float64 { return bloom.OccupancyMoment(m.m, m.k*m.n, m.k) }

func (m *maplet) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(m.m)}, {Name: "k", Value: float64(m.k)}, {Name: "v", Value: float64(m.cells.Width)}}
}
