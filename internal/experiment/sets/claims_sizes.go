package sets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// sizeClaims are those about sizes, unions and intersections.
func sizeClaims() []claim.Claim {
	const usual = "n from 1,000 on, no more keys than the filter is made for"
	estimate := func(id, section, statement, margin string, m runfolder.Metric, region claim.Region, where func(runfolder.Point) bool) claim.Claim {
		return claim.Claim{ID: id, Section: section, Metric: m, Statement: statement, Margin: margin, Test: meanRatio(m, region, where)}
	}
	asMade := func(p runfolder.Point) bool { return x(p, axisN) >= 1000 && x(p, axisLoad) <= 100 }
	thesis := claim.Of("thesis sets", claim.Claim{
		ID: "S1", Section: "3.5.5", Metric: metric.FalseNegatives,
		Statement: "the disjunction of two Bloom filters answers for both lists, without false negatives",
		Margin:    "no key of either denied, and no negative answered otherwise than by a filter built of both", Test: unionsAnswer,
	})
	swamidass := claim.Of("Swamidass and Baldi 2007",
		estimate("S2", "3", "the number of keys of a Bloom filter is about −(m/k)·ln(1 − X/m)", "mean within 1 %, "+usual,
			SizeRatio, claim.Region{Low: 0.99, High: 1.01}, asMade),
		estimate("S3", "3", "the size of a union is that of the disjunction of the filters", "mean within 1 %, "+usual,
			UnionRatio, claim.Region{Low: 0.99, High: 1.01}, asMade),
		estimate("S4", "3", "the size of an intersection is the sum of the two sizes less that of the union", "mean within 2 %, half of the keys shared or more, "+usual,
			CommonRatio, claim.Region{Low: 0.98, High: 1.02}, func(p runfolder.Point) bool { return asMade(p) && x(p, axisShared) >= 0.5 }),
		estimate("S5", "3", "the correction serves filters that are fuller than they should be", "mean size within 1 % at four times the keys or more",
			SizeRatio, claim.Region{Low: 0.99, High: 1.01}, func(p runfolder.Point) bool { return x(p, axisN) >= 1000 && x(p, axisLoad) >= 400 }),
	)
	own := claim.Of("theory sets",
		claim.Claim{ID: "S6", Section: "sizes", Metric: SizeOff,
			Statement: "±1.96 of the standard deviations that theory gives hold the true size of a set, a union, an intersection in 95 % of the cases",
			Margin:    "93 to 97 %, for each structure, all places together", Test: covers},
		claim.Claim{ID: "S7", Section: "sizes", Metric: CommonRatio,
			Statement: "of a small intersection the estimate is far worse than of the union",
			Margin:    "5 % shared or less: more than ten times the relative standard deviation", Test: smallIsWorse},
	)
	return slices.Concat(thesis, swamidass, own)
}

// onSizes are the axes of the estimates.
func onSizes() []string { return []string{axisN, axisLoad, axisShared} }

// unionsAnswer adds up the keys denied and the negatives answered otherwise by all unions
// of Bloom filters.
func unionsAnswer(d *claim.Data) claim.Outcome {
	at := placesOf(d, bloom, metric.FalseNegatives, onSizes()...)
	lost, n := sumOf(d, bloom, metric.FalseNegatives, at...)
	differs, _ := sumOf(d, bloom, UnionDiffers, at...)
	if n == 0 {
		return lacks(metric.FalseNegatives, bloom)
	}
	return claim.Counted(lost+differs == 0, "exact count", "keys denied and negatives answered otherwise", "words", lost+differs, fmt.Sprintf("of %d unions", n))
}

// meanRatio is the test that the mean of a ratio lies in a region at every place, for a
// Bloom filter.
func meanRatio(m runfolder.Metric, region claim.Region, where func(runfolder.Point) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var parts []part
		for _, p := range placesOf(d, bloom, m, onSizes()...) {
			if !where(p) {
				continue
			}
			if of, ok := mean(named(p), values(d, bloom, m, p), region); ok {
				parts = append(parts, of)
			}
		}
		if len(parts) == 0 {
			return lacks(m, bloom)
		}
		return whole(parts, "mean over hash functions: t at each place", "mean estimate / true number", "×", 1)
	}
}

// normal95 is the quantile of the normal distribution that leaves 2.5 % above it.
const normal95 = 1.959964

// covers counts how often the true number lies in the interval. Two intervals that do and
// two that do not are added, so that a few that all do have an error too (Agresti, Coull
// 1998).
func covers(d *claim.Data) claim.Outcome {
	var parts []part
	for _, name := range estimators() {
		var inside []float64
		for _, m := range []runfolder.Metric{SizeOff, UnionOff, CommonOff} {
			for _, p := range placesOf(d, name, m, onSizes()...) {
				for _, z := range values(d, name, m, p) {
					in := 0.0
					if math.Abs(z) <= normal95 {
						in = 1
					}
					inside = append(inside, in)
				}
			}
		}
		if len(inside) == 0 {
			continue
		}
		if of, ok := mean(name, append(inside, 0, 0, 1, 1), claim.Region{Low: 0.93, High: 0.97}); ok {
			parts = append(parts, of)
		}
	}
	if len(parts) == 0 {
		return lacks(SizeOff, bloom)
	}
	return whole(parts, "share of the intervals that hold the true number: t for each structure", "intervals that hold it", "%", 100)
}

// smallIsWorse compares the spread of two estimates at the smallest intersections.
func smallIsWorse(d *claim.Data) claim.Outcome {
	least, where := math.Inf(1), ""
	for _, p := range placesOf(d, bloom, CommonRatio, onSizes()...) {
		common, union := values(d, bloom, CommonRatio, p), values(d, bloom, UnionRatio, p)
		if !(x(p, axisShared) <= 0.05) || len(common) < 2 || len(union) < 2 {
			continue
		}
		if ratio := stat.StdDev(common, nil) / stat.StdDev(union, nil); ratio < least {
			least, where = ratio, named(p)
		}
	}
	if where == "" {
		return lacks(CommonRatio, bloom)
	}
	return claim.Counted(least > 10, "standard deviations over hash functions", "intersection / union", "×", least, "least at "+where)
}
