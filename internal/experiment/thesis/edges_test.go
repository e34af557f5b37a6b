package thesis

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// The edges of every claim: just inside of what it says it is supported, just
// outside contradicted, and each part of it decides alone. The runs have hardly
// any noise, so that edges are tested and not power; where noise is the point
// it consists of signs, so that its t is known.

// edgeRounds values m ± s, half of either sign, have the mean m and the
// standard error s/3.
const edgeRounds = 10

func sign(round int) float64 { return float64(1 - 2*(round%2)) }

// truth is the number that a filter's metric has at an ε in per cent; NaN for
// what the run does not hold.
type truth func(filter string, name runfolder.Metric, percent float64, round int) float64

func edgeMetrics() map[runfolder.Metric]string {
	return map[runfolder.Metric]string{
		Init: runfolder.Nanoseconds, Hyphenate: runfolder.Nanoseconds, metric.Query: runfolder.Nanoseconds, QueryFull: runfolder.Nanoseconds,
		metric.Bits: "bits", metric.FalsePositives: "words", metric.FalseNegatives: "keys", AfterDeletions: "keys", metric.FPRTheory: "1",
	}
}

// edgeRun is a run of a truth at the ε, 1 … 20 % if there are none, with the
// tuned pair of filters.
func edgeRun(design string, of truth, percents ...float64) *runfolder.Run {
	return edgeRunOf(tuned(), design, of, percents...)
}

// edgeRunOf is such a run with a pair, whose filters the truth calls bloom and
// cuckoo.
func edgeRunOf(p pair, design string, of truth, percents ...float64) *runfolder.Run {
	if len(percents) == 0 {
		for p := range 20 {
			percents = append(percents, float64(p+1))
		}
	}
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "thesis", Design: design, Filters: []string{p.bloom, p.cuckoo}, Reps: edgeRounds,
		Axes: []axis.Axis{axis.Rates(nil)}, Expect: map[string]int64{"negatives": synthetic.Negatives, "keys": synthetic.Keys},
	}}
	for round := 1; round <= edgeRounds; round++ {
		for name, filter := range map[string]string{bloom: p.bloom, cuckoo: p.cuckoo} {
			of := func(_ string, m runfolder.Metric, percent float64, round int) float64 {
				return of(name, m, percent, round)
			}
			for _, percent := range percents {
				point := runfolder.At(axis.Rate(math.Round(percent * float64(onePercent))).String())
				for name, unit := range edgeMetrics() {
					if v := of(filter, name, percent, round); !math.IsNaN(v) {
						run.Rows = append(run.Rows, runfolder.Row{
							Round: round, Session: 1, Design: design, Filter: filter, Point: point,
							Metric: name, Value: v, Unit: unit, Ops: 1, CPU: runfolder.NoCPU,
						})
					}
				}
			}
		}
	}
	return run
}

// hardly is noise of a millionth, of its own in every cell and round.
func hardly(filter string, name runfolder.Metric, percent float64, round int) float64 {
	return 1 + 1e-6*math.Sin(float64(len(filter)*7919+len(name)*104729+int(percent*10)*1299709+round*15485863))
}

// times is a truth of times that differ in the named metrics alone.
func times(of func(filter string, percent float64, round int) float64, names ...runfolder.Metric) truth {
	return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
		v := 1e6 * hardly(filter, name, percent, round)
		if edgeMetrics()[name] != runfolder.Nanoseconds {
			return math.NaN()
		}
		for _, n := range names {
			if n == name {
				v *= of(filter, percent, round)
			}
		}
		return v
	}
}

// of one filter, where the other's times are level.
func only(filter string, of func(percent float64, round int) float64) func(string, float64, int) float64 {
	return func(f string, percent float64, round int) float64 {
		if f == filter {
			return of(percent, round)
		}
		return 1
	}
}

// ratio is cuckoo over Bloom.
func ratio(of func(percent float64) float64) func(string, float64, int) float64 {
	return only(cuckoo, func(percent float64, _ int) float64 { return of(percent) })
}

func constant(v float64) func(float64) float64 { return func(float64) float64 { return v } }

