package values

import (
	"errors"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// wordFile is a list of so many words of 2 to 30 letters, some exceptions among them, in
// lower case and in upper, and what is no word.
func wordFile(t testing.TB, n int) string {
	t.Helper()
	list := []string{"academy", "Academies", "TABLE", "table", "o'clock", "10-point", "", "naïve", strings.Repeat("hyphen", 12)}
	for i := range n {
		x := filter.Mix(uint64(i))
		var word []byte
		for range 2 + x%29 {
			x = filter.Mix(x)
			word = append(word, "etaoinshrdlu"[x%12])
		}
		list = append(list, string(word))
	}
	path := filepath.Join(t.TempDir(), "list.txt")
	experimenttest.OK(t, os.WriteFile(path, []byte(strings.Join(list, "\n")+"\n"), 0o600))
	return path
}

// bench is a prepared experiment with what its flags and files have.
type bench struct {
	*trial.Bench
	*measured
	run runfolder.Meta
}

// prepared is the experiment with the given flags on a small list.
func prepared(t *testing.T, words int, flags ...string) *bench {
	t.Helper()
	b := &bench{measured: &measured{}}
	b.Bench = experimenttest.Prepared[*trial.Bench](t, b.measured.experiment(), append([]string{"--words=" + wordFile(t, words)}, flags...)...)
	b.Describe(&b.run)
	return b
}

// seed is that of a method's hash functions in a round.
func (b *bench) seed(name string, p place, round int) uint64 {
	return p.seed(name, experiment.RoundSeed(b.run.Seed, round))
}

// graded are the keys with a confidence of a round.
func (b *bench) graded(round int) graded {
	return grade(b.n.Value, filter.Mix(experiment.RoundSeed(b.run.Seed, round)))
}

// The widest and the narrowest of everything can be built.
func TestConforms(t *testing.T) {
	few := []string{"--words=" + wordFile(t, 50), "--n=100", "--reps=2"}
	words := "--words=" + wordFile(t, 3000)
	bad := [][]string{{"--words=none"}}
	for _, flag := range []string{"--fingerprint=0", "--fingerprint=17", "--width=17", "--cells=0", "--cells=51", "--sizes=0", "--n=99", "--n=1e8"} {
		bad = append(bad, []string{flag, words})
	}
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: New, Bad: bad, Varies: experimenttest.Timed(Hyphenate, Change), Ops: experimenttest.Each(map[runfolder.Metric]int{Hyphenate: 3000 + 8, Change: 100}),
		Few:   [][]string{append(few, "--fingerprint=1", "--width=1", "--cells=1", "--sizes=1"), append(few, "--fingerprint=16", "--width=16", "--cells=50", "--sizes=2")},
		Small: []string{words, "--fingerprint=1,3", "--width=4,5", "--cells=6", "--sizes=500,600", "--n=400", "--reps=2", "--seed=5"},
	})
}

// small is a run whose rows a test may doctor, of few words and one of each kind of cell.
func small(t *testing.T) *runfolder.Run {
	run := experimenttest.Run(t, New(), "--words="+wordFile(t, 3000), "--fingerprint=1,4,14", "--width=4,8", "--cells=5,10",
		"--sizes=1000,10000,20000", "--n=20000", "--reps=2")
	experimenttest.Repeat(run, 4)
	return run
}

// ideal makes the rows such as all claims want them, with a little noise by the round.
func ideal(run *runfolder.Run) []runfolder.Row {
	theories := map[runfolder.Metric]runfolder.Metric{Wrong: WrongTheory, Known: KnownTheory, Surplus: SurplusTheory, Error: ErrorTheory, Over: OverTheory}
	at := map[runfolder.Cell]float64{}
	for _, r := range run.Rows {
		if r.Round > 0 {
			at[r.Cell()] = r.Value
		}
	}
	run.Meta.Expect["negatives"] = 500_000
	rows := make([]runfolder.Row, len(run.Rows))
	copy(rows, run.Rows)
	for i := range rows {
		r := &rows[i]
		noise := 1 + 0.002*math.Sin(float64(7*i))
		if theory, has := theories[r.Metric]; has && r.Filter != exactMap {
			cell := r.Cell()
			cell.Metric = theory
			if r.Metric != Error || r.Filter == linearName {
				r.Value = at[cell] * noise
			}
		}
		switch {
		case r.Metric == Hyphenate && r.Filter == bloomier:
			r.Value, r.CPU = 80*noise*float64(r.Ops), runfolder.NoCPU
		case r.Metric == Hyphenate && r.Filter == fuse:
			r.Value, r.CPU = 81*noise*float64(r.Ops), runfolder.NoCPU
		case r.Metric == Hyphenate:
			r.Value, r.CPU = 100*noise*float64(r.Ops), runfolder.NoCPU
		case r.Metric == Change && r.Filter == mutable:
			r.Value, r.CPU = 50*noise*float64(r.Ops), runfolder.NoCPU
		case r.Metric == Change:
			r.Value, r.CPU = 200*noise*float64(r.Ops), runfolder.NoCPU
		case r.Metric == Slots && r.Filter == ribbon:
			r.Value = 1.03
		}
	}
	return rows
}

