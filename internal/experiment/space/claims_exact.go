package space

import (
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// informationBound looks for an exact structure above log2 C(u, n) bits, which no
// structure for all sets can be below: the thesis calls it an upper bound.
func informationBound(d *claim.Data) claim.Outcome {
	words, n := d.Meta.Input("words").Count, d.Meta.Input("exceptions").Count
	ofThesis := func(c claim.Cell) bool { return exactly(c) && c.Int(N) == n }
	universe := float64(min(words, leastNegatives) + n) // the negatives that are drawn, and the keys
	bound := logChoose(universe, float64(n)) / float64(n)
	var above claim.Tally
	for _, c := range cellsOf(d, BitsPerKey, ofThesis, d.Meta.Filters) {
		bits := c.Mean()
		above.Add(c.Filter, bits > bound, bits, -bits)
	}
	if words == 0 || n == 0 || above.Places == 0 {
		return claim.Untested("the run does not hold an exact structure of the thesis's keys (n = 1,753)")
	}
	return claim.Counted(above.Held == 0, fmt.Sprintf("counted, of %d structures", above.Places),
		"smallest / log2 C(u, n)", "×", above.Worst/bound,
		fmt.Sprintf("above at %d; the bound is %.2f bits per key for a universe of %s words, the least that a structure for all sets can have: it is the lower bound; the smallest, %s, has %.2f",
			above.Held, bound, axis.Grouped(int(universe)), above.At, above.Worst))
}

// logChoose is log2 of the number of sets of n of u.
func logChoose(u, n float64) float64 {
	a, _ := math.Lgamma(u + 1)
	b, _ := math.Lgamma(n + 1)
	c, _ := math.Lgamma(u - n + 1)
	return (a - b - c) / math.Ln2
}

// proportional compares the bits per key that dictionaries hold over n. What they
// hold is measured once a point.
func proportional(d *claim.Data) claim.Outcome {
	worst, where := 0.0, ""
	for _, name := range []string{goMap, hashtable} {
		least, most, smallest, largest := math.Inf(1), 0.0, math.MaxInt, 0
		for _, row := range d.Run.All() {
			n, err := axis.ParseCount(d.Meta.On(string(N), row.Point))
			if row.Round < 1 || row.Filter != name || row.Metric != HeldPerKey || err != nil || n < grown {
				continue
			}
			least, most = min(least, row.Value), max(most, row.Value)
			smallest, largest = min(smallest, n), max(largest, n)
		}
		if largest < 100*grown {
			continue
		}
		if ratio := most / least; ratio > worst {
			worst, where = ratio, fmt.Sprintf("%s, from %.0f to %.0f bits over n = %s to %s", name, least, most, axis.Grouped(smallest), axis.Grouped(largest))
		}
	}
	if where == "" {
		return claim.Untested("the run does not hold the memory of a map or hash table for n from 10,000 to 1,000,000")
	}
	return claim.Counted(worst <= 2, "counted, over n", "most / least bits per key", "×", worst, "furthest apart: "+where)
}

// exactInUniverse counts the wrong answers of cascades. A denied key ends the run.
func exactInUniverse(d *claim.Data) claim.Outcome {
	var right claim.Tally
	for _, c := range d.CellsIn(metric.FalsePositives, exactly, cascade) {
		v := c.Mean()
		right.Add(c.Place(), v == 0, v, v)
	}
	if right.Places == 0 {
		return claim.Lacks(metric.FalsePositives, cascade)
	}
	return claim.Counted(right.All(), fmt.Sprintf("counted, of all elements of the universe, at %d points", right.Places),
		"admitted of the universe, on average", "words", right.Worst, "most at "+right.At)
}