// sweep is a line whose change from 1 to 20 % is a share of its mean.
func sweep(percent, change float64) float64 { return 1 + change*(percent-10.5)/19 }

// step is a below an ε in per cent and b from there on.
func step(percent, edge, a, b float64) float64 {
	if percent < edge {
		return a
	}
	return b
}

// valley falls and rises over the five structures that the filters are at 1 %, 2
// and 3 %, 4 to 6 %, 7 to 12 % and 13 to 20 %, each at the mean of its ε: by the
// square of the distance from the ε at which the line over them is level.
func valley(percent float64) float64 {
	const lowest = 8.4
	at := step(percent, 1.5, 1, step(percent, 3.5, 2.5, step(percent, 6.5, 5, step(percent, 12.5, 9.5, 16.5))))
	return 1 + 0.001*(at-lowest)*(at-lowest)
}

// scattered lies off a number by a share, up and down in turn.
func scattered(percent, number, by float64) float64 {
	if int(percent)%2 == 0 {
		by = -by
	}
	return number * (1 + by)
}

// uneven makes every other round slow as a whole.
func uneven(round int) float64 { return 1 + 0.3*sign(round) }

const yes, no, open = claim.Supported, claim.Contradicted, claim.Inconclusive

// edge is a run beside an edge of a claim, and what is to be said of it.
type edge struct {
	name  string
	id    string
	truth truth
	at    []float64 // ε in per cent
	want  claim.Verdict
	holds bool // in the means
}

// tryEdges tries each edge with every pair of implementations that its claim is
// judged for; in the first tier with one of them, the next for the next edge.
func tryEdges(t *testing.T, list []edge) {
	t.Helper()
	racetest.OneGoroutine(t)
	for i, e := range list {
		pairs := []pair{tuned()}
		of := slices.Contains([]string{"T1", "T2", "T3", "T6", "T7", "T8a", "T8b", "T9"}, e.id)
		if of {
			pairs = []pair{literal(), tuned(), library()}
		}
		if at := i % len(pairs); !tier.Checking() {
			pairs = pairs[at : at+1]
		}
		for _, p := range pairs {
			id := e.id
			if of {
				id += p.suffix
			}
			r := resultOf(t, edgeRunOf(p, runfolder.Interleaved, e.truth, e.at...), id)
			if r.Verdict != e.want || r.Holds != e.holds {
				t.Errorf("%s, %s: %s, in the means %v; want %s, %v: %s (%s)", id, e.name, r.Verdict, r.Holds, e.want, e.holds, r.Effect, r.Why)
			}
		}
	}
}

func TestEdgesOfNoTrend(t *testing.T) {
	of := func(f func(percent float64, round int) float64) truth { return times(only(bloom, f), Init) }
	line := func(change float64) func(float64, int) float64 {
		return func(percent float64, _ int) float64 { return sweep(percent, change) }
	}
	var list []edge
	for _, change := range []float64{0, 0.0099, -0.0099} {
		list = append(list, edge{fmt.Sprintf("changes by %v", change), "T1", of(line(change)), nil, yes, true})
	}
	for _, change := range []float64{0.0101, -0.0101, 0.0199, -0.0199} {
		list = append(list, edge{fmt.Sprintf("changes by %v", change), "T1", of(line(change)), nil, no, false})
	}
	tryEdges(t, append(list,
		edge{"cuckoo's init changes", "T1", times(only(cuckoo, line(0.2)), Init), nil, yes, true},
		edge{"Bloom's hyphenate changes", "T1", times(only(bloom, line(0.2)), Hyphenate), nil, yes, true},
		// −1.4 % over the sweep, which the line's own interval does not tell from 0.
		edge{"the means lie far off their line", "T1", of(func(p float64, _ int) float64 { return scattered(p, 1, 0.05) }), nil, open, true},
		// −1.5 % over the sweep, by one structure of five alone.
		edge{"one step", "T1", of(func(p float64, _ int) float64 { return step(p, 1.5, 1.05, 1) }), nil, open, true},
		edge{"the slopes of the rounds differ", "T1", of(func(p float64, round int) float64 { return sweep(p, 0.2*sign(round)) }), nil, open, true},
	))
}

