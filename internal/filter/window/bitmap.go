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
