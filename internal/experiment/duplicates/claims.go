package duplicates

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

// claims are those of the article, of the paper behind it, and of what follows from
// both, each a family of its own.
func claims() []claim.Claim {
	article := claim.Of("article duplicates",
		claim.Claim{ID: "D1", Quote: claim.Says("bloom-filter-article.txt:183",
			"la tasa de falsos positivos para la detección de duplicados es la misma que la tasa de falsos positivos del filtro Bloom utilizado"),
			Section: "distributed Bloom filters", Metric: Flagged,
			Statement: "without a comparison of the elements, the false-positive rate of the duplicates found is that of the filter",
			Margin:    "at every p and ε, within 5 % or three standard errors of ε",
			Test:      claim.Everywhere{Metric: Flagged, Methods: []string{distributed}, Name: "rate / ε", Of: to(epsilon), Is: near(epsilon)}.Test},
		claim.Claim{ID: "D2", Quote: claim.Says("bloom-filter-article.txt:181",
			"Estos se pueden calcular comunicando solo los hashes de los elementos, no los elementos en sí mismos, que son mucho más grandes en volumen"),
			Section: "distributed Bloom filters", Metric: HashBytes,
			Statement: "hashes alone, which leave out most single elements, are much less to send than the elements",
			Margin:    "at every p and ε, hashes and answers take less than half the bytes of all elements",
			Test: claim.Everywhere{Metric: HashBytes, Methods: []string{distributed}, Name: "hashes and answers / elements", Is: claim.Under(0.5),
				Of: func(c claim.Cell) float64 {
					return (c.Mean() + c.Of(AnswerBytes).Mean()) / c.Of(Bytes).By(shipping).Mean()
				}}.Test},
		claim.Claim{ID: "D3", Quote: claim.Says("bloom-filter-article.txt:185",
			"si el paso de filtrado se repite una vez, el primer paso puede permitir una tasa de falsos positivos más alta, mientras que el segundo tiene una tasa más alta, pero también funciona con menos elementos"),
			Section: "distributed Bloom filters", Metric: Bytes,
			Statement: "with a second round of hashes less is sent, at the same rate after the last round",
			Margin:    "at every p and ε",
			Test:      claim.Everywhere{Metric: Bytes, Methods: []string{twoRounds}, Name: "two rounds / one", Of: claim.ToThat(distributed), Is: claim.Under(1)}.Test},
		claim.Claim{ID: "D4", Quote: claim.Says("bloom-filter-article.txt:185",
			"Si bien el uso de más de dos repeticiones puede reducir aún más el volumen de comunicación si la cantidad de duplicados en un conjunto es pequeña, la recompensa por las complicaciones adicionales es baja."),
			Section: "distributed Bloom filters", Metric: Bytes,
			Statement: "more than two rounds reward little",
			Margin:    "at every p and ε where the second round saves, the third saves less than half of that",
			Test: claim.Everywhere{Metric: Bytes, Methods: []string{threeRounds}, Name: "saved by the third / by the second", Of: savedByThird, Is: claim.Under(0.5),
				Without: "the run has no p at which two rounds send less than one, and three beside them"}.Test},
		claim.Claim{ID: "D5", Quote: claim.Says("bloom-filter-article.txt:189",
			"Los filtros Bloom replicados son más eficientes cuando el número de consultas es mucho mayor que el número de elementos que contiene el filtro Bloom"),
			Section: "distributed Bloom filters", Metric: BreakEven,
			Statement: "a replicating filter is the better one only where queries are more than elements",
			Margin:    "break-even above 1 query an element, at every p and ε; how many are many the copy at hand does not have",
			Test: claim.Everywhere{Metric: BreakEven, Methods: []string{replicating}, Name: "break-even", Unit: "queries per element",
				Of: claim.Cell.Mean, Is: claim.Over(func(claim.Cell) float64 { return 1 })}.Test},
	)
	paper := claim.Of("Putze et al. 2007",
		claim.Claim{ID: "D6", Quote: claim.After("Putze, Sanders and Singler 2007, 5"),
			Section: "5", Metric: BuildBytes,
			Statement: "coded positions of one hash function take log2(1/ε) + 1.5 bits per element, where they are sent from p processing elements too",
			Margin:    "at every p and ε, frames included, within 5 %", Test: bitsAnElement(func(claim.Cell) float64 { return 1 })},
	)
	derived := claim.Of("derivation duplicates",
		claim.Claim{ID: "D7", Quote: claim.Ours(),
			Section: "break-even", Metric: BreakEven,
			Statement: "the break-even of replicating and distributed filters is where the bytes of building and of a query, without frames, put it",
			Margin:    "at every p and ε, within 10 %",
			Test:      claim.Everywhere{Metric: BreakEven, Methods: []string{replicating, coded}, Name: "break-even / derived", Of: claim.To(BreakEvenTheory), Is: claim.Near(0.10)}.Test},
		claim.Claim{ID: "D8", Quote: claim.Ours(),
			Section: "false positives", Metric: Flagged,
			Statement: "a single element is left by chance with the others' elements only, so that p processing elements leave 1 − (1 − ε)^(1 − 1/p) of them",
			Margin:    "in every method, at every p and ε, within 5 % or three standard errors of the theory with the elements that there are",
			Test: claim.Everywhere{Metric: Flagged, Methods: []string{distributed, twoRounds, threeRounds, replicating, coded}, Name: "rate / theory",
				Of: to(expectedRate), Is: near(expectedRate)}.Test},
		claim.Claim{ID: "D9", Quote: claim.Ours(),
			Section: "positions", Metric: BuildBytes,
			Statement: "from p processing elements coded positions take log2(p/ε) + 1.5 bits per element: what each sends is p times less dense",
			Margin:    "at every p and ε, frames included, within 5 %", Test: bitsAnElement(func(c claim.Cell) float64 { return float64(c.Int(P)) })},
	)
	return slices.Concat(article, paper, derived)
}

