package sets

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// installed is a tree with the patterns of two languages, one without exceptions.
func installed(t testing.TB) corpus.Trees {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tex", "generic", "hyph-utf8", "patterns", "tex")
	experimenttest.OK(t, os.MkdirAll(dir, 0o755))
	for name, text := range map[string]string{
		"hyph-xa.tex": "\\patterns{a1b}\n\\hyphenation{ab-ba ab-ba ba-ab as-so-ciate}\n",
		"hyph-xb.tex": "\\patterns{a1b}\n",
	} {
		experimenttest.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return corpus.Trees{strings.TrimSuffix(dir, filepath.FromSlash("/tex/generic/hyph-utf8/patterns/tex"))}
}

// own is the experiment on the languages of a tree.
func own(trees corpus.Trees) experiment.Experiment {
	return In(func() corpus.Trees { return trees })
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

func TestConforms(t *testing.T) {
	racetest.OneGoroutine(t)
	trees := installed(t)
	experimenttest.Conforms(t, experimenttest.Conformance{
		New:    func() experiment.Experiment { return own(trees) },
		Varies: experimenttest.Timed(metric.Query), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Query: negatives}),
		Small: []string{"--n=300", "--load=100", "--shared=0.1,0.5", "--many=2,5", "--reps=2", "--seed=7"},
		Bad:   [][]string{{"--n=1"}, {"--n=0"}, {"--load=0"}, {"--shared=0"}, {"--shared=0,1"}, {"--many=0"}, {"--many=65"}, {"--shared=2"}},
	})
}

