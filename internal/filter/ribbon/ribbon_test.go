package ribbon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
)

// numbers are n different keys.
func numbers(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("key ", i)
	}
	return keys
}

// TestSlots compares the slots with those of the paper for w = 64, which lets at
// least half of all attempts succeed: 1.03, 1.07, 1.11 and 1.13 a key at 10^4 to
// 10^7, and w more.
func TestSlots(t *testing.T) {
	for n, paper := range map[int]float64{10_000: 1.03, 100_000: 1.07, 1_000_000: 1.11, 10_000_000: 1.13} {
		want := paper + 64/float64(n)
		got := 64 * float64(StandardBlocks(n)+1) / float64(n)
		if math.Abs(got-want) > 0.022 {
			t.Errorf("n = %d: %.4f slots per key, in the paper %.4f", n, got, want)
		}
		if wide := 64 * float64(WideBlocks(n)+2) / float64(n); wide >= got {
			t.Errorf("n = %d: %.4f slots per key with 128 coefficients, %.4f with 64", n, wide, got)
		}
	}
}

// TestAttempts: at least four in ten random systems have a solution, at any n.
func TestAttempts(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 3))
	for _, n := range []int{1, 2, 3, 10, 64, 100, 116, 117, 130, 180, 244, 300, 372, 500, 1000, 1300, 1382, 1753, 2500, 3570, 10_000, 30_000} {
		tries := min(100, 200_000/n)
		one := newTable(StandardBlocks(n), 1, 0.01)
		two := newTable(WideBlocks(n), 2, 0.01)
		var solved [2]int
		for range tries {
			narrow, wide := make(band, one.slots()), make(wideBand, two.slots())
			ok, also := true, true
			for range n {
				h := random.Uint64()
				start, coefficients, result := equation(h, one.starts())
				ok = ok && narrow.add(start, coefficients, result, one.mask())
				start, low, high, result := wideEquation(h, two.starts())
				also = also && wide.add(start, low, high, result, two.mask())
			}
			if ok {
				solved[0]++
			}
			if also {
				solved[1]++
			}
		}
		t.Logf("n = %d: %d and %d of %d", n, solved[0], solved[1], tries)
		for i, s := range solved {
			if s < tries*4/10 {
				t.Errorf("n = %d, width %d: %d of %d attempts succeed", n, 64*(i+1), s, tries)
			}
		}
	}
}

// TestRate: the requested rate is held and nearly used, and costs no more bits than
// it must.
func TestRate(t *testing.T) {
	for _, epsilon := range []float64{filter.MinEpsilon, 1e-6, 0.001, 1.0 / 128, 0.01, 0.05, 0.2, 0.25, 0.3, 0.5, 0.7, 0.99, 1 - 1e-9} {
		for _, plan := range []func(int, filter.Config) (filter.Plan, error){planStandard, planWide} {
			const n = 100_000
			p, err := plan(n, filter.Config{Epsilon: epsilon})
			if err != nil {
				t.Fatal(err)
			}
			if p.Theory > epsilon*(1+1e-12) || p.Theory < 0.998*epsilon {
				t.Errorf("ε = %v: the rate is %v", epsilon, p.Theory)
			}
			// Between two powers of two the mean of the logarithms is 0.0861 above the
			// logarithm of the mean at most.
			most := 1.075 * (math.Log2(1/epsilon) + 0.0862)
			if got := float64(p.Bits) / n; got > most+0.01 {
				t.Errorf("ε = %v: %.3f bits per key, want at most %.3f", epsilon, got, most)
			}
		}
	}
}
