package thesis

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// prepared is the experiment over a small list, with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), append([]string{smallList(t)}, flags...)...)
}

// smallList is the flag of that list.
func smallList(t *testing.T) string {
	t.Helper()
	words := []string{"hyphenation", "Project", "projects", "table's", "X-ray", "academy", "ACADEMY", "areas", "zygote", "analysis", "10-point", "areas's"}
	return "--words=" + experimenttest.File(t, words)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		New:        func() experiment.Experiment { return New() },
		Small:      []string{smallList(t), "--eps=0.01,0.05,0.2", "--reps=2"},
		Bad:        [][]string{{"--filter=unknown"}, {"--eps=0"}, {"--design=other"}},
		Arithmetic: []string{"T10", "T17", "T18"}, Sections: true,
		Turned: map[string]string{
			"TestEdgesOfTrends": "T1 T2 T4 T5", "TestEdgesOfLargest": "T3", "TestEdgesOfSlower": "T6 T7", "TestEdgesOfAdvantage": "T8a T8b",
			"TestEdgesOfSimilar": "T9", "TestEdgesOfAnswersFaster": "T11", "TestEdgesOfTheory": "T12", "TestEdgesOfLostKeys": "T13",
			"TestEdgesAgainstTheStore": "T19 T26 T38", "TestEdgesOfCounts": "T20 T22 T39", "TestEdgesOfRates": "T23 T33 T34", "TestEdgesOfTheta": "T24", "TestSavesAccesses": "T35",
		},
		Varies: experimenttest.Timed(append(timed(), metric.ResidentBits)...),
		Ops:    experimenttest.Each(map[runfolder.Metric]int{Init: 1, metric.Build: 1, Hyphenate: 12, metric.Query: 12, QueryFull: 12}),
	})
}

func TestExpectation(t *testing.T) {
	for _, c := range []struct {
		rule string
		want map[string]int64
	}{
		// hyphenation, academy, ACADEMY, areas and analysis are exceptions; of
		// areas's only TeX's rule finds the word.
		{"hypher", map[string]int64{"words": 12, "keys": 1753, "negatives": 7, "exceptions": 5}},
		{"tex", map[string]int64{"words": 12, "keys": 1753, "negatives": 7, "exceptions": 6}},
	} {
		b := prepared(t, "--word-rule="+c.rule)
		got := b.expect.record()
		for k, v := range c.want {
			if got[k] != v {
				t.Errorf("%s: %s = %d, want %d", c.rule, k, got[k], v)
			}
		}
		if got["breaks"] == got["breaks_no_exceptions"] {
			t.Errorf("%s: exceptions change nothing: %v", c.rule, got)
		}
	}
}

// stepsOf lists the plan of a bench.
func stepsOf(b *bench, session int) []experiment.Step {
	return slices.Collect(b.Plan(session).All())
}

// name is a step in words.
func name(s experiment.Step) string {
	return fmt.Sprintf("%s at %s, %s, round %d", s.Cell.Filter, s.Cell.Point, s.Cell.Metric, s.Round)
}

// A plan of a million repetitions is counted without making them, in either
// design, and its first steps are there at once.
func TestLongPlan(t *testing.T) {
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		b := prepared(t, "--filter=bloom,cuckoo", "--eps=0.01,0.05", "--reps=1000000", "--design="+design)
		plan := b.Plan(0)
		made := 0
		for i, block := range plan {
			plan[i].Steps = func(i int) []experiment.Step { made++; return block.Steps(i) }
		}
		weight, err := plan.Weight()
		if err != nil || weight < 4e7 || weight > 6e7 {
			t.Errorf("%s: %d steps, %v", design, weight, err)
		}
		if made > len(plan) {
			t.Errorf("%s: %d repetitions were made to count %d blocks", design, made, len(plan))
		}
		if most := (2*2 + 2) * len(slices.Concat(timed(), counted())); len(plan) > most { // a cell and metric has one at most
			t.Errorf("%s: %d blocks", design, len(plan))
		}
		made = 0
		seen := 0
		for s := range plan.All() {
			if s.Round >= 1 {
				seen++
			}
			if seen == 1000 {
				break
			}
		}
		if made > 1002 {
			t.Errorf("%s: %d repetitions were made for 1,000 steps", design, made)
		}
	}
}

func TestSeedDecidesTheOrder(t *testing.T) {
	of := func(seed string) []experiment.Step {
		return stepsOf(prepared(t, "--filter=bloom,cuckoo", "--eps=0.01,0.05", "--reps=3", "--seed="+seed), 0)
	}
	if cmp.Equal(of("1"), of("2")) {
		t.Error("another seed gives the same order")
	}
}

func TestStepsOfTheThesis(t *testing.T) {
	b := prepared(t, "--filter=bloom,cuckoo", "--eps=0.01,0.05", "--reps=2", "--design=thesis")
	var got []string
	for _, s := range stepsOf(b, 0)[:12] {
		got = append(got, name(s))
	}
	want := []string{
		"bloom at 0.01, init, round 1", "bloom at 0.01, init, round 2",
		"bloom at 0.01, hyphenate, round 1", "bloom at 0.01, hyphenate, round 2",
	}
	if d := cmp.Diff(want, got[:4]); d != "" {
		t.Error(d)
	}
	for _, s := range stepsOf(b, 0) {
		if s.Round < 1 {
			t.Errorf("%s: the thesis had no warm-up", name(s))
		}
	}
}

