package claim

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/report"
	"hyphbench/internal/stats"
)

// Evaluate tests every claim on the run of the summary and gives verdicts. The
// claims of one source are one family of tests.
func Evaluate(s *report.Summary, claims []Claim) []Result {
	d := &Data{s}
	results := make([]Result, len(claims))
	families := map[string][]int{} // the claims of each source
	for i, c := range claims {
		results[i] = Result{Claim: c, Outcome: c.Test(d)}
		families[c.Source] = append(families[c.Source], i)
	}
	for _, family := range families {
		p := make([]float64, len(family))
		tests := 0
		for n, i := range family {
			if p[n] = results[i].Outcome.p(); !math.IsNaN(p[n]) {
				tests++
			}
		}
		for n, adjusted := range stats.Holm(p) {
			r := &results[family[n]]
			r.P, r.Family = adjusted, tests
			r.judge(p[n])
			r.Below = r.below(s)
		}
	}
	return results
}

// judge sets the verdict and its reasons. raw is p before the correction.
func (r *Result) judge(raw float64) {
	switch {
	case r.NotTested != "":
		r.Verdict, r.Why = NotTested, r.NotTested
		return
	case r.Exact && r.Holds:
		r.Verdict, r.Why = Supported, "counted, not estimated"
	case r.Exact:
		r.Verdict, r.Why = Contradicted, "counted, not estimated"
	case math.IsNaN(r.P):
		r.Verdict, r.Why = Inconclusive, "too few repetitions for an interval"
	case r.P > Alpha && raw <= Alpha:
		r.Verdict = Inconclusive
		r.Why = fmt.Sprintf("p = %s is significant alone, but not after the correction for all tests of the source", short(raw))
	case r.P > Alpha:
		r.Verdict, r.Why = Inconclusive, "the interval reaches to both sides of what the claim says"
	case r.Supports < r.Opposes:
		r.Verdict, r.Why = Supported, "the whole interval agrees with the claim"
	default:
		r.Verdict, r.Why = Contradicted, "the whole interval goes against the claim"
	}
	if r.Detail != "" {
		r.Why += "; " + r.Detail
	}
}

// short writes a number for a sentence.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
