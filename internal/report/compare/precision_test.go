package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// What a run resolves is the width of its widest interval, which is that of its ratios: the
// rule of run --resolve. It stands in the header, in place of a calibration.
func TestResolves(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1", Reps: 30})
	run.Meta.Sessions[0].Calibration = "calibrated on another day"
	s := summarize(t, run)
	c, err := Filters(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	widest, of := 0.0, ""
	var widths []float64
	for _, m := range c.Metrics {
		for _, p := range m.Pooled {
			if run.Meta.IsBaseline(p.Filter) {
				continue
			}
			width := (p.CI.High - p.CI.Low) / p.Value
			if widths = append(widths, width); width > widest {
				widest, of = width, fmt.Sprintf("%s of %s", m.Name, p.Filter)
			}
		}
	}
	slices.Sort(widths)
	want := fmt.Sprintf("%.2g %%: %s is ±%.2g %%, the widest of %d intervals between structures; half of them are within ±%.2g %%",
		100*widest, of, 50*widest, len(widths), 50*widths[len(widths)/2])
	if got := Resolves(s); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	header := func(name string) (values []string) {
		for _, f := range s.Header() {
			if f.Name == name {
				values = append(values, f.Value)
			}
		}
		return values
	}
	if got := header("calibration"); len(got) != 1 {
		t.Errorf("without an answer the header cites %q", got)
	}
	s.Resolves = func() string { return Resolves(s) }
	if got := header(report.ResolvesField); len(got) != 1 || got[0] != want || header("calibration") != nil {
		t.Errorf("the header has %q, and cites %q", got, header("calibration"))
	}
}

// Where no ratio is judged nothing is resolved.
func TestResolvesNothing(t *testing.T) {
	for name, run := range map[string]*runfolder.Run{
		"one structure": synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.01", Reps: 5}),
		"order":         synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 5}),
	} {
		if name == "order" {
			run.Meta.Design = runfolder.AsThesis
		}
		if got := Resolves(summarize(t, run)); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Of two or three rounds an interval may be wider than any difference.
func TestWidePrecision(t *testing.T) {
	for half, want := range map[float64]string{
		0.0412: "8.2 %: query of xor is ±4.1 %, the interval between structures",
		0.49:   "98 %: query of xor is ±49 %, the interval between structures",
		0.5:    "no difference below a factor of 2: query of xor spans a factor of 2.2, the interval between structures",
		2:      "no difference below a factor of 2: query of xor spans a factor of 9, the interval between structures",
	} {
		if got := (Precision{Ratios: 1, Half: half, Widest: "query of xor"}).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2})
	if got := Resolves(summarize(t, run)); !strings.Contains(got, " of cuckoo ") {
		t.Errorf("two rounds: %q", got)
	}
}

// What is an extreme by its definition widens nothing.
func TestPrecisionWithoutExtremes(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 10}))
	all, err := PrecisionOf(s)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range s.Metrics {
		if name := string(m.Name); strings.HasPrefix(all.Widest, name+" of ") {
			s.Metrics[i].Extreme = true
		}
	}
	rest, err := PrecisionOf(s)
	if err != nil || rest.Ratios != all.Ratios-1 || rest.Half >= all.Half || rest.Widest == all.Widest {
		t.Errorf("%+v, %v beside %+v", rest, err, all)
	}
}