// Claims are supported by rows made for them, and contradicted by rows doctored against
// them.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	run := small(t)
	run.Rows = ideal(run)
	// The masks of this list catch fewer than the table.
	others := map[string]claim.Verdict{"V9": "", "V25": ""}
	for _, id := range []string{"V10", "V12", "V13", "V14", "V15", "V18", "V23"} {
		others[id] = claim.ByConstruction
	}
	experimenttest.Supported(t, New(), run, others)
	times, gone := experimenttest.Scale, experimenttest.Gone
	of := experimenttest.Of
	plus := func(name string, m runfolder.Metric) func(*runfolder.Row) {
		return experimenttest.InRound(2, of(name, m).Plus(1))
	}
	noisy := func(name string, m runfolder.Metric) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m {
				r.Value *= []float64{0.2, 5, 0.5, 2.2}[(r.Round+3)%4]
			}
		}
	}
	masked := func(mask, table float64) func(*runfolder.Row) { // rates of masks, and of tables as shares of what they have by their bits
		return func(r *runfolder.Row) {
			if f, _ := strconv.Atoi(r.Point.Value(0)); r.Metric == Wrong {
				r.Value = table * math.Ldexp(1, -f)
				if r.Point.Value(1) == codeMask {
					r.Value = mask
				}
			}
		}
	}
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"V1", times(bloomier, BitsPerKey, 30), claim.Contradicted},
		{"V1", gone(bloomier, BitsPerKey), claim.Supported}, // by the ribbon
		{"V2", times(sortedName, BitsPerKey, 0.1), claim.Contradicted},
		{"V2", gone(sortedName, BitsPerKey), claim.NotTested},
		{"V3", of(ribbon, BitsPerKey).At(1, codeTable).Times(3), claim.Contradicted},
		{"V4", times(bloom, Hyphenate, 0.5), claim.Contradicted},
		{"V4", noisy(bloom, Hyphenate), claim.Inconclusive},
		{"V4", gone(bloom, Hyphenate), claim.NotTested},
		{"V5", times(bareStore, Hyphenate, 0.5), claim.Contradicted},
		{"V5", noisy(bareStore, Hyphenate), claim.Inconclusive},
		{"V5", of(bloomier, Hyphenate).At(0, "4").Times(1.5), claim.Contradicted}, // at one f of three
		{"V6", times(fuse, Hyphenate, 1.2), claim.Contradicted},
		{"V6", times(fuse, Hyphenate, 0.8), claim.Contradicted},
		{"V6", times(fuse, Hyphenate, 1.03), claim.Supported},
		{"V7", times(ribbon, Hyphenate, 0.5), claim.Contradicted},
		{"V8", of(bloomier, Wrong).At(1, codeMask).Times(10), claim.Contradicted},
		{"V8", of(bloomier, Wrong).At(1, codeHashed).Times(10), claim.Supported},
		{"V9", of(bloomier, Wrong).At(1, codeMask).Times(1e4), claim.Contradicted},
		{"V9", masked(1e-9, 1), claim.Supported},
		{"V9", masked(1e-2, 1), claim.Contradicted},
		{"V9", masked(1e-2, 0), claim.NotTested},
		{"V24", of(ribbon, Wrong).At(1, codeHashed).Times(2), claim.Contradicted},
		{"V24", of(ribbon, Wrong).At(1, codeHashed).Times(0.5), claim.Contradicted},
		{"V24", of(ribbon, Wrong).At(1, codeMask).Times(2), claim.Supported},
		{"V24", noisy(ribbon, Wrong), claim.Inconclusive},
		{"V10", plus(ribbon, WrongKeys), claim.Contradicted},
		{"V10", plus(bloomier, WrongKeys), claim.Contradicted},
		{"V11", times(bloomier, Known, 1.3), claim.Contradicted},
		{"V11", times(bloomier, Known, 1.02), claim.Supported},
		{"V11", experimenttest.Together(of(bloomier, Known).At(0, "1").Times(1.2), of(bloomier, Known).At(0, "4").Times(0.8)), claim.Contradicted}, // the mean is right
		{"V12", plus(compactOne, Under), claim.Contradicted},
		{"V13", plus(compactTwo, Differing), claim.Contradicted},
		{"V13", plus(compactOne, Differing), claim.ByConstruction},
		{"V14", plus(compactOne, Differing), claim.Contradicted},
		{"V15", plus(compactSet, Differing), claim.Contradicted},
		{"V15", plus(compactSet, Missing), claim.Contradicted},
		{"V16", times(compactSet, Surplus, 0.8), claim.Contradicted},
		{"V16", times(compactSet, SurplusTheory, 1e-6), claim.NotTested},
		{"V17", times(ribbon, BitsPerKey, 1.5), claim.Contradicted},
		{"V18", of(bloomier, Slots).At(4, "20000").Times(1.02), claim.Contradicted},
		{"V18", of(bloomier, Slots).At(4, "1000").Times(0.9), claim.ByConstruction}, // below 10,000 keys
		{"V19", of(ribbon, Slots).At(4, "20000").Times(1.02), claim.Contradicted},
		{"V26", plus(pairs, WrongKeys), claim.Contradicted},
		{"V26", plus(mutable, WrongKeys), claim.Supported},
		{"V27", plus(mutable, WrongKeys), claim.Contradicted},
		{"V28", times(pairs, Known, 1.3), claim.Contradicted},
		{"V28", times(mutable, Known, 0.8), claim.Contradicted},
		{"V28", times(bloomier, Known, 1.3), claim.Supported},
		{"V29", times(mutable, Change, 10), claim.Contradicted},
		{"V29", gone(mutable, Change), claim.NotTested},
		{"V20", times(linearName, Error, 1.2), claim.Contradicted},
		{"V20", times(linearName, Error, 1.02), claim.Supported},
		{"V20", noisy(linearName, Error), claim.Inconclusive},
		{"V21", times(linearName, Over, 0.7), claim.Contradicted},
		{"V21", times(linearName, OverTheory, 1e-3), claim.NotTested},
		{"V22", times(linearName, Error, 3), claim.Contradicted},
		{"V22", times(exactMap, BitsPerKey, 0.5), claim.Contradicted},
		{"V22", gone(exactMap, BitsPerKey), claim.NotTested},
		{"V23", times(bloomier, Error, 1.5), claim.Contradicted},
		{"V23", times(bloomier, BitsPerKey, 5), claim.Contradicted},
		{"V23", times(bloomier, Error, 0.9), claim.ByConstruction},
	})
}

