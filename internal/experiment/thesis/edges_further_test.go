package thesis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// The edges of the claims T14 to T38. Each is tested on a run in which all of
// them are true but for the numbers that the case changes; NaN is what the run
// does not hold.

// allTrue is a truth of which every claim that can be tested holds. The store
// alone is at 0 %.
func allTrue(filter string, name runfolder.Metric, percent float64, round int) float64 {
	if filter == NoFilter {
		switch name {
		case metric.Bits, metric.ResidentBits:
			return 1e6
		case metric.Query, Hyphenate:
			return 1000 * hardly(filter, name, percent, round)
		}
		return math.NaN()
	}
	m, k := bloomfilter.StandardSize(synthetic.Keys, percent/100)
	size, slower := float64(m), 1.0
	if filter == cuckoo {
		size, slower = 2048*math.Ceil(math.Log2(8/(percent/100))), 3
	}
	switch name {
	case metric.Query, metric.Build:
		return 30 * float64(k) * slower * hardly(filter, name, percent, round)
	case Hyphenate:
		return 900 * hardly(filter, name, percent, round)
	case metric.Bits, metric.ResidentBits:
		return size
	case metric.FPRTheory:
		return bloomfilter.OccupancyMoment(m, k*synthetic.Keys, k)
	case metric.FalsePositives:
		if filter == bloom && round%2 == 0 {
			return synthetic.Negatives * percent / 100 * 0.99
		}
		return synthetic.Negatives * percent / 100 * 0.98
	case metric.FalseNegatives:
		return 0
	case LoadLimit:
		return 0.97 * hardly(filter, name, percent, round)
	case RemovedAdmitted:
		return float64(removals(synthetic.Keys)) * percent / 100 / 2 * hardly(filter, name, percent, round)
	}
	return math.NaN()
}

// but is allTrue with the numbers that f has; f is not asked for others.
func but(f truth, names ...runfolder.Metric) truth {
	return func(filter string, name runfolder.Metric, percent float64, round int) float64 {
		for _, n := range names {
			if n == name {
				return f(filter, name, percent, round)
			}
		}
		return allTrue(filter, name, percent, round)
	}
}

// without is allTrue but for what a filter lacks.
func without(filter string, name runfolder.Metric) truth {
	return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
		if f == filter {
			return math.NaN()
		}
		return allTrue(f, n, percent, round)
	}, name)
}

// furtherRun is a run of a truth at the ε in per cent, 1 … 20 if there are none.
func furtherRun(of truth, percents ...float64) *runfolder.Run {
	if len(percents) == 0 {
		for p := range 20 {
			percents = append(percents, float64(p+1))
		}
	}
	units := map[runfolder.Metric]string{
		metric.Query: runfolder.Nanoseconds, metric.Build: runfolder.Nanoseconds, Hyphenate: runfolder.Nanoseconds,
		metric.Bits: "bits", metric.ResidentBits: "bits", metric.FPRTheory: "1", metric.FalsePositives: "words",
		metric.FalseNegatives: "keys", LoadLimit: "1", RemovedAdmitted: "keys",
	}
	run := &runfolder.Run{Meta: runfolder.Meta{
		Experiment: "thesis", Design: runfolder.Interleaved, Filters: []string{bloom, cuckoo}, Baselines: []string{NoFilter}, Reps: edgeRounds,
		Axes: []axis.Axis{axis.Rates(nil)}, Parameters: map[string]string{"filter_keys": keysPlain},
		Expect: map[string]int64{"words": synthetic.Words, "negatives": synthetic.Negatives, "keys": synthetic.Keys},
	}}
	for round := 1; round <= edgeRounds; round++ {
		add := func(filter string, point runfolder.Point, percent float64) {
			for name, unit := range units {
				if v := of(filter, name, percent, round); !math.IsNaN(v) {
					run.Rows = append(run.Rows, runfolder.Row{
						Round: round, Session: 1, Design: runfolder.Interleaved, Filter: filter, Point: point,
						Metric: name, Value: v, Unit: unit, Ops: 1, CPU: runfolder.NoCPU,
					})
				}
			}
		}
		for _, percent := range percents {
			point := runfolder.At(axis.Rate(math.Round(percent * float64(onePercent))).String())
			add(bloom, point, percent)
			add(cuckoo, point, percent)
		}
		add(NoFilter, runfolder.At(""), 0)
	}
	return run
}

