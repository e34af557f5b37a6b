package example

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaim": "E1"},
		New:    New, Varies: experimenttest.Timed(metric.Query), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Query: 1}),
		Small: []string{"--n=50,500", "--hits=0,0.3", "--eps=5%", "--reps=2", "--seed=7"},
		Bad:   [][]string{{"--n=0"}, {"--hits=2"}, {"--eps=0"}}})
}

// answers is a filter that answers without looking at its keys.
type answers struct {
	filter.Filter
	answer func() bool
}

func (a answers) Contains(string) bool { return a.answer() }

// A structure that gives a wrong answer gets no number, whether that shows when
// the answers are compared with the truth or under the clock.
func TestGate(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	asked := 0
	later := func() bool { asked++; return asked <= 10+queries } // the keys, and the queries once
	for _, c := range []struct {
		name   string
		exact  bool
		answer func() bool
		want   string // in the error
	}{
		{"admits all", false, yes, ""},
		{"admits all", true, yes, "wrong answers: 50000 queries answered with yes, not 2"}, // and about 25,000
		{"denies all", false, no, "10 of 10 keys are denied"},
		{"changes its mind", false, later, "wrong answers: 0 queries answered with yes, not 50000"},
	} {
		planted := filter.Structure{Name: c.name, Exact: c.exact, Build: func(*wordlist.List, filter.Config) (filter.Filter, error) { return answers{answer: c.answer}, nil }}
		b := experimenttest.Trials(t, trial.New(spec(planted)), "--n=10", "--hits=0.5", "--reps=2")
		for s := range b.Plan(0).All() {
			m, err := b.Measure(t.Context(), s)
			if c.want == "" && (err != nil || s.Cell.Metric == Admitted && m.Value != 1) {
				t.Errorf("%s: %+v, %v", c.name, m, err)
			}
			if c.want != "" && (m != nil || err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %+v, %v, want %q", c.name, m, err, c.want)
			}
			if err != nil {
				break
			}
		}
	}
}

// A structure without ε is off its axis, and one that is asked for members alone admits no
// negatives.
func TestSteps(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--n=10,20", "--hits=0,1", "--reps=2")
	steps := slices.Collect(b.Plan(0).All())
	for _, s := range steps {
		if (s.Cell.Point.Value(2) == "") != (s.Cell.Filter == "map") {
			t.Errorf("%+v", s)
		}
	}
	if want := 3*2*2*2 + 2*2; len(steps) != want { // queries, and what the Bloom filter admits of negatives
		t.Errorf("%d steps, want %d", len(steps), want)
	}
}

// The claim is supported and contradicted by times that were made so, left open
// by times that differ little, and not tested without half of the queries for
// members.
func TestClaim(t *testing.T) {
	for _, c := range []struct {
		hits   string
		factor float64 // of the Bloom filter's time over the map's
		want   claim.Verdict
	}{
		{"0,0.5", 1.5, claim.Supported}, {"0.5,1", 0.7, claim.Contradicted}, {"0.5", 1.0101, claim.Inconclusive}, {"0,1", 1.5, claim.NotTested},
	} {
		run := experimenttest.Run(t, New(), "--n=10,20,40", "--hits="+c.hits, "--reps=3")
		for i := range run.Rows {
			row := &run.Rows[i]
			ns := 10 + 0.01*float64((7*row.Seq)%5)
			if row.Filter == "bloom" {
				ns *= c.factor
			}
			if row.Timed() {
				row.Value = ns * float64(row.Ops)
				row.CPU = int64(row.Value)
			}
		}
		if got := experimenttest.Result(t, New(), run, "E1"); got.Verdict != c.want {
			t.Errorf("times of the Bloom filter ×%v: %s, want %s (%s)", c.factor, got.Verdict, c.want, got.Why)
		}
	}
}

// TestGuide holds docs/adding-an-experiment.md to its word: it leads to the files of this
// folder, and what it names of them is there.
func TestGuide(t *testing.T) {
	read := func(name string) string {
		text := experimenttest.Must(os.ReadFile(name))(t)
		return string(text)
	}
	guide, code := read("../../../docs/adding-an-experiment.md"), ""
	files := experimenttest.Must(filepath.Glob("*.*"))(t)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		code += read(f)
		if !strings.Contains(guide, "](../internal/experiment/example/"+f+")") {
			t.Errorf("docs/adding-an-experiment.md does not lead to %s", f)
		}
	}
	for _, name := range []string{"trial.Spec", "Work", "Seed", "TimeQueries", "Overlay", "SlowerForMost", "claim.Read", "claim.By"} {
		if !strings.Contains(guide, name) || !strings.Contains(code, name) {
			t.Errorf("docs/adding-an-experiment.md and the example do not both have %s", name)
		}
	}
}
