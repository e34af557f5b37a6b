package values

import (
	"math"
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
	if b.truth.exact.Exceptions != 2 || b.truth.negatives != b.truth.words.Len()-2 {
		t.Errorf("%+v, %d negatives, want 2 exceptions", b.truth.exact, b.truth.negatives)
	}
	got.Breaks++
	if compare(got, b.truth.exact) == nil {
		t.Error("a hyphenation point too many is not noticed")
	}
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
	experimenttest.NoFigures(t, New(), run, func(r runfolder.Row) bool { return r.Metric == Missing })
	run.Rows = ideal(run)
	// The masks of this list catch fewer than the table.
	experimenttest.Supported(t, New(), run, map[string]claim.Verdict{"V9": "", "V25": ""})
	times, gone := experimenttest.Scale, experimenttest.Gone
	inCode := func(code string, of func(*runfolder.Row)) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Point.Value(1) == code {
				of(r)
			}
		}
	}
	plus := func(name string, m runfolder.Metric) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m && r.Round == 2 {
				r.Value++
			}
		}
	}
	sized := func(name string, n string, by float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == Slots && r.Point.Value(4) == n {
				r.Value *= by
			}
		}
	}
	noisy := func(name string, m runfolder.Metric) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m {
				r.Value *= []float64{0.2, 5, 0.5, 2.2}[(r.Round+3)%4]
			}
		}
	}
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"V1", times(bloomier, BitsPerKey, 30), claim.Contradicted},
		{"V1", gone(bloomier, BitsPerKey), claim.Supported}, // by the ribbon
		{"V2", times(sortedName, BitsPerKey, 0.1), claim.Contradicted},
		{"V2", gone(sortedName, BitsPerKey), claim.NotTested},
		{"V3", inCode(codeTable, times(ribbon, BitsPerKey, 3)), claim.Contradicted},
		{"V4", times(bloom, Hyphenate, 0.5), claim.Contradicted},
		{"V4", noisy(bloom, Hyphenate), claim.Inconclusive},
		{"V4", gone(bloom, Hyphenate), claim.NotTested},
		{"V5", times(bareStore, Hyphenate, 0.5), claim.Contradicted},
		{"V5", noisy(bareStore, Hyphenate), claim.Inconclusive},
		{"V6", times(fuse, Hyphenate, 1.2), claim.Contradicted},
		{"V6", times(fuse, Hyphenate, 0.8), claim.Contradicted},
		{"V6", times(fuse, Hyphenate, 1.03), claim.Supported},
		{"V7", times(ribbon, Hyphenate, 0.5), claim.Contradicted},
		{"V8", inCode(codeMask, times(bloomier, Wrong, 10)), claim.Contradicted},
		{"V8", inCode(codeHashed, times(bloomier, Wrong, 10)), claim.Supported},
		{"V9", inCode(codeMask, times(bloomier, Wrong, 1e4)), claim.Contradicted},
		{"V24", inCode(codeHashed, times(ribbon, Wrong, 2)), claim.Contradicted},
		{"V24", inCode(codeHashed, times(ribbon, Wrong, 0.5)), claim.Contradicted},
		{"V24", inCode(codeMask, times(ribbon, Wrong, 2)), claim.Supported},
		{"V24", noisy(ribbon, Wrong), claim.Inconclusive},
		{"V10", plus(ribbon, WrongKeys), claim.Contradicted},
		{"V10", plus(bloomier, WrongKeys), claim.Contradicted},
		{"V11", times(bloomier, Known, 1.3), claim.Contradicted},
		{"V11", times(bloomier, Known, 1.02), claim.Supported},
		{"V12", plus(compactOne, Under), claim.Contradicted},
		{"V12", gone(compactOne, Under), claim.NotTested},
		{"V13", plus(compactTwo, Differing), claim.Contradicted},
		{"V13", plus(compactOne, Differing), claim.Supported},
		{"V14", plus(compactOne, Differing), claim.Contradicted},
		{"V15", plus(compactSet, Differing), claim.Contradicted},
		{"V15", plus(compactSet, Missing), claim.Contradicted},
		{"V15", gone(compactSet, Missing), claim.NotTested},
		{"V16", times(compactSet, Surplus, 0.8), claim.Contradicted},
		{"V16", times(compactSet, SurplusTheory, 1e-6), claim.NotTested},
		{"V17", times(ribbon, BitsPerKey, 1.5), claim.Contradicted},
		{"V18", sized(bloomier, "20000", 1.02), claim.Contradicted},
		{"V18", sized(bloomier, "1000", 0.9), claim.Supported}, // below 10,000 keys
		{"V19", sized(ribbon, "20000", 1.02), claim.Contradicted},
		{"V19", gone(ribbon, Slots), claim.NotTested},
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
		{"V23", times(bloomier, Error, 0.9), claim.Supported},
	})
}

// Masks catch more than numbers where their rate is below the line through the table's.
func TestMasksAgainstTable(t *testing.T) {
	racetest.OneGoroutine(t)
	run := small(t)
	rate := func(mask float64) claim.Verdict {
		for i := range run.Rows {
			r := &run.Rows[i]
			if r.Metric != Wrong {
				continue
			}
			f, _ := strconv.Atoi(r.Point.Value(0))
			r.Value = math.Ldexp(1, -f)
			if r.Point.Value(1) == codeMask {
				r.Value = mask
			}
		}
		return experimenttest.Result(t, New(), run, "V9").Verdict
	}
	if v := rate(1e-9); v != claim.Supported {
		t.Errorf("masks that are never wrong: %s", v)
	}
	if v := rate(1e-2); v != claim.Contradicted {
		t.Errorf("masks that are wrong more often: %s", v)
	}
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Metric == Wrong && r.Point.Value(1) == codeTable {
			r.Value = 0
		}
	}
	if v := experimenttest.Result(t, New(), run, "V9").Verdict; v != claim.NotTested {
		t.Errorf("a table without a rate: %s", v)
	}
}

func TestBetween(t *testing.T) {
	x, y := []float64{10, 20, 40}, []float64{0, -10, -20}
	for at, want := range map[float64]float64{10: 0, 15: -5, 30: -15, 40: -20} {
		if got := between(x, y, at); got != want {
			t.Errorf("%v at %v, want %v", got, at, want)
		}
	}
	if !math.IsNaN(between(x, y, 9)) || !math.IsNaN(between(x, y, 41)) || !math.IsNaN(between(nil, nil, 1)) {
		t.Error("there is a number outside")
	}
}
