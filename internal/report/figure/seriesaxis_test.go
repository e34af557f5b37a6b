package figure

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// The axis of ε is logarithmic where the values span powers of ten unevenly. Few
// places have their own labels, more have round ones; every one has a mark.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		epsilons string
		log      bool
		labels   string // those that a figure of the usual width has room for
		marks    int    // at least
	}{
		{"0.01..0.20", false, "1 5 10 15 20", 20},
		{"0.000001,0.0001,0.01,0.5", true, "0.0001 0.01 1 50", 20},
		{"0.000001,0.5", true, "0.0001 50", 20},
		{"0.01,0.2", false, "1 20", 2},
		{"0.05", false, "5", 1},
		{"0.013", false, "1.3", 1},
		{"0.013,0.0137,0.21", false, "1.3 21", 3}, // 1.37 has no room
		{"0.1%,1%,10%,50%", true, "0.1 1 10 50", 10},
		{"0.001,0.01,0.02,0.03,0.05,0.1,0.2", true, "0.1 0.3 1 3 10", 10},
		{"0.001..0.2:0.001", false, "0.1 5 10 15 20", 10},
		{"0.000000000001,0.01", true, "1e-10 1", 10},
	} {
		s := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: c.epsilons, Reps: 2}))
		p, marks := placesOf(lookedSeries(s, s.Metric(synthetic.Init)), bilingual.English)
		var labels []string
		for _, m := range thinned(marks, tickStyle(), func(v float64) vg.Length { return vg.Length(430 * p.at(v)) }) {
			if m.Label != "" {
				labels = append(labels, m.Label)
			}
		}
		if got := strings.Join(labels, " "); p.log != c.log || got != c.labels {
			t.Errorf("%s: logarithmic %v, labels %q, want %v, %q", c.epsilons, p.log, got, c.log, c.labels)
		}
		if len(marks) < c.marks || len(marks) > 70 {
			t.Errorf("%s: %d marks, want %d to 70", c.epsilons, len(marks), c.marks)
		}
		for _, m := range marks {
			if m.Label != "" && !p.has(m.Value) {
				t.Errorf("%s: %s is beyond the axis", c.epsilons, m.Label)
			}
		}
	}
}

// In half the width every second label has room, at even distances; few keep the
// ends.
func TestThinned(t *testing.T) {
	var many, few []tick
	for i := range 20 {
		many = append(many, tick{Value: float64(i), Label: "100"})
	}
	for _, v := range []float64{1, 1.1, 1.2, 20} {
		few = append(few, tick{Value: v, Label: "100"})
	}
	for _, c := range []struct {
		marks []tick
		width vg.Length
		want  string
	}{
		{many, 500, "xxxxxxxxxxxxxxxxxxxx"}, {many, 230, "x.x.x.x.x.x.x.x.x.x."}, {few, 300, "x..x"}, {few, 1, "x..."},
	} {
		got := ""
		for _, m := range thinned(c.marks, tickStyle(), func(v float64) vg.Length { return c.width * vg.Length(v) / 20 }) {
			got += map[bool]string{true: "x", false: "."}[m.Label != ""]
		}
		if got != c.want {
			t.Errorf("in %v: %s, want %s", c.width, got, c.want)
		}
	}
}

// An interval far wider than the others, and one that a line at zero cuts, end
// in arrows that the legend explains; others have caps and no such entry.
func TestWhiskersCut(t *testing.T) {
	even := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01..0.07", Reps: 4})
	wide := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01..0.07", Reps: 4})
	for i := range wide.Rows {
		if r := &wide.Rows[i]; r.Unit == runfolder.Nanoseconds && wide.Meta.Epsilon(r.Point).String() == "0.03" && r.Round == 1 {
			r.Value *= 40
		}
	}
	for _, id := range []string{"init-bloom", "init-bars", "init-all"} {
		if got := texts(svg(t, summarize(t, even), id, bilingual.English)); strings.Contains(got, "interval continues") {
			t.Errorf("%s: nothing is cut in\n%s", id, got)
		}
		if got := texts(svg(t, summarize(t, wide), id, bilingual.Portuguese)); !strings.Contains(got, "o intervalo continua") {
			t.Errorf("%s: no word of the cut in\n%s", id, got)
		}
	}
	e := reach(Curve{Points: []CurvePoint{{Value: 10, Half: 1}, {Value: 11, Half: 1}, {Value: 12, Half: 500}, {Value: 9, Half: math.NaN()}}})
	if e.low != 8 || e.high != 16 {
		t.Errorf("the axis is from %v to %v, want 8 to 16", e.low, e.high)
	}
}

// Rates over powers of ten are on a logarithmic axis; where none was admitted, an
// arrow says so.
func TestRatesLogarithmic(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.000001,0.0001,0.01,0.5", Reps: 3})
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Metric == "fp" && run.Meta.Epsilon(r.Point).String() == "0.000001" {
			r.Value = 0
		}
	}
	got := texts(svg(t, summarize(t, run), "fpr", bilingual.English))
	for _, want := range []string{"zero, or below the axis", "requested ε (%), logarithmic axis", "Measured rate (%) logarithmic axis", " 0.0001 "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
