package experimenttest

import (
	"errors"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/report"
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
		for _, l := range bilingual.Langs() {
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
		if _, err := f.Draw(s, bilingual.English); err == nil {
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
		if _, err := f.Draw(s, bilingual.English); err != nil && !errors.As(err, &none) {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
}

// GoldenFigure holds a figure to its file in testdata, without the glyphs: labels tell the
// texts. UPDATE_GOLDEN=1 writes the file anew.
func GoldenFigure(t testing.TB, s *report.Summary, f figure.Figure, l bilingual.Lang) {
	t.Helper()
	got := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`).ReplaceAllString(svg(t, s, f, l), "")
	name := filepath.Join("testdata", f.ID+"-"+string(l)+".svg")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		OK(t, os.WriteFile(name, []byte(got), 0o666))
	}
	want := Must(os.ReadFile(name))(t)
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("%s (UPDATE_GOLDEN=1 writes it):\n%s", name, diff)
	}
}

// Labels are the texts of a figure, a blank between them.
func Labels(t testing.TB, s *report.Summary, f figure.Figure, l bilingual.Lang) string {
	t.Helper()
	var list []string
	for _, m := range regexp.MustCompile(`aria-label="([^"]*)"`).FindAllStringSubmatch(svg(t, s, f, l), -1) {
		list = append(list, strings.ReplaceAll(html.UnescapeString(m[1]), "\u00a0", " "))
	}
	return strings.Join(list, " ")
}

func svg(t testing.TB, s *report.Summary, f figure.Figure, l bilingual.Lang) string {
	t.Helper()
	d := Must(f.Draw(s, l))(t)
	return string(Must(d.Encode(figure.SVG, figure.Label{ID: f.ID, Title: f.Title.In(l)}))(t))
}
