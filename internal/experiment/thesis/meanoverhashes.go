package thesis

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// overHashes is a claim about the mean of a number over hash functions, at each ε.
type overHashes struct {
	at      []runfolder.Point
	parts   []claim.Tested
	unknown []bool // which of them are of few equal values
}

// findOverHashes reads a metric of a structure: of makes of a value at an ε the number that
// is claimed. False: the run lacks the metric.
func findOverHashes(d *claim.Data, m runfolder.Metric, filter string, claimed claim.Region, of func(v, epsilon float64) float64) (o overHashes, ok bool) {
	o.at = d.Points(m, filter)
	for _, cell := range claim.Cells(filter, m, o.at) {
		var values []float64
		for _, v := range d.Sample(cell) {
			values = append(values, of(v, d.Meta.Epsilon(cell.Point).Float()))
		}
		e, err := stats.MeanEstimate(values)
		if err != nil {
			return o, false
		}
		o.parts = append(o.parts, claimed.Of(e))
		// Equal values have the error 0; of fewer than ten, two rounds without a false positive
		// for example, that says nothing of the next one.
		o.unknown = append(o.unknown, e.SE == 0 && len(values) < stats.LeastRounds)
	}
	return o, len(o.at) > 0
}

// outcome has as its effect the ε at which the number is the least within the region, or the
// furthest outside.
func (o overHashes) outcome(d *claim.Data, number, effect, detail string) claim.Outcome {
	worst, furthest := 0, math.Inf(-1)
	for i, t := range o.parts {
		if v := t.Estimates[0].Value; max(t.Claimed.Low-v, v-t.Claimed.High) > furthest {
			worst, furthest = i, max(t.Claimed.Low-v, v-t.Claimed.High)
		}
	}
	of := o.parts[worst]
	result := claim.Outcome{
		Test:   fmt.Sprintf("%s: t over the hash functions, at each of %d ε", number, len(o.at)),
		Effect: of.Percent(fmt.Sprintf("%s, at ε = %s %%", effect, d.Meta.Epsilon(o.at[worst]).Percent())),
		Holds:  of.Claimed.Contains(of.Estimates[0].Value),
		Detail: detail,
	}
	if o.unknown[worst] {
		result.Effect.CI = stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	result.Supports, result.Opposes = o.test()
	return result
}

// test is claim.All of the parts. One of few equal values neither supports nor opposes,
// and without it a claim about every ε is not supported. NaN where nothing else is left.
func (o overHashes) test() (supports, opposes float64) {
	var known []claim.Tested
	for i, t := range o.parts {
		if !o.unknown[i] {
			known = append(known, t)
		}
	}
	if known == nil {
		return math.NaN(), math.NaN()
	}
	supports, opposes = claim.All(known...)
	if slices.Contains(o.unknown, true) {
		supports = 1
	}
	return supports, opposes
}
