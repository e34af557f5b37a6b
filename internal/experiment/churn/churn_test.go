package churn

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small:  []string{"--n=300", "--filter=cuckoo,deletedset,infini", "--times=0,1,3", "--reps=2", "--seed=5"},
		Bad:    [][]string{{"--times=1,2"}, {"--n=100", "--filter=bloom,xor"}, {"--eps=1%,2%"}},
		Varies: experimenttest.Timed(Delete, Insert)})
}

// prepared is the bench of the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

// What cannot delete is left out, and the run says so.
func TestLeftOut(t *testing.T) {
	var m runfolder.Meta
	prepared(t, "--n=100", "--filter=bloom,cuckoo").Describe(&m)
	if len(m.Filters) != 1 || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "bloom") {
		t.Errorf("%v, %q", m.Filters, m.Notes)
	}
}

// A step takes as long as one of the first replacements, times how many more there are, and
// of more keys than are predicted as much longer.
func TestLike(t *testing.T) {
	experimenttest.Likes(t, prepared(t, "--n=1000,1e6", "--times=0,2,8", "--filter=map,cuckoo"), []experimenttest.Alike{
		{BitsPerKey, "0,1000,0.01", "0,1000,0.01", 1},
		{BitsPerKey, "2,1000,0.01", "2,1000,0.01", 1},
		{BitsPerKey, "8,1000,0.01", "2,1000,0.01", 3},
		{Rate, "8,1000,0.01", "2,1000,0.01", 1},
		{BitsPerKey, "8,1000000,", "2,1000,", 3 * 1.5 * 1000},
	})
}

// begun is a history of a structure of n keys, in round 1.
func begun(t *testing.T, name string, n, replacements int) *history {
	t.Helper()
	s, err := all.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	var flags workload.Flags
	if err := flags.N.Set(strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	work, err := flags.Load()
	if err != nil {
		t.Fatal(err)
	}
	set := newSets(work, n, experiment.RoundSeed(1, 1), replacements)
	h, err := begin(set, s, filter.Config{Epsilon: 0.01, Seed: 1, Universe: set.negatives})
	if err != nil {
		t.Fatal(err)
	}
	return h
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
			h := begun(t, counting, 400, 2)
			h.filter = &forgetful{h.filter, 0, 20, deletes}
			if declared {
				h.s.Faults |= filter.LosesKeys
			}
			err := errors.Join(h.play(), h.play())
			if err == nil {
				var lost float64
				if lost, err = h.denied(); err == nil && !deletes && lost != 20 {
					t.Errorf("%v keys denied, want 20 of 400", lost)
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
	h := begun(t, "map", 250, 30)
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
	for word := range h.sets.negatives.Each() {
		if in[word] || h.filter.Contains(word) {
			t.Fatalf("the negative %q is in", word)
		}
	}
}

// Each claim is supported by the run as measured, with little noise, and contradicted
// by rows doctored against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=4000", "--filter=counting,vicbf,dleft,cuckoo,cuckoo-semisort,quotient,deletedset", "--times=0,2,9", "--reps=2")
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
	})
}