func furtherResults(t *testing.T, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	byID := map[string]claim.Result{}
	for _, r := range claim.Evaluate(summarize(t, run), furtherClaims()) {
		byID[r.ID] = r
	}
	return byID
}

func tryFurther(t *testing.T, list []edge) {
	t.Helper()
	racetest.OneGoroutine(t)
	for _, e := range list {
		r := furtherResults(t, furtherRun(e.truth, e.at...))[e.id]
		if r.Verdict != e.want || r.Holds != e.holds {
			t.Errorf("%s, %s: %s, in the means %v; want %s, %v: %s (%s)", e.id, e.name, r.Verdict, r.Holds, e.want, e.holds, r.Effect, r.Why)
		}
	}
}

// The claims that a run can test are supported where they are true, and the
// others say what they need.
func TestFurtherClaimsWhereTrue(t *testing.T) {
	for id, r := range furtherResults(t, furtherRun(allTrue)) {
		want := yes
		switch id {
		case "T15", "T16", "T27", "T29", "T30", "T31", "T32", "T35":
			want = claim.NotTested
			if !strings.HasPrefix(r.Why, "needs ") {
				t.Errorf("%s does not say what it needs: %s", id, r.Why)
			}
		case "T17", "T18": // of 1,753 keys
			want = no
		case "T22": // a filter that admits no other word is none
			want = no
		}
		if r.Verdict != want || r.Source != further || r.Section == "" || r.Statement == "" {
			t.Errorf("%s: %s, want %s: %s (%s)", id, r.Verdict, want, r.Effect, r.Why)
		}
	}
}

// The claims take no power from those about the results.
func TestFurtherClaimsAreAFamily(t *testing.T) {
	sources := map[string]bool{}
	for _, c := range claims() {
		sources[c.Source] = true
	}
	if !sources["thesis"] || !sources["thesis further"] || len(sources) != 4 { // with the tuned pair and the library
		t.Errorf("the sources are %v", sources)
	}
}

