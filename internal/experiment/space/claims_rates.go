package space

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// leastHashes is the number of hash functions that an interval of a rate needs: a
// rate that is seen a few times has no normal distribution.
const leastHashes = 10

// interval is the mean over hash functions with its 99.9 % interval; false where there are
// too few.
func interval(values []float64) (stats.Estimate, stats.Interval, bool) {
	e, err := stats.MeanEstimate(values)
	if err != nil || len(values) < leastHashes {
		return e, stats.Interval{}, false
	}
	return e, e.Interval(1 - level), true
}

const level = 0.999

// follows compares the measured with the expected rate of structures at every
// point.
func follows(d *claim.Data, names ...string) claim.Outcome {
	var inside claim.Tally
	for _, c := range cellsOf(d, Rate, anywhere, names) {
		measured, theory := c.Values(), c.Of(metric.FPRTheory).Values()
		if len(theory) != len(measured) {
			continue
		}
		differences := make([]float64, len(measured))
		for i := range measured {
			differences[i] = measured[i] - theory[i]
		}
		e, ci, ok := interval(differences)
		if !ok {
			continue
		}
		t := math.Abs(e.Value) / e.SE
		if e.Value == 0 {
			t = 0
		}
		inside.Add(placed(c), ci.Low <= 0 && ci.High >= 0, t, t)
	}
	if inside.Places == 0 {
		return tooFew()
	}
	// Of a hundred intervals of 99.9 % one misses with a probability of a tenth.
	points, missed := inside.Places, inside.Places-inside.Held
	allowed := distuv.Binomial{N: float64(points), P: 1 - level}
	return claim.Counted(missed == 0 || allowed.Survival(float64(missed-1)) > 0.01, fmt.Sprintf("Student's t over hash functions, at %d points", points),
		"points at which theory is missed", fmt.Sprintf("of %d", points), float64(missed),
		fmt.Sprintf("furthest from theory, by %.1f standard errors: %s", inside.Worst, inside.At))
}

// tooFew is the outcome of a claim about rates that few hash functions have.
func tooFew() claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run has no such structure with %d hash functions at a point", leastHashes))
}

func followsTheory(d *claim.Data) claim.Outcome { return follows(d, d.Meta.Filters...) }

// exactFormula is about the Bloom filter alone, whose theory is the exact formula.
func exactFormula(d *claim.Data) claim.Outcome { return follows(d, bloom) }

// holdsAsked looks for rates above the one asked for, beyond the error of their
// means.
func holdsAsked(d *claim.Data) claim.Outcome {
	return notAbove(d, d.Meta.Filters, "measured / asked", func(c claim.Cell) float64 { return 1.05 * epsilon(c) }, epsilon)
}

// belowGoelGupta looks for rates of the Bloom filter above the bound.
func belowGoelGupta(d *claim.Data) claim.Outcome {
	bound := func(c claim.Cell) float64 {
		m, k := shape(c)
		return math.Pow(-math.Expm1(-k*(float64(c.Int(N))+0.5)/(m-1)), k)
	}
	return notAbove(d, []string{bloom}, "measured / bound", bound, bound)
}

// notAbove looks for points at which the whole interval of the rate is above a
// limit. The effect is the largest mean, as a share of a unit.
func notAbove(d *claim.Data, names []string, effect string, limit, unit func(claim.Cell) float64) claim.Outcome {
	var above claim.Tally
	for _, c := range cellsOf(d, Rate, anywhere, names) {
		if _, ci, ok := interval(c.Values()); ok {
			ratio := c.Mean() / unit(c)
			above.Add(placed(c), ci.Low > limit(c), ratio, ratio)
		}
	}
	if above.Places == 0 {
		return tooFew()
	}
	return claim.Counted(above.Held == 0, fmt.Sprintf("99.9 %% intervals over hash functions, at %d points", above.Places),
		"largest "+effect, "×", above.Worst,
		fmt.Sprintf("above at %d of %d points; largest of %s", above.Held, above.Places, above.At))
}

// shape are the bits of the Bloom filter at a cell, and its k.
func shape(c claim.Cell) (m, k float64) {
	perKey := c.Of(BitsPerKey).Mean()
	return perKey * float64(c.Int(N)), max(1, math.Floor(perKey*math.Ln2))
}

// halfSet finds the share of bits that are set from the rate: of k bits read, all
// are.
func halfSet() func(*claim.Data) claim.Outcome {
	return within{Rate, []string{bloom}, anywhere, 0.4, 0.6, "share of the bits set", "", func(c claim.Cell) float64 {
		_, k := shape(c)
		return math.Pow(c.Mean(), 1/k)
	}}.test
}

// sparse compares the Bloom filter of one hash function, whose rate is the share of
// bits set, with that of the best number.
func sparse(d *claim.Data) claim.Outcome {
	low := func(c claim.Cell) bool { return anyRate(c) && epsilon(c) < 0.05+tiny }
	var so claim.Tally
	set := 0.0
	for _, c := range d.CellsIn(BitsPerKey, low, onehash, bloom) {
		ratio, share := claim.ToThat(bloom)(c), c.Of(Rate).Mean()
		so.Add(c.Place(), ratio > 2 && share <= 0.06, ratio, -ratio)
		set = max(set, share)
	}
	if so.Places == 0 {
		return claim.Lacks(BitsPerKey, onehash, bloom)
	}
	return claim.Counted(so.All(), fmt.Sprintf("counted, at %d points", so.Places),
		"least k = 1 / "+bloom, "×", so.Worst,
		fmt.Sprintf("so at %d of %d points; least at %s; at most %.2f %% of the bits are set", so.Held, so.Places, so.At, 100*set))
}

// bestRate compares the rate of a Bloom filter with (1/2)^((m/n)·ln 2).
func bestRate() func(*claim.Data) claim.Outcome {
	return within{Rate, []string{bloom}, anyRate, 0.95, 1.05, "measured / 0.6185^(m/n)", "×", func(c claim.Cell) float64 {
		return c.Mean() * math.Exp2(c.Of(BitsPerKey).Mean()*math.Ln2)
	}}.test
}

// compactionRate compares the rate of hash compaction with 2^−l, of the l bits that
// its codes have.
func compactionRate() func(*claim.Data) claim.Outcome {
	return within{Rate, []string{compaction}, anywhere, nothing, 1.01, "rate / 2^−l", "×", func(c claim.Cell) float64 {
		return c.Mean() * math.Exp2(codeBits(c.Int(N), epsilon(c)))
	}}.test
}

// codeBits is the length of the codes of hash compaction, NaN where the plan has none.
func codeBits(n int, epsilon float64) float64 {
	s, err := all.ByName(compaction)
	if err != nil {
		return math.NaN()
	}
	plan, err := s.Plan(n, filter.Config{Epsilon: epsilon})
	if err != nil {
		return math.NaN()
	}
	for _, param := range plan.Params {
		if param.Name == "l" {
			return param.Value
		}
	}
	return math.NaN()
}
