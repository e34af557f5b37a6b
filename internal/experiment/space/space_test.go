package space

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// flags are two small sets and two rates.
func flags(more ...string) []string {
	return append([]string{"--filter=map,cascade,bloom,xor", "--n=300,500", "--eps=1%,20%", "--reps=2", "--seed=7"}, more...)
}

func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

// The defaults parse, and --quick leaves alone what was asked for.
func TestDefaults(t *testing.T) {
	x := New()
	if len(x.filters.Structures) != 23 || len(x.work.N.Values) != 5 || len(x.eps.Values) != 6 || x.reps.Value != defaultReps {
		t.Errorf("%d structures, n = %v, %v rates and %d hash functions", len(x.filters.Structures), x.work.N.Values, x.eps.Values, x.reps.Value)
	}
	quick := prepared(t, "--quick", "--n=300", "--eps=3%")
	if quick.x.reps.String() != quickReps || quick.x.work.N.String() != "300" || quick.x.eps.String() != "3%" {
		t.Errorf("--quick: %d hash functions, n = %s, ε = %s", quick.x.reps.Value, &quick.x.work.N, &quick.x.eps)
	}
	if _, err := New().Prepare(t.Context()); err != nil {
		t.Error(err)
	}
}

// A run has every metric at every point where the structure has it, and the rates
// are near those of theory.
func TestRun(t *testing.T) {
	racetest.OneGoroutine(t)
	run := experimenttest.Run(t, New(), flags("--full")...)
	got := map[runfolder.Cell]int{}
	for _, row := range run.Measured() {
		if row.Point == "" { // of a trial (TestTrials)
			continue
		}
		got[runfolder.Cell{Filter: row.Filter, Metric: row.Metric, Point: row.Point}]++
		switch {
		case row.Metric == metric.FalseNegatives && row.Value != 0, row.Metric == metric.FalsePositives && row.Value != 0:
			t.Errorf("%+v", row)
		case row.Metric == BitsPerKey && !(row.Value > 1):
			t.Errorf("%+v", row)
		}
	}
	exact := []runfolder.Metric{metric.Build, BitsPerKey, metric.FalseNegatives, HeldPerKey}
	approximate := append(slices.Clone(exact), Rate, metric.FPRTheory, Overhead)
	cells := 0
	for name, metrics := range map[string][]runfolder.Metric{"map": exact, cascade: append(slices.Clone(exact), metric.FalsePositives),
		bloom: append(slices.Clone(approximate), bitCounts()...), xor: approximate} {
		rates := []string{"0.01", "0.2"}
		if name == "map" || name == cascade {
			rates = []string{""}
		}
		for _, n := range []string{"300", "500"} {
			for _, rate := range rates {
				for _, m := range metrics {
					cells++
					want := 2
					if m == HeldPerKey {
						want = 1
					}
					if c := (runfolder.Cell{Filter: name, Metric: m, Point: runfolder.At(n, rate)}); got[c] != want {
						t.Errorf("%+v: %d rows, want %d", c, got[c], want)
					}
				}
			}
		}
	}
	if cells != len(got) {
		t.Errorf("%d cells, want %d", len(got), cells)
	}
	s := experimenttest.Summary(t, New(), run)
	for _, r := range claim.Evaluate(s, claims()) {
		if r.ID == "A1" && r.Verdict != claim.Supported || (r.ID == "A19" || r.ID == "A24") && r.Verdict != claim.Supported {
			t.Errorf("%s: %s (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	d := &claim.Data{Summary: s}
	for _, p := range places(d, Rate, anywhere, bloom) {
		if measured, theory := mean(d, bloom, Rate, p), mean(d, bloom, metric.FPRTheory, p); math.Abs(measured/theory-1) > 0.25 {
			t.Errorf("%s: a rate of %v, by theory %v", p, measured, theory)
		}
		if bits, over := mean(d, bloom, BitsPerKey, p), mean(d, bloom, Overhead, p); over < 0.2 || over > 0.7 || bits < 3 {
			t.Errorf("%s: %v bits a key, %v over the bound", p, bits, over)
		}
	}
}

// What is counted in a round depends on the seed and the round alone: not on the
// session, nor on what was measured before.
func TestResumed(t *testing.T) {
	counted := func(session int, backwards bool) map[experiment.Step]float64 {
		b := prepared(t, flags()...)
		steps := slices.Collect(b.Plan(session).All())
		if backwards {
			slices.Reverse(steps)
		}
		values := map[experiment.Step]float64{}
		for _, s := range steps {
			if s.Round < 1 || slices.Contains([]runfolder.Metric{metric.Build, HeldPerKey, PeakPerKey}, s.Cell.Metric) {
				continue
			}
			m, err := b.Measure(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			values[s] = m.Value
		}
		return values
	}
	first, again := counted(0, false), counted(3, true)
	if len(first) != len(again) || len(first) == 0 {
		t.Errorf("%d steps, and %d in another session", len(first), len(again))
	}
	rates := map[float64]bool{}
	for s, v := range first {
		if other, ok := again[s]; !ok || other != v {
			t.Errorf("%+v: %v, and %v in another session", s, v, other)
		}
		if s.Cell.Metric == Rate && s.Cell.Filter == bloom {
			rates[v] = true
		}
	}
	if len(rates) != 6 {
		t.Errorf("%d rates of a Bloom filter over two rounds and three points: want one for each", len(rates))
	}
}

// losing is a filter without one of its keys.
type losing struct {
	filter.Filter
	key string
}

func (l losing) Contains(key string) bool { return key != l.key && l.Filter.Contains(key) }

// A filter that denies a key ends the run, unless its structure declares that it
// loses keys: then they are counted.
func TestLostKeys(t *testing.T) {
	b := prepared(t, flags("--filter=bloom", "--n=300", "--eps=1%")...)
	for s := range b.Plan(0).All() {
		if s.Cell.Metric != metric.FalseNegatives {
			continue
		}
		if m, err := b.Measure(t.Context(), s); err != nil || m.Value != 0 {
			t.Fatalf("%+v, %v", m, err)
		}
		b.current.filter = losing{b.current.filter, b.sets.keys.At(17)}
		if m, err := b.Measure(t.Context(), s); m != nil || err == nil || !strings.Contains(err.Error(), "1 false negatives among 300 keys") {
			t.Errorf("%+v, %v", m, err)
		}
		b.current.s.Faults = filter.LosesKeys
		if m, err := b.Measure(t.Context(), s); err != nil || m.Value != 1 {
			t.Errorf("%+v, %v", m, err)
		}
		return
	}
	t.Fatal("no step counts false negatives")
}

// Large sets are tried with fewer hash functions, one axis is varied at a time, and
// no step is planned twice.
func TestPlan(t *testing.T) {
	b := prepared(t, "--filter=map,bloom", "--n=1e3,1e5,1e6,1e7", "--eps=0.1%,1%,5%", "--reps=30")
	steps, times := map[experiment.Step]bool{}, map[string]int{}
	for s := range b.Plan(0).All() {
		if steps[s] {
			t.Fatalf("twice: %+v", s)
		}
		steps[s] = true
		if s.Round > 0 && s.Cell.Metric == BitsPerKey {
			times[s.Cell.Filter+" "+string(s.Cell.Point)]++
		}
	}
	want := map[string]int{
		"map 1000,": 30, "map 100000,": 30, "map 1000000,": 10, "map 10000000,": 3,
		"bloom 1000,0.01": 30, "bloom 100000,0.001": 30, "bloom 100000,0.01": 30, "bloom 100000,0.05": 30, "bloom 1000000,0.01": 10, "bloom 10000000,0.01": 3,
	}
	for at, n := range want {
		if times[at] != n {
			t.Errorf("%s: %d hash functions, want %d", at, times[at], n)
		}
	}
	if len(times) != len(want) {
		t.Errorf("points %v", times)
	}
}