func TestEdgesOfFalls(t *testing.T) {
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
	}{{"T2", bloom, Hyphenate}, {"T4", cuckoo, Init}, {"T5", cuckoo, Hyphenate}} {
		of := func(f func(percent float64, round int) float64) truth { return times(only(c.filter, f), c.metric) }
		tryEdges(t, []edge{
			{"falls by 1.01 %", c.id, of(func(p float64, _ int) float64 { return sweep(p, -0.0101) }), nil, yes, true},
			{"falls by 0.99 %", c.id, of(func(p float64, _ int) float64 { return sweep(p, -0.0099) }), nil, no, false},
			{"is level", c.id, of(func(float64, int) float64 { return 1 }), nil, no, false},
			{"rises", c.id, of(func(p float64, _ int) float64 { return sweep(p, 0.0101) }), nil, no, false},
			{"falls, the means far off their line", c.id, of(func(p float64, _ int) float64 { return scattered(p, sweep(p, -0.05), 0.05) }), nil, open, true},
			{"falls, the slopes of the rounds differ", c.id, of(func(p float64, round int) float64 { return sweep(p, -0.04+0.05*sign(round)) }), nil, open, true},
			// One structure of five alone is slower: that is a step and no trend.
			{"one step", c.id, of(func(p float64, _ int) float64 { return step(p, 1.5, 1.2, 1) }), nil, open, true},
			// A U over the structures, symmetric about a level line.
			{"falls and rises", c.id, of(func(p float64, _ int) float64 { return valley(p) }), nil, no, false},
			{"rises while all else falls", c.id, func(filter string, name runfolder.Metric, percent float64, round int) float64 {
				change := -0.1
				if filter == c.filter && name == c.metric {
					change = 0.001
				}
				return sweep(percent, change) * hardly(filter, name, percent, round)
			}, nil, no, false},
		})
	}
}

func TestEdgesOfLargest(t *testing.T) {
	other := func(at, time float64) truth {
		return times(only(bloom, func(percent float64, _ int) float64 {
			switch percent {
			case 1:
				return 1
			case at:
				return time
			}
			return 0.9
		}), Hyphenate)
	}
	tryEdges(t, []edge{
		{"another is larger by 0.99 %", "T3", other(7, 1.0099), nil, yes, true},
		{"another is larger by 1.01 %", "T3", other(7, 1.0101), nil, no, false},
		{"the next is larger", "T3", other(2, 1.0101), nil, no, false},
		{"the last is larger", "T3", other(20, 1.0101), nil, no, false},
		{"larger by 1.01 %", "T3", times(only(bloom, func(p float64, _ int) float64 { return step(p, 1.5, 1.0101, 1) }), Hyphenate), nil, yes, true},
		{"larger by 0.99 %", "T3", times(only(bloom, func(p float64, _ int) float64 { return step(p, 1.5, 1.0099, 1) }), Hyphenate), nil, no, false},
		{"all are equal", "T3", times(only(bloom, func(float64, int) float64 { return 1 }), Hyphenate), nil, no, false},
		{"cuckoo's and init are largest elsewhere", "T3", func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			v := step(percent, 19.5, 1, 2)
			if filter == bloom && name == Hyphenate {
				v = step(percent, 1.5, 1, 0.98)
			}
			return v * hardly(filter, name, percent, round)
		}, nil, yes, true},
		{"hardly larger than its noise", "T3", times(only(bloom, func(percent float64, round int) float64 {
			return step(percent, 1.5, 1.02+0.03*sign(round), 1)
		}), Hyphenate), nil, open, true},
	})
}

