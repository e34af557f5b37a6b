package window

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Double is double buffering: every key goes into an active Bloom filter, which answers,
// and into another one, which takes its place when w keys have come.
//
// Guarantee: the last w keys are called seen, and up to as many before them.
// Cost: two Bloom filters of 2w keys each; up to k reads and 2k writes per key.
// Source: Chang, Feng, Li 2004, Approximate caches for packet classification, section 4
// (double buffering); Yoon 2010 compares with it.
func Double() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "double",
			Title:     "double-buffered Bloom filter",
			Reference: "Chang, Feng, Li 2004, Approximate caches for packet classification, section 4",
			Explain: filter.Explanation{
				What: "Two Bloom filters of 2w keys. Every key goes into both; the active one answers. After every w keys the other one becomes the active one, and the old one is emptied.",
				Layout: `
  key ──┬► active   ┌─────────────────┐  answers: w to 2w keys
        │           │ 1 1 0 1 1 1 0 1 │
        │           └─────────────────┘
        └► next     ┌─────────────────┐  0 to w keys; after w keys
                    │ 1 0 0 1 0 0 0 0 │  it becomes the active one
                    └─────────────────┘`,
				Formula: `
  m = 2·⌈2w·log2(1/ε)/ln 2⌉, k = log2(1/ε)
  P(a new key is called seen) ≤ ε, and least just after a change`,
				Guarantee: "The last w keys are called seen. How much farther the memory goes changes from 0 to w keys.",
				Price:     "Four Bloom filters of w keys, 38 bits per key at ε = 1 %; 2k writes per key.",
				When:      "To compare with: aging keeps no key twice and takes half the bits.",
			},
		},
		Certain: true,
		Build: func(w int, cfg filter.Config) (filter.Window, error) {
			if err := filter.CheckWindow(w, cfg); err != nil {
				return nil, err
			}
			m, k := bloom.StandardSize(2*w, cfg.Epsilon)
			return &double{active: newBitmap(m), next: newBitmap(m), m: m, k: k, w: w, hash: filter.NewHasher(cfg)}, nil
		},
	}
}

type double struct {
	active, next bitmap
	m            uint64 // bits of a buffer
	k, w         int
	n            int // keys that came since next was empty
	hash         filter.Hasher
	at           []uint64
}

// Seen implements filter.Window.
func (d *double) Seen(key string) bool {
	d.at = places(d.at[:0], d.hash.Sum64(key), d.m, d.k)
	seen := all(d.active, d.at)
	if d.n == d.w {
		d.active, d.next = d.next, d.active
		clear(d.next)
		d.n = 0
	}
	for _, i := range d.at {
		d.active.set(i)
		d.next.set(i)
	}
	d.n++
	return seen
}

func (d *double) Bits() uint64 { return 2 * d.m }

// Theory is the mean over a turn, in which the next buffer fills.
func (d *double) Theory(distance int) (positive, negative float64) {
	const steps = 64
	for i := range steps {
		n := d.w + (2*i+1)*d.w/(2*steps) // keys in the active buffer
		p := bloom.OccupancyMoment(d.m, d.k*n, d.k)
		positive += p / steps
		if distance > n {
			negative += (1 - p) / steps
		}
	}
	return positive, negative
}

func (d *double) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(2 * d.m)}, {Name: "k", Value: float64(d.k)}, {Name: "w", Value: float64(d.w)}}
}
