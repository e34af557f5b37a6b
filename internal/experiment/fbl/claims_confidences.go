package fbl

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// estimateClaims are those about mean and spread of estimates.
func estimateClaims() claim.Tests {
	return claim.Tests{
		"L4": varied(SD, claim.Margin{Name: "margin", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
			uniform := 1 / math.Sqrt(12)
			return over(widths(), func(b int) part {
				claimed := claim.Region{Low: (1 - margin) * uniform, High: (1 + margin) * uniform}
				if b == 1 {
					claimed = claim.Within(0.001)
				}
				return f.part(r.at(SD, 70, b, 7), claimed)
			})
		}),
		"L10": varied(Mean, claim.Margin{Name: "half-width", Value: 0.0051, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
			return []part{overK(f, Mean, r, claim.Region{Low: 0.5074 - margin, High: 0.5074 + margin})}
		}),
		"L11": varied(SD, claim.Margin{Name: "half-width", Value: 0.0007, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
			return []part{overK(f, SD, r, claim.Region{Low: 0.2882 - margin, High: 0.2882 + margin})}
		}),
		"L12": claim.By(Mean, meanOfC),
		"L13": ownClaim(Mean, false, func(f *numbers, r reading) []part {
			return each(axis.Span(1, 2), func(n, b int) part { return f.part(r.at(Mean, n, b, 7), claim.Above(0.5)) })
		}),
		"L14": claim.By(Mean, ruleOfThumb),
		"L15": ownClaim(Mean, false, func(f *numbers, r reading) []part {
			return each(axis.Span(1, 1), func(n, b int) part { return f.part(r.at(Mean, n, b, 7), claim.Above(0.999)) })
		}),
		"L23": ownClaim(Mean, false, func(f *numbers, r reading) []part { return constantOverK(f, Mean, r) }),
		"L24": ownClaim(SD, false, func(f *numbers, r reading) []part { return constantOverK(f, SD, r) }),
	}
}

// overK is the average of a metric over k at n = 70, b = 8. All k share their
// elements; the average of the standard errors is no less than its own.
func overK(f *numbers, metric runfolder.Metric, r reading, claimed claim.Region) part {
	var e stats.Estimate
	const low, high = 2, 16
	for k := low; k <= high; k++ {
		x := f.get(r.at(metric, 70, 8, k))
		e.Value += x.Value / (high - low + 1)
		e.SE += x.SE / (high - low + 1)
		e.DF = x.DF
	}
	return part{fmt.Sprintf("%s over k", metric), claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed}}
}

// meanOfC has its margin from the paper's number of trials: one number an iteration is the
// fewest that its mean is of, and 1.96 standard errors of so many are 0.0018.
func meanOfC(d *claim.Data) claim.Outcome {
	const expected, paperOff, iterations, atMost = 0.5, 0.0005, 100_000, 25_000_000
	margin := distuv.UnitNormal.Quantile((1+stats.Level)/2) / math.Sqrt(12*iterations)
	f := newNumbers(d.Summary)
	of := func(half float64) part {
		return f.part(key{metric: Mean, n: 70, quantisation: unquantised}, claim.Region{Low: expected - half, High: expected + half})
	}
	p := of(margin)
	if f.missing != "" {
		return claim.Untested(f.missing)
	}
	o := outcomeOf([]part{p})
	o.Test = "t over all confidences; equivalence"
	o.Detail = fmt.Sprintf("the paper's 0.5005 is %.1f standard errors of 100,000 numbers from 0.5, and %.1f if it is of all confidences of its five n", paperOff*math.Sqrt(12*iterations), paperOff*math.Sqrt(12*atMost))
	o.Vary = claim.Margin{Name: "half-width", Value: margin, Absolute: true, At: func(half float64) (float64, float64) { return of(half).P() }}
	return o
}

// ruleOfThumb is arithmetic, at the numbers of elements of the run.
func ruleOfThumb(d *claim.Data) claim.Outcome {
	var elements []int
	for _, c := range d.Samples.Cells(Mean) {
		if n, err := strconv.Atoi(d.Meta.On(string(N), c.Point)); err == nil && !slices.Contains(elements, n) {
			elements = append(elements, n)
		}
	}
	if len(elements) == 0 {
		return claim.Untested("the run holds no number of elements")
	}
	const bitsPerElement, k, rate = 10, 7, 0.01
	worst, at := 0.0, 0
	for _, n := range elements {
		if f := bloom.OccupancyMoment(uint64(bitsPerElement*n), k*n, k); f > worst {
			worst, at = f, n
		}
	}
	return claim.Counted(worst < rate && math.Round(bitsPerElement*math.Ln2) == k, "arithmetic", "largest rate", "%", 100*worst,
		fmt.Sprintf("at n = %d; by the formula (1 − e^(−kn/m))^k it is %.3f %%", at, 100*math.Pow(-math.Expm1(-float64(k)/bitsPerElement), k)))
}

// constantOverK compares a metric at each k with its average over k.
func constantOverK(f *numbers, metric runfolder.Metric, r reading) []part {
	at := func(k int) key { return r.at(metric, largestN, paperB, k) }
	var average []term
	for _, k := range hashes() {
		average = append(average, term{1.0 / (largestK - 1), at(k)})
	}
	return over(hashes(), func(k int) part {
		return f.quotient(fmt.Sprintf("%s at k = %d / average", metric, k), one(at(k)), average, claim.Region{Low: 0.99, High: 1.01})
	})
}
