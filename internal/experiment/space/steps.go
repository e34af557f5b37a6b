package space

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

// tenfold compares neighbouring powers of ten.
func tenfold(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, bloom)
	type step struct {
		place
		bits float64
	}
	var steps []step
	for _, p := range list {
		for _, q := range list {
			if p.n == q.n && math.Abs(q.epsilon/p.epsilon-10) < 1e-6 {
				steps = append(steps, step{p, mean(d, bloom, BitsPerKey, p) - mean(d, bloom, BitsPerKey, q)})
			}
		}
	}
	if len(steps) == 0 {
		return claim.Untested("the run has no two rates of which one is a tenth of the other")
	}
	var at []place
	bits := map[place]float64{}
	for _, s := range steps {
		at = append(at, s.place)
		bits[s.place] = s.bits
	}
	return within(d, at, 4.8*0.98, 4.8*1.02, "a tenth of the rate", "bits", func(p place) float64 { return bits[p] })
}

// constantOver is how much the bits of a Golomb-coded filter over log2(1/ε) differ.
func constantOver(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, golomb)
	if len(list) < 2 {
		return missing(BitsPerKey, golomb)
	}
	low, high := math.Inf(1), math.Inf(-1)
	var least, most place
	for _, p := range list {
		over := mean(d, golomb, BitsPerKey, p) - math.Log2(1/p.epsilon)
		if over < low {
			low, least = over, p
		}
		if over > high {
			high, most = over, p
		}
	}
	return claim.Counted(high-low <= 0.5, fmt.Sprintf("counted, at %d points", len(list)), "difference of the constants", "bits", high-low,
		fmt.Sprintf("from %.2f bits over log2(1/ε) at %s to %.2f at %s, the index included", low, least, high, most))
}

// countingRatio has a filter with three bits a counter and one with four.
func countingRatio(d *claim.Data) claim.Outcome {
	list := places(d, BitsPerKey, anyRate, counting, three, bloom)
	if len(list) == 0 {
		return missing(BitsPerKey, counting, three, bloom)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range list {
		one := mean(d, bloom, BitsPerKey, p)
		low, high = min(low, mean(d, three, BitsPerKey, p)/one), max(high, mean(d, counting, BitsPerKey, p)/one)
	}
	return claim.Counted(low >= 2.95 && high <= 4.05, fmt.Sprintf("counted, at %d points", len(list)), "four bits / Bloom", "×", high,
		fmt.Sprintf("three bits a counter take %.3f times the space, four bits %.3f times", low, high))
}
