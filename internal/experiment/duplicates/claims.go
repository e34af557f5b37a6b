package duplicates

import (
	_ "embed"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the article, of the paper behind it, and of what follows from
// both, each a family of its own.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"D1": claim.Everywhere{Metric: Flagged, Methods: []string{distributed}, Name: "rate / ε", Of: to(epsilon), Is: near(epsilon)}.Claim(),
		"D2": claim.Everywhere{Metric: HashBytes, Methods: []string{distributed}, Name: "hashes and answers / elements", Is: claim.Under(0.5),
			Of: func(c claim.Cell) float64 {
				return (c.Mean() + c.Of(AnswerBytes).Mean()) / c.Of(Bytes).By(shipping).Mean()
			}}.Claim(),
		"D3": claim.Everywhere{Metric: Bytes, Methods: []string{twoRounds}, Name: "two rounds / one", Of: claim.ToThat(distributed), Is: claim.Under(1)}.Claim(),
		"D4": claim.Everywhere{Metric: Bytes, Methods: []string{threeRounds}, Name: "saved by the third / by the second", Of: savedByThird, Is: claim.Under(0.5),
			Without: "the run has no p at which two rounds send less than one, and three beside them"}.Claim(),
		"D5": claim.Everywhere{Metric: BreakEven, Methods: []string{replicating}, Name: "break-even", Unit: "queries per element",
			Of: claim.Cell.Mean, Is: claim.Over(func(claim.Cell) float64 { return 1 })}.Claim(),
		"D6": bitsAnElement(func(claim.Cell) float64 { return 1 }),
		"D7": claim.Everywhere{Metric: BreakEven, Methods: []string{replicating, coded}, Name: "break-even / derived", Of: claim.To(BreakEvenTheory), Is: claim.Near(0.10)}.Claim(),
		"D8": claim.Everywhere{Metric: Flagged, Methods: []string{distributed, twoRounds, threeRounds, replicating, coded}, Name: "rate / theory",
			Of: to(expectedRate), Is: near(expectedRate)}.Claim(),
		"D9": bitsAnElement(func(c claim.Cell) float64 { return float64(c.Int(P)) }),
	})
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
func bitsAnElement(sparser func(claim.Cell) float64) claim.Claim {
	return claim.Everywhere{Metric: BuildBytes, Methods: []string{distributed}, Name: "bits / stated", Is: claim.Near(0.05),
		Of: func(c claim.Cell) float64 {
			bits := 8 * c.Mean() / (1 - 1/float64(c.Int(P)))
			return bits / golombBits(epsilon(c)/sparser(c))
		}}.Claim()
}
