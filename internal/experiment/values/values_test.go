package values

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
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
	if err := os.WriteFile(path, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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

// count is what the bench counts of a structure in the first round.
func (b *bench) count(t *testing.T, name string, p place, m runfolder.Metric) float64 {
	t.Helper()
	text := func(n int) string { return strings.TrimPrefix(strconv.Itoa(n), "0") }
	at := runfolder.At(text(p.f), p.code, text(p.width), text(p.cells), text(p.n))
	got, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: name, Metric: m, Point: at}})
	if err != nil {
		t.Fatal(err)
	}
	return got.Value
}

func TestConforms(t *testing.T) {
	words := "--words=" + wordFile(t, 3000)
	bad := [][]string{{"--words=none"}}
	for _, flag := range []string{"--fingerprint=0", "--fingerprint=17", "--width=17", "--cells=0", "--cells=51", "--sizes=0", "--n=99", "--n=1e8"} {
		bad = append(bad, []string{flag, words})
	}
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: New, Bad: bad, Varies: experimenttest.Timed(Hyphenate),
		Small: []string{words, "--fingerprint=1,3", "--width=4,5", "--cells=6", "--sizes=500,600", "--n=400", "--reps=2", "--seed=5"},
	})
}

// The widest and the narrowest of everything can be built.
func TestExtremes(t *testing.T) {
	for _, flags := range [][]string{
		{"--fingerprint=1", "--width=1", "--cells=1", "--sizes=1", "--n=100"},
		{"--fingerprint=16", "--width=16", "--cells=50", "--sizes=2", "--n=100"},
	} {
		if values := experimenttest.Counted(t, prepared(t, 50, append(flags, "--reps=2")...), 1, true, experimenttest.Timed(Hyphenate)); len(values) < 50 {
			t.Errorf("%v: %d counted steps", flags, len(values))
		}
	}
}

// No two trials have a cell in common, whatever the widths.
func TestCellsAreOnce(t *testing.T) {
	b := prepared(t, 10, "--width=1..16:1", "--cells=1,10", "--n=100")
	seen := map[runfolder.Cell]bool{}
	for s := range b.Plan(0).All() {
		if s.Round == 1 {
			if seen[s.Cell] {
				t.Errorf("%+v is there twice", s.Cell)
			}
			seen[s.Cell] = true
		}
	}
}

// The counts worked out by the plain algorithm are those of a pass with the store.
func TestTruth(t *testing.T) {
	b := prepared(t, 2000)
	got := b.hyphenation.Guarded(nil).Pass(b.truth.words)
	if err := compare(got, b.truth.exact); err != nil {
		t.Error(err)
	}
	if b.truth.exact.Exceptions != 2 || b.truth.strangers != b.truth.words.Len()-2 {
		t.Errorf("%+v, %d strangers, want 2 exceptions", b.truth.exact, b.truth.strangers)
	}
	got.Breaks++
	if compare(got, b.truth.exact) == nil {
		t.Error("a hyphenation point too many is not noticed")
	}
}
