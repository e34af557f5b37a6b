package published_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/experiment/thesis/published/publishedtest"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// eachSource sums up the published measurements and those that stand in for
// them.
func eachSource(t *testing.T, test func(t *testing.T, source string, s *report.Summary)) {
	for _, source := range publishedtest.Sources(t, "../../../..") {
		t.Run(source.Name, func(t *testing.T) {
			run, err := published.Read(source.Files...)
			if err != nil {
				t.Fatal(err)
			}
			s, err := report.Summarize(run, glossary.Of(thesis.New()))
			if err != nil {
				t.Fatal(err)
			}
			test(t, source.Name, s)
		})
	}
}

func TestPublishedMeans(t *testing.T) {
	series := []struct {
		metric runfolder.Metric
		filter string
	}{
		{"init", "bloom"}, {"init", "cuckoo"}, {"hyphenate", "bloom"}, {"hyphenate", "cuckoo"},
	}
	eachSource(t, func(t *testing.T, _ string, s *report.Summary) {
		for i, line := range strings.Split(strings.TrimSpace(publishedtest.Means), "\n") {
			want := strings.Fields(line)
			for j, key := range series {
				m := s.Metric(key.metric)
				series := m.Of(key.filter)
				c := series.Cells[i]
				d := c.Scaled(m.Scales[0].Factor)
				got := []string{fmt.Sprintf("%.1f", d.Mean), fmt.Sprintf("%.1f", d.HalfWidth)}
				if eps := s.Meta.Epsilon(c.Point).Percent(); eps != fmt.Sprint(i+1) || series.Label(i) != eps || d.N != 30 || !strings.HasPrefix(m.Scales[0].Unit, "ms") {
					t.Errorf("cell %d is ε = %s %%, n = %d, unit %s", i, eps, d.N, m.Scales[0].Unit)
				}
				if got[0] != want[2*j] || got[1] != want[2*j+1] {
					t.Errorf("%s %s at %d %%: %s ± %s, want %s ± %s", key.filter, key.metric, i+1, got[0], got[1], want[2*j], want[2*j+1])
				}
			}
		}
	})
}

// The lines over the means, worked out apart from this code: those of the
// measurements, and those of the means that are rounded to 0.1 ms.
func TestPublishedLines(t *testing.T) {
	eachSource(t, func(t *testing.T, source string, s *report.Summary) {
		for _, c := range []struct {
			metric                  runfolder.Metric
			filter, want, ofRounded string
		}{
			{"init", "bloom", "+0.184 0.198 [-0.232, 0.600] 0.364 0.046", "+0.184 0.198 [-0.231, 0.599] 0.363 0.046"},
			{"hyphenate", "bloom", "-4.393 1.340 [-7.209, -1.577] 0.004 0.374", "-4.393 1.340 [-7.209, -1.577] 0.004 0.374"},
			{"init", "cuckoo", "-0.276 0.134 [-0.558, 0.005] 0.054 0.191", "-0.275 0.134 [-0.556, 0.007] 0.055 0.189"},
			{"hyphenate", "cuckoo", "-5.809 2.924 [-11.952, 0.335] 0.062 0.180", "-5.809 2.925 [-11.953, 0.335] 0.062 0.180"},
		} {
			if source == publishedtest.StandIn {
				c.want = c.ofRounded
			}
			m := s.Metric(c.metric)
			l := m.Of(c.filter).Line.Scaled(m.Scales[0].Factor)
			got := fmt.Sprintf("%+.3f %.3f [%.3f, %.3f] %.3f %.3f", l.Slope, l.SlopeSE, l.SlopeCI.Low, l.SlopeCI.High, l.P, l.R2)
			if got != c.want {
				t.Errorf("%s %s: %s, want %s", c.filter, c.metric, got, c.want)
			}
		}
		if p := s.Metric("hyphenate").Of("bloom").Line.P; fmt.Sprintf("%.4f", p) != "0.0042" {
			t.Errorf("Bloom's run: p = %v, want 0.0042", p)
		}
	})
}

