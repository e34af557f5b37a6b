package reconcile

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// claims are in the order of display: those of the thesis, of the article, of the papers,
// and what follows from the lengths of keys and cells.
func claims() []claim.Claim {
	return slices.Concat(thesisClaims(), articleClaims(), paperClaims())
}

// bloom is the filter that the texts are about.
const bloom = "bloom"

// eightBits is the rate at which a Bloom filter takes 8 bits per key.
const eightBits = "0.02"

// thesisClaims are the sentences of sections 3.5.3 and 3.5.4.
func thesisClaims() []claim.Claim {
	half := func(c claim.Cell) bool { return differing(c) && c.Int(D) <= c.Int(N) }
	both := func(c claim.Cell) bool { return c.On(Task) == taskIntersection }
	return claim.Of("thesis reconcile",
		claim.Claim{ID: "RC1", Quote: claim.Says("thesis-final.txt:526-528",
			"É possível realizar essa troca de informações a partir do envio de um Bloom filter com os elementos de SB para o par A. Assim, A pode verificar quais de seus elementos não estão em B (de acordo com os testes de membresia do filtro) e transmiti-los para B."),
			Section: "3.5.3", Metric: Bytes,
			Statement: "by a Bloom filter of S_B A finds keys that B lacks and sends them: fewer bytes than a copy of all keys, where half of the keys or more are in both sets",
			Margin:    "at every such n, d and ε of the run", Test: fewer(bloom, allKeys, half)},
		claim.Claim{ID: "RC2", Quote: claim.Says("thesis-final.txt:528-530",
			"dada a possibilidade de ocorrência de resultados falsos positivos, alguns elementos que pertencem a SA − SB podem não ser enviados para B"),
			Section: "3.5.3", Metric: Missing,
			Statement: "keys of S_A − S_B that are false positives are not sent, and no others",
			Margin:    "where 20 are expected or more, as many as ε says within 10 % or three standard errors", Test: byTheory(Missing)},
		claim.Claim{ID: "RC3", Quote: claim.Says("thesis-final.txt:539-540",
			"Uma aproximação para os elementos da interseção de SA e SB pode ser obtida a partir do envio de um Bloom filter com os elementos de SB para A, o que diminui o uso da rede."),
			Section: "3.5.4", Metric: Bytes,
			Statement: "for the intersection a Bloom filter and the keys that it admits are fewer bytes than a copy of all keys",
			Margin: "at every n, d and ε of the run; arithmetic refutes it where more than seven eighths of the keys are in both: " +
				"8 bits of filter for each key are an eighth of its bytes", Test: fewer(bloom, allKeys, both)},
		claim.Claim{ID: "RC4", Quote: claim.Says("thesis-final.txt:542-546",
			"alguns elementos que não pertencem a SB podem ser enviados para B como resultado de SA ∩ SB. Ainda assim, B pode testar cada […] um dos elementos do resultado de modo a eliminar aqueles que não pertencem a SB"),
			Section: "3.5.4", Metric: Extra,
			Statement: "false positives are sent too, and B is left with the intersection when it tests what it receives",
			Margin:    "where 20 are expected or more, as many as ε says within 10 % or three standard errors; a wrong intersection ends the run", Test: byTheory(Extra)},
	)
}

// articleClaims are the sentences on data synchronization.
func articleClaims() []claim.Claim {
	const tenth = 0.10
	return claim.Of("article",
		claim.Claim{ID: "RC5", Quote: claim.Says("bloom-filter-article.txt:193",
			"Los filtros Bloom se pueden utilizar para la sincronización aproximada de datos, como en Byers et al. (2004)."),
			Section: "data synchronization", Metric: Missing,
			Statement: "Bloom filters synchronise sets approximately: a reconciliation tree of them finds most of the difference",
			Margin:    "nine tenths or more, at 8 bits per key, every n and d from 1,000 on", Test: found(tree, claim.Above(1-tenth), inEight)},
		claim.Claim{ID: "RC6", Quote: claim.Says("bloom-filter-article.txt:193",
			"Los filtros Bloom de conteo se pueden utilizar para aproximar la cantidad de diferencias entre dos conjuntos"),
			Section: "data synchronization", Metric: Off,
			Statement: "counting filters approximate the number of differences of two sets",
			Margin:    "a mean error below 10 % at every d", Test: everywhere(counters, Off, claim.Below(tenth), "%", 100, anywhere)},
	)
}

// anywhere is every cell of a method.
func anywhere(claim.Cell) bool { return true }

