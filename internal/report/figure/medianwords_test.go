package figure

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/selection"
)

// part sums up what conditions select of the synthetic run.
func part(t *testing.T, by report.Statistic, conditions ...string) *report.Summary {
	t.Helper()
	var s selection.Selection
	for _, c := range conditions {
		if err := s.Where(c); err != nil {
			t.Fatal(err)
		}
	}
	n := must(report.View{Selection: &s, By: by}.Sum(synthetic.Run(synthetic.Options{}), synthetic.Glossary()))(t)
	return n.Summary
}

// By medians no figure of a time speaks of means, in either language, and all the
// others are skipped: a file by medians has none of the run's names.
func TestByMedians(t *testing.T) {
	s := part(t, report.Medians)
	list := append(figures(s.Meta),
		Families("families", bilingual.Text{EN: "Mean time of a question", PT: "Tempo médio de uma pergunta"}, FamiliesOf{
			Metric: metric.Query, Axis: "epsilon", Groups: []RankedGroup{{bilingual.Text{EN: "All", PT: "Todos"}, s.Meta.Filters}}}),
		Front("front", bilingual.Text{EN: "Mean times", PT: "Tempos médios"}, FrontOf{X: FrontAxis{Metric: metric.Bits}, Y: FrontAxis{Metric: metric.Query}, At: Place{"epsilon": "0.01"}}),
		Curves("store", bilingual.Text{EN: "Mean times of a store", PT: "Tempos médios"}, func(s *report.Summary, _ bilingual.Lang) (CurvesOf, error) {
			return CurvesOf{Of: []*report.Metric{s.Metric(metric.Query)}, Panels: []CurvePanel{{From: 1, To: 2, Curves: []Curve{{Label: bilingual.Text{EN: "mean", PT: "média"}, X: []float64{1}, Points: []CurvePoint{{Value: 1}}}}}}}, nil
		}),
		Curves("estimates", bilingual.Text{EN: "Trimmed means", PT: "Médias aparadas"}, func(*report.Summary, bilingual.Lang) (CurvesOf, error) {
			return CurvesOf{Panels: []CurvePanel{{From: 1, To: 2, Curves: []Curve{{X: []float64{1}, Points: []CurvePoint{{Value: 1}}}}}}}, nil
		}))
	for l, gone := range map[bilingual.Lang][]string{bilingual.English: {"mean ", "Mean ", "means"}, bilingual.Portuguese: {"média", "Média", "médio", "Médio"}} {
		dir := t.TempDir()
		files, skipped, err := Render(s, list, dir, []Format{SVG}, l, Style{})
		if err != nil {
			t.Fatal(err)
		}
		if len(skipped) != 2 || skipped[0].ID != "fpr" || skipped[1].ID != "estimates" || !strings.Contains(skipped[0].Reason, "shows no mean of a time") {
			t.Errorf("skipped %v", skipped)
		}
		for _, f := range files {
			if want := ".median" + l.Mark() + ".svg"; !strings.HasSuffix(f, want) {
				t.Errorf("%s: want a name with %s", f, want)
			}
			text := must(os.ReadFile(filepath.Join(dir, f)))(t)
			said := strings.ReplaceAll(strings.ReplaceAll(string(text), "All other values are means.", ""), "todo o resto é média.", "")
			for _, word := range gone {
				if at := strings.Index(said, word); at >= 0 {
					t.Errorf("%s speaks of %q: …%s…", f, word, said[max(0, at-40):at+20])
				}
			}
			if mixed := strings.Contains(f, "front"); mixed != (len(said) < len(text)) {
				t.Errorf("%s: which numbers are means: %v", f, !mixed)
			}
			if !strings.Contains(said, "edian") {
				t.Errorf("%s does not speak of medians", f)
			}
		}
	}
}

// A figure by medians is drawn of medians.
func TestMediansAreDrawn(t *testing.T) {
	means, medians := part(t, report.Means), part(t, report.Medians)
	for _, f := range figures(means.Meta) {
		if strings.HasPrefix(f.ID, "fpr") {
			continue
		}
		a, b := drawn(t, means, f, bilingual.English), drawn(t, medians, f, bilingual.English)
		// Of the numbers in the picture no word speaks.
		if strings.NewReplacer("Mean", "Median", "mean", "median").Replace(a) == b {
			t.Errorf("%s is the same by medians", f.ID)
		}
	}
}

// A figure of a part says what it is, and has a name of its own.
func TestFigureOfAPart(t *testing.T) {
	s := part(t, report.Means, "filter=bloom", "eps=1%..5%")
	dir := t.TempDir()
	files, skipped, err := Render(s, figures(s.Meta), dir, []Format{SVG}, bilingual.English, Style{})
	if err != nil {
		t.Fatal(err)
	}
	if len(skipped) == 0 || !strings.HasSuffix(skipped[0].Reason, "(narrowed to filter = bloom; ε = 1%..5%)") {
		t.Errorf("%v", skipped)
	}
	for _, f := range files {
		text := must(os.ReadFile(filepath.Join(dir, f)))(t)
		if !strings.HasSuffix(f, ".filter=bloom_epsilon=1pc..5pc.svg") || !strings.Contains(string(text), "This figure shows only a part of the run: filter = bloom; ε = 1%..5%.") {
			t.Errorf("%s", f)
		}
	}
	if len(files) < 3 {
		t.Errorf("only %q", files)
	}
}