// Of 19 others one alone is larger by more than 1 %, with p = 0.005 in itself: 20
// chances are paid for it, the mean of the others being one, and the upper end of
// the interval is as wide as 19 pairs make it.
func TestLargestPaysForAllPairs(t *testing.T) {
	const s, at995, at19 = 0.003, 4.03214298356, 5.53925205695 // quantiles of t(5): 0.995 and, of both sides of 19 pairs, 1 − 0.05/38
	d := &claim.Data{Summary: summarize(t, edgeRun(runfolder.Interleaved, times(only(bloom, func(percent float64, round int) float64 {
		switch percent {
		case 1:
			return 1
		case 7:
			return math.Exp(math.Log(1.01) + s*at995/1.8 + s*sign(round))
		}
		return 0.5
	}), Hyphenate)))}
	o := t3(tuned()).Test(d)
	if math.Abs(o.Opposes-20*0.005) > 1e-3 || o.Supports < 0.994 || o.Holds {
		t.Errorf("opposed with p = %v, supported with %v, want 20·0.005 and 0.995", o.Opposes, o.Supports)
	}
	if want := -math.Log(1.01) - s*at995/1.8 + s*at19/1.8; math.Abs(math.Log(o.Effect.CI.High)-want) > 1e-5 {
		t.Errorf("the interval ends at %v, want %v", o.Effect.CI.High, math.Exp(want))
	}
}

func TestEdgesOfSlower(t *testing.T) {
	for _, c := range []struct {
		id     string
		metric runfolder.Metric
	}{{"T6", Init}, {"T7", Hyphenate}} {
		of := func(f func(percent float64) float64) truth { return times(ratio(f), c.metric) }
		tryEdges(t, []edge{
			{"slower by 1.01 %", c.id, of(constant(1.0101)), nil, yes, true},
			{"slower by 0.99 %", c.id, of(constant(1.0099)), nil, no, false},
			{"equal", c.id, of(constant(1)), nil, no, false},
			{"faster", c.id, of(constant(0.98)), nil, no, false},
			{"slower at 11 of 20", c.id, of(func(p float64) float64 { return step(p, 11.5, 1.0101, 0.9) }), nil, yes, true},
			// The pooled ratio is 1.05: it is not what "most" is about.
			{"slower at 10 of 20", c.id, of(func(p float64) float64 { return step(p, 10.5, 1.1, 0.9999) }), nil, no, false},
			{"slower at 11 of 20, the pooled ratio below 1", c.id, of(func(p float64) float64 { return step(p, 11.5, 1.02, 0.8) }), nil, yes, true},
			{"the ratios of the rounds differ", c.id, times(only(cuckoo, func(_ float64, round int) float64 { return 1.03 + 0.05*sign(round) }), c.metric), nil, open, true},
			{"faster while all else is slower", c.id, func(filter string, name runfolder.Metric, percent float64, round int) float64 {
				v := hardly(filter, name, percent, round)
				if (filter == cuckoo) != (name == c.metric) {
					v *= 1.1
				}
				return v
			}, nil, no, false},
		})
	}
}