// The exceptions of the installed languages are sets; of one language there are none.
func TestLanguages(t *testing.T) {
	if text := languagesText(spoken(t, installed(t)).languages); !strings.Contains(text, "en-us 17") || !strings.Contains(text, "xa 3") || strings.Contains(text, "xb") {
		t.Errorf("languages %s", text)
	}
	off := func(trees corpus.Trees) (n int) {
		for s := range experimenttest.Trials(t, own(trees)).Plan(0).All() {
			if s.Round == 1 && s.Cell.Point == "" && s.Cell.Metric == NegativeSets {
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
	b := experimenttest.Trials(t, own(nil), "--n=100", "--load=5000", "--shared=0.5", "--many=2")
	for s := range b.Plan(0).All() {
		if s.Round != 1 || s.Cell.Filter != bloom || value(s.Cell.Point, Load) != "5000" {
			continue
		}
		m := experimenttest.Must(b.Measure(t.Context(), s))(t)
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

// A tenth of the words that are timed are keys, in random order.
func TestMembersAsked(t *testing.T) {
	sets := generatedSets(3, 4)
	truth, words, members, first := truthOf(sets), 0, 0, 0
	c := listening{hear: func(word string) {
		if words++; truth[word] != 0 {
			if members++; words <= negatives/10 {
				first++
			}
		}
	}}
	c.Classifier, _, _ = built(separate, sets, 3)
	if _, ops, err := asked(c, false, separate, sets, 3); err != nil || ops != words || members != words/10 || first == 0 || first > members/2 {
		t.Errorf("%d of %d words are keys, %d of them among the first; %d operations, %v", members, words, first, ops, err)
	}
}

// listening is a classifier that tells what it is asked.
type listening struct {
	hear func(word string)
	filter.Classifier
}

func (l listening) Which(word string) uint64 { l.hear(word); return l.Classifier.Which(word) }

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
			if _, _, _, err := errorsOf(liar{c, l.lie, &calls, 0}, single, name, sets, 3); (err != nil) != l.wrong {
				t.Errorf("%s answers %s: %v", name, what, err)
			}
			if calls = 0; l.wrong {
				if _, _, err := asked(liar{c, l.lie, &calls, 0}, single, name, sets, 3); err == nil {
					t.Errorf("%s answers %s, and is timed", name, what)
				}
			}
		}
		calls := 0
		work, ops, err := asked(liar{c, func(v uint64) uint64 { return v + 1 }, &calls, negatives}, single, name, sets, 3)
		if err != nil || ops != negatives {
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

// The filters that are asked for thresholds have the counters and probes that are said.
func TestProbes(t *testing.T) {
	for k := 1; k <= probesMost; k++ {
		if _, err := withProbes(k, 1); err != nil {
			t.Error(err)
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

// rowAt is where a row is, without its metric and round.
type rowAt struct {
	filter string
	at     runfolder.Point
	round  int
}

// ideal replaces what was measured by what the claims expect, with a little noise.
func ideal(of *runfolder.Run) {
	theories := map[rowAt]float64{}
	for _, r := range of.Rows {
		if r.Metric == metric.FPRTheory || r.Metric == LayerTheory || r.Metric == OftenTheory && r.Filter == counting {
			theories[rowAt{r.Filter, r.Point, r.Round}] = r.Value
		}
	}
	for i := range of.Rows {
		r := &of.Rows[i]
		noise := 1 + 1e-3*float64(r.Round%3-1)
		switch r.Metric {
		case SizeRatio, UnionRatio, CommonRatio:
			if r.Value = noise; r.Metric == CommonRatio && value(r.Point, Shared) == "0.01" {
				r.Value = 1 + 100*(noise-1)
			}
		case Rate, TooOften:
			r.Value = theories[rowAt{r.Filter, r.Point, r.Round}] * noise
		case WrongSets:
			if r.Value = 0; r.Filter == spatial && value(r.Point, Set) == "1" {
				r.Value = 0.01
			}
		case metric.Query:
			r.Value, r.CPU, r.Ops = 1e6*noise, int64(1e6*noise), 1e4
			if r.Filter == separate {
				r.Value, r.CPU = 3*r.Value, 3*r.CPU
			}
		case NoveltyMean:
			edits, _ := strconv.Atoi(value(r.Point, Edits))
			if r.Value = 0.1 * float64(edits) * noise; r.Filter == bloom {
				r.Value = 0.99 * noise * float64(min(1, edits))
			}
		case Likeness:
			r.Value = 0.7 * noise
		case Familiar:
			if r.Value = 0.01 * noise; r.Filter == fly {
				r.Value = 0.1 * noise
			}
		}
	}
}

// Each claim is supported by rows that are as it says, contradicted by rows doctored
// against it, and not tested without them.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	of := experimenttest.Run(t, own(installed(t)), "--n=1000", "--load=100,400", "--shared=0.01,0.5", "--many=4,64", "--reps=2")
	experimenttest.Repeat(of, 6)
	ideal(of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"S6": "", // TestCoverage
		"S1": claim.ByConstruction, "S10": claim.ByConstruction, "S14": claim.ByConstruction, "S16": claim.ByConstruction, "S27": claim.ByConstruction, "S29": claim.ByConstruction})
	change := func(filter string, m runfolder.Metric, a axis.Named, at string, by func(v float64) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if (filter == "" || r.Filter == filter) && r.Metric == m && (a == nil || value(r.Point, a) == at) {
				r.Value = by(r.Value)
			}
		}
	}
	times, plus, gone := experimenttest.Times, experimenttest.Plus, experimenttest.Gone
	slow := func(name string) func(*runfolder.Row) { return experimenttest.Scale(name, metric.Query, 10) }
	broken := func(r *runfolder.Row) { // the last round has every second k
		if k, err := strconv.Atoi(value(r.Point, K)); err == nil && k%2 == 0 && r.Round == 6 {
			r.Filter = "other"
		}
	}
	for _, c := range []struct {
		id     string
		what   string
		doctor func(*runfolder.Row)
		want   claim.Verdict
	}{
		{"S1", "a key denied", change(bloom, metric.FalseNegatives, nil, "", plus(1)), claim.Contradicted},
		{"S1", "a negative answered otherwise", change(bloom, UnionDiffers, nil, "", plus(1)), claim.Contradicted},
		{"S2", "2 % too many", change(bloom, SizeRatio, Load, "100", times(1.02)), claim.Contradicted},
		{"S2", "another structure", change(counting, SizeRatio, nil, "", times(1.02)), claim.Supported},
		{"S2", "where it is too full", change(bloom, SizeRatio, Load, "400", times(1.02)), claim.Supported},
		{"S3", "2 % too few", change(bloom, UnionRatio, nil, "", times(0.98)), claim.Contradicted},
		{"S4", "3 % too many", change(bloom, CommonRatio, Shared, "0.5", times(1.03)), claim.Contradicted},
		{"S4", "few in common", change(bloom, CommonRatio, Shared, "0.01", times(1.5)), claim.Supported},
		{"S5", "2 % too many", change(bloom, SizeRatio, Load, "400", times(1.02)), claim.Contradicted},
		{"S7", "as good", change(bloom, CommonRatio, Shared, "0.01", func(v float64) float64 { return 1 + (v-1)/100 }), claim.Contradicted},
		{"S7", "a large one as bad", change(bloom, CommonRatio, Shared, "0.5", times(1.5)), claim.Supported},
		{"S8", "the last as often", change(spatial, Rate, Set, "8", plus(1)), claim.Contradicted},
		{"S8", "the second as often", change(spatial, Rate, Set, "2", times(2)), claim.Contradicted},
		{"S8", "the sixth as often as the fifth", change(spatial, Rate, Set, "6", times(10)), claim.Contradicted},
		{"S9", "a tenth more", change(attenuated, Rate, Set, "8", times(1.1)), claim.Contradicted},
		{"S9", "a hundredth more", change(attenuated, Rate, Set, "8", times(1.01)), claim.Supported},
		{"S9", "one negative of many", change(attenuated, Rate, Set, "1", plus(1.0/negatives/20)), claim.Supported},
		{"S10", "a key of the last", change(spatial, WrongSets, Set, "8", plus(0.002)), claim.Contradicted},
		{"S10", "none of the first", change(spatial, WrongSets, Set, "1", times(0)), claim.ByConstruction},
		{"S11", "a fifth less", change(spatial, Rate, Set, "1", times(0.8)), claim.Contradicted},
		{"S12", "slower", slow(spatial), claim.Contradicted},
		{"S12", "slower of four sets", experimenttest.Of(spatial, metric.Query).If(func(r *runfolder.Row) bool { return value(r.Point, Sets) == "4" }).Times(10), claim.Contradicted},
		{"S13", "slower", slow(bank), claim.Contradicted},
		{"S13", "another one slower", slow(spatial), claim.Supported},
		{"S14", "more bits", change(bank, BitsPerKey, Sets, "64", times(1.02)), claim.Contradicted},
		{"S14", "more bits of fewer sets", change(bank, BitsPerKey, Sets, "4", times(1.02)), claim.ByConstruction},
		{"S15", "nothing of it", func(r *runfolder.Row) {
			if r.Filter == bank && r.Point == "" {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"S15", "fewer bits", func(r *runfolder.Row) {
			if r.Filter == bank && r.Point == "" {
				r.Value /= 100
			}
		}, claim.Contradicted},
		{"S16", "fewer bits", change(spatial, BitsPerKey, Sets, "4", times(0.9)), claim.Contradicted},
		{"S17", "as often wrong as a negative is admitted, and a little more", change(layered, TooOften, Times, "2", func(float64) float64 { return 0.0101 }), claim.Contradicted},
		{"S17", "a little less", change(layered, TooOften, nil, "", func(float64) float64 { return 0.0099 }), claim.Supported},
		{"S17", "another structure", change(counting, TooOften, nil, "", times(10)), claim.Supported},
		{"S18", "twice as often", change(counting, TooOften, Times, "2", times(2)), claim.Contradicted},
		{"S19", "a step up", change(thresholdName(2), Rate, K, "2", times(5)), claim.Contradicted},
		{"S19", "an end below", change(thresholdName(1), Rate, K, "16", times(0.01)), claim.Contradicted},
		{"S20", "no step down", change(thresholdName(3), Rate, K, "4", times(3)), claim.Contradicted},
		{"S20", "nothing of it", gone(thresholdName(3), Rate), claim.NotTested},
		{"S19", "a round broken off", broken, claim.NotTested},
		{"S20", "a round broken off", broken, claim.NotTested},
		{"S21", "a tenth more", change(thresholdName(1), Rate, K, "7", times(1.1)), claim.Contradicted},
		{"S21", "of another threshold", change(thresholdName(2), Rate, K, "1", times(1.1)), claim.Contradicted},
		{"S21", "nothing of it", gone(thresholdName(2), Rate), claim.NotTested},
		{"S22", "higher", change(multipartition, Rate, nil, "", times(10)), claim.Contradicted},
		{"S23", "half more", change(multipartition, Rate, nil, "", times(1.5)), claim.Contradicted},
		{"S24", "twice", change(blockedG, Rate, nil, "", times(2)), claim.Contradicted},
		{"S25", "above one word", change(blockedG, Rate, nil, "", times(3)), claim.Contradicted},
		{"S26", "a tenth more", change(blockedG, Rate, nil, "", times(1.1)), claim.Contradicted},
		{"S27", "a number", change(egh, Rate, Load, "100", plus(1.0/zoneUniverse)), claim.Contradicted},
		{"S27", "a number beyond", change(egh, Rate, Load, "200", plus(1.0/zoneUniverse)), claim.ByConstruction},
		{"S27", "a word", change(egh, metric.FalsePositives, N, "30", plus(1)), claim.Contradicted},
		{"S28", "a fifth more", change(egh, Rate, Load, "3200", times(1.2)), claim.Contradicted},
		{"S29", "more bits", change(egh, BitsPerKey, N, "10", times(10)), claim.Contradicted},
		{"S30", "a step down", change(fly, NoveltyMean, Edits, "3", times(0.1)), claim.Contradicted},
		{"S31", "graded", change(bloom, NoveltyMean, Edits, "1", times(0.5)), claim.Contradicted},
		{"S32", "no likeness", change(fly, Likeness, nil, "", times(0.1)), claim.Contradicted},
		{"S33", "fewer", change(fly, Familiar, nil, "", times(0)), claim.Contradicted},
		{"S34", "twice as often", change(layered, TooOften, Times, "1", times(2)), claim.Contradicted},
		{"S34", "never", change(layered, TooOften, Times, "1", times(0)), claim.Contradicted},
		{"S34", "whatever the rows have as theory", change(layered, LayerTheory, nil, "", times(0.1)), claim.Supported},
	} {
		if r := experimenttest.Result(t, New(), experimenttest.Doctored(of, c.doctor), c.id); r.Verdict != c.want {
			t.Errorf("%s, %s: %s, want %s (%s)", c.id, c.what, r.Verdict, c.want, r.Why)
		}
	}
}

// Intervals of the deviation that is said hold the true number in 95 % of the cases, of
// another one in more or fewer.
func TestCoverage(t *testing.T) {
	racetest.OneGoroutine(t)
	of := &runfolder.Run{Meta: runfolder.Meta{Experiment: "sets"}}
	experimenttest.Trials(t, own(nil)).Describe(&of.Meta)
	of.Meta.Sessions = make([]runfolder.Session, 1)
	random := rand.New(rand.NewPCG(6, 6))
	at := point(N.At(1000), Load.At(100), Shared.At(0.5))
	for _, c := range []struct {
		deviation float64
		rounds    int
		want      claim.Verdict
	}{{1, 1000, claim.Supported}, {1.5, 1000, claim.Contradicted}, {0.7, 1000, claim.Contradicted}, {1, 8, claim.Inconclusive}} {
		of.Rows = nil
		for _, name := range estimators() {
			for round := 1; round <= c.rounds; round++ {
				for _, m := range []runfolder.Metric{SizeOff, UnionOff, CommonOff} {
					of.Rows = append(of.Rows, runfolder.Row{Seq: len(of.Rows) + 1, Round: round, Filter: name, Metric: m, Point: at,
						Value: c.deviation * random.NormFloat64(), Unit: "1", Ops: 1, CPU: runfolder.NoCPU})
				}
			}
		}
		if r := experimenttest.Result(t, New(), of, "S6"); r.Verdict != c.want {
			t.Errorf("%v deviations, %d rounds: %s, want %s (%s)", c.deviation, c.rounds, r.Verdict, c.want, r.Why)
		}
	}
}
