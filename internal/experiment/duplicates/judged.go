package duplicates

import (
	"math"
	"strconv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// withinRate is how far a rate may be from another one, beside three standard errors.
const withinRate = 0.05

// near reports whether a share of the single elements is within the margin of another
// one. Who shares a position with one element does so with each other: false positives
// come in twos.
func near(d *claim.Data, way string, x at, want float64) (ratio float64, is bool) {
	got := mean(d, Flagged, way, x.Point)
	n, err := strconv.Atoi(d.Meta.Parameters[parameterN])
	if err != nil {
		n = 1
	}
	rounds := len(d.Sample(runfolder.Cell{Filter: way, Metric: Flagged, Point: x.Point}))
	expected := want * float64(n) * float64(rounds)
	return got / want, math.Abs(got/want-1) <= max(withinRate, 3*math.Sqrt(2/expected))
}

func rateIsThatOfTheFilter(d *claim.Data) claim.Outcome {
	list := points(d, Flagged, distributed)
	if len(list) == 0 {
		return lacks(Flagged, distributed)
	}
	a := all{name: "rate / ε", unit: "×"}
	for _, x := range overP(list) {
		ratio, is := near(d, distributed, x, x.epsilon)
		a.add(is, ratio, math.Abs(ratio-1), x)
	}
	return a.outcome()
}

// rateAsDerived takes only ways and points of which theory expects ten single elements or
// more in all.
func rateAsDerived(d *claim.Data) claim.Outcome {
	a := all{name: "rate / theory", unit: "×"}
	for _, w := range ways() {
		for _, x := range points(d, Flagged, w.name) {
			theory := mean(d, FlaggedTheory, w.name, x.Point)
			n, _ := strconv.Atoi(d.Meta.Parameters[parameterN]) // 0 where there is none: no point then
			if !(theory*float64(n) >= 10) {
				continue
			}
			ratio, is := near(d, w.name, x, theory)
			a.add(is, ratio, math.Abs(ratio-1), x)
		}
	}
	return a.outcome()
}

func hashesAreLess(d *claim.Data) claim.Outcome {
	list := points(d, HashBytes, distributed)
	if len(list) == 0 || len(points(d, Bytes, shipping)) == 0 {
		return lacks(Bytes, distributed, shipping)
	}
	a := all{name: "hashes and answers / elements", unit: "×"}
	for _, x := range overP(list) {
		elements := mean(d, Bytes, shipping, x.Point.With(1, len(d.Meta.Axes), ""))
		if math.IsNaN(elements) {
			continue
		}
		ratio := (mean(d, HashBytes, distributed, x.Point) + mean(d, AnswerBytes, distributed, x.Point)) / elements
		a.add(ratio < 0.5, ratio, ratio, x)
	}
	return a.outcome()
}

func secondRoundSaves(d *claim.Data) claim.Outcome {
	list := points(d, Bytes, distributed, twoRounds)
	if len(list) == 0 {
		return lacks(Bytes, distributed, twoRounds)
	}
	a := all{name: "two rounds / one", unit: "×"}
	for _, x := range overP(list) {
		ratio := mean(d, Bytes, twoRounds, x.Point) / mean(d, Bytes, distributed, x.Point)
		a.add(ratio < 1, ratio, ratio, x)
	}
	return a.outcome()
}

func thirdRoundSavesLittle(d *claim.Data) claim.Outcome {
	list := points(d, Bytes, distributed, twoRounds, threeRounds)
	a := all{name: "saved by the third / by the second", unit: "×"}
	if len(list) > 0 {
		for _, x := range overP(list) {
			one, two, three := mean(d, Bytes, distributed, x.Point), mean(d, Bytes, twoRounds, x.Point), mean(d, Bytes, threeRounds, x.Point)
			if two < one {
				ratio := (two - three) / (one - two)
				a.add(ratio < 0.5, ratio, ratio, x)
			}
		}
	}
	if a.points == 0 {
		return claim.Untested("the run has no p at which two rounds send less than one, and three beside them")
	}
	return a.outcome()
}

func needsManyQueries(d *claim.Data) claim.Outcome {
	list := points(d, BreakEven, replicating)
	if len(list) == 0 {
		return lacks(BreakEven, replicating)
	}
	a := all{name: "break-even", unit: "queries an element"}
	for _, x := range overP(list) {
		least := 1.0
		if x.p >= 8 {
			least = 10
		}
		queries := mean(d, BreakEven, replicating, x.Point)
		a.add(queries > least, queries, least/queries, x)
	}
	return a.outcome()
}

// bitsAnElement compares what a position takes with log2(1/ε) + 1.5 bits at so many times
// less density. An element is counted where it is sent: 1/p of them stay.
func bitsAnElement(sparser func(at) float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := points(d, BuildBytes, distributed)
		if len(list) == 0 {
			return lacks(BuildBytes, distributed)
		}
		a := all{name: "bits / stated", unit: "×"}
		for _, x := range list {
			bits := 8 * mean(d, BuildBytes, distributed, x.Point) / (1 - 1/float64(x.p))
			ratio := bits / golombBits(x.epsilon/sparser(x))
			a.add(math.Abs(ratio-1) <= 0.05, ratio, math.Abs(ratio-1), x)
		}
		return a.outcome()
	}
}

func breakEvenAsDerived(d *claim.Data) claim.Outcome {
	a := all{name: "break-even / derived", unit: "×"}
	for _, way := range []string{replicating, coded} {
		for _, x := range points(d, BreakEven, way) {
			ratio := mean(d, BreakEven, way, x.Point) / mean(d, BreakEvenTheory, way, x.Point)
			a.add(math.Abs(ratio-1) <= 0.10, ratio, math.Abs(ratio-1), x)
		}
	}
	return a.outcome()
}