func TestEdgesOfAdvantage(t *testing.T) {
	of := func(f func(percent float64) float64) truth { return times(ratio(f), Hyphenate) }
	three := func(small, three, large float64) truth {
		return of(func(p float64) float64 { return step(p, 2.5, small, step(p, 3.5, three, large)) })
	}
	tryEdges(t, []edge{
		{"shrinks by 1.01 %", "T8a", three(1.05/1.0101, 1.05, 1.05), nil, yes, true},
		{"shrinks by 0.99 %", "T8a", three(1.05/1.0099, 1.05, 1.05), nil, no, false},
		{"grows", "T8a", three(1.1, 1.05, 1.05), nil, no, false},
		// 3 % itself decides which side is the smaller one.
		{"3 % is not below 3 %", "T8a", three(1.02, 1.5, 1.015), nil, yes, true},
		{"3 % is on the other side", "T8a", three(1.02, 0.8, 1.03), nil, no, false},
		{"2.9 % is below 3 %", "T8a", of(func(p float64) float64 { return step(p, 2.5, 1, step(p, 2.95, 2, 1.05)) }), []float64{1, 2.9, 3, 4}, no, false},
		{"no advantage", "T8a", three(0.9, 0.9999, 0.9999), nil, claim.NotTested, false},
		{"an advantage that is not resolved", "T8a", times(only(cuckoo, func(p float64, round int) float64 { return step(p, 2.5, 0.9, 1.01+0.05*sign(round)) }), Hyphenate), nil, claim.NotTested, false},
		{"init is not asked", "T8a", func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			v := hardly(filter, name, percent, round)
			switch {
			case filter == bloom:
			case name == Hyphenate:
				v *= step(percent, 2.5, 1.1, 1.05)
			default:
				v *= step(percent, 2.5, 0.9, 1.1)
			}
			return v
		}, nil, no, false},
		{"nothing from 3 % on", "T8a", of(constant(0.9)), []float64{1, 2, 2.9}, claim.NotTested, false},
		{"nothing below 3 %", "T8a", of(constant(1.1)), []float64{3, 4, 5}, claim.NotTested, false},

		{"faster by 1.01 %", "T8b", of(constant(1 / 1.0101)), nil, yes, true},
		{"faster by 0.99 %", "T8b", of(constant(1 / 1.0099)), nil, no, false},
		{"faster at 2 %, not at 1 %", "T8b", of(func(p float64) float64 { return step(p, 1.5, 1, 0.9) }), nil, no, false},
		{"faster at 1 % alone", "T8b", of(func(p float64) float64 { return step(p, 1.5, 0.9, 1.1) }), nil, yes, true},
		{"the rounds differ", "T8b", times(only(cuckoo, func(_ float64, round int) float64 { return 0.97 + 0.05*sign(round) }), Hyphenate), nil, open, true},
		{"1 % was not measured", "T8b", of(constant(0.9)), []float64{0.9, 1.1, 3, 4}, claim.NotTested, false},
	})
}

// What is presupposed is said: an advantage that is none, and one that is not
// resolved, are two reasons.
func TestAdvantageIsPresupposed(t *testing.T) {
	for want, of := range map[string]func(float64, int) float64{
		"Bloom has no advantage that could shrink: from 3 % on the ratio cuckoo/Bloom is 0.99":       func(float64, int) float64 { return 0.99 },
		"it is not resolved whether Bloom has an advantage that could shrink: from 3 % on the ratio": func(_ float64, round int) float64 { return 1.01 + 0.05*sign(round) },
	} {
		r := resultOf(t, edgeRunOf(literal(), runfolder.Interleaved, times(only(cuckoo, of), Hyphenate)), "T8a")
		if r.Verdict != claim.NotTested || !strings.HasPrefix(r.Why, want) {
			t.Errorf("%s: %s, want %s", r.Verdict, r.Why, want)
		}
	}
}

// One half that is false with p = 0.005 pays for two.
func TestHalvesPayForBoth(t *testing.T) {
	const s, at995 = 0.003, 4.03214298356 // of t(5)
	off := func(off runfolder.Metric) truth {
		return func(filter string, name runfolder.Metric, _ float64, round int) float64 {
			switch {
			case filter == bloom:
				return 1e6
			case name == off:
				return 1e6 * math.Exp(-math.Log(1.01)+s*at995/1.8+s*sign(round))
			}
			return 5e5
		}
	}
	for id, o := range map[string]claim.Outcome{
		"T11":            t11().Test(&claim.Data{Summary: summarize(t, edgeRun(runfolder.Interleaved, off(metric.Query)))}),
		"T11, full load": t11().Test(&claim.Data{Summary: summarize(t, edgeRun(runfolder.Interleaved, off(QueryFull)))}),
	} {
		if math.Abs(o.Opposes-2*0.005) > 5e-4 {
			t.Errorf("%s: opposed with p = %v, want 2·0.005", id, o.Opposes)
		}
	}
}

