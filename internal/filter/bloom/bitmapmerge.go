package bloom

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// bitmap is a filter as its union with another one sees it. The union is the disjunction
// of the bits, as long as a key has the same ones in both: the filter that would have
// been built of both sets (the thesis, section 3.5.5).
type bitmap[W uint32 | uint64] struct {
	title   string // of the structure
	words   []W
	shape   [2]uint64 // with the structure, decides where the bits of a hash are
	hash    *filter.Hasher
	n       int64 // keys inserted
	scatter Scatter
}

// mapped is a filter that is a bitmap.
type mapped[W uint32 | uint64] interface {
	filter.Filter
	bitmap() bitmap[W]
}

// alike is the bitmap of a filter whose keys have the same bits as those of f.
func (f bitmap[W]) alike(other filter.Filter) (g bitmap[W], err error) {
	if m, ok := other.(mapped[W]); ok {
		g = m.bitmap()
	}
	switch {
	case g.title != f.title:
		return g, fmt.Errorf("a %s is not joined with a %T: want another %s", f.title, other, f.title)
	case g.shape != f.shape:
		return g, fmt.Errorf("a %s is joined with one of other parameters: want both made with the same ε and Config.Capacity", f.title)
	case !f.hash.Same(g.hash):
		return g, errors.New("two Bloom filters have different seeds or hash functions: want the same of both")
	}
	return g, nil
}

// keys is the estimated number of keys of the bitmap or, where there are others, of the
// union with them.
func (f bitmap[W]) keys(others []W) float64 {
	empty := uint64(f.scatter.cells)
	for i, w := range f.words {
		if others != nil {
			w |= others[i]
		}
		empty -= uint64(bits.OnesCount64(uint64(w)))
	}
	return f.scatter.Keys(empty)
}

// merge sets the bits of other in f. It returns the number of keys that f counts as
// having then: by its bits, since the keys that both had are not known.
func merge[W uint32 | uint64](f mapped[W], other filter.Filter) (n int64, err error) {
	b := f.bitmap()
	g, err := b.alike(other)
	if err != nil {
		return b.n, err
	}
	for i, w := range g.words {
		b.words[i] |= w
	}
	sum := min(b.n+g.n, filter.MostKeys)
	if estimate := b.keys(nil); estimate < float64(sum) {
		return max(b.n, g.n, int64(math.Round(estimate))), nil
	}
	return sum, nil
}

// sizeWith is the estimated number of keys of f and other together.
func sizeWith[W uint32 | uint64](f mapped[W], other filter.Filter) (float64, error) {
	b := f.bitmap()
	g, err := b.alike(other)
	if err != nil {
		return 0, err
	}
	return b.keys(g.words), nil
}
