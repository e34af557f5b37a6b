package space

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// leastHashes is the number of hash functions that an interval of a rate needs: a
// rate that is seen a few times has no normal distribution.
const leastHashes = 10

// followsTheory compares the measured with the expected rate of every structure at
// every point.
func followsTheory(d *claim.Data) claim.Outcome {
	const level = 0.999
	points, inside := 0, 0
	worst, where := 0.0, ""
	for _, filter := range d.Meta.Filters {
		for _, p := range places(d, Rate, anywhere, filter) {
			measured := d.Sample(runfolder.Cell{Filter: filter, Metric: Rate, Point: p.at})
			theory := d.Sample(runfolder.Cell{Filter: filter, Metric: metric.FPRTheory, Point: p.at})
			if len(measured) < leastHashes || len(theory) != len(measured) {
				continue
			}
			differences := make([]float64, len(measured))
			for i := range measured {
				differences[i] = measured[i] - theory[i]
			}
			e, err := stats.MeanEstimate(differences)
			if err != nil || e.SE == 0 {
				continue
			}
			points++
			t := math.Abs(e.Value) / e.SE
			if t <= (distuv.StudentsT{Sigma: 1, Nu: e.DF}).Quantile(1-(1-level)/2) {
				inside++
			}
			if t > worst {
				worst, where = t, fmt.Sprintf("%s, %s", filter, p)
			}
		}
	}
	if points == 0 {
		return claim.Untested(fmt.Sprintf("the run has no structure with %d hash functions at a point", leastHashes))
	}
	// Of a hundred intervals of 99.9 % one misses with a probability of a tenth.
	allowed := distuv.Binomial{N: float64(points), P: 1 - level}
	missed := points - inside
	return claim.Counted(missed == 0 || allowed.Survival(float64(missed-1)) > 0.01, fmt.Sprintf("Student's t over hash functions, at %d points", points),
		"points at which theory is missed", fmt.Sprintf("of %d", points), float64(missed),
		fmt.Sprintf("furthest from theory, by %.1f standard errors: %s", worst, where))
}

// holdsAsked compares the measured with the asked rate.
func holdsAsked(d *claim.Data) claim.Outcome {
	points, above := 0, 0
	worst, where := 0.0, ""
	for _, filter := range d.Meta.Filters {
		for _, p := range places(d, Rate, anywhere, filter) {
			ratio := mean(d, filter, Rate, p) / p.epsilon
			points++
			if ratio > 1.05 {
				above++
			}
			if ratio > worst {
				worst, where = ratio, fmt.Sprintf("%s, %s", filter, p)
			}
		}
	}
	if points == 0 {
		return missing(Rate, "an approximate structure")
	}
	return claim.Counted(above == 0, fmt.Sprintf("means over hash functions, at %d points", points), "largest measured / asked", "×", worst,
		fmt.Sprintf("above at %d of %d points; largest of %s", above, points, where))
}
