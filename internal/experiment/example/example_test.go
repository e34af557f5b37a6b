package example

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/wordlist"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestDefaults(t *testing.T) {
	x := New()
	if len(x.n.Values) != 4 || len(x.hits.Values) != 3 {
		t.Errorf("%v keys and shares of %v by default", x.n.Values, x.hits.Values)
	}
	x.n.Values[0] = 0
	if _, err := x.Prepare(t.Context()); err == nil {
		t.Error("members of 0 keys can be asked for")
	}
}

// answers is a set that answers without looking at its keys.
type answers func() bool

func (a answers) Contains(string) bool { return a() }

// A structure that gives a wrong answer gets no number, whether that shows when
// the answers are compared with the truth or under the clock.
func TestGate(t *testing.T) {
	yes, no := func() bool { return true }, func() bool { return false }
	asked := 0
	later := func() bool { asked++; return asked <= questions }
	for _, c := range []struct {
		name   string
		exact  bool
		answer func() bool
		want   string // in the error
	}{
		{"admits all", false, yes, ""},
		{"admits all", true, yes, "wrong answer to "},
		{"denies all", false, no, "wrong answer to "},
		{"changes its mind", false, later, "wrong answers: 0 questions answered with yes, not 50000"},
	} {
		b := prepared(t, "--n=10", "--hits=0.5", "--reps=2")
		b.structures = []structure{{c.name, c.exact, func(*wordlist.List, filter.Config) (set, error) { return answers(c.answer), nil }}}
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

// What is asked in a round depends on the seed and the round alone, and is the
// same for both structures, with as many members as the step says.
func TestQuestions(t *testing.T) {
	asked := map[int][]string{} // by rounds
	for session := range 2 {
		b := prepared(t, "--n=50", "--hits=0.3", "--reps=2", "--seed=7")
		for s := range b.Plan(session).All() {
			if s.Round < 1 {
				continue
			}
			if err := b.build(b.visit(s), s.Round); err != nil {
				t.Fatal(err)
			}
			asked[s.Round] = append(asked[s.Round], b.current.questions.Text())
			if s.Cell.Filter == goMap && b.current.yes != 15_000 || b.current.admitted > 0.05 {
				t.Errorf("%s: %d questions answered with yes, %v of the strangers admitted", s.Cell.Filter, b.current.yes, b.current.admitted)
			}
		}
	}
	for round, list := range asked {
		if len(slices.Compact(list)) != 1 {
			t.Errorf("the questions of round %d differ", round)
		}
	}
	if len(asked) != 2 || asked[1][0] == asked[2][0] {
		t.Error("two rounds have the same questions")
	}
}

// Every step is of a visit; a structure without ε is off its axis.
func TestSteps(t *testing.T) {
	b := prepared(t, "--n=10,20", "--hits=0,1", "--reps=2")
	steps := map[experiment.Step]bool{}
	for s := range b.Plan(0).All() {
		v := b.visit(s)
		if steps[s] || v.structure.name != s.Cell.Filter || (s.Cell.Point.Value(2) == "") != v.structure.exact {
			t.Errorf("%+v", s)
		}
		steps[s] = true
	}
	if want := 3*2*2*2 + 2*2; len(steps) != want { // queries, and what the Bloom filter admits of strangers
		t.Errorf("%d steps, want %d", len(steps), want)
	}
}

// The claim is supported and contradicted by times that were made so, left open
// by times that differ little, and not tested without half of the questions for
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
			if row.Filter == bloom {
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

// TestGuide holds docs/adding-an-experiment.md to its word: its blocks are the
// files of this folder.
func TestGuide(t *testing.T) {
	unix := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	guide := unix("../../../docs/adding-an-experiment.md")
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") && !strings.Contains(guide, "`"+f+"`") {
			t.Errorf("docs/adding-an-experiment.md does not name %s", f)
		}
		if !strings.HasSuffix(f, "_test.go") && !strings.Contains(guide, "```go\n"+unix(f)+"```\n") {
			t.Errorf("docs/adding-an-experiment.md does not hold %s word for word", f)
		}
	}
}