// A run without the two filters, or of one repetition, tests nothing about
// them.
func TestFurtherClaimsWithoutData(t *testing.T) {
	racetest.OneGoroutine(t)
	nothing := func(filter string, name runfolder.Metric, _ float64, _ int) float64 {
		if filter == cuckoo && name == metric.FPRTheory { // of which no claim speaks
			return 0.01
		}
		return math.NaN()
	}
	for id, r := range furtherResults(t, furtherRun(nothing)) {
		if id != "T17" && id != "T18" && r.Verdict != claim.NotTested || r.Why == "" {
			t.Errorf("%s of a run that has nothing about it: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	once := func(filter string, name runfolder.Metric, percent float64, round int) float64 {
		if round > 1 {
			return math.NaN()
		}
		return allTrue(filter, name, percent, round)
	}
	for id, r := range furtherResults(t, furtherRun(once)) {
		if !r.Exact && r.Verdict != claim.NotTested {
			t.Errorf("%s of one repetition: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	before := furtherResults(t, furtherRun(allTrue))
	for _, c := range []struct {
		filter string
		metric runfolder.Metric
		ids    []string
	}{
		{bloom, metric.Query, []string{"T14", "T19", "T25"}}, {cuckoo, metric.Query, []string{"T14"}}, {NoFilter, metric.Query, []string{"T14", "T19"}},
		{bloom, Hyphenate, []string{"T26"}}, {NoFilter, Hyphenate, []string{"T26"}},
		{bloom, metric.Build, []string{"T24", "T38"}}, {cuckoo, metric.Build, []string{"T38"}},
		{NoFilter, metric.Bits, []string{"T20"}}, {NoFilter, metric.ResidentBits, []string{"T20"}}, {cuckoo, metric.ResidentBits, []string{"T20"}},
		{bloom, metric.Bits, []string{"T20", "T24", "T25", "T36"}}, {cuckoo, metric.Bits, []string{"T20", "T37"}},
		{bloom, metric.FPRTheory, []string{"T24", "T25", "T36"}},
		{bloom, metric.FalsePositives, []string{"T21", "T22", "T23"}}, {cuckoo, metric.FalsePositives, []string{"T21"}},
		{bloom, metric.FalseNegatives, []string{"T22", "T28"}},
		{cuckoo, LoadLimit, []string{"T33"}}, {cuckoo, RemovedAdmitted, []string{"T34"}},
	} {
		lacking := map[string]bool{}
		for _, id := range c.ids {
			lacking[id] = true
		}
		for id, r := range furtherResults(t, furtherRun(without(c.filter, c.metric))) {
			if lacking[id] && r.Verdict != claim.NotTested || !lacking[id] && r.Verdict != before[id].Verdict {
				t.Errorf("%s without %s of %s: %s (%s)", id, c.metric, c.filter, r.Verdict, r.Why)
			}
		}
	}
}

func TestEdgesAgainstTheStore(t *testing.T) {
	// a filter's time as a share of the store's
	of := func(filter string, m runfolder.Metric, share func(percent float64, round int) float64) truth {
		return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
			if f == filter {
				return 1000 * share(percent, round) * hardly(f, n, percent, round)
			}
			return allTrue(f, n, percent, round)
		}, m)
	}
	level := func(v float64) func(float64, int) float64 { return func(float64, int) float64 { return v } }
	noisy := func(v float64) func(float64, int) float64 {
		return func(_ float64, round int) float64 { return v * math.Exp(0.1*sign(round)) }
	}
	apart := func(v float64) func(float64, int) float64 {
		return func(p float64, _ int) float64 { return scattered(p, v, 0.1) }
	}
	var list []edge
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
		bound      float64
	}{
		{"T14", bloom, metric.Query, 1 / 1.01}, {"T14", cuckoo, metric.Query, 1 / 1.01},
		{"T19", bloom, metric.Query, 1.01}, {"T26", bloom, Hyphenate, 1 / 1.01},
	} {
		list = append(list,
			edge{c.filter + " just within the margin", c.id, of(c.filter, c.metric, level(c.bound*0.9999)), nil, yes, true},
			edge{c.filter + " just outside of the margin", c.id, of(c.filter, c.metric, level(c.bound*1.0001)), nil, no, false},
			edge{c.filter + ", rounds that differ", c.id, of(c.filter, c.metric, noisy(c.bound*0.98)), nil, open, true},
			edge{c.filter + ", ε that differ", c.id, of(c.filter, c.metric, apart(c.bound*0.98)), nil, yes, true},
		)
	}
	tryFurther(t, append(list,
		edge{"cuckoo is not asked", "T19", of(cuckoo, metric.Query, level(2)), nil, yes, true},
		edge{"cuckoo is not asked", "T26", of(cuckoo, Hyphenate, level(2)), nil, yes, true},
		edge{"queries are not asked", "T26", of(bloom, metric.Query, level(2)), nil, yes, true},
	))
}

func TestEdgesOfConstruction(t *testing.T) {
	of := func(ratio func(percent float64, round int) float64) truth {
		return but(func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			v := 1000 * hardly(filter, name, percent, round)
			if filter == cuckoo {
				v *= ratio(percent, round)
			}
			return v
		}, metric.Build)
	}
	tryFurther(t, []edge{
		{"1.01 % longer", "T38", of(func(float64, int) float64 { return 1.0101 }), nil, yes, true},
		{"0.99 % longer", "T38", of(func(float64, int) float64 { return 1.0099 }), nil, no, false},
		{"rounds that differ", "T38", of(func(_ float64, round int) float64 { return 1.03 * math.Exp(0.1*sign(round)) }), nil, open, true},
		{"ε that differ", "T38", of(func(p float64, _ int) float64 { return scattered(p, 1.03, 0.1) }), nil, yes, true},
	})
}

func TestEdgesOfDictionary(t *testing.T) {
	var list []edge
	for _, m := range []runfolder.Metric{metric.Bits, metric.ResidentBits} {
		for _, filter := range []string{bloom, cuckoo} {
			of := func(size float64) truth {
				return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
					if f == filter && percent == 7 {
						return size
					}
					return allTrue(f, n, percent, round)
				}, m)
			}
			list = append(list,
				edge{fmt.Sprintf("%s of %s a bit less", m, filter), "T20", of(1e6 - 1), nil, yes, true},
				edge{fmt.Sprintf("%s of %s equal", m, filter), "T20", of(1e6), nil, no, false})
		}
	}
	tryFurther(t, list)
}

