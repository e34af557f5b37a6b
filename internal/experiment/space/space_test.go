package space

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// flags are two small sets and two rates.
func flags(more ...string) []string {
	return append([]string{"--filter=map,cascade,bloom,xor", "--n=300,500", "--eps=1%,20%", "--reps=2", "--seed=7"}, more...)
}

// varies are the cells of what no seed decides.
func varies(c runfolder.Cell) bool {
	return slices.Contains([]runfolder.Metric{metric.Build, HeldPerKey, PeakPerKey}, c.Metric)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: New, Small: flags(), Varies: varies,
		Bad: [][]string{{"--n=0"}, {"--eps=2"}, {"--filter=none"}, {"--full=much"}, {"--queries=words.txt"}},
	})
}

// A run has every metric at every point where the structure has it, and the rates
// are near those of theory.
func TestRun(t *testing.T) {
	racetest.OneGoroutine(t)
	run := experimenttest.Run(t, New(), flags("--full")...)
	got := map[runfolder.Cell]int{}
	for _, row := range run.Measured() {
		if row.Point == "" { // simulated (TestConstructions)
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
	planned := 0
	for name, metrics := range map[string][]runfolder.Metric{"map": exact, cascade: append(slices.Clone(exact), metric.FalsePositives),
		bloom: append(slices.Clone(approximate), BitsSet, SetSecond, SetUnion), xor: approximate} {
		rates := []string{"0.01", "0.2"}
		if name == "map" || name == cascade {
			rates = []string{""}
		}
		for _, n := range []string{"300", "500"} {
			for _, rate := range rates {
				for _, m := range metrics {
					planned++
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
	if planned != len(got) {
		t.Errorf("%d cells, want %d", len(got), planned)
	}
	s := experimenttest.Summary(t, New(), run)
	for _, r := range claim.Evaluate(s, claims()) {
		if r.ID == "A1" && r.Verdict != claim.Supported || (r.ID == "A19" || r.ID == "A24") && r.Verdict != claim.Supported {
			t.Errorf("%s: %s (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	d := &claim.Data{Summary: s}
	for _, c := range d.CellsIn(Rate, anywhere, bloom) {
		if measured, theory := c.Mean(), c.Of(metric.FPRTheory).Mean(); math.Abs(measured/theory-1) > 0.25 {
			t.Errorf("%s: a rate of %v, by theory %v", c.Place(), measured, theory)
		}
		if bits, over := c.Of(BitsPerKey).Mean(), c.Of(Overhead).Mean(); over < 0.2 || over > 0.7 || bits < 3 {
			t.Errorf("%s: %v bits a key, %v over the bound", c.Place(), bits, over)
		}
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
	s, err := all.ByName(bloom)
	if err != nil {
		t.Fatal(err)
	}
	i := &instance{sets: sets{keys: wordlist.Of("one", "two", "three")}, s: s, config: filter.Config{Epsilon: 0.01}}
	if err := i.build(); err != nil {
		t.Fatal(err)
	}
	if lost, err := i.denied(); err != nil || lost != 0 {
		t.Fatalf("%v lost, %v", lost, err)
	}
	i.filter = losing{i.filter, "two"}
	if _, err := i.denied(); err == nil || !strings.Contains(err.Error(), "1 false negatives among 3 keys") {
		t.Error(err)
	}
	i.s.Faults = filter.LosesKeys
	if lost, err := i.denied(); err != nil || lost != 1 {
		t.Errorf("%v lost, %v", lost, err)
	}
}

// Large sets are tried with fewer hash functions, one axis is varied at a time, and
// no step is planned twice.
func TestPlan(t *testing.T) {
	b := experimenttest.Prepared[*trial.Bench](t, New(), "--filter=map,bloom", "--n=1e3,1e5,1e6,1e7", "--eps=0.1%,1%,5%", "--reps=30")
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

// What many keys take is predicted from few, which lack some of their numbers.
func TestPrediction(t *testing.T) {
	b := prepared(t, "--filter=map,bloom,cascade", "--n=300,1e6,1e7", "--eps=1%,5%", "--reps=2")
	if took, err := b.Predict(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
}
