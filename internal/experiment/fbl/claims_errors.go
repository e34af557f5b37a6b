package fbl

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// errorClaims are those about the squared error of estimates.
func errorClaims() claim.Tests {
	return claim.Tests{
		"L2": claim.By(MSE, bestK),
		"L5": varied(MSE, claim.Margin{Name: "limit", Value: 0.01}, false, func(f *numbers, r reading, margin float64) []part {
			return each(axis.Span(5, 12), func(n, b int) part { return f.part(r.at(MSE, n, b, 7), claim.Below(margin/12)) })
		}),
		"L6": varied(MSE, claim.Margin{Name: "margin", Value: 0.05}, true, func(f *numbers, r reading, margin float64) []part {
			var list []part
			for b := 1; b < 5; b++ {
				for _, n := range elements() {
					alone := quantisationError(b, r.quantisation)
					list = append(list,
						f.part(r.at(MSE, n, b, 7), claim.Region{Low: (1 - margin) * alone, High: (1 + margin) * alone}),
						f.part(r.at(r.occupancy(), n, b, 7), claim.Below(0.5)))
				}
			}
			return list
		}),
		"L7": varied(MSE, claim.Margin{Name: "share", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
			return each(axis.Span(13, 16), func(n, b int) part {
				return f.part(r.at(MSE, n, b, 7), claim.Above(quantisationError(b, r.quantisation)/margin))
			})
		}),
		"L9": ownClaim(MSE, false, func(f *numbers, r reading) []part {
			return each(axis.Span(4, 12), func(n, k int) part { return f.part(r.at(MSE, n, 8, k), claim.Below(0.0005)) })
		}),
		"L22": ownClaim(MSE, false, func(f *numbers, r reading) []part {
			return over(elements(), func(n int) part { return f.part(r.at(MSE, n, 5, 7), claim.Below(acceptableMSE)) })
		}),
		"L25": ownClaim(MSE, false, func(f *numbers, r reading) []part {
			return each(axis.Span(13, largestK), func(n, k int) part {
				return f.quotient(fmt.Sprintf("mse at n = %d, k = %d / at k = 12", n, k), one(r.at(MSE, n, paperB, k)), one(r.at(MSE, n, paperB, 12)), claim.Above(1))
			})
		}),
		"L27": ownClaim(MSE, false, func(f *numbers, r reading) []part {
			var list []part
			for _, n := range elements() {
				at := func(k int) []term { return one(r.at(MSE, n, paperB, k)) }
				theory := int(math.Round(float64(layout{b: paperB}.cells()) / float64(n) * math.Ln2))
				for k := 2; k <= largestK; k++ {
					if k < 4 || k > 12 {
						list = append(list, f.quotient(fmt.Sprintf("mse at n = %d, k = %d / at k = %d", n, k, theory), at(k), at(theory), claim.Above(1)))
					}
				}
			}
			return list
		}),
		"L28": claim.By(MSE, acceptableWidth),
	}
}

// bestK is the arithmetic, with the k of least error at the point that the
// paper compares it with.
func bestK(d *claim.Data) claim.Outcome {
	bits, err := strconv.ParseFloat(d.Run.Meta.Parameters["bits"], 64)
	if err != nil {
		return claim.Untested("the run does not say how many bits its filters have")
	}
	k := bits / 4 / 100 * math.Ln2
	f := newNumbers(d.Summary)
	best, least := 0, math.Inf(1)
	for try := 2; try <= 16; try++ {
		mse := f.get(key{metric: MSE, n: 70, b: 8, k: try, quantisation: linear.Floor.String()})
		if mse.Value < least {
			best, least = try, mse.Value
		}
	}
	detail := f.missing
	if detail == "" {
		detail = fmt.Sprintf("at b = 8 and n = 70 the mean squared error is least at k = %d, where the formula gives %.1f: it is right for the false positives of a Bloom filter, not for the error of an estimate", best, bits/8/70*math.Ln2)
	}
	return claim.Counted(math.Round(k) == 7, "arithmetic", "k", "", k, detail)
}

// quantisationError is the mean squared error of a quantised c that is uniform
// in [0, 1]: that of a uniform distribution over a step, from its end or from
// its middle.
func quantisationError(b int, q linear.Quantisation) float64 {
	step := 1 / float64(linear.TopCode(b))
	if q == linear.Round {
		return step * step / 12
	}
	return step * step / 3
}

// acceptableMSE is 1 % of the variance of c, uniform in [0, 1], as in L5.
const acceptableMSE = 0.01 / 12

// acceptableWidth needs one b at which all n hold. The data choose it: support
// pays for all widths (Bonferroni), contradiction needs every width to fail.
func acceptableWidth(d *claim.Data) claim.Outcome {
	f, own := newNumbers(d.Summary), reading{linear.Floor, false}
	o := claim.Outcome{Supports: 1}
	best, widths := claim.Outcome{Supports: 2}, 0
	for b := 1; b <= largestB; b++ {
		list := over(elements(), func(n int) part { return f.part(own.at(MSE, n, b, paperK), claim.Below(acceptableMSE)) })
		if f.missing != "" {
			return claim.Untested(f.missing)
		}
		holds := !slices.ContainsFunc(list, func(p part) bool { return !p.holds() })
		s, against := claim.All(tests(list)...)
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
