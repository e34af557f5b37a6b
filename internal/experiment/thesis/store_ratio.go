package thesis

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// againstStore is the outcome of a claim about the time of filters as a ratio to
// that of the exact store alone, pooled over ε: the claimed region, one with an
// upper end, must hold each filter. The effect is that of the slowest. There are
// no Pairs: with a smallest effect of interest the question is another than that
// of a comparison, whether there is a difference.
func againstStore(d *claim.Data, metric runfolder.Metric, claimed claim.Region, filters ...string) claim.Outcome {
	var parts []claim.Tested
	var detail []string
	o := claim.Outcome{Holds: true}
	slowest := math.Inf(-1)
	for _, filter := range filters {
		at := d.Points(metric, filter)
		if len(at) == 0 {
			return d.Missing(metric, filter)
		}
		store := make([]runfolder.Cell, len(at))
		for i := range store {
			store[i] = runfolder.Cell{Filter: NoFilter, Metric: metric}
		}
		p, err := d.Pool(claim.Cells(filter, metric, at), store)
		if err != nil {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s for %s and for the store alone", metric, filter))
		}
		t := claim.Tested{Estimates: p.Estimates, Claimed: claimed}
		parts = append(parts, t)
		ratio := p.Estimates[0].Value
		o.Holds = o.Holds && claimed.Contains(ratio)
		o.Test = "pooled ratio to the store alone: t over " + p.How
		if len(p.Estimates) > 1 {
			o.Test += fmt.Sprintf(" and over the %d ε", len(at))
		}
		if ratio > slowest {
			slowest, o.Effect = ratio, t.Ratio(filter+" / store")
		}
		longer := 0
		for _, each := range p.Each {
			if claim.Slower(each) {
				longer++
			}
		}
		detail = append(detail, fmt.Sprintf("%s takes %.3f of the store's time, longer at %d of %d ε", filter, math.Exp(ratio), longer, len(at)))
	}
	o.Detail = strings.Join(claim.NonEmpty(strings.Join(detail, "; "), where(d.Meta).EN), "; ")
	o.Supports, o.Opposes = claim.All(parts...)
	return o
}
