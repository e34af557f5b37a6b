package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// threePercent is the rate that T8a and T10 name.
const threePercent axis.Rate = 3 * axis.Per / 100

func t8a(p pair) claim.Claim {
	return p.own(claim.Claim{
		ID: "T8a", Section: "5.3", Metric: Hyphenate,
		Statement: p.bloomName() + ": its advantage in the run shrinks for ε < 3 %",
		Margin:    interestText("the ratio cuckoo/Bloom smaller below 3 %: a difference"),
	}, shrinks)
}

// shrinks asks whether the ratio cuckoo/Bloom is smaller below 3 % than from
// there on. That presupposes that it is above 1 there: an advantage that does
// not exist cannot shrink.
func shrinks(d *claim.Data, p pair) claim.Outcome {
	at := d.Points(Hyphenate, p.cuckoo, p.bloom)
	few := 0
	for _, e := range at {
		if d.Meta.Epsilon(e) < threePercent {
			few++
		}
	}
	if few == 0 || few == len(at) {
		return claim.Untested("the run lacks two repetitions of both filters below ε = 3 % or from there on")
	}
	advantage, ok := meanRatio(d, p, at[few:], nil)
	if !ok {
		return d.Missing(Hyphenate, p.cuckoo, p.bloom)
	}
	// Before anything is decided: over machines each has to have both.
	shrink, ok := meanRatio(d, p, at[:few], at[few:])
	if !ok {
		return d.Missing(Hyphenate, p.cuckoo, p.bloom)
	}
	shown := claim.Tested{Estimates: []stats.Estimate{advantage.Estimate}, Claimed: claim.Above(0)}
	switch ci := shown.CI(); {
	case ci.High <= 0:
		return claim.Untested(fmt.Sprintf("Bloom has no advantage that could shrink: from 3 %% on the ratio cuckoo/Bloom is %s", shown.Ratio("")))
	case !(ci.Low > 0):
		return claim.Untested(fmt.Sprintf("it is not resolved whether Bloom has an advantage that could shrink: from 3 %% on the ratio cuckoo/Bloom is %s", shown.Ratio("")))
	}
	least := interest(d)
	test := func(least float64) claim.Tested {
		return claim.Tested{Estimates: []stats.Estimate{shrink.Estimate}, Claimed: claim.FasterBy(least)}
	}
	o := claim.Outcome{
		Test:   "ratio cuckoo/Bloom below 3 % against that from there on: t over " + shrink.how,
		Effect: test(least).Ratio("ratio below 3 % / ratio from there on"),
		Holds:  shrink.plain < -math.Log1p(least),
		Detail: fmt.Sprintf("from 3 %% on the ratio is %s", shown.Ratio("")),
		Vary:   claim.Margin{Name: "smallest difference", Value: least, At: func(v float64) (float64, float64) { return test(v).P() }},
	}
	o.Supports, o.Opposes = test(least).P()
	return o
}

// logRatio is the logarithm of a ratio, estimated and of the plain means.
type logRatio struct {
	stats.Estimate
	plain float64
	how   string
}

// meanRatio is the mean logarithm of cuckoo/Bloom over the points, less that
// over the points of minus.
func meanRatio(d *claim.Data, p pair, plus, minus []runfolder.Point) (logRatio, bool) {
	var cells []runfolder.Cell
	var weights []float64
	for _, part := range []struct {
		at   []runfolder.Point
		sign float64
	}{{plus, 1}, {minus, -1}} {
		w := part.sign / float64(len(part.at))
		for i := range part.at {
			cells = append(cells, claim.Cells(p.cuckoo, Hyphenate, part.at[i:i+1])...)
			cells = append(cells, claim.Cells(p.bloom, Hyphenate, part.at[i:i+1])...)
			weights = append(weights, w, -w)
		}
	}
	means, ok := d.Means(cells)
	if !ok {
		return logRatio{}, false
	}
	columns, ok := claim.Logs(d.Columns(cells))
	if !ok {
		return logRatio{}, false
	}
	e, how, err := d.Contrast(columns, weights)
	if err != nil {
		return logRatio{}, false
	}
	r := logRatio{Estimate: e, how: how}
	for i, m := range means {
		r.plain += weights[i] * math.Log(m)
	}
	return r, true
}
