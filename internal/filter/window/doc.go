// Package window holds filters of what came lately in an endless stream, in a memory
// that does not grow.
//
// Guarantee: double, aging and sliding call every key of the last w seen; the others forget by
// chance, at a rate that they state. All call some new keys seen.
// Cost: each file says how many bits for a window and a rate. What forgets by chance
// draws random numbers, which the seed decides.
// Source: each file names its paper.
package window

import (
	"math/bits"

	"hyphbench/internal/filter"
)

// bitmap is a set of m bits.
type bitmap []uint64

func newBitmap(m uint64) bitmap { return make(bitmap, (m+63)/64) }

func (b bitmap) has(i uint64) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bitmap) set(i uint64)      { b[i/64] |= 1 << (i % 64) }
func (b bitmap) clear(i uint64)    { b[i/64] &^= 1 << (i % 64) }

// places are those of a hash's first k probes among m cells, appended to dst.
func places(dst []uint64, h, m uint64, k int) []uint64 {
	for range k {
		i, _ := bits.Mul64(h, m)
		dst = append(dst, i)
		h *= filter.ProbeStep
	}
	return dst
}
