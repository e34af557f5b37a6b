package duplicates

import (
	"fmt"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the article, of the paper behind it, and of what follows from
// both, each a family of its own.
func claims() []claim.Claim {
	article := claim.Of("article duplicates",
		claim.Claim{ID: "D1", Section: "distributed Bloom filters", Metric: Flagged,
			Statement: "without a comparison of the elements, the false-positive rate of the duplicates found is that of the filter",
			Margin:    "at every p, within 5 % or three standard errors of ε", Test: rateIsThatOfTheFilter},
		claim.Claim{ID: "D2", Section: "distributed Bloom filters", Metric: HashBytes,
			Statement: "hashes alone, which leave out most single elements, are much less to send than the elements",
			Margin:    "at every p, hashes and answers take less than half the bytes of all elements", Test: hashesAreLess},
		claim.Claim{ID: "D3", Section: "distributed Bloom filters", Metric: Bytes,
			Statement: "with a second round of hashes less is sent, at the same rate after the last round",
			Margin:    "at every p", Test: secondRoundSaves},
		claim.Claim{ID: "D4", Section: "distributed Bloom filters", Metric: Bytes,
			Statement: "more than two rounds reward little",
			Margin:    "at every p where the second round saves, the third saves less than half of that", Test: thirdRoundSavesLittle},
		claim.Claim{ID: "D5", Section: "distributed Bloom filters", Metric: BreakEven,
			Statement: "a replicating filter is the better one where queries are many more than elements",
			Margin:    "break-even above 1 query an element at every p, and above 10 from p = 8 on", Test: needsManyQueries},
	)
	paper := claim.Of("Putze et al. 2007",
		claim.Claim{ID: "D6", Section: "5", Metric: BuildBytes,
			Statement: "coded positions of one hash function take log2(1/ε) + 1.5 bits an element, where they are sent from p processing elements too",
			Margin:    "at every p and ε, frames included, within 5 %", Test: bitsAnElement(func(at) float64 { return 1 })},
	)
	derived := claim.Of("derivation duplicates",
		claim.Claim{ID: "D7", Section: "break-even", Metric: BreakEven,
			Statement: "the break-even of replicating and distributed filters is where the bytes of building and of a query, without frames, put it",
			Margin:    "at every p and ε, within 10 %", Test: breakEvenAsDerived},
		claim.Claim{ID: "D8", Section: "false positives", Metric: Flagged,
			Statement: "a single element is left by chance with the others' elements only, so that p processing elements leave 1 − (1 − ε)^(1 − 1/p) of them",
			Margin:    "in every way, at every p and ε, within 5 % or three standard errors of the theory with the elements that there are", Test: rateAsDerived},
		claim.Claim{ID: "D9", Section: "positions", Metric: BuildBytes,
			Statement: "from p processing elements coded positions take log2(p/ε) + 1.5 bits an element: what each sends is p times less dense",
			Margin:    "at every p and ε, frames included, within 5 %", Test: bitsAnElement(func(x at) float64 { return float64(x.p) })},
	)
	return slices.Concat(article, paper, derived)
}

// at is a point with the numbers of its axes.
type at struct {
	runfolder.Point
	p       int
	epsilon float64 // 0 of a way without one
}

// points at which all of the ways have a metric.
func points(d *claim.Data, m runfolder.Metric, ways ...string) (list []at) {
	if d.Meta.Axis(axisP) != 0 || d.Meta.Axis(axis.Epsilon) != 1 {
		return nil
	}
	for _, point := range d.Samples.Points(m, ways...) {
		p, err := strconv.Atoi(point.Value(0))
		if err != nil {
			continue
		}
		x := at{Point: point, p: p}
		if rate, err := axis.ParseRate(point.Value(1)); err == nil {
			x.epsilon = rate.Float()
		}
		list = append(list, x)
	}
	return list
}

// overP are those at the ε at which ways are compared, the one that most p have.
func overP(list []at) (out []at) {
	times := map[float64]int{}
	for _, x := range list {
		times[x.epsilon]++
	}
	best := list[0].epsilon
	for _, x := range list {
		if times[x.epsilon] > times[best] {
			best = x.epsilon
		}
	}
	for _, x := range list {
		if x.epsilon == best {
			out = append(out, x)
		}
	}
	return out
}

// mean of a cell.
func mean(d *claim.Data, m runfolder.Metric, way string, point runfolder.Point) float64 {
	return d.Mean(runfolder.Cell{Filter: way, Metric: m, Point: point})
}

// lacks is the outcome of a claim about what the run lacks.
func lacks(m runfolder.Metric, ways ...string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %v", m, ways))
}

// all is the outcome of a claim about every point: those at which it holds are counted,
// and the effect is the one that is furthest from holding.
type all struct {
	name, unit string
	points     int
	held       int
	worst      float64
	where      string
	furthest   float64 // how far worst is
}

// add counts a point with its effect, and by how much this differs from what is claimed.
func (a *all) add(holds bool, effect, off float64, x at) {
	a.points++
	if holds {
		a.held++
	}
	if a.points == 1 || off > a.furthest {
		a.worst, a.furthest, a.where = effect, off, fmt.Sprintf("p = %d", x.p)
		if x.epsilon > 0 {
			a.where += fmt.Sprintf(", ε = %g %%", 100*x.epsilon)
		}
	}
}

func (a *all) outcome() claim.Outcome {
	if a.points == 0 {
		return claim.Untested("the run does not hold two repetitions of what is compared, at the same p")
	}
	return claim.Counted(a.held == a.points, fmt.Sprintf("means of counts, at %d points", a.points), a.name, a.unit, a.worst,
		fmt.Sprintf("it holds at %d of %d points; the value is that of %s", a.held, a.points, a.where))
}
