package space

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/claim"
)

// fullKeys fill a table of 2^20 entries as far as one is sized for.
const fullKeys = fullLoad * (1 << 20)

// whenFull is the test "its table being full, a takes less space than a Bloom filter
// for every ε below 3 %", by the plans of both. The reason says from which ε down it
// does, and how full a table must be: emptier, a power of two spoils it.
func whenFull(name string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		if len(places(d, BitsPerKey, anywhere, name, bloom)) == 0 {
			return missing(BitsPerKey, name, bloom)
		}
		table, err := all.ByName(name)
		if err != nil {
			return claim.Untested(err.Error())
		}
		one, err := all.ByName(bloom)
		if err != nil {
			return claim.Untested(err.Error())
		}
		const steps, step = 299, 0.0001 // of ε
		smaller, first, last, worst, at := 0, 0.0, 0.0, 0.0, 0.0
		unbroken := true
		for i := 1; i <= steps; i++ {
			epsilon := float64(i) * step
			ratio := planned(table, fullKeys, epsilon) / planned(one, fullKeys, epsilon)
			if ratio < 1 {
				smaller++
				last = epsilon
			}
			if unbroken = unbroken && ratio < 1; unbroken {
				first = epsilon
			}
			if ratio > worst {
				worst, at = ratio, epsilon
			}
		}
		detail := fmt.Sprintf("smaller at %d of %d ε, at all up to %.2f %% and at none above %.2f %%; largest at %.2f %%", smaller, steps, 100*first, 100*last, 100*at)
		for _, epsilon := range []float64{0.001, 0.01} {
			detail += "; " + spoiltBelow(table, one, epsilon)
		}
		return claim.Counted(smaller == steps, fmt.Sprintf("arithmetic, plans for %s keys", axis.Grouped(int(math.Floor(fullKeys)))), "largest "+name+" / "+bloom, "×", worst, detail)
	}
}

// planned are the bits that a structure plans for n keys, NaN where it refuses.
func planned(s filter.Structure, n, epsilon float64) float64 {
	plan, err := s.Plan(int(n), filter.Config{Epsilon: epsilon})
	if err != nil {
		return math.NaN()
	}
	return float64(plan.Bits)
}

// spoiltBelow is the load below which a power of two makes the table larger than the
// Bloom filter, in words.
func spoiltBelow(table, one filter.Structure, epsilon float64) string {
	perKey := planned(one, fullKeys, epsilon) / math.Floor(fullKeys)
	load := planned(table, fullKeys, epsilon) / perKey / (1 << 20)
	rate := fmt.Sprintf("at %.4g %%", 100*epsilon)
	if load >= fullLoad {
		return "no power of two spoils it " + rate + ", where a full table is larger too"
	}
	return fmt.Sprintf("a power of two spoils it %s where less than %.0f %% of the entries are taken", rate, 100*load)
}