func TestEdgesOfSimilar(t *testing.T) {
	of := func(f func(percent float64) float64) truth { return times(ratio(f), Init, Hyphenate) }
	// as many similar scenarios of init and of hyphenate, the others 20 % apart
	similar := func(init, hyphenate float64) truth {
		return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			v := hardly(filter, name, percent, round)
			if filter == bloom && (name == Init && percent > init || name == Hyphenate && percent > hyphenate) {
				v *= 1.2
			}
			return v
		}
	}
	held := func(init, hyphenate float64, of truth) truth {
		return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			if name == Init && percent > init || name == Hyphenate && percent > hyphenate {
				return math.NaN()
			}
			return of(filter, name, percent, round)
		}
	}
	tryEdges(t, []edge{
		{"4.99 % slower", "T9", of(constant(1.0499)), nil, yes, true},
		{"5.01 % slower", "T9", of(constant(1.0501)), nil, no, false},
		{"Bloom 4.99 % slower", "T9", of(constant(1 / 1.0499)), nil, yes, true},
		{"Bloom 5.01 % slower", "T9", of(constant(1 / 1.0501)), nil, no, false},
		{"in both directions", "T9", of(func(p float64) float64 { return step(p, 10.5, 1.2, 1/1.2) }), nil, no, false},
		{"21 of 40", "T9", similar(20, 1), nil, yes, true},
		{"20 of 40", "T9", similar(20, 0), nil, no, false},
		{"21 of 40, the other way round", "T9", similar(1, 20), nil, yes, true},
		{"20 of 40, the other way round", "T9", similar(0, 20), nil, no, false},
		{"3 of 5", "T9", held(3, 2, similar(3, 0)), []float64{1, 2, 3}, yes, true},
		{"2 of 5", "T9", held(3, 2, similar(0, 2)), []float64{1, 2, 3}, no, false},
		{"near, with noise", "T9", times(only(cuckoo, func(_ float64, round int) float64 { return 1.03 + 0.06*sign(round) }), Init, Hyphenate), nil, open, true},
	})
}

func TestEdgesOfAnswersFaster(t *testing.T) {
	of := func(full, usual func(percent float64) float64) truth {
		return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			v := hardly(filter, name, percent, round)
			switch {
			case filter == bloom:
			case name == QueryFull:
				v *= full(percent)
			case name == metric.Query:
				v *= usual(percent)
			}
			return v
		}
	}
	scatter := func(p float64) float64 { return scattered(p, 0.98, 0.05) }
	tryEdges(t, []edge{
		{"both faster by 1.01 %", "T11", of(constant(1/1.0101), constant(1/1.0101)), nil, yes, true},
		{"faster by 0.99 % at 95 % load", "T11", of(constant(1/1.0099), constant(0.98)), nil, no, false},
		{"faster by 0.99 % at the load of the run", "T11", of(constant(0.98), constant(1/1.0099)), nil, no, false},
		{"slower at 95 % load", "T11", of(constant(1.0001), constant(0.98)), nil, no, false},
		{"ratios far apart at 95 % load", "T11", of(scatter, constant(0.98)), nil, yes, true},
		{"ratios far apart at the load of the run", "T11", of(constant(0.98), scatter), nil, yes, true},
	})
}

func TestEdgesOfTheory(t *testing.T) {
	of := func(f func(percent float64, round int) float64) truth {
		return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			theory := 1.085 * percent / 100 // not the ε asked for
			switch {
			case name == metric.FPRTheory:
				return theory
			case name == metric.Bits:
				return 10_000
			case name == metric.FalsePositives && filter == cuckoo:
				return 2 * synthetic.Negatives * theory
			case name == metric.FalsePositives:
				return synthetic.Negatives * theory * f(percent, round) * hardly(filter, name, percent, round)
			}
			return math.NaN()
		}
	}
	by := func(v float64) truth { return of(func(float64, int) float64 { return v }) }
	tryEdges(t, []edge{
		{"as in theory", "T12", by(1), nil, yes, true},
		{"0.99 % more", "T12", by(1.0099), nil, yes, true},
		{"0.99 % less", "T12", by(0.9901), nil, yes, true},
		{"1.01 % more", "T12", by(1.0101), nil, no, false},
		{"1.01 % less", "T12", by(0.9899), nil, no, false},
		{"rates that lie far off theory in both directions", "T12", of(func(p float64, _ int) float64 { return scattered(p, 1, 0.1) }), nil, open, true},
		{"hash functions that differ", "T12", of(func(_ float64, round int) float64 { return 1 + 0.2*sign(round) }), nil, open, true},
		{"30 hash functions", "T12", by(1), []float64{1, 2, 3}, yes, true},
		{"20 hash functions", "T12", by(1), []float64{1, 2}, claim.NotTested, false},
	})
	run := edgeRun(runfolder.Interleaved, by(1), 1, 2, 3)
	one := slices.IndexFunc(run.Rows, func(r runfolder.Row) bool { return r.Metric == metric.FalsePositives && r.Filter == bloom })
	run.Rows = slices.Delete(run.Rows, one, one+1)
	if r := resultOf(t, run, "T12"); r.Verdict != claim.NotTested {
		t.Errorf("29 hash functions: %s", r.Verdict)
	}
}