func TestPublishedBand(t *testing.T) {
	eachSource(t, func(t *testing.T, _ string, s *report.Summary) {
		m := s.Metric("hyphenate")
		series := m.Of("bloom")
		ms := m.Scales[0].Factor
		bar := series.Cells[0].Scaled(ms).CI()
		l := series.Line.Scaled(ms)
		got := fmt.Sprintf("bar %.1f…%.1f, band %.1f…%.1f", bar.Low, bar.High, l.At(1)-l.Band(1), l.At(1)+l.Band(1))
		if want := "bar 3540.8…3607.2, band 3551.4…3614.0"; got != want {
			t.Errorf("at ε = 1 %%: %s, want %s", got, want)
		}
	})
}

// Cuckoo is slower at 9 of the 20 rates (init) and 8 of them (run). At 14 % it
// is slower by less than the means are rounded to.
func TestPublishedOrder(t *testing.T) {
	eachSource(t, func(t *testing.T, source string, s *report.Summary) {
		for metric, want := range map[runfolder.Metric]int{"init": 9, "hyphenate": 8} {
			if source == publishedtest.StandIn && metric == "init" {
				want = 8
			}
			m := s.Metric(metric)
			slower := 0
			for i, c := range m.Of("cuckoo").Cells {
				if c.Mean > m.Of("bloom").Cells[i].Mean+1 { // ns
					slower++
				}
			}
			if slower != want {
				t.Errorf("%s: cuckoo is slower at %d rates, want %d", metric, slower, want)
			}
		}
	})
}

// The verdicts on the published measurements. Effects and p values (before the
// correction) follow from the means, lines and half-widths above, apart from
// this code: the change over the sweep is 19 slopes over the mean, the ratio
// at 1 % is 3741.9/3574.0 with Welch's p.
func TestPublishedVerdicts(t *testing.T) {
	eachSource(t, func(t *testing.T, _ string, s *report.Summary) {
		want := map[string]struct {
			verdict        claim.Verdict
			holds          bool
			effect, within float64
			p              float64 // one-sided, of the side that is nearer; 0: not worked out
		}{
			"T1":  {claim.Inconclusive, true, 100 * 0.184 * 19 / 103.8, 0.03, 0},
			"T2":  {claim.Supported, true, 100 * -4.393 * 19 / 3540.9, 0.01, 0.0042 / 2},
			"T3":  {claim.Inconclusive, false, 3574.0 / 3604.0, 0.001, 0},
			"T4":  {claim.Inconclusive, true, 100 * -0.276 * 19 / 103.9, 0.05, 0},
			"T5":  {claim.Inconclusive, true, 100 * -5.809 * 19 / 3529.0, 0.01, 0.0624 / 2},
			"T6":  {claim.Inconclusive, false, 8.5, 0.6, 0}, // of 20 ε
			"T7":  {claim.Inconclusive, false, 8, 0, 0},
			"T8b": {claim.Contradicted, false, 3741.9 / 3574.0, 0.001, 0},
			"T9":  {claim.Inconclusive, true, 36, 0, 0},
		}
		for _, r := range claim.Evaluate(s, thesis.New().Reading().Claims) {
			w, ok := want[r.ID]
			if !ok {
				if r.Verdict != claim.NotTested {
					t.Errorf("%s: %s of what was not published", r.ID, r.Verdict)
				}
				continue
			}
			if r.Verdict != w.verdict || r.Holds != w.holds || math.Abs(r.Effect.Value-w.effect) > w.within {
				t.Errorf("%s: %s, in the means %v, effect %s; want %s, %v, %.4g", r.ID, r.Verdict, r.Holds, r.Effect, w.verdict, w.holds, w.effect)
			}
			if p := min(r.Supports, r.Opposes); w.p != 0 && math.Abs(p/w.p-1) > 0.03 {
				t.Errorf("%s: p = %v, want %v", r.ID, p, w.p)
			}
		}
	})
}
