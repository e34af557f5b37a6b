package packed

import (
	"math/rand/v2"
	"testing"
)

// TestArray compares an array of every width with a slice, as numbers are set
// in any order.
func TestArray(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for width := uint64(1); width <= 64; width++ {
		const n = 100
		p, want := New(n, width), make([]uint64, n)
		for range 1000 {
			i := random.Uint64N(n)
			want[i] = random.Uint64() >> (64 - width)
			p.Set(i, want[i])
		}
		for i, x := range want {
			if got := p.At(uint64(i)); got != x {
				t.Fatalf("%d bits: number %d is %x, not %x", width, i, got, x)
			}
		}
	}
}
