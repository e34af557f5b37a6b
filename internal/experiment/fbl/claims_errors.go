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
func errorClaims() []claim.Claim {
	return []claim.Claim{
		claim.About(MSE, "L2", "4", "for n = 100 and b = 4 the formula k = (m/n)·ln 2 gives k ≈ 7",
			"it rounds to 7", bestK).From(claim.Says("linear-bloom-filter-paper.txt:180",
			"assumiu-se que o número de elementos inseridos no FBL não ultrapassa os 100 elementos (n = 100) e que uma precisão de b = 4 bits é suficiente para representar c, então de acordo com a Eq.(2) obtém-se […] k ≈ 7")).
			Constructed("arithmetic: (1024/100)·ln 2 = 7.098"),
		varied(claim.Claim{ID: "L5", Quote: claim.Says("linear-bloom-filter-paper.txt:210",
			"o erro do estimador se aproxima de zero quando 5 ≤ b ≤ 12"),
			Section: "4.2, Figure 5c", Metric: MSE, Statement: "the mean squared error is near 0 for 5 ≤ b ≤ 12 (k = 7, every n)",
			Margin: "near 0: below 1 % of the variance of c"},
			claim.Margin{Name: "limit", Value: 0.01}, false, func(f *numbers, r reading, margin float64) []part {
				return each(axis.Span(5, 12), func(n, b int) part { return f.part(r.at(MSE, n, b, 7), claim.Below(margin/12)) })
			}),
		varied(claim.Claim{ID: "L6", Quote: claim.Says("linear-bloom-filter-paper.txt:210",
			"o erro com b inferior a 5 é originado por erros de quantização já que a taxa de ocupação do filtro é inferior a 50%"),
			Section: "4.2, Figures 5c, 5d", Metric: MSE, Statement: "below b = 5 the error is that of quantisation, the occupancy being less than 50 % (k = 7, every n)",
			Margin: "the mean squared error is that of quantisation alone ±5 %, and less than half of the cells are occupied"},
			claim.Margin{Name: "margin", Value: 0.05}, true, func(f *numbers, r reading, margin float64) []part {
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
		varied(claim.Claim{ID: "L7", Quote: claim.Says("linear-bloom-filter-paper.txt:210",
			"quando b é superior a 12 a origem do erro resulta de uma utilização demasiado densa do filtro"),
			Section: "4.2, Figures 5c, 5d", Metric: MSE, Statement: "above b = 12 the error comes from cells that elements share, as they do in a dense filter, not from quantisation (k = 7, every n)",
			Margin: "quantisation alone makes less than 5 % of the mean squared error"},
			claim.Margin{Name: "share", Value: 0.05}, false, func(f *numbers, r reading, margin float64) []part {
				return each(axis.Span(13, 16), func(n, b int) part {
					return f.part(r.at(MSE, n, b, 7), claim.Above(quantisationError(b, r.quantisation)/margin))
				})
			}),
		ownClaim(claim.Claim{ID: "L9", Quote: claim.Says("linear-bloom-filter-paper.txt:221",
			"o intervalo 4 ≤ k ≤ 12 corresponde à zona de menor impacto no estimador, pois os valores do erro […] são inferiores a 0.0005"),
			Section: "4.3, Figure 6a", Metric: MSE, Statement: "the mean squared error is below 0.0005 for 4 ≤ k ≤ 12 (b = 8, every n)"},
			false, func(f *numbers, r reading) []part {
				return each(axis.Span(4, 12), func(n, k int) part { return f.part(r.at(MSE, n, 8, k), claim.Below(0.0005)) })
			}),
		ownClaim(claim.Claim{ID: "L22", Quote: claim.Says("linear-bloom-filter-paper.txt:210",
			"Para realizar a representação binária de c (no caso estudado) seriam suficientes 5 bits por célula."),
			Section: "4.2, Figure 5c", Metric: MSE, Statement: "five bits a cell suffice (k = 7, every n)",
			Margin: "the mean squared error is below 1 % of the variance of c at b = 5"},
			false, func(f *numbers, r reading) []part {
				return over(elements(), func(n int) part { return f.part(r.at(MSE, n, 5, 7), claim.Below(acceptableMSE)) })
			}),
		ownClaim(claim.Claim{ID: "L25", Quote: claim.Says("linear-bloom-filter-paper.txt:221",
			"quando k > 12 o filtro aproxima-se do modo de saturação e o erro […] começa a aumentar"),
			Section: "4.3, Figure 6a", Metric: MSE, Statement: "beyond k = 12 the mean squared error grows (b = 8, every n)",
			Margin: "at k = 13 … 16 it is above that at k = 12"},
			false, func(f *numbers, r reading) []part {
				return each(axis.Span(13, largestK), func(n, k int) part {
					return f.quotient(fmt.Sprintf("mse at n = %d, k = %d / at k = 12", n, k), one(r.at(MSE, n, paperB, k)), one(r.at(MSE, n, paperB, 12)), claim.Above(1))
				})
			}),
		ownClaim(claim.Claim{ID: "L27", Quote: claim.Says("linear-bloom-filter-paper.txt:223",
			"o valor teórico obtido pela na Eq.(2) corresponde a uma zona onde o Erro Quadrático Médio é mínimo"),
			Section: "4.3, Figure 6a", Metric: MSE, Statement: "the k of (m/n)·ln 2 lies in a zone of the least mean squared error, 4 ≤ k ≤ 12 of Figure 6a (b = 8, every n)",
			Margin: "at no k of 2 … 16 outside of the zone is it less than at the k of the formula"},
			false, func(f *numbers, r reading) []part {
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
		// The abstract and the conclusions: the parameters can be chosen such that the
		// error stays acceptable.
		claim.About(MSE, "L28", "Resumo, 5", "b can be chosen so that the error stays acceptable for every n (k = 7)",
			"at one b the mean squared error is below 1 % of the variance of c", acceptableWidth).From(claim.Says("linear-bloom-filter-paper.txt:16",
			"é possível parametrizar um FBL de modo a manter um erro aceitável em função da variação do número de bits usados na quantização e do número de funções de hash usadas na indexação")),
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
