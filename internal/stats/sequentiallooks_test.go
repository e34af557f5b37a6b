package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

func TestNextLook(t *testing.T) {
	for _, c := range []struct {
		rounds     int
		half, want float64
		next       int
	}{
		{10, 0.02, 0.01, 44}, {12, 0.0101, 0.01, 14}, {100, 0.0101, 0.01, 113}, {12, 0.1, 0.01, 1320},
		{12, math.Inf(1), 0.01, math.MaxInt32}, {12, math.NaN(), 0.01, math.MaxInt32},
	} {
		if got := NextLook(c.rounds, c.half, c.want); got != c.next {
			t.Errorf("%d rounds, ±%v: %d, want %d", c.rounds, c.half, got, c.next)
		}
	}
}

// A third of the rounds comes behind the look that ends a run.
func TestLast(t *testing.T) {
	for n, want := range map[int]int{12: 16, 100: 133, 3: 4} {
		if got := Last(n); got != want {
			t.Errorf("%d rounds: %d, want %d", n, got, want)
		}
	}
}

// A run that ends when its interval is narrow holds the truth as often as one of
// a fixed number of rounds, and is as narrow as was asked.
func TestLooksKeepTheLevel(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	const trials = 1500
	for _, want := range []float64{0.01, 0.005} {
		random := rand.New(rand.NewPCG(3, 3))
		held, looks, rounds := 0, 0, 0
		for range trials {
			noise := burstyRounds(random, 4000, 2)
			var x []float64
			for r := range noise[0] {
				x = append(x, noise[0][r]-noise[1][r])
			}
			for n := Pilot; ; looks++ {
				e, err := TrimmedEstimate(x[:n])
				if err != nil {
					t.Fatal(err)
				}
				if half := e.CI().High - e.Value; half > want {
					n = min(3000, NextLook(n, half, want))
					continue
				}
				n = Last(n)
				if e, err = TrimmedEstimate(x[:n]); err != nil {
					t.Fatal(err)
				}
				rounds += n
				if e.CI().Contains(0) {
					held++
				}
				break
			}
		}
		share := float64(held) / float64(trials)
		t.Logf("±%v: coverage %.3f, %.1f rounds, %.1f looks", want, share, float64(rounds)/float64(trials), 1+float64(looks)/float64(trials))
		if share < 0.94 || share > 0.97 {
			t.Errorf("±%v: coverage %.3f", want, share)
		}
	}
}
