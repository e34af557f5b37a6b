package stream

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/racetest"
)

func about(t *testing.T, what string, got, want, room float64) {
	t.Helper()
	if !(math.Abs(got-want) <= room) {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, room)
	}
}

func TestArticleBound(t *testing.T) {
	about(t, "the bound of half the bits of an endless alphabet", articleBound(500, 1000, math.Inf(1)), 0.5, 1e-12)
	about(t, "the bound of a large alphabet", articleBound(500, 1000, 1e9), 0.5, 1e-5)
	about(t, "the bound after very many", articleBound(128, 1e9, 256), math.Pow(255./256, 128), 1e-12)
	about(t, "the bound of as many bits", articleBound(1000, 1000, 50), 0, 0)
}

func TestLeastBits(t *testing.T) {
	about(t, "no false negatives", leastBits(1./64, 0), 6, 1e-12)
	about(t, "no false positives", leastBits(0.25, 0.75), 0, 0)
	about(t, "worse than chance", leastBits(0.9, 0.5), 0, 0)
	if !math.IsInf(leastBits(0, 0), 1) {
		t.Error("an exact answer of an endless alphabet takes finitely many bits")
	}
	for _, bits := range []float64{0.01, 0.3, 1, 4, 12} {
		// No better than what all false positives give, and right at its own bits.
		least := leastErrors(bits)
		if least > math.Exp2(-bits)+1e-3 || least <= 0 {
			t.Errorf("%v bits: %v", bits, least)
		}
		for fp := 0.001; fp < least; fp += least / 50 {
			if need := leastBits(fp, least-fp); need < bits*0.97-1e-3 {
				t.Errorf("%v bits: FP = %v with FN = %v takes %v", bits, fp, least-fp, need)
			}
		}
	}
}

// Filters by code book choose the best of 2^m random sets for the elements that came:
// none is below the bound by divergence. With few bits for many elements they are below
// the article's.
func TestCodeBook(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, c := range []struct {
		m, w  int
		below bool // the article's bound
	}{{4, 8, false}, {8, 8, false}, {1, 64, true}, {4, 256, true}} {
		random := rand.New(rand.NewPCG(uint64(c.m), uint64(c.w)))
		const trials = 4000
		missed := 0.0
		for range trials {
			best := 0
			for range 1 << c.m { // each element is in half of the sets
				hits := 0
				for range c.w {
					hits += int(random.Uint64() >> 63)
				}
				best = max(best, hits)
			}
			missed += 1 - float64(best)/float64(c.w)
		}
		sum, bits := 0.5+missed/trials, float64(c.m)/float64(c.w)
		if least := leastErrors(bits); sum < least-0.003 {
			t.Errorf("m = %d, w = %d: FP + FN = %.4f, below %.4f", c.m, c.w, sum, least)
		}
		if bound := articleBound(float64(c.m), float64(c.w), math.Inf(1)); sum < bound-0.003 != c.below {
			t.Errorf("m = %d, w = %d: FP + FN = %.4f, the article's bound is %.4f", c.m, c.w, sum, bound)
		}
	}
}

// The small filters err as often as can be worked out.
func TestLimits(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, l := range limits() {
		errors := l.simulate(7)
		last := l.looks[len(l.looks)-1]
		switch l.name {
		case rollCallName: // after n elements n/L letters were waited for
			about(t, l.name, errors[1<<14], 1-0.75*float64(1<<14)/letters/letters, 0.05)
			about(t, l.name, errors[last], 0, 0.001)
		case trackedName:
			about(t, l.name, errors[last], 0.5, 0.005)
		case clearedName: // of the bits, those that did not come since they were cleared
			about(t, l.name, errors[last], 0.5+0.5*letters/clearedWindow, 0.005)
		case majorityName: // the sign of a sum of c signs agrees with each by 1/√(2πc)
			about(t, l.name, errors[last], 1-1/math.Sqrt(2*math.Pi*majorityElements/majorityCells), 0.003)
			if errors[last] > l.bound(last)-0.002 {
				t.Errorf("%s: %v, the bound is %v", l.name, errors[last], l.bound(last))
			}
		}
	}
}
