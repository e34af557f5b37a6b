package experimenttest

import (
	"errors"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// Draw draws every figure of x in every language.
func Draw(t testing.TB, x experiment.Experiment, run *runfolder.Run) {
	t.Helper()
	s := Summary(t, x, run)
	list := x.Reading().Figures(s.Meta)
	if len(list) == 0 {
		t.Error("there are no figures")
	}
	for _, f := range list {
		for _, l := range figure.Langs() {
			if _, err := f.Draw(s, l); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
	}
}

// NoFigures holds x to it that none of its figures is drawn of the rows that are kept.
func NoFigures(t testing.TB, x experiment.Experiment, run *runfolder.Run, keep func(runfolder.Row) bool) {
	t.Helper()
	of := *run
	of.Rows = slices.DeleteFunc(slices.Clone(run.Rows), func(r runfolder.Row) bool { return !keep(r) })
	s := Summary(t, x, &of)
	for _, f := range x.Reading().Figures(s.Meta) {
		if _, err := f.Draw(s, figure.English); err == nil {
			t.Errorf("%s is drawn without its data", f.ID)
		}
	}
}

// Readable holds x to it that on a run every claim has a verdict, and every figure is
// drawn or says which data it lacks.
func Readable(t testing.TB, x experiment.Experiment, run *runfolder.Run) {
	t.Helper()
	for id, r := range Judged(t, x, run) {
		if r.Verdict == "" {
			t.Errorf("%s has no verdict", id)
		}
	}
	s := Summary(t, x, run)
	for _, f := range x.Reading().Figures(s.Meta) {
		var none figure.NoData
		if _, err := f.Draw(s, figure.English); err != nil && !errors.As(err, &none) {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
}
