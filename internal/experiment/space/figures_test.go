package space

import (
	"slices"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// A run of all combinations has a curve for each number of bits that filters of half of the
// numbers of keys share, along which the rate rises. Others lack the figure.
func TestRateOverKeys(t *testing.T) {
	x := New()
	flags := []string{"--filter=bloom", "--n=100,200,400,800", "--eps=0.390625%,6.25%,25%", "--reps=2"}
	isIt := func(f figure.Figure) bool { return f.ID == "rate-keys" }

	run := experimenttest.Run(t, x, append(flags, "--full")...)
	run.Meta.Config = map[string]runfolder.Setting{"full": {Value: "true"}}
	s := experimenttest.Summary(t, x, run)
	if !slices.ContainsFunc(x.Reading().Figures(s.Meta), isIt) {
		t.Error("a run of all combinations lacks the figure")
	}
	of, err := overKeys(&claim.Data{Summary: s}, bilingual.English)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{100, 200, 400}, {200, 400, 800}}
	for i, c := range of.Panels[0].Curves {
		if i >= len(want) || !slices.Equal(c.X, want[i]) {
			t.Errorf("curve %q stands at %v", c.Label.EN, c.X)
			continue
		}
		for at, p := range c.Points[1:] {
			if p.Value <= c.Points[at].Value {
				t.Errorf("curve %q falls to %v at n = %v", c.Label.EN, p.Value, c.X[at+1])
			}
		}
	}
	if len(of.Panels[0].Curves) != len(want) {
		t.Errorf("%d curves", len(of.Panels[0].Curves))
	}

	x = New() // without --full
	run = experimenttest.Run(t, x, flags...)
	s = experimenttest.Summary(t, x, run)
	if slices.ContainsFunc(x.Reading().Figures(s.Meta), isIt) {
		t.Error("a run of one axis at a time has the figure")
	}
	if _, err := overKeys(&claim.Data{Summary: s}, bilingual.English); err == nil {
		t.Error("one axis at a time, and equal bits")
	}
}
