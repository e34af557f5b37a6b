package bloom

import (
	"math/bits"
	"testing"

	"hyphbench/internal/filter"
)

// TestRegisterMask compares the unrolled masks with those of the loop.
func TestRegisterMask(t *testing.T) {
	for k := 1; k <= 20; k++ {
		fewer := 0
		for i := range uint64(1000) {
			h := filter.Mix(i)
			mask := registerMask(h, k)
			if want := registerAnyMask(h, k); mask != want {
				t.Fatalf("k = %d, hash %x: the mask is %x, not %x", k, h, mask, want)
			}
			if n := bits.OnesCount64(mask); n < 1 || n > k {
				t.Fatalf("k = %d: a mask of %d bits", k, n)
			} else if n < k {
				fewer++
			}
		}
		if k > 2 && fewer == 0 {
			t.Errorf("k = %d: no bits of 1,000 masks fall together, as drawn with replacement", k)
		}
	}
}
