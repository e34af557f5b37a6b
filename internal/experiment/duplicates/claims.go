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
		claim.About(Flagged, "D1", "distributed Bloom filters", "without a comparison of the elements, the false-positive rate of the duplicates found is that of the filter",
			"at every p and ε, within 5 % or three standard errors of ε", claim.Everywhere{Metric: Flagged, Methods: []string{distributed}, Name: "rate / ε", Of: to(epsilon), Is: near(epsilon)}.Test).From(claim.Says("bloom-filter-article.txt:183",
			"la tasa de falsos positivos para la detección de duplicados es la misma que la tasa de falsos positivos del filtro Bloom utilizado")),
		claim.About(HashBytes, "D2", "distributed Bloom filters", "hashes alone, which leave out most single elements, are much less to send than the elements",
			"at every p and ε, hashes and answers take less than half the bytes of all elements", claim.Everywhere{Metric: HashBytes, Methods: []string{distributed}, Name: "hashes and answers / elements", Is: claim.Under(0.5),
				Of: func(c claim.Cell) float64 {
					return (c.Mean() + c.Of(AnswerBytes).Mean()) / c.Of(Bytes).By(shipping).Mean()
				}}.Test).From(claim.Says("bloom-filter-article.txt:181",
			"Estos se pueden calcular comunicando solo los hashes de los elementos, no los elementos en sí mismos, que son mucho más grandes en volumen")),
		claim.About(Bytes, "D3", "distributed Bloom filters", "with a second round of hashes less is sent, at the same rate after the last round",
			"at every p and ε", claim.Everywhere{Metric: Bytes, Methods: []string{twoRounds}, Name: "two rounds / one", Of: claim.ToThat(distributed), Is: claim.Under(1)}.Test).From(claim.Says("bloom-filter-article.txt:185",
			"si el paso de filtrado se repite una vez, el primer paso puede permitir una tasa de falsos positivos más alta, mientras que el segundo tiene una tasa más alta, pero también funciona con menos elementos")),
		claim.About(Bytes, "D4", "distributed Bloom filters", "more than two rounds reward little",
			"at every p and ε where the second round saves, the third saves less than half of that", claim.Everywhere{Metric: Bytes, Methods: []string{threeRounds}, Name: "saved by the third / by the second", Of: savedByThird, Is: claim.Under(0.5),
				Without: "the run has no p at which two rounds send less than one, and three beside them"}.Test).From(claim.Says("bloom-filter-article.txt:185",
			"Si bien el uso de más de dos repeticiones puede reducir aún más el volumen de comunicación si la cantidad de duplicados en un conjunto es pequeña, la recompensa por las complicaciones adicionales es baja.")),
		claim.About(BreakEven, "D5", "distributed Bloom filters", "a replicating filter is the better one only where queries are more than elements",
			"break-even above 1 query an element, at every p and ε; how many are many the copy at hand does not have", claim.Everywhere{Metric: BreakEven, Methods: []string{replicating}, Name: "break-even", Unit: "queries per element",
				Of: claim.Cell.Mean, Is: claim.Over(func(claim.Cell) float64 { return 1 })}.Test).From(claim.Says("bloom-filter-article.txt:189",
			"Los filtros Bloom replicados son más eficientes cuando el número de consultas es mucho mayor que el número de elementos que contiene el filtro Bloom")),
	)
	paper := claim.Of("Putze et al. 2007",
		claim.About(BuildBytes, "D6", "5", "coded positions of one hash function take log2(1/ε) + 1.5 bits per element, where they are sent from p processing elements too",
			"at every p and ε, frames included, within 5 %", bitsAnElement(func(claim.Cell) float64 { return 1 })).From(claim.After("Putze, Sanders and Singler 2007, 5")),
	)
	derived := claim.Of("derivation duplicates",
		claim.About(BreakEven, "D7", "break-even", "the break-even of replicating and distributed filters is where the bytes of building and of a query, without frames, put it",
			"at every p and ε, within 10 %", claim.Everywhere{Metric: BreakEven, Methods: []string{replicating, coded}, Name: "break-even / derived", Of: claim.To(BreakEvenTheory), Is: claim.Near(0.10)}.Test).From(claim.Ours()),
		claim.About(Flagged, "D8", "false positives", "a single element is left by chance with the others' elements only, so that p processing elements leave 1 − (1 − ε)^(1 − 1/p) of them",
			"in every method, at every p and ε, within 5 % or three standard errors of the theory with the elements that there are", claim.Everywhere{Metric: Flagged, Methods: []string{distributed, twoRounds, threeRounds, replicating, coded}, Name: "rate / theory",
				Of: to(expectedRate), Is: near(expectedRate)}.Test).From(claim.Ours()),
		claim.About(BuildBytes, "D9", "positions", "from p processing elements coded positions take log2(p/ε) + 1.5 bits per element: what each sends is p times less dense",
			"at every p and ε, frames included, within 5 %", bitsAnElement(func(c claim.Cell) float64 { return float64(c.Int(P)) })).From(claim.Ours()),
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
