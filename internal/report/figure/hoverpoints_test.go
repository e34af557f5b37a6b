package figure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
)

// pictured draws a figure and returns it with its points.
func pictured(t *testing.T, s *report.Summary, f Figure, l bilingual.Lang) (svg string, points []Point) {
	t.Helper()
	d := must(f.Draw(s, l))(t)
	content, points, err := d.Picture(Label{ID: f.ID, Title: f.Title.In(l)})
	if err != nil {
		t.Fatal(err)
	}
	file, err := d.Encode(SVG, Label{ID: f.ID, Title: f.Title.In(l)})
	if err != nil || string(file) != string(content) {
		t.Errorf("%s: the picture of a page is not that of the file: %v", f.ID, err)
	}
	return string(content), points
}

// Every kind of figure knows its points, each within the picture, with a number
// and a name, at the place where its dot is painted.
func TestPoints(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2", Reps: 3}))
	discs := []string{"init-bloom", "run-all", "run-ranked"} // the Bloom filter's points are
	list := append(figures(s.Meta), Distributions(s)[0])
	for _, f := range list {
		d, _ := f.Draw(s, bilingual.English)
		svg, points := pictured(t, s, f, bilingual.English)
		if len(points) < 3 {
			t.Errorf("%s: %d points", f.ID, len(points))
		}
		found := 0
		for _, p := range points {
			if !(p.X > 0 && p.Y > 0 && p.X < float64(d.Width) && p.Y < float64(d.Height)) {
				t.Errorf("%s: %+v is outside of the picture", f.ID, p)
			}
			if p.Name == "" || p.Value == "" || len(p.Metrics) == 0 {
				t.Errorf("%s: %+v lacks a text", f.ID, p)
			}
			for _, radius := range []float64{2.3, 2.4, 2.6} {
				if p.Name == "bloom" && strings.Contains(svg, fmt.Sprintf(`d="M%s,%s`, short(p.X+radius), short(p.Y))) {
					found++
					break
				}
			}
		}
		if slices.Contains(discs, f.ID) && found < 3 {
			t.Errorf("%s: of %d points %d are where a dot is", f.ID, len(points), found)
		}
	}
}

// A point says what the summary says.
func TestPointText(t *testing.T) {
	s := must(summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2", Reps: 3})).ForFigures())(t)
	cell := s.Metric(synthetic.Hyphenate).Of("cuckoo").Cells[1].Scaled(s.Metric(synthetic.Hyphenate).Scales[0].Factor)
	for l, want := range map[bilingual.Lang]Point{
		bilingual.English:    {Name: "cuckoo", At: "ε = 10\u00a0%"},
		bilingual.Portuguese: {Name: "cuckoo", At: "ε = 10%"},
	} {
		f := figures(s.Meta)[slices.IndexFunc(figures(s.Meta), func(f Figure) bool { return f.ID == "run-cuckoo" })]
		_, points := pictured(t, s, f, l)
		i := slices.IndexFunc(points, func(p Point) bool { return p.Name == want.Name && p.At == want.At })
		if i < 0 {
			t.Fatalf("%s: no point %+v in %+v", l, want, points)
		}
		if text := valueText(cell.Mean, cell.HalfWidth, "ms/pass", l); points[i].Value != text || !strings.Contains(text, " ± ") {
			t.Errorf("%s: %q, want %q", l, points[i].Value, text)
		}
		if strings.Contains(points[i].Value, ".") != (l == bilingual.English) {
			t.Errorf("%s: %q", l, points[i].Value)
		}
	}
}

// short is a coordinate as an SVG has it.
func short(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
}
