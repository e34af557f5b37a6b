package claim

import (
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// A verdict on an effect of times says whether the effect is below the coarsest
// resolution of the sessions, whatever the unit of the effect; no other verdict
// says anything about it.
func TestBelowResolution(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 3})
	s, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	outcome := func(unit string, value float64) Outcome {
		return Outcome{Effect: Effect{Unit: unit, Value: value}, Supports: 0.001, Opposes: 0.999, Holds: true}
	}
	no, yes := "supported", "supported (below resolution)"
	for _, c := range []struct {
		metric       runfolder.Metric
		outcome      Outcome
		fine, coarse string // at 2 % and at 5 %
	}{
		{"init", outcome("%", 3), no, yes},
		{"init", outcome("%", -3), no, yes},
		{"init", outcome("%", 6), no, no},
		{"init", outcome("×", 1.03), no, yes},
		{"init", outcome("×", 0.97), no, yes},
		{"init", outcome("×", 0.94), no, no},
		{"init", outcome("×", 1.01), yes, yes},
		{"init", outcome("points", 0.001), no, no},
		{"fp", outcome("%", 1), no, no},
		{"unheard-of", outcome("%", 1), no, no},
		{"init", Counted(true, "", "", "%", 1, ""), no, no},
		{"init", Untested("no data"), "not tested", "not tested"},
	} {
		for _, r := range []struct {
			resolutions []runfolder.Resolution // of the sessions
			want        string
		}{
			{[]runfolder.Resolution{0.02}, c.fine},
			{[]runfolder.Resolution{0.05}, c.coarse},
			{[]runfolder.Resolution{0.05, 0.02}, c.coarse},
		} {
			s.Meta.Sessions = nil
			for _, resolution := range r.resolutions {
				s.Meta.Sessions = append(s.Meta.Sessions, runfolder.Session{Resolution: resolution})
			}
			result := Evaluate(s, []Claim{{Metric: c.metric, Test: func(*Data) Outcome { return c.outcome }}})[0]
			if got := result.Word(); got != r.want {
				t.Errorf("%s, %v %s at %v: %s, want %s", c.metric, c.outcome.Effect.Value, c.outcome.Effect.Unit, r.resolutions, got, r.want)
			}
		}
	}
	s.Meta.Sessions = []runfolder.Session{{}}
	result := Evaluate(s, []Claim{{Metric: "init", Test: func(*Data) Outcome { return outcome("%", 0.1) }}})[0]
	if result.Below != nil || result.Word() != no {
		t.Errorf("not calibrated: %s", result.Word())
	}
}
