package bloom

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// TestTwoBlockRate measures filters of few blocks, whose loads depend on each
// other, and the rate of many, taken for independent.
func TestTwoBlockRate(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, c := range []struct {
		blocks uint64
		half   int
		n      int
	}{{1, 2, 60}, {2, 2, 160}, {3, 3, 200}, {7, 1, 700}} {
		const queries = 4000
		seeds := tier.Of(30, 300)
		sum, squares, theory := 0.0, 0.0, 0.0
		for seed := range seeds {
			b := &twoBlock{words: make([]uint64, blockedWords*c.blocks), count: c.blocks, half: c.half, hash: filter.NewHasher(filter.Config{Seed: uint64(seed)})}
			for i := range c.n {
				_ = b.Insert(fmt.Sprint("k", i))
			}
			positives := 0
			for i := range queries {
				if b.Contains(fmt.Sprint("q", i)) {
					positives++
				}
			}
			rate := float64(positives) / queries
			sum, squares, theory = sum+rate, squares+rate*rate, b.Theory()
		}
		mean := sum / float64(seeds)
		half := 4 * math.Sqrt((squares/float64(seeds)-mean*mean)/float64(seeds))
		if math.Abs(mean-theory) > half || tier.Checking() && half > 0.05*theory {
			t.Errorf("%+v: a rate of %.5f ± %.5f, Theory is %.5f", c, mean, half, theory)
		}
	}
	one, two := twoBlockMoments(blockedBits, 3)
	const keys = 500_000
	near, far := twoBlockRate(keys, twoBlockMany, one, two), twoBlockFar(keys, twoBlockMany, one, two)
	if math.Abs(far/near-1) > 1e-4 {
		t.Errorf("%d blocks: a rate of %v, %v if they are independent", twoBlockMany, near, far)
	}
}
