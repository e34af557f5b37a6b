package churn

import (
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestDefaults(t *testing.T) {
	x := New()
	if len(x.filters.Structures) != 14 || len(x.work.N.Values) != 2 || len(x.churns.Values) != 8 {
		t.Errorf("%v, %v keys, %v replacements by default", x.filters.String(), x.work.N.Values, x.churns.Values)
	}
	if x := prepared(t, "--quick").x; x.work.N.Values[1] != 10_000 || len(x.churns.Values) != 4 || x.reps.String() != quickReps {
		t.Errorf("quick: %v keys, %v replacements, %v repetitions", x.work.N.Values, x.churns.Values, x.reps.Value)
	}
	if x := prepared(t, "--quick", "--n="+defaultN).x; x.work.N.String() != defaultN {
		t.Errorf("quick changes what was asked for: %v keys", x.work.N.Values)
	}
	for _, bad := range []string{"--times=1,2", "--filter=bloom,xor"} {
		if _, err := experimenttest.Prepare(t, New(), "--n=100", bad); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	if b := prepared(t, "--n=100", "--filter=bloom,cuckoo"); len(b.structures) != 1 || !strings.Contains(b.note, "bloom") {
		t.Errorf("%v, %q", b.structures, b.note)
	}
}

// What is counted depends on the round alone: not on what was measured before, nor on
// the session, and measuring changes nothing.
func TestRounds(t *testing.T) {
	flags := []string{"--n=300", "--filter=cuckoo,deletedset,infini", "--times=0,1,3", "--reps=2", "--seed=5"}
	counted, different := experimenttest.Repeats(t, func() experiment.Bench { return prepared(t, flags...) }, experimenttest.Timed(Delete, Insert))
	if counted != 3*(5*3+1) || different == 0 { // infini and cuckoo have five counted metrics, deletedset one more
		t.Errorf("%d counted steps, of which %d differ between rounds", counted, different)
	}
}

// forgetful loses a key now and then.
type forgetful struct {
	mutable
	calls, every int
	deletes      bool // at deletions, else at queries
}

func (f *forgetful) lie(now bool) bool { f.calls++; return now && f.calls%f.every == 0 }
func (f *forgetful) Contains(key string) bool {
	return f.mutable.Contains(key) && !f.lie(!f.deletes)
}
func (f *forgetful) Delete(key string) bool { return f.mutable.Delete(key) && !f.lie(f.deletes) }

// A structure that denies keys gets no number, unless it declares that it loses some.
func TestGate(t *testing.T) {
	for _, deletes := range []bool{false, true} {
		for _, declared := range []bool{false, true} {
			b := prepared(t, "--n=400", "--filter=counting", "--times=0,2", "--reps=2")
			h, err := b.begin(counting, 400, 1)
			if err != nil {
				t.Fatal(err)
			}
			h.filter = &forgetful{h.filter, 0, 20, deletes}
			if declared {
				h.s.Faults |= filter.LosesKeys
			}
			for _, name := range []runfolder.Metric{BitsPerKey, metric.FalseNegatives} {
				var m *experiment.Measurement
				m, err = b.Measure(t.Context(), experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: counting, Metric: name, Point: runfolder.At("2", "400", "0.01")}})
				if err != nil {
					break
				}
				if name == metric.FalseNegatives && !deletes && m.Value != 20 {
					t.Errorf("%v keys denied, want 20 of 400", m.Value)
				}
			}
			if (err == nil) != declared {
				t.Errorf("deletes %v, declared %v: %v", deletes, declared, err)
			}
		}
	}
}

// The truth is what a map says: keys go once each, those that come are new, and the
// structure holds n of them.
func TestHistory(t *testing.T) {
	b := prepared(t, "--n=250", "--filter=map", "--times=0,30", "--reps=2")
	h, err := b.begin("map", 250, 1)
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]bool{}
	for key := range h.sets.keys.Each() {
		in[key] = true
	}
	for range 30 {
		for _, key := range h.choose() {
			if !in[key] {
				t.Fatalf("%q is deleted and not in", key)
			}
			delete(in, key)
		}
		for number, to := h.coming(); number < to; number++ {
			if in[h.sets.key(number)] {
				t.Fatalf("%q comes and is in", h.sets.key(number))
			}
			in[h.sets.key(number)] = true
		}
		if err := h.play(); err != nil {
			t.Fatal(err)
		}
	}
	if len(in) != 250 || len(h.live) != 250 {
		t.Errorf("%d and %d keys in, want 250", len(in), len(h.live))
	}
	for key := range in {
		if !h.filter.Contains(key) {
			t.Errorf("%q is not in", key)
		}
	}
	for word := range h.sets.strangers.Each() {
		if in[word] || h.filter.Contains(word) {
			t.Fatalf("the stranger %q is in", word)
		}
	}
}

// run is a small run whose rows a test may doctor.
func run(t *testing.T) *runfolder.Run {
	return experimenttest.Run(t, New(), "--n=4000", "--filter=counting,vicbf,dleft,cuckoo,cuckoo-semisort,quotient,deletedset", "--times=0,2,9", "--reps=2")
}

// Each claim is supported by the run as measured, with little noise, and contradicted
// by rows doctored against it.
func TestClaims(t *testing.T) {
	of := run(t)
	experimenttest.Draw(t, New(), of)
	for i := range of.Rows { // as much noise as a hundred hash functions would leave
		if r := &of.Rows[i]; r.Metric == Rate {
			r.Value = 0.01 * (1 + 0.001*float64(r.Round%3))
		}
	}
	experimenttest.Supported(t, New(), of, nil)
	after := func(r *runfolder.Row) bool { return r.Point.Value(0) == "9" }
	raise := func(name string, m runfolder.Metric, by func(float64) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m && after(r) {
				r.Value = by(r.Value)
			}
		}
	}
	times, plus := experimenttest.Times, experimenttest.Plus
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"C1", raise(counting, Rate, times(1.15)), claim.Contradicted},
		{"C1", raise(counting, Rate, times(1.05)), claim.Supported},
		{"C1", raise(counting, Rate, times(0.85)), claim.Contradicted},
		{"C1", raise(counting, metric.FalseNegatives, plus(1)), claim.Contradicted},
		{"C2", raise(dleft, Refused, plus(1)), claim.Contradicted},
		{"C3", raise(variable, Rate, times(1.2)), claim.Contradicted},
		{"C4", raise(cuckoo, Rate, times(1.2)), claim.Contradicted},
		{"C5", raise(quotient, Rate, times(1.2)), claim.Contradicted},
		{"C6", raise(deletedSet, metric.FalseNegatives, times(0)), claim.Contradicted},
		{"C6", raise(deletedSet, metric.FalseNegatives, times(4)), claim.Contradicted},
		{"C6", raise(deletedSet, LostTheory, times(0)), claim.NotTested},
		{"C7", raise(semisort, BitsPerKey, plus(1)), claim.Contradicted},
		{"C7", raise(cuckoo, BitsPerKey, plus(100)), claim.Contradicted},
		{"C7", raise(counting, BitsPerKey, plus(1)), claim.Supported},
		{"C1", func(r *runfolder.Row) {
			if r.Filter == counting && after(r) {
				r.Filter = "other"
			}
		}, claim.Supported}, // the last look is then the second
		{"C1", experimenttest.Gone(counting), claim.NotTested},
	})
}
