package space

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
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

// holdsAsked looks for rates above the one asked for, beyond the error of their
// means, and for such by theory, at each whole per cent from 1 to 20: k that is rounded down
// costs more at some of them than at those of a run.
func holdsAsked(d *claim.Data) claim.Outcome {
	const most = 1.05
	o := notAbove(d, d.Meta.Filters, "measured / asked", func(c claim.Cell) float64 { return most * epsilon(c) }, epsilon)
	if o.NotTested != "" {
		return o
	}
	var above claim.Tally
	for _, name := range d.Meta.Filters {
		s, err := all.ByName(name)
		if err != nil || s.Exact || len(d.CellsIn(Rate, anywhere, name)) == 0 {
			continue
		}
		for percent := 1.0; percent <= 20; percent++ {
			asked := percent / 100
			if plan, err := s.Plan(middleN, filter.Config{Epsilon: asked}); err == nil {
				above.Add(fmt.Sprintf("%s, ε = %v %%", name, percent), plan.Theory > most*asked, plan.Theory/asked, plan.Theory/asked)
			}
		}
	}
	o.Holds = o.Holds && above.Held == 0
	o.Test += fmt.Sprintf(", and theory at %d", above.Places)
	o.Detail += fmt.Sprintf("; by theory above at %d of %d, largest %.3f × of %s", above.Held, above.Places, above.Worst, above.At)
	if above.Worst > o.Effect.Value {
		o.Effect.Name, o.Effect.Value = "largest by theory / asked", above.Worst
	}
	return o
}

func goelGupta(c claim.Cell) float64 {
	m, k := shape(c)
	return math.Pow(-math.Expm1(-k*(float64(c.Int(N))+0.5)/(m-1)), k)
}

// relaxed compares hashing schemes with positions that do not depend on each other.
func relaxed(d *claim.Data) claim.Outcome {
	const negligible = 1.05
	var above claim.Tally
	for _, name := range []string{double, enhanced, triple} {
		for _, c := range d.CellsIn(Rate, anyRate, name, independent) {
			usual := c.By(independent).Mean()
			if _, ci, ok := interval(c.Values()); ok && wellKnown(c) {
				ratio := c.Mean() / usual
				above.Add(placed(c), ci.Low > negligible*usual, ratio, ratio)
			}
		}
	}
	return noneAbove(above, "measured / independent")
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
	return noneAbove(above, effect)
}