// differing are the cells of the task difference.
func differing(c claim.Cell) bool { return c.On(Task) == taskDifference }

// inEight are those of summaries of 8 bits per key.
func inEight(c claim.Cell) bool { return c.On(axis.Eps) == eightBits }

// onlyA is how many keys A alone has: what B wants.
func onlyA(c claim.Cell) float64 { return float64(c.Int(D) - c.Int(D)/2) }

// ratios are those of the means of a metric of two methods at the cells of the first one;
// none where the second one lacks some.
func ratios(d *claim.Data, m runfolder.Metric, a, b string, keep func(claim.Cell) bool) (at []claim.Cell, list []float64) {
	at = d.CellsIn(m, keep, a)
	for _, c := range at {
		list = append(list, c.Mean()/c.By(b).Mean())
	}
	if slices.ContainsFunc(list, math.IsNaN) {
		return nil, nil
	}
	return at, list
}

// untested says what the run lacks.
func untested(m runfolder.Metric, name string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s where the claim is about them", m, name))
}

// fewer counts the places at which a sends fewer bytes than b, in the means.
func fewer(a, b string, keep func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at, list := ratios(d, Bytes, a, b, keep)
		if len(at) == 0 {
			return untested(Bytes, a+" and "+b)
		}
		var t claim.Tally
		for i, c := range at {
			t.Add(fmt.Sprintf("n = %s, d = %s", axis.Grouped(c.Int(N)), axis.Grouped(c.Int(D))), list[i] < 1, list[i], list[i])
		}
		return t.Counted(t.All(), meansAt(at), a+" / "+b, "×",
			fmt.Sprintf("%s sends fewer bytes at %d of %d; the most at %s", a, t.Held, t.Places, t.At))
	}
}

// meansAt says what is tested.
func meansAt(at []claim.Cell) string { return fmt.Sprintf("counted, means at %d places", len(at)) }

// found tests the share of the difference that a method finds, at each place where so many keys
// differ that one of them is little beside the margins.
func found(name string, claimed claim.Region, keep func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	const least = 1000
	share := func(c claim.Cell, e stats.Estimate) stats.Estimate {
		e = e.Scaled(-1 / onlyA(c))
		e.Value++
		return e
	}
	return eachPlace(name, Missing, "found", "%", 100, claimed, func(c claim.Cell) bool { return keep(c) && c.Int(D) >= least }, share)
}

// byTheory compares keys that are missing, or sent in vain, with the rate of the filter:
// over all rounds of a place, where some tens are expected.
func byTheory(m runfolder.Metric) func(*claim.Data) claim.Outcome {
	const least, share = 20, 0.10
	theory := func(c claim.Cell) float64 { return c.Float(axis.Eps) * onlyA(c) * float64(len(c.Values())) }
	return claim.Everywhere{
		Metric: m, Methods: []string{bloom}, Name: "counted / expected", How: "counted, at %d places", Is: claim.NearCount(share, theory),
		Of: func(c claim.Cell) float64 {
			if theory(c) < least {
				return math.NaN()
			}
			return c.Sum() / theory(c)
		},
		Without: "the run has no place at which some tens of keys are expected",
		Detail: func(t claim.Tally) string {
			return fmt.Sprintf("so at %d of %d places; furthest off at %s", t.Held, t.Places, t.At)
		},
	}.Test
}

// everywhere tests the mean of a metric at each place: all must be in the region, one
// outside contradicts it.
func everywhere(
	name string, m runfolder.Metric, claimed claim.Region, unit string, factor float64, keep func(claim.Cell) bool,
) func(*claim.Data) claim.Outcome {
	return eachPlace(name, m, string(m), unit, factor, claimed, keep, func(_ claim.Cell, e stats.Estimate) stats.Estimate { return e })
}

// eachPlace tests what is made of the mean of a metric at each place.
func eachPlace(
	name string, m runfolder.Metric, effect, unit string, factor float64, claimed claim.Region,
	keep func(claim.Cell) bool, of func(claim.Cell, stats.Estimate) stats.Estimate,
) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: claimed}
		for _, c := range d.CellsIn(m, keep, name) {
			e, err := stats.MeanEstimate(c.Values())
			if err != nil {
				return untested(m, name)
			}
			parts.Add(c.Place(), of(c, e))
		}
		if parts.Len() == 0 {
			return untested(m, name)
		}
		return parts.Spread(fmt.Sprintf("mean at each of %d places: t over rounds; all must be within (Bonferroni)", parts.Len()), effect, unit, factor)
	}
}
