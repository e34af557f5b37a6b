package counting

import (
	"math/rand/v2"
	"testing"
)

// TestCells compares cells with numbers in a slice, at their ends and across bytes.
func TestCells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, width := range []uint64{3, 4, 6} {
		for _, count := range []uint64{1, 2, 10, 11, 16, 17, 21, 22, 500} {
			c := newCells(count, width)
			c.allocate()
			want := make([]uint64, count)
			for range 20_000 {
				i, by := random.Uint64N(count), 1+random.Uint64N(7)
				if random.IntN(2) == 0 {
					c.add(i, by)
					want[i] = min(want[i]+by, c.most)
				} else {
					c.subtract(i, by)
					if want[i] != c.most {
						want[i] -= min(want[i], by)
					}
				}
				if random.IntN(200) == 0 { // before most are at their end
					clear(c.data)
					clear(want)
				}
				for at, w := range want {
					if c.get(uint64(at)) != w {
						t.Fatalf("%d cells of %d bits: cell %d is %d, not %d", count, width, at, c.get(uint64(at)), w)
					}
				}
			}
		}
	}
}
