package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// noTrend is the margin of "no trend": a share of the mean over the sweep.
const noTrend = 0.01

// noClearTrend is an equivalence test of the change over the sweep.
func noClearTrend(d *claim.Data, p pair) claim.Outcome {
	s, ok := claim.FindSweep(d, p.bloom, Init, steps(d, p.bloom))
	if !ok {
		return d.Missing(Init, p.bloom)
	}
	o := claim.Outcome{
		Test: s.Test + "; equivalence", Detail: s.Shape,
		// The means show no clear trend if their line is within the margin of a
		// level one, or is not resolved from it.
		Holds: math.Abs(s.Plain) <= noTrend || s.Line,
		Vary:  claim.Margin{Name: "margin", Value: noTrend, At: s.Level},
	}
	o.Supports, o.Opposes = s.Level(noTrend)
	o.Effect = s.Percent(o.Opposes, o.Supports)
	return o
}

// largestAtSmallest compares the smallest ε with every other one and with their
// mean. Times within the smallest difference of interest are ties, which do not
// refute the claim; times that are all ties do, by the mean. The claim is
// supported if all comparisons agree, contradicted if one does not, for which all
// are paid (Bonferroni). The effect is the ratio to the largest of the others,
// its interval the smallest of the lower ends and the smallest upper end of all
// pairs, which holds that ratio although the data chose the pair.
func largestAtSmallest(d *claim.Data, p pair) claim.Outcome {
	filter, metric := p.bloom, Hyphenate
	at := d.Points(metric, filter)
	if len(at) < 2 {
		return d.Missing(metric, filter)
	}
	plain, ok := d.Means(claim.Cells(filter, metric, at))
	if !ok {
		return d.Missing(metric, filter)
	}
	columns, ok := claim.Logs(d.Columns(claim.Cells(filter, metric, at)))
	if !ok {
		return d.Missing(metric, filter)
	}
	others := len(at) - 1
	largest, mean := 1, 0.0
	weights := make([]float64, len(at)) // the smallest ε against the mean of the others
	weights[0] = 1
	for i := 1; i < len(at); i++ {
		if plain[i] > plain[largest] {
			largest = i
		}
		mean += math.Log(plain[0]/plain[i]) / float64(others)
		weights[i] = -1 / float64(others)
	}
	against, how, err := d.Contrast(columns, weights)
	if err != nil {
		return d.Missing(metric, filter)
	}
	pairs := make([]stats.Estimate, others)
	for i := range pairs {
		if pairs[i], _, err = d.Contrast([][]float64{columns[0], columns[i+1]}, []float64{1, -1}); err != nil {
			return d.Missing(metric, filter)
		}
	}
	parts := func(least float64) []claim.Tested {
		list := claim.Above(-math.Log1p(least)).Each(pairs)
		if least > 0 {
			list = append(list, claim.Above(math.Log1p(least)).Of(against))
		}
		return list
	}
	least := interest(d)
	o := claim.Outcome{
		Test:   fmt.Sprintf("ratio of the smallest ε to each of %d others and to their mean: t over %s", others, how),
		Effect: claim.Effect{Name: "smallest ε / largest of the others", Unit: "×", Value: math.Inf(1), CI: stats.Interval{Low: math.Inf(1), High: math.Inf(1)}},
		Holds:  math.Log(plain[0]/plain[largest]) > -math.Log1p(least) && (least == 0 || mean > math.Log1p(least)),
		Detail: fmt.Sprintf("the largest of the other means is at ε = %s %%; the smallest ε is %.4f of the mean of the others", d.Meta.Epsilon(at[largest]).Percent(), math.Exp(against.Value)),
		Vary:   claim.Margin{Name: "smallest difference", Value: least, At: func(least float64) (supports, opposes float64) { return claim.All(parts(least)...) }},
		Parts:  parts(least),
	}
	o.Supports, o.Opposes = claim.All(o.Parts...)
	o.Wanted = len(o.Parts)
	for _, e := range pairs {
		o.Effect.Value = min(o.Effect.Value, math.Exp(e.Value))
		o.Effect.CI.Low = min(o.Effect.CI.Low, math.Exp(e.CI().Low))
		o.Effect.CI.High = min(o.Effect.CI.High, math.Exp(e.Interval((1-stats.Level)/float64(others)).High))
	}
	return o
}
