package churn

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
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
		Varies: experimenttest.Timed(Delete, Insert), Ops: experimenttest.Each(map[runfolder.Metric]int{Delete: 5010, Insert: 5010})}) // a tenth of 167 copies of 300 keys
}

// What cannot delete is left out, and the run says so.
func TestLeftOut(t *testing.T) {
	m := experimenttest.Meta(t, New(), "--n=100", "--filter=bloom,cuckoo")
	if len(m.Filters) != 1 || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "bloom") {
		t.Errorf("%v, %q", m.Filters, m.Notes)
	}
}

// A step takes as long as one of the first replacements, times how many more there are, and
// of more keys than are predicted as much longer.
func TestLike(t *testing.T) {
	experimenttest.Likes(t, experimenttest.Trials(t, New(), "--n=1000,1e6", "--times=0,2,8", "--filter=map,cuckoo"), []experimenttest.Alike{
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
	s := experimenttest.Must(all.ByName(name))(t)
	var flags workload.Flags
	experimenttest.OK(t, flags.N.Set(strconv.Itoa(n)))
	work := experimenttest.Must(flags.Load())(t)
	set := newSets(work, n, experiment.RoundSeed(1, 1), replacements)
	h := experimenttest.Must(begin(set, s, filter.Config{Epsilon: 0.01, Seed: 1, Universe: set.negatives}))(t)
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

// What is timed is kept for one replacement, the next one.
func TestTimesOfTheNextAlone(t *testing.T) {
	h := begun(t, counting, 400, 2)
	h.next = &times{deleted: -1}
	if next := experimenttest.Must(h.timed(1))(t); next.deleted != -1 {
		t.Errorf("%d deletions are timed again", next.deleted)
	}
	experimenttest.OK(t, h.play())
	if next := experimenttest.Must(h.timed(1))(t); next.deleted < stretchLeast || next.deletes.Attempts < 1 || next.inserts.Attempts < 1 {
		t.Errorf("%d deletions are those of the replacement before, or none of %d and %d attempts", next.deleted, next.deletes.Attempts, next.inserts.Attempts)
	}
}

// Each claim is supported by the run as measured, with little noise, and contradicted
// by rows doctored against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=400,4000", "--filter=counting,vicbf,dleft,cuckoo,cuckoo-semisort,quotient,deletedset", "--times=0,2,9", "--reps=2")
	for i := range of.Rows { // as much noise as a hundred hash functions would leave
		if r := &of.Rows[i]; r.Metric == Rate {
			r.Value = 0.01 * (1 + 0.001*float64(r.Round%3))
		}
	}
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"C6": claim.ByConstruction, "C7": claim.ByConstruction})
	after := func(name string, metrics ...runfolder.Metric) experimenttest.Rows {
		return experimenttest.Of(name, metrics...).At(0, "9")
	}
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"C1", after(counting, Rate).Times(1.15), claim.Contradicted},
		{"C1", after(counting, Rate).Times(1.05), claim.Supported},
		{"C1", after(counting, Rate).Times(0.85), claim.Contradicted},
		{"C1", after(counting, Rate).At(1, "400").Times(1.15), claim.Contradicted}, // at one n of two
		{"C1", after(counting, metric.FalseNegatives).Plus(1), claim.Contradicted},
		{"C1", after(counting).Gone(), claim.Supported}, // the last look is then the second
		{"C2", after(dleft, Refused).Plus(1), claim.Contradicted},
		{"C3", after(variable, Rate).Times(1.2), claim.Contradicted},
		{"C4", after(cuckoo, Rate).Times(1.2), claim.Contradicted},
		{"C5", after(quotient, Rate).Times(1.2), claim.Contradicted},
		{"C6", after(deletedSet, metric.FalseNegatives).Is(0), claim.Contradicted},
		{"C6", after(deletedSet, metric.FalseNegatives).Times(4), claim.Contradicted},
		{"C6", after(deletedSet, LostTheory).Is(0), claim.NotTested},
		{"C7", after(semisort, BitsPerKey).Plus(1), claim.Contradicted},
		{"C7", after(cuckoo, BitsPerKey).Plus(100), claim.Contradicted},
		{"C7", after(counting, BitsPerKey).Plus(1), claim.ByConstruction},
	})
}
