package counting

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Layered is a layered Bloom filter: a key is put in the first of four layers that does
// not have it, so that the layers that do say how often it came.
//
// Guarantee: no false negatives; a count is never too small, up to four. Nothing can be
// deleted.
// Cost: the bits of four Bloom filters; k reads for a negative, 4k for a key that came
// four times.
// Source: Zhiwang, Jungang, Jian 2010, A multi-layer Bloom filter for duplicated URL
// detection, section III.
func Layered() filter.Structure {
	return filter.Structure{
		Name:      "layered",
		Title:     "layered Bloom filter",
		Reference: "Zhiwang, Jungang, Jian 2010, A multi-layer Bloom filter for duplicated URL detection, section III",
		Family:    filter.FamilyCounting,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			l, err := newLayered(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: l.Params(), Bits: l.Bits(), Theory: bloom.OccupancyMoment(l.m, l.k*n, l.k), Estimated: true}, nil
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			l, err := newLayered(keys.Len(), cfg)
			if err != nil {
				return nil, err
			}
			for i := range l.layers {
				l.layers[i] = make([]uint64, (l.m+63)/64)
			}
			for h := range l.hash.Sums(keys) {
				l.put(h)
			}
			return l, nil
		},
		Explain: filter.Explanation{
			What: "Bloom filters one behind the other. A key is put in the first that does not have it. The number of the deepest one that has it, with all before it, is how often it came.",
			Layout: `
  key ──hash──► the same k places in every layer
             ┌───┬───┬───┬───┬───┬───┐
  layer 1    │ 1 │ 0 │ 1 │ 1 │ 0 │ 1 │  has it
  layer 2    │ 1 │ 0 │ 0 │ 1 │ 0 │ 0 │  has it: it came twice
  layer 3    │ 0 │ 0 │ 0 │ 1 │ 0 │ 0 │  has it not: there the next time
             └─▲─┴───┴───┴─▲─┴───┴───┘`,
			Formula: `
  four layers of m = ⌈n·log2(1/ε)/ln 2⌉ bits, k of a Bloom filter
  rate = that of the first layer; a count is too large where the next
  layer admits the key by chance, or one before did when it came`,
			Guarantee: "No false negatives. A count is never too small up to four, where it stays.",
			Price:     "Four times a Bloom filter's bits, of which the deeper layers are nearly empty where few keys come often.",
			When:      "For how often something came, to four, where nothing is deleted. A counting filter counts to 15 in the same bits.",
		},
	}
}

// layersOf is the number of layers.
const layersOf = 4

type layered struct {
	layers [layersOf][]uint64
	m      uint64 // bits of a layer
	k      int
	ones   uint64 // set bits of the first layer
	hash   filter.Hasher
}

func newLayered(n int, cfg filter.Config) (*layered, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := bloom.StandardSize(cfg.Room(n), cfg.Epsilon)
	return &layered{m: m, k: k, hash: filter.NewHasher(cfg)}, nil
}

// depth is the number of layers, from the first on, that have hash h.
func (l *layered) depth(h uint64) int {
	for d, layer := range l.layers {
		p := h
		for range l.k {
			i, _ := bits.Mul64(p, l.m)
			if layer[i/64]>>(i%64)&1 == 0 {
				return d
			}
			p *= filter.ProbeStep
		}
	}
	return layersOf
}

func (l *layered) put(h uint64) {
	d := l.depth(h)
	if d == layersOf {
		return
	}
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		if d == 0 && l.layers[0][i/64]>>(i%64)&1 == 0 {
			l.ones++
		}
		l.layers[d][i/64] |= 1 << (i % 64)
		h *= filter.ProbeStep
	}
}

// Insert adds key; the filter is never full, but its rate grows.
func (l *layered) Insert(key string) error {
	l.put(l.hash.Sum64(key))
	return nil
}

// Contains asks the first layer.
func (l *layered) Contains(key string) bool {
	h := l.hash.Sum64(key)
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		if l.layers[0][i/64]>>(i%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// Count implements filter.Counter.
func (l *layered) Count(key string) int { return l.depth(l.hash.Sum64(key)) }
func (l *layered) MostCount() int       { return layersOf }

func (l *layered) Bits() uint64 { return layersOf * l.m }

func (l *layered) Params() []filter.Param {
	return []filter.Param{{Name: "layers", Value: layersOf}, {Name: "m", Value: float64(l.m)}, {Name: "k", Value: float64(l.k)}}
}

// Theory is that of the bits set in the first layer: how many different keys set them is
// not known, since one that is admitted by chance looks like a repetition.
func (l *layered) Theory() float64 {
	return math.Pow(float64(l.ones)/float64(l.m), float64(l.k))
}
