package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

func t3() claim.Claim {
	return claim.Claim{
		ID: "T3", Section: "5.1", Metric: Hyphenate,
		Statement: "Bloom: the largest mean run time is at the smallest ε",
		Test:      func(d *claim.Data) claim.Outcome { return largestAtSmallest(d, bloom, Hyphenate) },
	}
}

// largestAtSmallest compares the smallest ε with every other. The claim is
// supported if the time there is larger than each of them, contradicted if it
// is smaller than one, for which all comparisons are paid (Bonferroni). The
// effect is the ratio to the largest of the others, its interval the smallest
// of the lower ends and the smallest upper end of all pairs, which holds that
// ratio although the data chose the pair.
func largestAtSmallest(d *claim.Data, filter string, metric runfolder.Metric) claim.Outcome {
	at := d.Points(metric, filter)
	if len(at) < 2 {
		return d.Missing(metric, filter)
	}
	columns := d.Columns(claim.Cells(filter, metric, at))
	plain, ok := claim.Means(columns)
	if !ok {
		return d.Missing(metric, filter)
	}
	if columns, ok = claim.Logs(columns); !ok {
		return d.Missing(metric, filter)
	}
	largest := 0
	for i, v := range plain {
		if v > plain[largest] {
			largest = i
		}
	}
	o := claim.Outcome{
		Holds:    largest == 0,
		Supports: 0, Opposes: 1,
		Effect: claim.Effect{Name: "smallest ε / largest of the others", Unit: "×", Value: math.Inf(1), CI: stats.Interval{Low: math.Inf(1), High: math.Inf(1)}},
		Detail: fmt.Sprintf("the largest of the means is at ε = %s %%", d.Meta.Epsilon(at[largest]).Percent()),
	}
	pairs := float64(len(at) - 1)
	for i := 1; i < len(at); i++ {
		e, how, err := d.Contrast([][]float64{columns[0], columns[i]}, []float64{1, -1})
		if err != nil {
			return d.Missing(metric, filter)
		}
		o.Test = fmt.Sprintf("ratio of the smallest ε to each of %d others: t over %s", len(at)-1, how)
		o.Supports = max(o.Supports, e.Above(0))
		o.Opposes = min(o.Opposes, pairs*e.Below(0))
		o.Effect.Value = min(o.Effect.Value, math.Exp(e.Value))
		o.Effect.CI.Low = min(o.Effect.CI.Low, math.Exp(e.CI().Low))
		o.Effect.CI.High = min(o.Effect.CI.High, math.Exp(e.Interval((1-stats.Level)/pairs).High))
	}
	return o
}
