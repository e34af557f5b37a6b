package thesis

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// sourcesOf writes three lists of exceptions of different reliability: the
// hyphenex and the pattern file that are embedded, and one of the user's with
// a word of its own and one of hyphenex.
func sourcesOf(t *testing.T) []string {
	t.Helper()
	user := experimenttest.File(t, []string{`\hyphenation{zy-gote acad-emy}`})
	return []string{"--exceptions=../../../data/hyphenex.tex", "--exceptions=../../../data/patterns-en.tex", "--exceptions=" + user}
}

// TestConfidence: a filter that grades its keys admits those that reach the
// threshold, and the pass over the list honours just these exceptions; the other
// filters admit all.
func TestConfidence(t *testing.T) {
	racetest.OneGoroutine(t)
	looked := []runfolder.Metric{metric.FalseNegatives, OverestimatedKeys, Hyphenate}
	for _, c := range []struct {
		threshold     string
		keys, reached int
		zygote        bool
	}{
		{"0", 1767, 1767, true},
		{"0.5", 1767, 1767, true},
		{"0.6", 1767, 1766, false}, // reciprocity is in both files, with 1
		{"0.9", 1767, 1766, false},
		{"0.95", 1767, 1753, false},
		{"1", 1767, 1753, false},
	} {
		b := prepared(t, append(sourcesOf(t), "--filter=bloom,linear:"+c.threshold, "--eps=0.0001")...)
		reached := 0
		for _, v := range b.confidence {
			if v >= b.threshold {
				reached++
			}
		}
		if len(b.keys) != c.keys || reached != c.reached {
			t.Errorf("threshold %s: %d of %d keys reach it, want %d of %d", c.threshold, reached, len(b.keys), c.reached, c.keys)
		}
		for _, s := range stepsOf(b, 0) {
			if s.Round != 1 || s.Cell.Point == "" || !slices.Contains(looked, s.Cell.Metric) {
				continue
			}
			m, err := b.Measure(t.Context(), s)
			if err != nil {
				t.Fatalf("threshold %s: %v: %v", c.threshold, s, err)
			}
			switch s.Cell.Metric {
			case metric.FalseNegatives:
				if m.Value != 0 {
					t.Errorf("threshold %s: %v: %v", c.threshold, s, m.Value)
				}
			case OverestimatedKeys:
				if s.Cell.Filter != "linear" || b.threshold == 0 || m.Value > 2 {
					t.Errorf("threshold %s: %v: %v", c.threshold, s, m.Value)
				}
			case Hyphenate:
				in := experimenttest.Must(b.instance())(t)
				if got, want := in.filter.Contains("zygote"), c.zygote || s.Cell.Filter == "bloom"; got != want {
					t.Errorf("threshold %s: %s admits zygote: %v", c.threshold, s.Cell.Filter, got)
				}
				if !in.filter.Contains("academy") {
					t.Errorf("threshold %s: %s denies academy, which is in hyphenex too", c.threshold, s.Cell.Filter)
				}
			}
		}
	}
}

func TestConfidenceRefused(t *testing.T) {
	e := New()
	fs := pflag.NewFlagSet("run", pflag.ContinueOnError)
	e.Flags(fs)
	for _, bad := range []string{"-0.1", "1.1", "NaN", "x", ""} {
		if fs.Set("filter", "bloom,linear:"+bad) == nil {
			t.Errorf("linear:%s was accepted", bad)
		}
	}
	if err := fs.Set("filter", "bloom:0.9"); err == nil || !strings.Contains(err.Error(), "bloom takes no value after a colon") {
		t.Errorf("a threshold without effect: %v", err)
	}
}

// Two filters without a false positive support no claim about the rate; ten do, and
// few equal values at one ε hide no contradiction at another.
func TestFewEqualCounts(t *testing.T) {
	for _, test := range []struct {
		what   string
		reps   int
		counts map[string]float64 // by ε
		want   claim.Verdict
	}{
		{"two without a false positive", 2, map[string]float64{"0.01": 0, "0.05": 0}, claim.Inconclusive},
		{"ten", 10, map[string]float64{"0.01": 0, "0.05": 0}, claim.Supported},
		{"one ε with too many", 9, map[string]float64{"0.01": 0}, claim.Contradicted},
	} {
		run := synthetic.Run(synthetic.Options{Filters: []string{"bloom"}, Epsilons: "0.01,0.05", Reps: test.reps})
		for i := range run.Rows {
			row := &run.Rows[i]
			if row.Metric != metric.FalsePositives {
				continue
			}
			if v, ok := test.counts[row.Point.Value(0)]; ok {
				row.Value = v
			} else {
				row.Value *= 2
			}
		}
		s := experimenttest.Must(report.Summarize(run, synthetic.Glossary()))(t)
		r := claim.Evaluate(s, []claim.Claim{claimOf(t, "T23")})[0]
		if r.Verdict != test.want {
			t.Errorf("%s: %s, %v", test.what, r.Verdict, r.Effect)
		}
		if test.reps == 2 && !math.IsNaN(r.Effect.CI.Low) {
			t.Errorf("%s: the interval is %v", test.what, r.Effect.CI)
		}
	}
}