func TestEdgesOfAccesses(t *testing.T) {
	var list []edge
	for _, filter := range []string{bloom, cuckoo} {
		of := func(avoided float64) truth {
			return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
				if f == filter && percent == 20 {
					return synthetic.Negatives - avoided
				}
				return allTrue(f, n, percent, round)
			}, metric.FalsePositives)
		}
		list = append(list,
			edge{filter + " avoids half", "T21", of(synthetic.Words / 2), nil, no, false},
			edge{filter + " avoids one more", "T21", of(synthetic.Words/2 + 1), nil, yes, true})
	}
	tryFurther(t, list)
}

func TestEdgesOfAnswers(t *testing.T) {
	// wrong answers of one kind by the last filter alone
	last := func(filter string, m runfolder.Metric, wrong float64) truth {
		return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
			if f == filter && n == m && percent == 20 && round == edgeRounds {
				return wrong
			}
			return 0
		}, metric.FalsePositives, metric.FalseNegatives)
	}
	tryFurther(t, []edge{
		{"none", "T22", last(bloom, metric.FalsePositives, 0), nil, yes, true},
		{"one word admitted", "T22", last(bloom, metric.FalsePositives, 1), nil, no, false},
		{"one key denied", "T22", last(bloom, metric.FalseNegatives, 1), nil, no, false},
		{"one word admitted by cuckoo", "T22", last(cuckoo, metric.FalsePositives, 1), nil, yes, true},
		{"none", "T28", last(bloom, metric.FalseNegatives, 0), nil, yes, true},
		{"one key denied", "T28", last(bloom, metric.FalseNegatives, 1), nil, no, false},
		{"one key denied by cuckoo", "T28", last(cuckoo, metric.FalseNegatives, 1), nil, yes, true},
		{"one word admitted", "T28", last(bloom, metric.FalsePositives, 1), nil, yes, true},
	})
	run := furtherRun(allTrue)
	run.Meta.Parameters["filter_keys"] = keysHyphenated
	for _, id := range []string{"T22", "T28"} {
		if r := furtherResults(t, run)[id]; r.Verdict != claim.NotTested {
			t.Errorf("%s of filters with other strings: %s", id, r.Verdict)
		}
	}
}

func TestEdgesOfEpsilon(t *testing.T) {
	for _, c := range []struct {
		id, filter string
		metric     runfolder.Metric
		one        float64 // the number at ε = 100 %
		bound      float64 // of the share of ε
	}{
		{"T23", bloom, metric.FalsePositives, synthetic.Negatives, 1.01},
		{"T34", cuckoo, RemovedAdmitted, float64(removals(synthetic.Keys)), 1},
	} {
		of := func(filter string, share func(percent float64, round int) float64) truth {
			return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
				if f == filter {
					return c.one * percent / 100 * share(percent, round) * hardly(f, n, percent, round)
				}
				return allTrue(f, n, percent, round)
			}, c.metric)
		}
		alone := func(v float64) func(float64, int) float64 {
			return func(p float64, _ int) float64 {
				if p == 13 {
					return v
				}
				return 0.5
			}
		}
		tryFurther(t, []edge{
			{"just below at 13 %", c.id, of(c.filter, alone(c.bound-0.0001)), nil, yes, true},
			{"just above at 13 % alone", c.id, of(c.filter, alone(c.bound+0.0001)), nil, no, false},
			{"hash functions that differ", c.id, of(c.filter, func(_ float64, round int) float64 { return c.bound - 0.02 + 0.2*sign(round) }), nil, open, true},
		})
	}
	tryFurther(t, []edge{{"cuckoo is not asked", "T23", but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
		v := allTrue(f, n, percent, round)
		if f == cuckoo {
			v *= 2
		}
		return v
	}, metric.FalsePositives), nil, yes, true}})
}

