package filter

import (
	"math/bits"
	"testing"
)

// TestProbes: each probe is the one before times the step, fewer of them are a
// beginning, and they fall evenly on the cells, each on its own and two of one key.
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
			h *= ProbeStep
			cell := cellOf(p, m)
			hits[i][cell]++
		}
		pairs[cellOf(probes[0], m)][cellOf(probes[1], m)]++
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
}

func cellOf(p, m uint64) uint64 {
	cell, _ := bits.Mul64(p, m)
	return cell
}