// lying is a store that is wrong for one word.
type lying struct {
	knuthliang.Store
	word string
}

func (l lying) Lookup(word string) (uint64, bool) {
	mask, known := l.Store.Lookup(word)
	if word == l.word {
		return mask ^ 0b100, true
	}
	return mask, known
}

// A wrong key ends the run, and so do passes that count something else than what was
// asked one by one; a wrong negative is counted.
func TestGate(t *testing.T) {
	b := prepared(t, 500, "--fingerprint=8", "--width=4", "--cells=6", "--sizes=100", "--n=100")
	store := b.hyphenation.Store
	if _, err := b.truth.ask(lying{store, "academy"}); err == nil || !strings.Contains(err.Error(), "academy") {
		t.Errorf("a wrong key: %v", err)
	}
	negative := b.truth.lower.At(20)
	a, err := b.truth.ask(lying{store, negative})
	if err != nil || a.wrong != 1 || a.counts.Exceptions != b.truth.exact.Exceptions+1 {
		t.Errorf("a wrong negative: %+v, %v", a, err)
	}
	exact := &method{measured: b.measured, hyphenator: knuthliang.Guarded{Store: lying{store, negative}, Patterns: b.hyphenation.Automaton}}
	if exact.ask() == nil {
		t.Error("a store with a wrong negative is an exact method")
	}
	w := &method{measured: b.measured, hyphenator: knuthliang.Guarded{Store: store, Patterns: b.hyphenation.Automaton}}
	if err := errors.Join(w.ask(), w.pass()); err != nil {
		t.Error(err)
	}
	w.hyphenator.Store = lying{store, negative}
	if w.pass() == nil {
		t.Error("a pass that counts otherwise is taken")
	}
	w.hyphenator.Store = store
	w.hyphenator.Guard = denying{}
	if w.ask() == nil {
		t.Error("a filter that denies a key is taken")
	}
}