func TestEdgesOfLoad(t *testing.T) {
	of := func(load func(percent float64, round int) float64) truth {
		return but(func(_ string, _ runfolder.Metric, percent float64, round int) float64 { return load(percent, round) }, LoadLimit)
	}
	alone := func(v float64) truth {
		return of(func(p float64, round int) float64 {
			if p == 20 {
				return v + 1e-6*sign(round)
			}
			return 0.98 + 0.001*sign(round)
		})
	}
	tryFurther(t, []edge{
		{"just above at 20 %", "T33", alone(0.9501), nil, yes, true},
		{"just below at 20 % alone", "T33", alone(0.9499), nil, no, false},
		{"hash functions that differ", "T33", of(func(_ float64, round int) float64 { return 0.96 + 0.03*sign(round) }), nil, open, true},
	})
}

func TestEdgesOfTheta(t *testing.T) {
	hashes := func(percent float64) float64 {
		_, k := bloomfilter.StandardSize(synthetic.Keys, percent/100)
		return float64(k)
	}
	for id, m := range map[string]runfolder.Metric{"T24": metric.Build, "T25": metric.Query} {
		of := func(time func(k float64, round int) float64) truth {
			return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
				if f != bloom {
					return allTrue(f, n, percent, round)
				}
				return 1000 * time(hashes(percent), round) * hardly(f, n, percent, round)
			}, m)
		}
		power := func(e float64) truth { return of(func(k float64, _ int) float64 { return math.Pow(k, e) }) }
		tryFurther(t, []edge{
			{"proportional", id, power(1), nil, yes, true},
			{"elasticity 0.751", id, power(0.751), nil, yes, true},
			{"elasticity 0.749", id, power(0.749), nil, no, false},
			{"elasticity 1.249", id, power(1.249), nil, yes, true},
			{"elasticity 1.251", id, power(1.251), nil, no, false},
			{"constant", id, power(0), nil, no, false},
			{"rounds that differ", id, of(func(k float64, round int) float64 { return math.Pow(k, 1+sign(round)) }), nil, open, true},
			{"times far off the line over k", id, of(func(k float64, _ int) float64 { return scattered(k, k, 0.4) }), nil, open, true},
			{"two k", id, power(1), []float64{1, 2}, claim.NotTested, false},
			{"three k", id, power(1), []float64{1, 2, 4}, yes, true},
		})
		// A theory that no k has tells none.
		strange := but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
			return 1.0001 * allTrue(f, n, percent, round)
		}, metric.FPRTheory)
		tryFurther(t, []edge{{"another theory", id, strange, nil, claim.NotTested, false}})
	}
}

