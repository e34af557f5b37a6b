package codes

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
)

// Ring keeps the first b bits of the hashes of the last w keys.
//
// Guarantee: the last w keys are called seen, and what came before only by chance.
// Cost: a word of 64 bits for each key of the window, and w reads per key.
// Source: Carter, Floyd, Gill, Markowsky, Wegman 1978, for the codes.
func Ring() filter.Windows {
	return filter.Windows{
		About: filter.About{
			Name:      "ring",
			Title:     "ring of codes",
			Reference: "Carter, Floyd, Gill, Markowsky, Wegman 1978, Exact and approximate membership testers",
			Explain: filter.Explanation{
				What: "The first b bits of the hashes of the last w keys, in a ring. A key is looked for in all of it, then replaces the oldest.",
				Layout: `
             next ▼
  ┌───────┬───────┬───────┬───────┐
  │ 2a7f3 │ 00e41 │ f1a55 │ 1b302 │   w words, 00e41 is the oldest
  └───────┴───────┴───────┴───────┘`,
				Formula: `
  b = ⌈log2(w/ε)⌉ bits
  rate = 1 − (1 − 2^−b)^w`,
				Guarantee: "The last w keys are called seen, and what came before only by chance.",
				Price:     "A word of 64 bits for each key of the window, and w reads per key.",
				When:      "As an example. Any other window is faster.",
			},
		},
		Certain: true,
		Build:   buildRing,
	}
}

type ring struct {
	codes []uint64 // each and 1; 0 where no key has been yet
	next  int      // the oldest
	b     int      // bits of a code
	hash  filter.Hasher
}

func buildRing(w int, cfg filter.Config) (filter.Window, error) {
	if err := filter.CheckWindow(w, cfg); err != nil {
		return nil, err
	}
	b := math.Ceil(math.Log2(float64(w) / cfg.Epsilon))
	return &ring{codes: make([]uint64, w), b: min(63, int(b)), hash: filter.NewHasher(cfg)}, nil
}

// Seen implements filter.Window.
func (r *ring) Seen(key string) bool {
	code := r.hash.Sum64(key)>>(64-r.b) + 1
	seen := slices.Contains(r.codes, code)
	r.codes[r.next] = code
	r.next = (r.next + 1) % len(r.codes)
	return seen
}

func (r *ring) Bits() uint64 { return 64 * uint64(len(r.codes)) }

// Theory is exact where the keys of the window differ.
func (r *ring) Theory(d int) (positive, negative float64) {
	positive = -math.Expm1(float64(len(r.codes)) * math.Log1p(-math.Ldexp(1, -r.b)))
	if d > len(r.codes) {
		negative = 1 - positive
	}
	return positive, negative
}

func (r *ring) Params() []filter.Param { return []filter.Param{{Name: "b", Value: float64(r.b)}} }
