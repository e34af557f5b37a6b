package values

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
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

// prepared is the experiment with the given flags on a small list.
func prepared(t *testing.T, words int, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), append([]string{"--words=" + wordFile(t, words)}, flags...)...)
}

func TestDefaults(t *testing.T) {
	x := New()
	if len(x.fingerprints.Values) != 6 || len(x.widths.Values) != 6 || len(x.cells.Values) != 3 || len(x.sizes.Values) != 4 {
		t.Errorf("%v, %v, %v, %v by default", x.fingerprints.Values, x.widths.Values, x.cells.Values, x.sizes.Values)
	}
	if x := prepared(t, 10, "--quick", "--width=3").x; x.reps.String() != quickReps || x.widths.String() != "3" || x.cells.String() != quickCells {
		t.Errorf("quick: %v repetitions, widths %v, cells %v", x.reps.Value, x.widths.Values, x.cells.Values)
	}
	for _, bad := range []string{"--fingerprint=0", "--fingerprint=17", "--width=17", "--cells=0", "--cells=51", "--sizes=0", "--n=99", "--n=1e8", "--reps=1", "--words=none"} {
		flags := []string{bad}
		if !strings.HasPrefix(bad, "--words") {
			flags = append(flags, "--words="+wordFile(t, 10))
		}
		if _, err := experimenttest.Prepare(t, New(), flags...); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// What is counted depends on the round alone, and not on what was measured before.
func TestRounds(t *testing.T) {
	flags := []string{"--fingerprint=3", "--width=4", "--cells=6", "--sizes=500", "--n=400", "--reps=2", "--seed=5"}
	counted, different := experimenttest.Repeats(t, func() experiment.Bench { return prepared(t, 400, flags...) }, experimenttest.Timed(Hyphenate))
	if counted < 50 || different < 10 {
		t.Errorf("%d counted steps, of which %d differ between rounds", counted, different)
	}
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

// No two visits have a cell in common, whatever the widths.
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
