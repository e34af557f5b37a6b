package window

import (
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Aging is an aging Bloom filter with two buffers: new keys go to the active one; when
// it has w, the older one is emptied and becomes the active.
//
// Guarantee: the last w different keys are called seen, and up to as many before them.
// Cost: twice the bits of a Bloom filter of w keys at half of ε; 2k reads per key.
// Source: Yoon 2010, Aging Bloom filter with two active buffers for dynamic sets,
// section 3 (A²).
func Aging() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "aging",
			Title:     "aging Bloom filter with two buffers",
			Reference: "Yoon 2010, Aging Bloom filter with two active buffers for dynamic sets, section 3",
			Explain: filter.Explanation{
				What: "Two Bloom filters of w keys. What is in neither goes to the active one; what is only in the older one is put in the active one too. When the active one has w keys the older one is emptied, and they change places.",
				Layout: `
  key ──► active  ┌─────────────────┐  seen there: done
                  │ 1 0 0 1 0 1 0 0 │
                  └─────────────────┘
      ──► older   ┌─────────────────┐  seen there alone: into the active one
                  │ 1 1 0 1 0 1 1 0 │  emptied when the active one is full
                  └─────────────────┘`,
				Formula: `
  ε₂ = 1 − √(1 − ε), m = 2·⌈w·log2(1/ε₂)/ln 2⌉, k = log2(1/ε₂)
  P(a new key is called seen) ≤ 1 − (1 − ε₂)²`,
				Guarantee: "The last w different keys are called seen. How much farther the memory goes changes from 0 to w keys.",
				Price:     "Two Bloom filters of w keys, 22 bits per key at ε = 1 %; up to 2k reads per key.",
				When:      "Where nothing of the last w may be forgotten and the code must be simple. sliding takes fewer bits and forgets more evenly.",
			},
		},
		Certain: true,
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			m, k := bloom.StandardSize(w, 1-math.Sqrt(1-cfg.Epsilon))
			return &aging{active: newBitmap(m), older: newBitmap(m), m: m, k: k, w: w, hash: filter.NewHasher(cfg)}, nil
		},
	}
}

type aging struct {
	active, older bitmap
	m             uint64 // bits of a buffer
	k, w          int
	n             int // keys in the active buffer
	hash          filter.Hasher
	at            []uint64
}

// Seen implements filter.Window.
func (a *aging) Seen(key string) bool {
	a.at = places(a.at[:0], a.hash.Sum64(key), a.m, a.k)
	if all(a.active, a.at) {
		return true
	}
	seen := all(a.older, a.at)
	if a.n == a.w {
		a.active, a.older = a.older, a.active
		clear(a.active)
		a.n = 0
	}
	for _, i := range a.at {
		a.active.set(i)
	}
	a.n++
	return seen
}

func all(b bitmap, places []uint64) bool {
	for _, i := range places {
		if !b.has(i) {
			return false
		}
	}
	return true
}

func (a *aging) Bits() uint64 { return 2 * a.m }

// Theory is the mean over a turn, in which the active buffer fills: of a key that came d
// keys ago the older buffer was emptied since with a probability that grows from w to 2w.
func (a *aging) Theory(d int) (positive, negative float64) {
	const steps = 64
	full := bloom.OccupancyMoment(a.m, a.k*a.w, a.k)
	for i := range steps {
		n := (2*i + 1) * a.w / (2 * steps) // keys in the active buffer
		p := bloom.OccupancyMoment(a.m, a.k*n, a.k)
		p = 1 - (1-p)*(1-full)
		positive += p / steps
		if d > a.w+n { // it was in a buffer that is emptied
			negative += (1 - p) / steps
		}
	}
	return positive, negative
}

func (a *aging) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(2 * a.m)}, {Name: "k", Value: float64(a.k)}, {Name: "w", Value: float64(a.w)}}
}
