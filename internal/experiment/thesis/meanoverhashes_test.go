package thesis

import (
	"math"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
)

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
		s, err := report.Summarize(run, synthetic.Glossary())
		if err != nil {
			t.Fatal(err)
		}
		r := claim.Evaluate(s, []claim.Claim{claimOf(t, "T23")})[0]
		if r.Verdict != test.want {
			t.Errorf("%s: %s, %v", test.what, r.Verdict, r.Effect)
		}
		if test.reps == 2 && !math.IsNaN(r.Effect.CI.Low) {
			t.Errorf("%s: the interval is %v", test.what, r.Effect.CI)
		}
	}
}
