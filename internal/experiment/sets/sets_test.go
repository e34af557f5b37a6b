package sets

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// installed is a tree with the patterns of two languages, one without exceptions.
func installed(t testing.TB) corpus.Trees {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tex", "generic", "hyph-utf8", "patterns", "tex")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"hyph-xa.tex": "\\patterns{a1b}\n\\hyphenation{ab-ba ab-ba ba-ab as-so-ciate}\n",
		"hyph-xb.tex": "\\patterns{a1b}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return corpus.Trees{strings.TrimSuffix(dir, filepath.FromSlash("/tex/generic/hyph-utf8/patterns/tex"))}
}

// own is the experiment on the languages of a tree.
func own(trees corpus.Trees) experiment.Experiment {
	return newPlan(func() corpus.Trees { return trees }).experiment()
}

func prepared(t testing.TB, trees corpus.Trees, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, own(trees), flags...)
}

// spoken is a plan with the languages of a tree.
func spoken(t testing.TB, trees corpus.Trees) *plan {
	t.Helper()
	p := newPlan(nil)
	var err error
	if p.languages, err = exceptionsOf(trees); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDefaults(t *testing.T) {
	for _, c := range []struct{ flags, want string }{
		{"", "[0.01 0.05 0.1 0.25 0.5 0.75 1] [2 4 8 16 32 64] 80"},
		{"--quick", "[0.01 0.1 0.5 1] [2 8 64] 20"},
		{"--quick --many=4", "[0.01 0.1 0.5 1] [4] 20"},
	} {
		var m runfolder.Meta
		prepared(t, nil, strings.Fields(c.flags)...).Describe(&m)
		if got := fmt.Sprint(m.Values(axisShared), m.Values(axisSets), m.Reps); got != c.want {
			t.Errorf("%q: %s, want %s", c.flags, got, c.want)
		}
	}
}

func TestConforms(t *testing.T) {
	racetest.OneGoroutine(t)
	trees := installed(t)
	experimenttest.Conforms(t, experimenttest.Conformance{
		New:    func() experiment.Experiment { return own(trees) },
		Varies: experimenttest.Timed(metric.Query),
		Small:  []string{"--n=300", "--load=100", "--shared=0.1,0.5", "--many=2,5", "--reps=2", "--seed=7"},
		Bad:    [][]string{{"--n=1"}, {"--n=0"}, {"--load=0"}, {"--shared=0"}, {"--shared=0,1"}, {"--many=0"}, {"--many=65"}, {"--shared=2"}},
	})
}

// The exceptions of the installed languages are sets; of one language there are none.
func TestLanguages(t *testing.T) {
	if text := languagesText(spoken(t, installed(t)).languages); !strings.Contains(text, "en-us 17") || !strings.Contains(text, "xa 3") || strings.Contains(text, "xb") {
		t.Errorf("languages %s", text)
	}
	off := func(trees corpus.Trees) (n int) {
		for s := range prepared(t, trees).Plan(0).All() {
			if s.Round == 1 && s.Cell.Point == "" && s.Cell.Metric == StrangerSets {
				n++
			}
		}
		return n
	}
	if off(installed(t)) != len(classifiers()) || off(nil) != 0 {
		t.Errorf("%d trials over languages, %d over one", off(installed(t)), off(nil))
	}
}

// A filter without an empty cell has no estimate, and no row: the run goes on.
func TestCrowded(t *testing.T) {
	b := prepared(t, nil, "--n=100", "--load=5000", "--shared=0.5", "--many=2")
	for s := range b.Plan(0).All() {
		if s.Round != 1 || s.Cell.Filter != bloom || s.Cell.Point.Value(slices.Index(axes(), axisLoad)) != "5000" {
			continue
		}
		m, err := b.Measure(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if lost := s.Cell.Metric == metric.FalseNegatives || s.Cell.Metric == UnionDiffers; (m != nil) != lost {
			t.Errorf("%s: %+v", s.Cell.Metric, m)
		}
	}
}

// liar is a classifier that denies a set of some keys, or adds one.
type liar struct {
	filter.Classifier
	lie   func(answer uint64) uint64
	calls *int
	from  int // the call from which on it lies
}

func (l liar) Which(key string) uint64 {
	*l.calls++
	if answer := l.Classifier.Which(key); *l.calls <= l.from {
		return answer
	}
	return l.lie(l.Classifier.Which(key))
}

// A classifier that denies a set of a key gets no number, nor one whose answers change
// under the clock.
func TestGate(t *testing.T) {
	sets := generatedSets(3, 4)
	for _, name := range classifiers() {
		c, single, err := built(name, sets, 3)
		if err != nil {
			t.Fatal(err)
		}
		for what, l := range map[string]struct {
			lie   func(uint64) uint64
			wrong bool
		}{
			"the truth":      {func(v uint64) uint64 { return v }, false},
			"no set":         {func(uint64) uint64 { return 0 }, true},
			"one set fewer":  {func(v uint64) uint64 { return v & (v - 1) }, true},
			"a set before":   {func(v uint64) uint64 { return v >> 1 }, true},
			"sets beside it": {func(v uint64) uint64 { return v | 1<<63 }, single},
		} {
			calls := 0
			if _, err := errorsOf(liar{c, l.lie, &calls, 0}, single, name, sets, 3); (err != nil) != l.wrong {
				t.Errorf("%s answers %s: %v", name, what, err)
			}
			if calls = 0; l.wrong {
				if _, _, err := asked(liar{c, l.lie, &calls, 0}, single, name, sets, 3); err == nil {
					t.Errorf("%s answers %s, and is timed", name, what)
				}
			}
		}
		calls := 0
		work, ops, err := asked(liar{c, func(v uint64) uint64 { return v + 1 }, &calls, strangers}, single, name, sets, 3)
		if err != nil || ops != strangers {
			t.Fatalf("%s: %d queries, %v", name, ops, err)
		}
		if err := work(); err == nil {
			t.Errorf("%s: answers that change under the clock are timed", name)
		}
	}
	if err := denied("nothing", emptyFilter{}, wordlist.Of("a")); err == nil {
		t.Error("a denied key is no error")
	}
}

type emptyFilter struct{}

func (emptyFilter) Contains(string) bool { return false }

// The filters that are asked for thresholds have the counters and probes that are said,
// and the structures of equal memory its bits.
func TestSizes(t *testing.T) {
	for k := 1; k <= probesMost; k++ {
		if _, err := withProbes(k, 1); err != nil {
			t.Error(err)
		}
	}
	for _, m := range memoriesOf() {
		for _, name := range m.names {
			f, err := fit(name, m.bits)
			if err != nil {
				t.Fatal(err)
			}
			p, err := f.Plan(memoryKeys, filter.Config{Epsilon: f.epsilon})
			if bits := float64(p.Bits) / memoryKeys; err != nil || bits > m.bits || bits < 0.97*m.bits {
				t.Errorf("%s has %v bits a key, want %v, %v", name, bits, m.bits, err)
			}
		}
	}
}

// Edited words differ from the word at as many places as they are said to.
func TestEdited(t *testing.T) {
	for name, c := range map[string]struct {
		one, other string
		want       float64
	}{
		"equal": {"hyphen", "hyphen", 1}, "nothing in common": {"abc", "xyz", 0}, "one letter": {"ab", "ac", 1.0 / 5},
	} {
		if got := jaccard(c.one, c.other); fmt.Sprintf("%.9f", got) != fmt.Sprintf("%.9f", c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for edits := range 8 {
		word, differ := "hyphen", 0
		for i, letter := range edited(word, edits, r) {
			if letter != rune(word[i]) {
				differ++
			}
		}
		if differ != min(edits, len(word)) {
			t.Errorf("%d letters differ, want %d", differ, edits)
		}
	}
	seen, never := drawnWords(spoken(t, nil).english(), 5)
	in := map[string]bool{}
	for word := range seen.Each() {
		in[word] = true
	}
	if len(in) != seenWords {
		t.Errorf("%d different words are seen", len(in))
	}
	for word := range never.Each() {
		if in[word] {
			t.Errorf("%q is seen and unseen", word)
		}
	}
}
