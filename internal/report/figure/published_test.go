package figure_test

import (
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/experiment/thesis/published/publishedtest"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
)

// The figure of the published data has the bar and the band that are known of
// the thesis's Figure 5.2 at ε = 1 %.
func TestPublishedFigure(t *testing.T) {
	for _, source := range publishedtest.Sources(t, "../../..") {
		t.Run(source.Name, func(t *testing.T) { publishedFigure(t, source.Files[2]) }) // bloom-filter.csv
	}
}

func publishedFigure(t *testing.T, file string) {
	run, err := published.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(run, glossary.Of(thesis.New()))
	if err != nil {
		t.Fatal(err)
	}
	got := figure.BarAndBand(s, figure.LineOf{Metric: thesis.Hyphenate, Filter: "bloom"})
	if want := "ms/pass bar 3540.8…3607.2, band 3551.4…3614.0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, f := range thesis.New().Reading().Figures(s.Meta) {
		if f.ID != "5-2" {
			continue
		}
		d, err := f.Draw(s, bilingual.English)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := d.Encode(figure.SVG, figure.Label{ID: f.ID, Title: f.Title.EN})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(figure.LabelsOf(string(svg)), "Norwegian set-up (143,177 words)") {
			t.Error("the figure does not say that it is the Norwegian set-up")
		}
		return
	}
	t.Error("no figure 5-2")
}
