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
func estimateClaims() []claim.Claim {
	return []claim.Claim{
		varied(claim.Claim{ID: "L4", Quote: claim.Says("linear-bloom-filter-paper.txt:208",
			"a dispersão do estimador é semelhante à dispersão característica de uma distribuição uniforme, exceto no caso em que b = 1 (que por usar apenas um único bit tem dispersão nula)"),
			Section: "4.2, Figure 5b", Metric: SD, Statement: "the estimates spread like a uniform distribution, σ = 0.2887, but for b = 1, where σ is 0 (n = 70, k = 7)",
			Margin: "like: ±5 %"},
			claim.Margin{Name: "margin", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
				uniform := 1 / math.Sqrt(12)
				return over(widths(), func(b int) part {
					claimed := claim.Region{Low: (1 - margin) * uniform, High: (1 + margin) * uniform}
					if b == 1 {
						claimed = claim.Within(0.001)
					}
					return f.part(r.at(SD, 70, b, 7), claimed)
				})
			}),
		varied(claim.Claim{ID: "L10", Quote: claim.Says("linear-bloom-filter-paper.txt:219",
			"Para o cenário com n = 70 elementos inseridos no filtro (com 100000 iterações) obteve-se ĉ = 0.5074 ± 0.0051"),
			Section: "4.3", Metric: Mean, Statement: "the mean of the estimates is 0.5074 ± 0.0051 over k (n = 70, b = 8)",
			Margin: "the average over k = 2 … 16 lies in that interval"},
			claim.Margin{Name: "half-width", Value: 0.0051, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
				return []part{overK(f, Mean, r, claim.Region{Low: 0.5074 - margin, High: 0.5074 + margin})}
			}),
		varied(claim.Claim{ID: "L11", Quote: claim.Says("linear-bloom-filter-paper.txt:219",
			"Para o cenário com n = 70 elementos inseridos no filtro (com 100000 iterações) obteve-se […] σ = 0.2882 ± 0.0007"),
			Section: "4.3", Metric: SD, Statement: "the standard deviation of the estimates is 0.2882 ± 0.0007 over k (n = 70, b = 8)",
			Margin: "the average over k = 2 … 16 lies in that interval"},
			claim.Margin{Name: "half-width", Value: 0.0007, Absolute: true}, false, func(f *numbers, r reading, margin float64) []part {
				return []part{overK(f, SD, r, claim.Region{Low: 0.2882 - margin, High: 0.2882 + margin})}
			}),
		claim.About(Mean, "L12", "4.2", "the mean of c itself is 0.5",
			"±0.0018: there lie 95 % of the means of as many numbers, uniform in [0, 1], as the paper has iterations, 100,000", meanOfC).From(claim.Says("linear-bloom-filter-paper.txt:201",
			"Sabendo que c assume valores de uma distribuição uniforme no intervalo [0, 1], o valor médio esperado é 0.5. Este valor foi comprovado durante a avaliação, pois o valor médio calculado com a informação armazenada estrutura determinística foi de c̄ = 0.5005.")).
			Constructed("the confidences are drawn from that distribution here too"),
		ownClaim(claim.Claim{ID: "L13", Quote: claim.Says("linear-bloom-filter-paper.txt:203",
			"para valores demasiado baixos de b, provocando erros significativos na quantização e induzindo o FBL a uma sobreestimação exacerbada"),
			Section: "4.2, Figure 5a", Metric: Mean, Statement: "at very small b the filter over-estimates (k = 7, every n)",
			Margin: "at b = 1 and 2 the mean of the estimates is above that of c, 0.5"},
			false, func(f *numbers, r reading) []part {
				return each(axis.Span(1, 2), func(n, b int) part { return f.part(r.at(Mean, n, b, 7), claim.Above(0.5)) })
			}),
		// The rule of thumb for a plain Bloom filter.
		claim.About(Mean, "L14", "3.1", "a Bloom filter of m ≈ 10 n bits has less than 1 % of false positives, with k = 7",
			"the exact rate at every n of the run; (m/n)·ln 2 rounds to 7", ruleOfThumb).From(claim.Says("linear-bloom-filter-paper.txt:70",
			"o FB deve ter uma dimensão m ≈ 10 × n e para assegurar uma probabilidade de falsos positivos que seja inferior a 1%, então resulta k = 7")).
			Constructed("arithmetic: the exact rate at 10 bits for each of 30 elements or more is 0.84 %"),
		// An element of a small confidence has the code 0 where codes are rounded down.
		// At b = 1 estimates are 0 or 1, so that their mean is the share that is not 0.
		ownClaim(claim.Claim{ID: "L15", Quote: claim.Ours(),
			Section: "3.2 with 3.3", Metric: Mean, Statement: "rounded down to b bits too, an estimate of 0 is that of an element which is not in the filter",
			Margin: "of the elements of a filter of b = 1 fewer than 0.1 % have the estimate 0 (k = 7, every n)"},
			false, func(f *numbers, r reading) []part {
				return each(axis.Span(1, 1), func(n, b int) part { return f.part(r.at(Mean, n, b, 7), claim.Above(0.999)) })
			}),
		ownClaim(claim.Claim{ID: "L23", Quote: claim.Says("linear-bloom-filter-paper.txt:219",
			"Ao variar k o valor médio do estimador e o respectivo desvio padrão permaneceram praticamente constantes"),
			Section: "4.3", Metric: Mean, Statement: "the mean of the estimates is practically constant over k (n = 70, b = 8)",
			Margin: "±1 % of the average over k = 2 … 16, at each k"},
			false, func(f *numbers, r reading) []part { return constantOverK(f, Mean, r) }),
		ownClaim(claim.Claim{ID: "L24", Quote: claim.Says("linear-bloom-filter-paper.txt:219",
			"Ao variar k o valor médio do estimador e o respectivo desvio padrão permaneceram praticamente constantes"),
			Section: "4.3", Metric: SD, Statement: "the standard deviation of the estimates is practically constant over k (n = 70, b = 8)",
			Margin: "±1 % of the average over k = 2 … 16, at each k"},
			false, func(f *numbers, r reading) []part { return constantOverK(f, SD, r) }),
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