func epsilon(c claim.Cell) float64 { return c.Float(axis.Eps) }

// expectedRate is the rate by theory, NaN where theory expects fewer than ten single
// elements in all.
func expectedRate(c claim.Cell) float64 {
	theory := c.Of(FlaggedTheory).Mean()
	if !(theory*float64(c.Parameter(parameterN)) >= 10) {
		return math.NaN()
	}
	return theory
}

// to is a cell's mean as a ratio to what is wanted of it.
func to(want func(claim.Cell) float64) func(claim.Cell) float64 {
	return func(c claim.Cell) float64 { return c.Mean() / want(c) }
}

// near claims a share of the single elements as wanted, within 5 % or three standard
// errors. Who shares a position with one element does so with each other: false positives
// come in twos.
func near(want func(claim.Cell) float64) claim.Tolerance {
	return claim.NearCount(0.05, func(c claim.Cell) float64 {
		return want(c) * float64(max(1, c.Parameter(parameterN))) * float64(len(c.Values())) / 2
	})
}

// savedByThird is what the third round saves of what the second does, NaN where that is
// nothing.
func savedByThird(c claim.Cell) float64 {
	one, two := c.By(distributed).Mean(), c.By(twoRounds).Mean()
	if !(two < one) {
		return math.NaN()
	}
	return (two - c.Mean()) / (one - two)
}

// bitsAnElement compares what a position takes with log2(1/ε) + 1.5 bits at so many times
// less density. An element is counted where it is sent: 1/p of them stay.
func bitsAnElement(sparser func(claim.Cell) float64) func(*claim.Data) claim.Outcome {
	return claim.Everywhere{Metric: BuildBytes, Methods: []string{distributed}, Name: "bits / stated", Is: claim.Near(0.05),
		Of: func(c claim.Cell) float64 {
			bits := 8 * c.Mean() / (1 - 1/float64(c.Int(P)))
			return bits / golombBits(epsilon(c)/sparser(c))
		}}.Test
}