func TestEdgesOfSizes(t *testing.T) {
	// the Bloom filters have m bits and k hash functions
	of := func(shape func(percent float64) (m uint64, k int)) truth {
		return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
			m, k := shape(percent)
			switch {
			case f != bloom:
				return allTrue(f, n, percent, round)
			case n == metric.Bits:
				return float64(m)
			}
			return bloomfilter.OccupancyMoment(m, k*synthetic.Keys, k)
		}, metric.Bits, metric.FPRTheory)
	}
	stairs := func(at float64, m uint64, k int) func(float64) (uint64, int) {
		return func(p float64) (uint64, int) {
			switch {
			case p == at:
				return m, k
			case p < 10:
				return 10_000, 3
			}
			return 9_000, 2
		}
	}
	cuckooBits := func(size func(percent float64) float64) truth {
		return but(func(f string, n runfolder.Metric, percent float64, round int) float64 {
			if f != cuckoo {
				return allTrue(f, n, percent, round)
			}
			return size(percent)
		}, metric.Bits)
	}
	tryFurther(t, []edge{
		{"one step of both", "T36", of(stairs(0, 0, 0)), nil, yes, true},
		{"a bit more at 5 %", "T36", of(stairs(5, 10_001, 3)), nil, no, false},
		{"a hash function more at 5 %", "T36", of(stairs(5, 10_000, 4)), nil, no, false},
		{"as many hash functions at all ε", "T36", of(func(p float64) (uint64, int) { return uint64(20_000 - 100*p), 3 }), nil, no, false},
		{"as much space at all ε", "T36", of(func(p float64) (uint64, int) { return 10_000, int(step(p, 10, 3, 2)) }), nil, no, false},
		{"one ε", "T36", allTrue, []float64{5}, claim.NotTested, false},
		{"one step", "T37", cuckooBits(func(p float64) float64 { return step(p, 19.5, 2, 1) }), nil, yes, true},
		{"level", "T37", cuckooBits(func(float64) float64 { return 2 }), nil, no, false},
		{"more at 5 %", "T37", cuckooBits(func(p float64) float64 {
			if p == 5 {
				return 21
			}
			return 21 - p
		}), nil, no, false},
		{"one ε", "T37", allTrue, []float64{5}, claim.NotTested, false},
	})
}

// The arithmetic of hash compaction, at the keys of a run.
func TestEdgesOfCompaction(t *testing.T) {
	racetest.OneGoroutine(t)
	for keys, want := range map[int64]claim.Verdict{0: claim.NotTested, 1: yes, 2: no, 1753: no} {
		run := furtherRun(allTrue)
		run.Meta.Expect["keys"] = keys
		results := furtherResults(t, run)
		for _, id := range []string{"T17", "T18"} {
			if r := results[id]; r.Verdict != want {
				t.Errorf("%s of %d keys: %s, want %s (%s)", id, keys, r.Verdict, want, r.Why)
			}
		}
	}
	run := furtherRun(allTrue)
	run.Meta.Expect["keys"] = 3 // of two bits
	for id, want := range map[string]float64{"T17": 3.0 / 4 * 2 / 4, "T18": 4 * (1 - math.Pow(3.0/4, 3))} {
		if got := furtherResults(t, run)[id].Effect.Value; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s of three keys: %v, want %v", id, got, want)
		}
	}
	for _, c := range []struct{ got, want float64 }{
		{allDistinct(2, 6), 1 - 1.0/64}, {allDistinct(3, 2), 3.0 / 4 * 2 / 4}, {allDistinct(5, 2), 0},
		{negativeMeets(1, 6), 1.0 / 64}, {negativeMeets(2, 1), 0.75},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

// On the edge of their margin either verdict is an error, which few runs make.
func TestFurtherMargins(t *testing.T) {
	simulation(t)
	r := rand.New(rand.NewPCG(14, 38))
	n, wrong := trials, 0
	for range n {
		noise := func() float64 { return 1 + 0.02*r.NormFloat64() }
		run := furtherRun(func(filter string, name runfolder.Metric, percent float64, round int) float64 {
			switch {
			case name == metric.Query && filter == bloom:
				return 1010 * noise()
			case name == metric.Query && filter == NoFilter:
				return 1000 * noise()
			case name == metric.Build && filter == bloom:
				return 1000 * noise()
			case name == metric.Build && filter == cuckoo:
				return 1010 * noise()
			}
			return math.NaN()
		}, 1, 2, 3, 4, 5)
		results := furtherResults(t, run)
		if results["T19"].Verdict != open || results["T38"].Verdict != open {
			wrong++
		}
	}
	if tooMany(wrong, n) {
		t.Errorf("a verdict on the margin in %d of %d runs", wrong, n)
	}
}