// carriedOut is what a run of the bench has, and the error that ended it.
func carriedOut(t *testing.T, b experiment.Bench) ([]runfolder.Row, error) {
	t.Helper()
	run, err := experimenttest.Ended(t, b, experimenttest.Begun(t, New(), b))
	return run.Rows, err
}

// broken is a filter that answers wrongly.
type broken struct {
	filter.Filter
	contains func(string) bool
}

func (b broken) Contains(key string) bool { return b.contains(key) }

// A filter that answers wrongly must fail the run, not print a number.
func TestGate(t *testing.T) {
	calls := 0
	for _, c := range []struct {
		name     string
		contains func(real filter.Filter, key string) bool
		want     string
	}{
		{"denies a key", func(f filter.Filter, key string) bool { return key != "academy" && f.Contains(key) }, "1 false negatives"},
		{"changes its mind", func(f filter.Filter, key string) bool { calls++; return calls%5 == 0 || f.Contains(key) }, "the same filter admits"},
	} {
		b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom")
		build := b.structures[0].Build
		b.structures[0].Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			f, err := build(keys, cfg)
			return broken{f, func(key string) bool { return c.contains(f, key) }}, err
		}
		_, err := carriedOut(t, b)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "bloom at 1 %, ") {
			t.Errorf("a filter that %s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// The first section of a metric at an ε is behind the same work without a clock, the others
// are behind one another.
func TestWarm(t *testing.T) {
	b, done := &bench{}, 0
	for _, c := range []struct {
		filter, at string
		metric     runfolder.Metric
		want       int
	}{{"a", "0.01", Init, 1}, {"b", "0.01", Init, 1}, {"a", "0.01", Hyphenate, 2}, {"b", "0.01", Hyphenate, 2}, {"b", "0.02", Hyphenate, 3}, {"a", "0.02", Hyphenate, 3}, {"a", "0.02", Init, 4}} {
		if err := b.warm(runfolder.Cell{Filter: c.filter, Metric: c.metric, Point: runfolder.At(c.at)}, func() error { done++; return nil }); err != nil || done != c.want {
			t.Errorf("%+v: done %d times, %v", c, done, err)
		}
	}
	failure := errors.New("a fault")
	if err := b.warm(runfolder.Cell{Metric: Hyphenate}, func() error { return failure }); err != failure {
		t.Errorf("work that fails: %v", err)
	}
}

// A pass word by word is held to each letter that it writes: of a list in which one word is
// hyphenated elsewhere, with as many points, the pass fails; by batches, which writes no words,
// it does not.
func TestPassWordsIsHeldToItsText(t *testing.T) {
	for pass, fails := range map[string]bool{passLiteral: true, passBatch: false} {
		b := listed(t, "--filter=bloom", "--eps=0.1", "--pass="+pass)
		step := stepOf(Hyphenate, "bloom", "0.1", 1)
		measure(t, b, step)
		if b.expect.texts != nil {
			other := slices.Collect(b.expect.texts.plain.Each())
			other[1000] = "nokey99\u00ad" + b.words.At(1000)[7:]
			b.expect.texts.plain = wordlist.Of(other...)
			clear(b.expect.texts.usual)
		}
		step.Round = 2
		_, err := b.Measure(t.Context(), step)
		if fails != (err != nil && strings.Contains(err.Error(), "wrong answers: the hyphenated words of part 1 of")) {
			t.Errorf("--pass=%s: %v", pass, err)
		}
	}
}

// A filter that denies keys must write their hyphenation by the patterns, and no other's.
func TestPassWordsWithoutDeniedKeys(t *testing.T) {
	b := listed(t, "--filter=npm-cuckoo", "--eps=0.01", "--pass=literal")
	for round := range 6 {
		measure(t, b, stepOf(Hyphenate, "npm-cuckoo", "0.01", round+1))
		if honoured := b.expect.honoured(b.current); len(honoured) != len(b.keys) {
			t.Fatalf("%d of %d keys", len(honoured), len(b.keys))
		}
	}
}

// Marks stand before the runes that are named, also behind other letters than ASCII.
func TestMarked(t *testing.T) {
	for _, c := range []struct {
		token  string
		breaks []int
		want   string
	}{
		{"academy", nil, "academy"}, {"academy", []int{1, 3, 5}, "a-ca-de-my"}, {"não", []int{2}, "nã-o"}, {"", nil, ""},
	} {
		if got := strings.ReplaceAll(marked(c.token, c.breaks), "\u00ad", "-"); got != c.want {
			t.Errorf("%q at %v: %q, want %q", c.token, c.breaks, got, c.want)
		}
	}
}

// TeX's words are parts of tokens, so that there is no pass word by word by its rule: it is
// refused where it is asked for, and by batches where it is not.
func TestPassOfTeX(t *testing.T) {
	if b := listed(t, "--word-rule=tex"); b.passes != passBatch {
		t.Errorf("the pass is %q", b.passes)
	}
	x := New()
	fs := pflag.NewFlagSet("run", pflag.ContinueOnError)
	x.Flags(fs)
	experimenttest.OK(t, fs.Parse([]string{"--word-rule=tex", "--pass=literal"}))
	const want = "--pass=literal hyphenates whole tokens, as npm hypher does: want --word-rule=hypher, or --pass=batch"
	if _, err := x.Prepare(t.Context()); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
