package semijoin

import (
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func judged(t *testing.T, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	s, err := report.Summarize(run, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]claim.Result{}
	for _, r := range claim.Evaluate(s, claims()) {
		results[r.ID] = r
	}
	return results
}

// asTheory makes the rows of a run what theory says, without noise: filters of c bits,
// the smallest one of less, and times of two rounds that differ a little.
func asTheory(of *runfolder.Run) {
	row := rowBytes(&of.Meta)
	for i := range of.Rows {
		r := &of.Rows[i]
		n, _ := axis.ParseCount(of.Meta.On(axisN, r.Point))
		share, _ := axis.ParseShare(of.Meta.On(axisShare, r.Point))
		epsilon := of.Meta.Epsilon(r.Point).Float()
		th := theory{n: n, share: share, row: row, c: map[string]float64{bloom: bloomFactor, ribbon: 1.1, smallestFilter: 1.02}[r.Filter]}
		told := map[string]float64{keyList: 16 * float64(n)}[r.Filter]
		if epsilon > 0 {
			told = th.filter(epsilon)
		}
		noise := 1 + 0.001*float64(r.Round%2)
		switch r.Metric {
		case Bytes:
			r.Value = told + row*(float64(partners(n, share))+epsilon*th.strangers())
			if r.Filter == shipAll {
				r.Value = row * float64(n)
			}
		case Told:
			r.Value = told
		case Removed:
			r.Value = epsilon * th.strangers()
		case metric.FPRTheory:
			r.Value = epsilon
		case Time:
			r.Value = 1e7 * noise * map[string]float64{bloom: 1, ribbon: 1.5, smallestFilter: 1.4, keyList: 2, shipAll: 3}[r.Filter] * float64(r.Ops)
		}
	}
}

// Each claim is supported by rows that are as theory says but J2, which theory
// contradicts, and contradicted by rows that were made against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=2000,4000", "--selectivity=1%,50%,90%,100%", "--eps=0.04%,0.1%,0.25%,0.63%,1%,10%", "--reps=2")
	draw(t, of)
	asTheory(of)
	rows := slices.Clone(of.Rows)
	for id, r := range judged(t, of) {
		want := claim.Supported
		if id == "J2" {
			want = claim.Contradicted
		}
		if r.Verdict != want {
			t.Errorf("%s: %s, want %s (%s)", id, r.Verdict, want, r.Why)
		}
	}
	share := func(r *runfolder.Row) string { return of.Meta.On(axisShare, r.Point) }
	rate := func(r *runfolder.Row) string { return r.Point.Value(2) }
	times := func(way string, m runfolder.Metric, f float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == way && r.Metric == m {
				r.Value *= f
			}
		}
	}
	at := func(place func(*runfolder.Row) string, value string, change func(*runfolder.Row)) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if place(r) == value {
				change(r)
			}
		}
	}
	without := func(way string) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == way {
				r.Filter = "other"
			}
		}
	}
	for _, c := range []struct {
		id     string
		doctor func(*runfolder.Row)
		want   claim.Verdict
	}{
		{"J1", at(share, "0.9", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J1", at(share, "1", times(bloom, Bytes, 1.2)), claim.Supported},
		{"J1", without(shipAll), claim.NotTested},
		{"J2", at(share, "1", times(bloom, Bytes, 0.9)), claim.Supported},
		{"J3", times(bloom, Told, 20), claim.Contradicted},
		{"J3", without(keyList), claim.NotTested},
		{"J4", at(rate, "0.1", times(ribbon, Removed, 2)), claim.Contradicted},
		{"J4", at(rate, "0.1", times(bloom, Removed, 0)), claim.Contradicted},
		{"J4", at(rate, "0.0004", times(bloom, Removed, 2)), claim.Supported}, // too few to tell
		{"J5", at(share, "1", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J6", at(share, "1", times(shipAll, Bytes, 1.1)), claim.Contradicted},     // fewer bytes above the limit too
		{"J6", at(share, "0.01", times(shipAll, Bytes, 0.01)), claim.Contradicted}, // more bytes below it too
		{"J6", at(share, "1", times(bloom, Bytes, 1.05)), claim.Contradicted},
		{"J7", at(rate, "0.01", times(bloom, Bytes, 0.5)), claim.Contradicted},
		{"J7", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted}, // theory has 0.23 %
		{"J7", at(rate, "0.1", times(bloom, Bytes, 0.1)), claim.Contradicted},   // at the end of the rates, or beyond
		{"J8", at(rate, "0.01", times(smallestFilter, Bytes, 0.5)), claim.Contradicted},
		{"J8", times(smallestFilter, Told, 40), claim.Contradicted},
		{"J9", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted},
		{"J10", at(rate, "0.0004", times(bloom, Bytes, 1.06)), claim.Contradicted},
		{"J10", at(rate, "0.1", times(bloom, Bytes, 1.06)), claim.Supported}, // chance may do that to two joins of 2,000 rows
		{"J10", at(rate, "0.0004", without(bloom)), claim.NotTested},
		{"J11", at(rate, "0.1", times(smallestFilter, Bytes, 1.06)), claim.Contradicted},
		{"J11", without(smallestFilter), claim.NotTested},
		{"J12", times(smallestFilter, Bytes, 1.1), claim.Contradicted},
		{"J13", times(bloom, Time, 4), claim.Contradicted},
		{"J13", at(func(r *runfolder.Row) string { return r.Point.Value(0) }, "4000", times(bloom, Time, 4)), claim.Contradicted},
		{"J14", times(ribbon, Time, 0.5), claim.Contradicted},
		{"J15", times(keyList, Time, 0.4), claim.Contradicted},
		{"J15", without(keyList), claim.NotTested},
	} {
		of.Rows = slices.Clone(rows)
		for i := range of.Rows {
			c.doctor(&of.Rows[i])
		}
		if r := judged(t, of)[c.id]; r.Verdict != c.want {
			t.Errorf("%s: %s, want %s (%s)", c.id, r.Verdict, c.want, r.Why)
		}
	}
	of.Rows = slices.Clone(rows)
	for i := range of.Rows { // a round of a busy machine, another of a quiet one
		if r := &of.Rows[i]; r.Metric == Time && r.Filter == bloom && r.Round == 2 {
			r.Value *= 4
		}
	}
	if r := judged(t, of)["J13"]; r.Verdict != claim.Inconclusive {
		t.Errorf("J13 of noise: %s (%s)", r.Verdict, r.Why)
	}
}

// draw draws every figure in both languages.
func draw(t *testing.T, of *runfolder.Run) {
	t.Helper()
	s, err := report.Summarize(of, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures(s.Meta) {
		for _, l := range []figure.Lang{figure.English, figure.Portuguese} {
			if _, err := f.Draw(s, l); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
	}
}

// The figures of a run without joins are left out.
func TestNoFigures(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=100", "--selectivity=1%", "--eps=1%", "--reps=2")
	of.Rows = slices.DeleteFunc(of.Rows, func(r runfolder.Row) bool { return r.Metric != Told })
	s, err := report.Summarize(of, experiment.Glossary(New()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures(s.Meta) {
		if _, err := f.Draw(s, figure.English); err == nil {
			t.Errorf("%s is drawn", f.ID)
		}
	}
}