// noneAbove is the outcome of a claim that no interval lies above a limit.
func noneAbove(above claim.Tally, effect string) claim.Outcome {
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

// wellKnown reports whether the mean rate has a standard error of 2.5 % or less. Of a rate of
// which some hundred negatives are admitted in all it is larger than the margins are wide.
func wellKnown(rate claim.Cell) bool {
	e, err := stats.MeanEstimate(rate.Values())
	return err == nil && e.Value > 0 && e.SE <= 0.025*e.Value
}

// compactionRate compares the rate of hash compaction with 2^−l, of the l bits that
// its codes have. The run has the rate by theory: n codes of 2^l are there, all but a tenth of
// them different up to ε = 20 %, so that n over this rate is nearest to 2^l.
func compactionRate(d *claim.Data) claim.Outcome {
	var so claim.Tally
	argument := ""
	for _, c := range d.CellsIn(Rate, anywhere, compaction) {
		l := math.Round(math.Log2(float64(c.Int(N)) / c.Of(metric.FPRTheory).Mean()))
		bound := math.Exp2(-l)
		before := so.At
		so.Add(c.Place(), c.Mean() <= 1.01*bound, c.Mean()/bound, c.Mean()/bound)
		if so.At != before {
			argument = fmt.Sprintf("at %s a negative meets %s codes of %v bits: the rate is %.3g, 2^−l %.3g", c.Place(), axis.Grouped(c.Int(N)), l, c.Mean(), bound)
		}
	}
	if so.Places == 0 {
		return claim.Lacks(Rate, compaction)
	}
	o := claim.Argued(so.All(), argument, fmt.Sprintf("so at %d of %d points", so.Held, so.Places))
	o.Test = fmt.Sprintf("counted, at %d points", so.Places)
	return o
}

// planParam is a parameter that the structure of a cell plans there, NaN where it has none.
func planParam(c claim.Cell, name string) float64 {
	s, err := all.ByName(c.Filter)
	if err != nil {
		return math.NaN()
	}
	plan, err := s.Plan(c.Int(N), filter.Config{Epsilon: epsilon(c)})
	if err != nil {
		return math.NaN()
	}
	for _, param := range plan.Params {
		if param.Name == name {
			return param.Value
		}
	}
	return math.NaN()
}

// estimate is the share of the true number that an estimate has, of the three shares
// of set bits: of the keys, of as many others of which half are the same, of both.
// A share X/m stands for n* = −(m/k)·ln(1 − X/m) keys.
// Source: Swamidass and Baldi 2007, as the article has it.
type estimate struct {
	metrics []runfolder.Metric
	truth   func(n int) float64
	of      func(keys []float64) float64 // keys by the shares of the metrics
}

// first is the estimate of one filter alone.
func first(keys []float64) float64 { return keys[0] }

// estimates is the test that the mean of the estimates over hash functions is within
// a share of the true number. Beside it stands how far off a single one is.
func estimates(e estimate, margin float64) func(*claim.Data) claim.Outcome {
	last := e.metrics[len(e.metrics)-1]
	mean := func(c claim.Cell) float64 {
		v, err := stats.Mean(e.ratios(c))
		if err != nil {
			return math.NaN()
		}
		return v
	}
	return func(d *claim.Data) claim.Outcome {
		list := d.CellsIn(e.metrics[0], func(c claim.Cell) bool { return anywhere(c) && c.Int(N) >= 1000 && !math.IsNaN(mean(c)) }, bloom)
		if len(list) == 0 {
			return claim.Lacks(last, bloom)
		}
		furthest, where := 0.0, list[0]
		for _, c := range list {
			for _, one := range e.ratios(c) {
				if off := math.Abs(one - 1); off >= furthest {
					furthest, where = off, c
				}
			}
		}
		o := within{low: 1 - margin, high: 1 + margin, name: "mean estimate / true number", unit: "×", of: mean}.among(list)
		o.Detail += fmt.Sprintf("; a single one is up to %.2g %% off, at %s", 100*furthest, where.Place())
		return o
	}
}

// ratios are the estimates over the true number, over hash functions; none where a
// metric lacks some.
func (e estimate) ratios(c claim.Cell) (list []float64) {
	m, k := shape(c)
	if math.IsNaN(m) {
		return nil
	}
	var keys [][]float64
	for _, name := range e.metrics {
		var row []float64
		for _, share := range c.Of(name).Values() {
			row = append(row, -m/k*math.Log1p(-share))
		}
		keys = append(keys, row)
	}
	for i := range keys[0] {
		var each []float64
		for _, row := range keys {
			if len(row) != len(keys[0]) {
				return nil
			}
			each = append(each, row[i])
		}
		list = append(list, e.of(each)/e.truth(c.Int(N)))
	}
	return list
}

// leastFilters is the number of filters that a share of one in a hundred needs.
const leastFilters = 20

// concentrated compares how far the numbers of zeros are from their mean with what
// Azuma and Hoeffding allow: λ or more with a probability of 2·e^(−2λ²/(kn)) at
// most, at those λ where that is a half, a tenth and a hundredth.
// Source: Mitzenmacher and Upfal 2005, as the article cites them.
func concentrated(d *claim.Data) claim.Outcome {
	var deviations []float64 // λ²/(kn)
	for _, c := range d.CellsIn(BitsSet, anywhere, bloom) {
		m, k := shape(c)
		if math.IsNaN(m) {
			continue
		}
		throws := k * float64(c.Int(N))
		zeros := math.Exp(throws * math.Log1p(-1/m))
		for _, share := range c.Values() {
			lambda := m * (1 - share - zeros)
			deviations = append(deviations, lambda*lambda/throws)
		}
	}
	n := len(deviations)
	if n < leastFilters {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of %d Bloom filters", BitsSet, leastFilters))
	}
	furthest, holds := 0.0, true
	var list []string
	for _, bound := range []float64{0.5, 0.1, 0.01} {
		beyond := 0
		for _, v := range deviations {
			furthest = max(furthest, v)
			if 2*math.Exp(-2*v) < bound {
				beyond++
			}
		}
		// So many or more come by chance with this probability.
		chance := distuv.Binomial{N: float64(n), P: bound}
		if beyond > 0 && chance.Survival(float64(beyond-1)) <= 0.01 {
			holds = false
		}
		list = append(list, fmt.Sprintf("%d than one in %.0f may be", beyond, 1/bound))
	}
	return claim.Counted(holds, fmt.Sprintf("counted, of %d filters, at three probabilities", n),
		"furthest from the mean, over √(kn)", "", math.Sqrt(furthest),
		fmt.Sprintf("of %d filters are further off %s; as far as the furthest may be one in %.3g", n, strings.Join(list, ", "), max(1, math.Exp(2*furthest)/2)))
}
