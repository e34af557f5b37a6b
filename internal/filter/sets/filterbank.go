package sets

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Bank is a bank of Bloom filters, bit-sliced: a row of 64 bits for each cell, a column
// for each set. One pass over k rows answers for all sets at once.
//
// Guarantee: the answer for a key has all sets that it is in.
// Cost: 64 bits per cell, whatever the number of sets, cells for the largest set; k reads
// a query, fewer where no set is left.
// Source: Goodwin, Hopcroft, Luu, Clemmer, Curmei, Elnikety, He 2017, BitFunnel, section
// 3 (bit-sliced block signatures), without its rows of higher rank.
func Bank() filter.Classifiers {
	return filter.Classifiers{
		About: filter.About{
			Name:      "bank",
			Title:     "bit-sliced bank of Bloom filters",
			Reference: "Goodwin, Hopcroft, Luu, Clemmer, Curmei, Elnikety, He 2017, BitFunnel: Revisiting signatures for search, section 3",
			Explain: filter.Explanation{
				What: "Bloom filters of up to 64 sets, all of one size, laid across: the bits of one cell of all filters are a word. A query reads the words of its k cells and keeps the bits that all of them have: one bit for each set that the key may be in.",
				Layout: `
                set 0   1   2   3   …  63
              ┌───┬───┬───┬───┬───┬───┐
  key ──────► │ 1 │ 0 │ 1 │ 0 │   │ 0 │  a word for each cell
              ├───┼───┼───┼───┼───┼───┤
              │ 0 │ 0 │ 1 │ 1 │   │ 0 │
              ├───┼───┼───┼───┼───┼───┤
      ──────► │ 1 │ 1 │ 1 │ 0 │   │ 0 │
              └───┴───┴───┴───┴───┴───┘
        and:    1   0   1   0  …  0    may be in the sets 0 and 2`,
				Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ words for the n keys of the largest set,
  k = ⌊(m/n)·ln 2⌋
  P(a negative has set i) ≈ (1 − e^(−k·nᵢ/m))^k`,
				Guarantee: "The answer for a key has all its sets. Each set has the rate of a Bloom filter of its own, at most ε.",
				Price:     "64 bits per cell for the largest set, used or not; k reads per query for all sets together. Smaller sets take as much and have a smaller rate.",
				When:      "For the question which of many sets of like size have a key, such as languages and their exceptions. A filter for each set takes fewer bits where their sizes differ, and a query for each.",
			},
		},
		Plan: func(n []int, cfg filter.Config) (filter.Plan, error) {
			b, err := newBank(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory(0)}, nil
		},
		Build: func(sets []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
			b, err := newBank(sizes(sets), cfg)
			if err != nil {
				return nil, err
			}
			b.rows = make([]uint64, b.m)
			for i, set := range sets {
				for h := range b.hash.Sums(set) {
					for range b.k {
						row, _ := bits.Mul64(h, b.m)
						b.rows[row] |= 1 << i
						h *= filter.ProbeStep
					}
				}
			}
			return b, nil
		},
	}
}

type bank struct {
	rows []uint64
	m    uint64
	k    int
	hash filter.Hasher
	n    []int // keys of each set
}

func newBank(n []int, cfg filter.Config) (*bank, error) {
	if err := filter.CheckSets(len(n), cfg); err != nil {
		return nil, err
	}
	largest := 0
	for _, of := range n {
		largest = max(largest, of)
	}
	m, k := bloom.StandardSize(largest, cfg.Epsilon)
	return &bank{m: m, k: k, hash: filter.NewHasher(cfg), n: n}, nil
}

// Which implements filter.Classifier.
func (b *bank) Which(key string) uint64 {
	h := b.hash.Sum64(key)
	which := ^uint64(0)
	for range b.k {
		row, _ := bits.Mul64(h, b.m)
		which &= b.rows[row]
		if which == 0 {
			return 0
		}
		h *= filter.ProbeStep
	}
	return which
}

func (b *bank) Bits() uint64         { return b.m * 64 }
func (b *bank) Theory(i int) float64 { return bloom.OccupancyMoment(b.m, b.k*b.n[i], b.k) }

func (b *bank) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(b.m)}, {Name: "k", Value: float64(b.k)}, {Name: "sets", Value: float64(len(b.n))}}
}
