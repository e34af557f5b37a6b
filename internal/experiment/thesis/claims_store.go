package thesis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/store"
)

// rejectsSoon compares the times, and says how many of the words are rejected.
func rejectsSoon(d *claim.Data) claim.Outcome {
	o := againstStore(metric.Query, noSlower(), bloom)(d)
	words, negatives := d.Meta.Expect["words"], d.Meta.Expect["negatives"]
	if o.NotTested == "" && words > 0 {
		o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("%.1f %% of the words asked are to be rejected", 100*float64(negatives)/float64(words))), "; ")
	}
	return o
}

// avoidsAccesses counts the words that are not asked of the store. The store
// alone is asked for every word.
func avoidsAccesses(d *claim.Data) claim.Outcome {
	words, negatives := float64(d.Meta.Expect["words"]), float64(d.Meta.Expect["negatives"])
	if !(words > 0 && negatives > 0) {
		return claim.Untested("the run does not say how many words it asks")
	}
	var t claim.Tally
	for _, filter := range []string{bloom, cuckoo} {
		at := d.Points(metric.FalsePositives, filter)
		if len(at) == 0 {
			return d.Missing(metric.FalsePositives, filter)
		}
		for _, cell := range claim.Cells(filter, metric.FalsePositives, at) {
			avoided := (negatives - d.Mean(cell)) / words
			t.Add(fmt.Sprintf("%s at %s %%", filter, d.Meta.Epsilon(cell.Point).Percent()), avoided > 0.5, avoided, -avoided)
		}
	}
	return claim.Counted(t.All(), "exact count, ε by ε", "fewest accesses avoided", "%", 100*t.Worst,
		fmt.Sprintf("most are avoided at %d of %d, fewest by %s; %.1f %% of the words have no exception", t.Held, t.Places, t.At, 100*negatives/words))
}

func savesAccesses(d *claim.Data) claim.Outcome {
	if medium := store.Medium(d.Meta.Parameters[mediumParameter]); medium == "" || medium == store.Memory {
		return claim.Untested("needs a store on a disk, behind a network or simulated, as of --store=direct: that of the run is in memory and answers in nanoseconds")
	}
	o := againstStore(Hyphenate, sooner(), bloom, cuckoo)(d)
	access, err := stats.Mean(d.Sample(runfolder.Cell{Filter: NoFilter, Metric: metric.Query}))
	if o.NotTested == "" && err == nil {
		o.Detail = strings.Join(claim.NonEmpty(o.Detail, fmt.Sprintf("an access takes %s", time.Duration(access).Round(10*time.Nanosecond))), "; ")
	}
	return o
}

// againstStore is a claim about the time of filters as a ratio to
// that of the exact store alone, pooled over ε: the claimed region, one with an
// upper end, must hold each filter. The effect is that of the slowest. There are
// no Pairs: with a smallest effect of interest the question is another than that
// of a comparison, whether there is a difference.
func againstStore(m runfolder.Metric, claimed claim.Region, filters ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var parts []claim.Tested
		var detail []string
		test, effect, slowest := "", claim.Effect{}, math.Inf(-1)
		for _, filter := range filters {
			at := d.Points(m, filter)
			if len(at) == 0 {
				return d.Missing(m, filter)
			}
			store := slices.Repeat([]runfolder.Cell{{Filter: NoFilter, Metric: m}}, len(at))
			p, err := d.Pool(claim.Cells(filter, m, at), store)
			if err != nil {
				return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s for %s and for the store alone", m, filter))
			}
			t := claimed.Of(p.Estimates...)
			parts = append(parts, t)
			test = "pooled ratio to the store alone: t over " + p.How
			if len(p.Estimates) > 1 {
				test += fmt.Sprintf(" and over the %d ε", len(at))
			}
			ratio := p.Estimates[0].Value
			if ratio > slowest {
				slowest, effect = ratio, t.Ratio(filter+" / store")
			}
			longer := claim.Ratios{Each: p.Each}.Count(claim.Slower)
			detail = append(detail, fmt.Sprintf("%s takes %.3f of the store's time, longer at %d of %d ε", filter, math.Exp(ratio), longer, len(at)))
		}
		o := claim.Every(test, parts...)
		o.Effect, o.Detail = effect, strings.Join(claim.NonEmpty(strings.Join(detail, "; "), where(d.Meta).EN), "; ")
		return o
	}
}
