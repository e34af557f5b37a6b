package values

import (
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

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
