package thesis

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// slowerForMost is the claim that the cuckoo filter of a pair is slower at most ε.
func slowerForMost(m runfolder.Metric) func(*claim.Data, pair) claim.Outcome {
	return func(d *claim.Data, p pair) claim.Outcome {
		return claim.SlowerForMost(d, p.cuckoo, p.bloom, m, interest(d))
	}
}

// threePercent is the rate that T8a and T10 name.
const threePercent axis.Rate = 3 * axis.Per / 100

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
	shown := claim.Above(0).Of(advantage.Estimate)
	switch ci := shown.CI(); {
	case ci.High <= 0:
		return claim.Untested(fmt.Sprintf("Bloom has no advantage that could shrink: from 3 %% on the ratio cuckoo/Bloom is %s", shown.Ratio("")))
	case !(ci.Low > 0):
		return claim.Untested(fmt.Sprintf("it is not resolved whether Bloom has an advantage that could shrink: from 3 %% on the ratio cuckoo/Bloom is %s", shown.Ratio("")))
	}
	return shrink.below(interest(d), "ratio cuckoo/Bloom below 3 % against that from there on", "ratio below 3 % / ratio from there on",
		fmt.Sprintf("from 3 %% on the ratio is %s", shown.Ratio("")))
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
	e, means, how, ok := d.LogContrast(cells, weights)
	r := logRatio{Estimate: e, how: how}
	for i, m := range means {
		r.plain += weights[i] * math.Log(m)
	}
	return r, ok
}

// below is the outcome of "the ratio is below 1 by a smallest difference".
func (r logRatio) below(least float64, test, effect, detail string) claim.Outcome {
	at := func(least float64) claim.Tested { return claim.FasterBy(least).Of(r.Estimate) }
	o := claim.Outcome{
		Test: test + ": t over " + r.how, Effect: at(least).Ratio(effect), Holds: r.plain < -math.Log1p(least), Detail: detail,
		Vary: claim.Margin{Name: "smallest difference", Value: least, At: func(v float64) (float64, float64) { return at(v).P() }},
	}
	o.Supports, o.Opposes = at(least).P()
	return o
}

// onePercent is the rate that T8b names.
const onePercent axis.Rate = axis.Per / 100

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
	return r.below(interest(d), "ratio at 1 %", "cuckoo / Bloom at 1 %", d.Tables(p.cuckoo, Hyphenate))
}

// similarMargin is the margin of "similar": neither is slower by more.
const similarMargin = 0.05

// takeSimilarTime tests every scenario, an ε of one of the two metrics, for
// equivalence and asks whether more than half of them are similar. A pooled
// ratio would not do: scenarios that differ in both directions pool to
// similarity. The effect is how many scenarios are similar.
func takeSimilarTime(d *claim.Data, p pair) claim.Outcome {
	var scenarios []stats.Estimate
	margin := func(share float64) claim.Region { return claim.Within(math.Log1p(share)) }
	near, test, pooled := 0, "", ""
	for _, metric := range []runfolder.Metric{Init, Hyphenate} {
		each, ok := claim.EachRatio(d, p.cuckoo, p.bloom, metric)
		r, all := claim.FindRatios(d, p.cuckoo, p.bloom, metric)
		if !ok || !all {
			return d.Missing(metric, p.cuckoo, p.bloom)
		}
		scenarios = slices.Concat(scenarios, each.Log)
		near += each.Count(margin(similarMargin))
		test = "ratio of each scenario: equivalence by t over " + each.How + "; how many are similar, by partial conjunction"
		pooled += fmt.Sprintf("; pooled ratio of %s %s", metric, claim.Tested{Estimates: r.Pooled}.Ratio(""))
	}
	n := len(scenarios)
	o := claim.Outcome{
		Test: test, Holds: 2*near > n,
		Effect: claim.Effect{Name: "similar scenarios", Unit: fmt.Sprintf("of %d", n), Value: float64(near)},
		Detail: fmt.Sprintf("%s %d of %d scenarios are within 5 %%", d.InMeans(), near, n) + pooled,
		Vary: claim.Margin{Name: "margin", Value: similarMargin, At: func(v float64) (float64, float64) {
			s, o, _ := claim.Most(scenarios, margin(v))
			return s, o
		}},
	}
	o.Supports, o.Opposes, o.Effect.CI = claim.Most(scenarios, margin(similarMargin))
	o.Parts, o.Wanted = margin(similarMargin).Each(scenarios), n/2+1
	return o
}

// answersFaster compares the filters alone at equal asked ε, as the thesis
// builds them and at 95 % load.
func answersFaster(d *claim.Data) claim.Outcome {
	full, ok := claim.FindRatios(d, cuckoo, bloom, QueryFull)
	if !ok {
		return claim.Untested("the run holds no " + string(QueryFull) + " of both filters, the questions at 95 % load")
	}
	usual, ok := claim.FindRatios(d, cuckoo, bloom, metric.Query)
	if !ok {
		return d.Missing(metric.Query, cuckoo, bloom)
	}
	least := interest(d)
	at := func(r claim.Ratios, least float64) claim.Tested {
		return claim.FasterBy(least).Of(r.Pooled...)
	}
	test := func(least float64) (supports, opposes float64) { return claim.All(at(full, least), at(usual, least)) }
	faster := claim.FasterBy(least)
	o := claim.Outcome{
		Test: full.Test + "; at 95 % load and at the load of the run", Effect: at(full, least).Ratio("cuckoo / bloom at 95 % load"),
		Pairs: []claim.Pair{
			{A: cuckoo, B: bloom, Metric: QueryFull, At: full.At}, {A: cuckoo, B: bloom, Metric: metric.Query, At: usual.At},
		},
		Holds: faster.Contains(full.Pooled[0].Value) && faster.Contains(usual.Pooled[0].Value),
		Detail: fmt.Sprintf("at the load of the run the ratio is %.3f; %s cuckoo is slower at %d of %d ε at 95 %% load",
			math.Exp(usual.Pooled[0].Value), d.InMeans(), full.Count(claim.Slower), len(full.Each)),
		Vary: claim.Margin{Name: "smallest difference", Value: least, At: test},
	}
	o.Supports, o.Opposes = test(least)
	return o
}
