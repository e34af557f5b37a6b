package filter

import (
	"math"
	"testing"
)

// TestProbes: the probes are those of NextProbe, fewer of them are a beginning,
// and they fall evenly on the cells, each on its own and two of one key.
func TestProbes(t *testing.T) {
	const m, k, keys = 10, 8, 20_000
	var hits [k][m]int
	var pairs [m][m]int
	for key := range uint64(keys) {
		h := Mix(key)
		probes := Probes(nil, h, k)
		for i, p := range probes {
			if p != h || probes[i] != Probes(nil, probes[0], i+1)[i] {
				t.Fatalf("probe %d of %#x is %#x, not %#x", i, probes[0], p, h)
			}
			h = NextProbe(h)
			cell := Cell(p, m)
			if want := uint64(math.Floor(float64(p) / (1 << 64) * m)); cell != want {
				t.Fatalf("probe %#x of %d cells is in %d, not %d", p, m, cell, want)
			}
			hits[i][cell]++
		}
		pairs[Cell(probes[0], m)][Cell(probes[1], m)]++
	}
	for i := range hits {
		for cell, n := range hits[i] {
			if n < keys/m*9/10 || n > keys/m*11/10 {
				t.Errorf("probe %d falls on cell %d %d times, expected %d", i, cell, n, keys/m)
			}
		}
	}
	for a := range pairs {
		for b, n := range pairs[a] {
			if n < keys/m/m*6/10 || n > keys/m/m*14/10 {
				t.Errorf("two probes fall on cells %d and %d %d times, expected %d", a, b, n, keys/m/m)
			}
		}
	}
	if Cell(math.MaxUint64, m) != m-1 || Cell(0, m) != 0 {
		t.Error("the last probe is not in the last cell or the first not in the first")
	}
}