func TestEdgesOfLostKeys(t *testing.T) {
	of := func(loser string, metrics ...runfolder.Metric) truth {
		return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			switch {
			case name != metric.FalseNegatives && name != AfterDeletions:
				return math.NaN()
			case filter == loser && percent == 20 && round == edgeRounds && slices.Contains(metrics, name):
				return 1
			}
			return 0
		}
	}
	without := func(name runfolder.Metric, of truth) truth {
		return func(filter string, m runfolder.Metric, percent float64, round int) float64 {
			if m == name {
				return math.NaN()
			}
			return of(filter, m, percent, round)
		}
	}
	tryEdges(t, []edge{
		{"none", "T13", of(""), nil, yes, true},
		{"one, by the last filter", "T13", of(cuckoo, metric.FalseNegatives), nil, no, false},
		{"one, by the last filter after deletions", "T13", of(cuckoo, AfterDeletions), nil, no, false},
		{"one, by Bloom's last filter", "T13", of(bloom, metric.FalseNegatives, AfterDeletions), nil, yes, true},
		{"none, without deletions", "T13", without(AfterDeletions, of("")), nil, claim.NotTested, false},
		{"one, without deletions", "T13", without(AfterDeletions, of(cuckoo, metric.FalseNegatives)), nil, no, false},
		{"none, of deletions alone", "T13", without(metric.FalseNegatives, of("")), nil, yes, true},
	})
}

// Rounds that are slow as a whole decide nothing where rounds are pairs, and
// everything where they are not: so each claim about times is tested.
func TestPairing(t *testing.T) {
	slow := func(of func(filter string, percent float64) float64, names ...runfolder.Metric) truth {
		return times(func(filter string, percent float64, round int) float64 { return uneven(round) * of(filter, percent) }, names...)
	}
	faster := func(by func(percent float64) float64) func(string, float64) float64 {
		return func(filter string, percent float64) float64 {
			if filter == cuckoo {
				return by(percent)
			}
			return 1
		}
	}
	for id, c := range map[string]truth{
		"T1":  slow(func(string, float64) float64 { return 1 }, Init),
		"T2":  slow(func(_ string, p float64) float64 { return sweep(p, -0.03) }, Hyphenate),
		"T3":  slow(func(_ string, p float64) float64 { return step(p, 1.5, 1, 0.98) }, Hyphenate),
		"T4":  slow(func(_ string, p float64) float64 { return sweep(p, -0.03) }, Init),
		"T5":  slow(func(_ string, p float64) float64 { return sweep(p, -0.03) }, Hyphenate),
		"T6":  slow(faster(constant(1.02)), Init),
		"T7":  slow(faster(constant(1.02)), Hyphenate),
		"T8b": slow(faster(constant(0.98)), Hyphenate),
		"T9":  slow(faster(constant(1.03)), Init, Hyphenate),
		"T11": slow(faster(constant(0.98)), metric.Query, QueryFull),
	} {
		for design, want := range map[string]claim.Verdict{runfolder.Interleaved: yes, runfolder.AsThesis: claim.NotTested, runfolder.Published: open} {
			p := literal()
			if id == "T11" || design == runfolder.Published { // whose filters have the plain names
				p = tuned()
			}
			if r := resultOf(t, edgeRunOf(p, design, c), id); r.Verdict != want || r.Holds == (want == claim.NotTested) {
				t.Errorf("%s in the design %s: %s, want %s: %s (%s)", id, design, r.Verdict, want, r.Effect, r.Why)
			}
		}
	}
}
