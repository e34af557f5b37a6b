package claim

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Evaluate tests every claim on the run of the summary and gives verdicts. The
// claims of one source are one family of tests. A run on several machines has the
// verdicts on each of them beside those over all (Result.On).
func Evaluate(s *report.Summary, claims []Claim) []Result {
	results := make([]Result, len(claims))
	families := map[string][]int{} // the claims of each source
	for i, c := range claims {
		results[i] = Result{Claim: c}
		if withholds(s, c) {
			results[i].Outcome = Untested(withheld)
		} else {
			results[i].test(s)
		}
		families[c.Source] = append(families[c.Source], i)
	}
	for _, family := range families {
		p := make([]float64, len(family))
		tests := 0
		for n, i := range family {
			if p[n] = results[i].p(); results[i].CannotFail != "" {
				p[n] = math.NaN() // no test
			}
			if !math.IsNaN(p[n]) {
				tests++
			}
		}
		for n, adjusted := range stats.Holm(p) {
			r := &results[family[n]]
			r.P, r.Family = adjusted, tests
			r.judge(p[n])
			r.noteMargin()
			r.noteFamily(p[n], tests-smaller(p, p[n]))
			r.setFlip(Alpha / 2 / float64(tests-smaller(p, p[n])))
			r.Below = r.below(s)
		}
	}
	vary(results)
	onMachines(s, claims, results)
	return results
}

// withheld is why a run measured cell after cell has no verdicts on times.
const withheld = "withheld: this design measures ε after ε and filter after filter, so that a trend or an order of " +
	"times is confounded with time; want a run with --design=interleaved"

// withholds reports whether the claim is about a trend or an order of times,
// which every claim about times is, and the design has confounded these with
// time. Published measurements are analysed as they were, with a warning.
func withholds(s *report.Summary, c Claim) bool {
	m := s.Metric(c.Metric)
	return s.Meta.Design == runfolder.AsThesis && m != nil && m.Timed()
}

// smaller is how many of the p values are below one: Holm multiplies by as many
// fewer.
func smaller(p []float64, than float64) int {
	n := 0
	for _, v := range p {
		if v < than {
			n++
		}
	}
	return n
}

// setFlip finds the margin at which the verdict ends. level is that of a
// one-sided test after the correction.
func (r *Result) setFlip(level float64) {
	if r.NotTested != "" || r.Exact || math.IsNaN(r.P) {
		return
	}
	flip, ok := r.Vary.flip(level)
	if !ok || r.Vary.verdict(r.Vary.Value, level) != r.Verdict {
		return
	}
	r.Flip = &flip
	end := "below"
	if flip.Upwards {
		end = "above"
	}
	at := strconv.FormatFloat(100*flip.At, 'g', 3, 64) + " %"
	if r.Vary.Absolute {
		at = strconv.FormatFloat(flip.At, 'g', 3, 64)
	}
	r.Why += fmt.Sprintf("; becomes %s at a %s %s %s", flip.Becomes, r.Vary.Name, end, at)
}

// noteFamily says of a verdict that it rests on the size of the family: with one test more
// of the source it would be open. raw is p before the correction, which multiplied it.
func (r *Result) noteFamily(raw float64, times int) {
	if r.P <= Alpha && raw*float64(times+1) > Alpha {
		r.Why += "; with one test more of its source it would be " + string(Inconclusive)
	}
}

// judge sets the verdict and its reasons. raw is p before the correction.
func (r *Result) judge(raw float64) {
	switch {
	case r.NotTested != "":
		r.Verdict, r.Why = NotTested, r.NotTested
		return
	case r.CannotFail != "" && r.Holds:
		r.Verdict, r.Why = ByConstruction, r.CannotFail
	case r.CannotFail != "":
		r.Verdict, r.Why = Contradicted, "what is true by construction is not so in these numbers"
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
