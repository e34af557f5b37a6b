package compare

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// inParts are the runs of two builds of which b takes slower times as long as a, measured in
// parts of some rounds. process is the spread of the processes, drift the machine's over the run,
// noise that of a section.
func inParts(random *rand.Rand, parts, rounds int, slower, process, drift, noise float64) (a, b *runfolder.Run) {
	run := func(dir string, factor float64) *runfolder.Run {
		r := &runfolder.Run{Dir: dir, Meta: runfolder.Meta{Design: runfolder.Interleaved, Reps: parts * rounds, Filters: []string{"bloom"},
			Axes: []axis.Axis{axis.Rates(nil)}, Sessions: make([]runfolder.Session, parts)}}
		for part := range parts {
			at := math.Exp(process * random.NormFloat64())
			for i := range rounds {
				slow := math.Exp(drift * float64(part*rounds+i) / float64(parts*rounds))
				value := 20 * factor * at * slow * math.Exp(noise*random.NormFloat64())
				r.Rows = append(r.Rows, runfolder.Row{Round: part*rounds + i + 1, Session: part + 1, Filter: "bloom", Metric: metric.Query, Point: "0.01", Value: value, Unit: "ns", Ops: 1})
			}
		}
		return r
	}
	b = run("run", slower)
	b.Meta.Parameters = map[string]string{runfolder.Against: "abc"}
	return run(filepath.Join("run", runfolder.Against, "old"), 1), b
}

func inTurnsRatio(t *testing.T, a, b *runfolder.Run) Ratio {
	t.Helper()
	c, err := Runs(plainSummary(t, a), plainSummary(t, b), false)
	if err != nil {
		t.Fatal(err)
	}
	return c.Metrics[0].Pooled[0].Ratio
}

func plainSummary(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	s, err := report.Summarize(run, metric.Glossary{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A drift that both builds see is in no ratio of theirs, and would be in that of two runs.
func TestTurnsCancelDrift(t *testing.T) {
	a, b := inParts(rand.New(rand.NewPCG(1, 2)), 10, 2, 1.02, 0, 1, 0.001)
	r := inTurnsRatio(t, a, b)
	if !r.Separated() || math.Abs(r.Value-1.02) > 0.002 || r.CI.High-r.CI.Low > 0.01 {
		t.Errorf("in turns: %v, want 1.02 ± 0.002", r)
	}
	b.Meta.Parameters = nil
	if r := inTurnsRatio(t, a, b); r.Separated() {
		t.Errorf("one after the other: %v separated", r)
	}
}

// Rounds of a process share its place in memory: a part is one value. Were rounds the values,
// equal builds would be accused in most runs.
func TestTurnsByParts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	accused := 0
	const trials = 400
	for range trials {
		a, b := inParts(random, 10, 10, 1, 0.02, 0, 0.005)
		if inTurnsRatio(t, a, b).Separated() {
			accused++
		}
	}
	if accused < 4 || accused > 40 { // 5 % of 400 are 20; beyond 4 and 40 lie less than 1e-4
		t.Errorf("%d of %d runs of equal builds are accused, want some 5 %%", accused, trials)
	}
}

// Layouts that come again in several parts give one value each.
func TestTurnsByLayouts(t *testing.T) {
	a, b := inParts(rand.New(rand.NewPCG(5, 6)), 6, 1, 1.1, 0, 0, 0.001)
	for _, run := range []*runfolder.Run{a, b} {
		for i := range run.Meta.Sessions {
			run.Meta.Sessions[i].Layout = 1 + i%3
		}
	}
	groups := turns{newTimes(plainSummary(t, a)), newTimes(plainSummary(t, b))}.groups([]runfolder.Cell{a.Rows[0].Cell()})
	if len(groups) != 3 || len(groups[0]) != 2 || math.Abs(groups[0][0]-math.Log(b.Rows[0].Value/a.Rows[0].Value)) > 1e-12 {
		t.Errorf("groups %v, want three layouts of two rounds", groups)
	}
}

// One part has no spread.
func TestTurnsOfOnePart(t *testing.T) {
	a, b := inParts(rand.New(rand.NewPCG(7, 8)), 1, 5, 1, 0, 0, 0.001)
	if _, err := Runs(plainSummary(t, a), plainSummary(t, b), false); err == nil || !strings.Contains(err.Error(), "want two") {
		t.Errorf("one part: %v", err)
	}
}