type denying struct{}

func (denying) Contains(word string) bool { return word != "academy" }

// What answers with no value is no function.
func TestUnknown(t *testing.T) {
	if _, err := mapletsByName("bloom"); err == nil {
		t.Error("a Bloom filter answers with a value")
	}
}

// The words of the sorted list are found whatever their number and order, and no others.
func TestSorted(t *testing.T) {
	for n := 1; n < 5; n++ {
		words := []string{"cc", "a", "dddd", "bbb"}[:n]
		masks := []uint64{0b10, 0, 0b1100, 0b110}[:n]
		s := newSorted(wordlist.Of(words...), masks, newCodes(masks)[codeTable])
		for i, word := range words {
			if mask, known := s.Lookup(word); !known || mask != masks[i] {
				t.Errorf("%d words: %s has %b (%v), want %b", n, word, mask, known, masks[i])
			}
		}
		for _, word := range []string{"", "aa", "b", "c", "ccc", "zzzz"} {
			if _, known := s.Lookup(word); known {
				t.Errorf("%d words: %q is in the list", n, word)
			}
		}
	}
}

// A structure with a confidence below a key's own ends the run, and an exact one with one
// above it; a linear filter may have such.
func TestConfidenceGate(t *testing.T) {
	g := grade(500, 3)
	own := map[string]uint64{}
	for i, c := range g.confidences {
		own[g.keys.At(i)] = uint64(linear.Floor.Code(c, 8))
	}
	shifted := func(by int) coded {
		return func(word string) (uint64, bool) {
			code := own[word]
			if word == g.keys.At(7) {
				code = uint64(int(code) + by)
			}
			return code, code > 0
		}
	}
	for _, c := range []struct {
		by   int
		over float64 // expected
		good bool
	}{{0, 0, true}, {1, 0.1, true}, {1, 0, false}, {-1, 0.1, false}} {
		e := &estimate{keys: 500, width: 8, expected: linear.Expected{Overestimated: c.over}}
		if err := e.ask(g, shifted(c.by)); (err == nil) != c.good {
			t.Errorf("%+d codes, %v expected above: %v", c.by, c.over, err)
		}
	}
	e := &estimate{keys: 500, width: 8}
	if e.ask(g, func(word string) (uint64, bool) { return own[word], word != g.keys.At(7) }) == nil {
		t.Error("a key that is not known is taken")
	}
}

// Rounds have other keys, confidences are uniform, and none of the negatives is a key.
func TestGrades(t *testing.T) {
	g := grade(3000, 2)
	if grade(3000, 3).keys.At(0) == g.keys.At(0) {
		t.Error("two rounds have the same keys")
	}
	keys := map[string]bool{}
	mean := 0.0
	for i, c := range g.confidences {
		keys[g.keys.At(i)] = true
		mean += c / 3000
	}
	if len(keys) != 3000 || math.Abs(mean-0.5) > 0.03 {
		t.Errorf("%d keys, confidences of %v on average", len(keys), mean)
	}
	for word := range g.negatives.Each() {
		if keys[word] {
			t.Fatalf("%q is a key", word)
		}
	}
}

// An approximator differs from a Bloom filter of other keys, and denies such keys.
func TestDiffering(t *testing.T) {
	g, other := grade(500, 3), grade(500, 3000) // they share no key
	a, plain, err := ofTwo(g.keys, 10, 7)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := g.differing(a, plain); n != 0 || err != nil {
		t.Errorf("%d answers differ, %v", n, err)
	}
	_, others, err := ofTwo(other.keys, 10, 7)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := g.differing(a, others); n < 450 || err != nil {
		t.Errorf("%d answers differ from those of a filter of other keys, %v", n, err)
	}
	if _, err := other.differing(a, others); err == nil {
		t.Error("a key that is denied is no error")
	}
}

// Each key is in one set or in two.
func TestSets(t *testing.T) {
	twice := 0
	for i := range 10_000 {
		switch bits.OnesCount64(setsOf(i, 5)) {
		case 1:
		case 2:
			twice++
		default:
			t.Fatalf("key %d is in %b", i, setsOf(i, 5))
		}
	}
	if want := 10_000 * second * (languages - 1) / languages; math.Abs(float64(twice)-want) > 200 {
		t.Errorf("%d of 10,000 keys are in two sets, want %v", twice, want)
	}
}
