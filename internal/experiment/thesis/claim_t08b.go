package thesis

import (
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// onePercent is the rate that T8b names.
const onePercent axis.Rate = axis.Per / 100

func t8b(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T8b", Section: "5.3", Metric: Hyphenate,
		Statement: "at ε = 1 % the run with cuckoo is faster than with " + p.bloomName(),
		Margin:    interestText("a difference"),
	}, fasterAtOnePercent)
}

func fasterAtOnePercent(d *claim.Data, p pair) claim.Outcome {
	at := d.Points(Hyphenate, p.cuckoo, p.bloom)
	i := slices.IndexFunc(at, func(e runfolder.Point) bool { return d.Meta.Epsilon(e) == onePercent })
	if i < 0 {
		return claim.Untested("the run lacks two repetitions of both filters at ε = 1 %")
	}
	r, ok := meanRatio(d, p, at[i:i+1], nil)
	if !ok {
		return d.Missing(Hyphenate, p.cuckoo, p.bloom)
	}
	least := interest(d)
	test := func(least float64) claim.Tested {
		return claim.Tested{Estimates: []stats.Estimate{r.Estimate}, Claimed: claim.FasterBy(least)}
	}
	o := claim.Outcome{
		Test: "ratio at 1 %: t over " + r.how, Effect: test(least).Ratio("cuckoo / Bloom at 1 %"),
		Holds:  r.plain < -math.Log1p(least),
		Detail: strings.Join(claim.NonEmpty(d.Tables(p.cuckoo, Hyphenate)), "; "),
		Vary:   claim.Margin{Name: "smallest difference", Value: least, At: func(v float64) (float64, float64) { return test(v).P() }},
	}
	o.Supports, o.Opposes = test(least).P()
	return o
}
