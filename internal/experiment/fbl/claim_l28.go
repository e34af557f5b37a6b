package fbl

import (
	"fmt"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// The abstract and the conclusions: the parameters can be chosen such that the
// error stays acceptable.
func l28() claim.Claim {
	return claim.Claim{
		ID: "L28", Section: "Resumo, 5", Metric: MSE,
		Statement: "b can be chosen so that the error stays acceptable for every n (k = 7)",
		Margin:    "at one b the mean squared error is below 1 % of the variance of c",
		Test:      acceptableWidth,
	}
}

// acceptableWidth needs one b at which all n hold. The data choose it: support
// pays for all widths (Bonferroni), contradiction needs every width to fail.
func acceptableWidth(d *claim.Data) claim.Outcome {
	f := newNumbers(d.Summary)
	o := claim.Outcome{Supports: 1}
	best, widths := claim.Outcome{Supports: 2}, 0
	for b := 1; b <= largestB; b++ {
		var list []part
		for _, n := range elements() {
			list = append(list, f.part(key{metric: MSE, n: n, b: b, k: paperK, quantisation: linear.Floor.String()}, claim.Below(acceptableMSE)))
		}
		if f.missing != "" {
			return claim.Untested(f.missing)
		}
		tests, holds := make([]claim.Tested, len(list)), true
		for i, p := range list {
			tests[i], holds = p.Tested, holds && p.holds()
		}
		s, against := claim.All(tests...)
		o.Opposes = max(o.Opposes, against)
		worst := worstOf(list)
		if holds {
			widths++
		}
		if value := worst.Estimates[0].Value; best.Supports > 1 || value < best.Effect.Value {
			best = claim.Outcome{Supports: s, Effect: claim.Effect{Name: "largest " + worst.label, Value: value, CI: worst.CI()}}
		}
		o.Supports = min(o.Supports, largestB*s)
	}
	o.Test = fmt.Sprintf("t over batches of iterations, for each of %d n; one of %d b", len(elements()), largestB)
	o.Effect, o.Holds = best.Effect, widths > 0
	o.Detail = fmt.Sprintf("it holds at %d of %d b, rounded down", widths, largestB)
	return o
}
