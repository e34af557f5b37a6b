// Package novelty holds structures that estimate how different an item is from all items before
// it.
//
// Guarantee: an item that was inserted has a novelty of 0. No item becomes more novel when
// others are inserted.
// Cost: the bits of a Bloom filter; the time of one for each of its outputs.
// Source: each file names its paper.
package novelty

import (
	"math/bits"
	"unicode/utf8"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Fly is the Bloom filter of the fruit fly: a Bloom filter whose hash function gives like
// items like bits, and whose answer is the share of an item's bits that are not set.
//
// Guarantee: that of the package.
// Cost: the bits of a Bloom filter of the same m and k. An item takes m/8 additions for
// each pair of its letters: 10 µs for 200 items at ε = 1 %, and in proportion to these.
// Source: Dasgupta, Sheehan, Stevens, Navlakha 2018, A neural data structure for novelty
// detection, PNAS 115(51). There 2,000 cells sample 6 of 50 inputs, 5 % of them fire and
// the others are inhibited, and the synapses of those that fire are weakened. Here the
// inputs are pairs of letters, a synapse is on or off, and the numbers of cells and of
// those that fire are the m and k of a Bloom filter: those of the fly serve 14 items.
func Fly() filter.Novelties {
	return filter.Novelties{
		About: filter.About{
			Name:      "fly",
			Title:     "Bloom filter of the fruit fly",
			Reference: "Dasgupta, Sheehan, Stevens, Navlakha 2018, A neural data structure for novelty detection",
			Explain: filter.Explanation{
				What: "A Bloom filter whose hash function keeps likeness. Each pair of neighbouring letters of a word excites an eighth of m cells, at random; the k most excited ones fire. Taking a word in switches the synapses of these off. The novelty of a word is the share of its k synapses that are still on.",
				Layout: `
  #h he el ll lo o#                pairs of letters of unlike strength
   │╲ │ ╱│╲ ╱│  │╲
  ┌─▼┬─▼┬▼─┬▼▼┬─▼┬─▼┬──┬──┐
  │ 3│ 1│ 7│ 8│ 2│ 4│ 0│ 1│  …     m cells, their excitation
  └──┴──┴─▲┴─▲┴──┴──┴──┴──┘
          on off                   the k highest fire: novelty 1/2`,
				Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ cells, k = ⌊(m/n)·ln 2⌋ that fire
  novelty = (synapses on among the k that fire)/k
  items with nothing in common: (1 − k/m)^n, ½ after n of them`,
				Guarantee: "A word that was taken in has a novelty of 0, and no word becomes more novel. Never full: all becomes familiar.",
				Price:     "The bits of a Bloom filter. A query excites m cells, thousands of times the work of a hash function. Words like those that were seen are called familiar: as a membership test it has far more false positives than a Bloom filter of its size.",
				When:      "For the question whether something like it was seen before. For whether it itself was, take bloom.",
				Paper:     "S. Dasgupta, T. C. Sheehan, C. F. Stevens, S. Navlakha 2018, A neural data structure for novelty detection, Proceedings of the National Academy of Sciences 115(51)",
			},
		},
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			f, err := newFly(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: f.Params(), Bits: f.Bits()}, nil
		},
		Build: func(items *wordlist.List, cfg filter.Config) (filter.Novelty, error) {
			f, err := newFly(items.Len(), cfg)
			if err != nil {
				return nil, err
			}
			f.off = make([]uint64, (f.m+63)/64)
			for item := range items.Each() {
				f.See(item)
			}
			return f, nil
		},
	}
}

type fly struct {
	off  []uint64 // bit i: the synapse of cell i is off
	m    uint64
	k    int
	hash filter.Hasher
}

func newFly(n int, cfg filter.Config) (*fly, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := bloom.StandardSize(cfg.Room(n), cfg.Epsilon)
	return &fly{m: max(m, uint64(k)), k: k, hash: filter.NewHasher(cfg)}, nil
}

// Novelty implements filter.Novelty.
func (f *fly) Novelty(item string) float64 {
	on := 0
	for _, cell := range f.firing(item) {
		on += int(^f.off[cell/64] >> (cell % 64) & 1)
	}
	return float64(on) / float64(f.k)
}

// See implements filter.Novelty.
func (f *fly) See(item string) {
	for _, cell := range f.firing(item) {
		f.off[cell/64] |= 1 << (cell % 64)
	}
}

// firing are the k most excited cells of an item. Between equally excited ones a number
// of the cell's own decides.
func (f *fly) firing(item string) []int {
	excited := f.excitation(item)
	best := make([]int, 0, f.k+1) // by falling excitation
	for cell, e := range excited {
		if len(best) == f.k && e <= excited[best[f.k-1]] {
			continue
		}
		at := len(best)
		for at > 0 && excited[best[at-1]] < e {
			at--
		}
		best = append(best, 0)
		copy(best[at+1:], best[at:])
		best[at] = cell
		best = best[:min(len(best), f.k)]
	}
	return best
}

// excitation is that of every cell: the strengths of the pairs of letters that reach it,
// in units of 256, and its own number below that.
func (f *fly) excitation(item string) []uint32 {
	cells := make([]uint32, (f.m+63)/64*64)
	for i := range cells {
		cells[i] = uint32(filter.Mix(uint64(i)) >> 56)
	}
	const edge = "\x00" // before the first letter and behind the last
	text := edge + item + edge
	for i, next := 0, 0; ; i = next {
		_, size := utf8.DecodeRuneInString(text[i:])
		next = i + size
		_, second := utf8.DecodeRuneInString(text[next:])
		if second == 0 {
			break
		}
		f.excite(cells, f.hash.Sum64(text[i:next+second]))
	}
	return cells[:f.m]
}

// excite adds a pair of letters: by its hash, from 1 to 2 of its strength to each cell
// that it reaches. It reaches those whose bits in three words at random are all set.
func (f *fly) excite(cells []uint32, h uint64) {
	strength := uint32(1<<8+h>>56) << 8
	for first := 0; first < len(cells); first += 64 {
		h += 3
		for reached := filter.Mix(h) & filter.Mix(h+1) & filter.Mix(h+2); reached != 0; reached &= reached - 1 {
			cells[first+bits.TrailingZeros64(reached)] += strength
		}
	}
}

func (f *fly) Bits() uint64 { return f.m }

func (f *fly) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(f.m)}, {Name: "k", Value: float64(f.k)}}
}
