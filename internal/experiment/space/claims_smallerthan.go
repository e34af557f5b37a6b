package space

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/claim"
)

// manyShare is the margin of "many": more than this share of the points.
const manyShare = 0.25

// often is the test "a takes fewer bits per key than b at many points". Beside it
// stands where a table of a power of two spoils it: where a would be smaller if the
// table were as full as it may be.
func often(a, b string, in region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := d.CellsIn(BitsPerKey, in, a, b)
		if len(list) == 0 {
			return claim.Lacks(BitsPerKey, a, b)
		}
		fewer := 0
		var spoilt []string
		for _, c := range list {
			other := c.By(b).Mean()
			if c.Mean() < other {
				fewer++
			} else if full, ok := bitsWhenFull(c); ok && full < other {
				spoilt = append(spoilt, c.Place())
			}
		}
		detail := fmt.Sprintf("no power of two spoils it: %s is larger in full tables too", a)
		if fewer == len(list) {
			detail = "at all of them"
		} else if len(spoilt) > 0 {
			detail = "a power of two spoils it at " + strings.Join(spoilt, "; ")
		}
		return claim.Counted(float64(fewer) > manyShare*float64(len(list)), fmt.Sprintf("counted, at %d points", len(list)),
			"points at which "+a+" is smaller", fmt.Sprintf("of %d", len(list)), float64(fewer), detail)
	}
}

// bitsWhenFull is what a structure takes for a key when it has as many as it has room
// for; false where it has no bound.
func bitsWhenFull(c claim.Cell) (float64, bool) {
	s, err := all.ByName(c.Filter)
	if err != nil {
		return 0, false
	}
	plan, err := s.Plan(c.Int(N), filter.Config{Epsilon: epsilon(c)})
	if err != nil || plan.Capacity == 0 {
		return 0, false
	}
	return float64(plan.Bits) / (fullLoad * float64(plan.Capacity)), true
}

// fullLoad is the load up to which cuckoo tables are sized.
const fullLoad = 0.94

// fullKeys fill a table of 2^20 entries as far as one is sized for.
const fullKeys = fullLoad * (1 << 20)

// whenFull is the test "its table being full, a takes less space than a Bloom filter
// for every ε below 3 %", by the plans of both. The reason says from which ε down it
// does, and how full a table must be: emptier, a power of two spoils it.
func whenFull(name string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		if len(d.CellsIn(BitsPerKey, anywhere, name, bloom)) == 0 {
			return claim.Lacks(BitsPerKey, name, bloom)
		}
		table, err := all.ByName(name)
		one, failed := all.ByName(bloom)
		if err := cmp.Or(err, failed); err != nil {
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
		return claim.Counted(smaller == steps, fmt.Sprintf("arithmetic, plans for %s keys", axis.Grouped(int(math.Floor(fullKeys)))),
			"largest "+name+" / "+bloom, "×", worst, detail)
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
