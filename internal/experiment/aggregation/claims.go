package aggregation

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the article and of the papers on gossip, and what a reader of them
// expects of nodes that have items in common.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"AG1": everywhere(Worst, bloomFilter, "Bloom filters", 0.05, "the node furthest off at each of", "furthest off",
			func(c claim.Cell) float64 { return slices.Max(c.Values()) }),
		"AG2": everywhere(Error, bloomFilter, "Bloom filters", 0.01, "means at", "largest mean error", claim.Cell.Mean),
		"AG3": claim.By(Error, errorByTheory),
		"AG4": claim.By(Estimate, once),
		"AG5": everywhere(Estimate, pushSum, "push-sum", 0.01, "means at", "furthest from so many times the truth",
			func(c claim.Cell) float64 { return math.Abs(c.Mean()/float64(c.Int(Copies)) - 1) }),
		"AG6": claim.By(Estimate, grows),
		"AG7": ratioOfBytes("ratio of the bytes", atEnd, claim.Under(1)),
		"AG8": ratioOfBytes("ratio of the bytes, filter / items", claim.Only(func(c claim.Cell) bool { return c.Int(Step) == 1 }),
			func(_ claim.Cell, ratio float64) (bool, float64) { return ratio >= 1, -ratio }),
		"AG9": claim.By(Worst, spreads),
	})
}

func lacks(what string) string { return "the run does not hold two sets of items with " + what }

// everywhere is a claim that a number is small at every place of a method; of says how far it
// is off.
func everywhere(m runfolder.Metric, method, title string, margin float64, test, effect string, of func(claim.Cell) float64) claim.Claim {
	return claim.Everywhere{
		Metric: m, Methods: []string{method}, At: atEnd, Name: effect, Unit: "%", Of: func(c claim.Cell) float64 { return 100 * of(c) },
		Is:  func(_ claim.Cell, off float64) (bool, float64) { return off <= 100*margin, off },
		How: "counted, " + test + " %d places", Detail: soAt, Without: lacks(title),
	}.Claim()
}

func soAt(t claim.Tally) string { return fmt.Sprintf("so at %d of %d places", t.Held, t.Places) }

// leastErrors is how many estimates the root of a mean square needs to be within a third.
const leastErrors = 12

// errorByTheory compares the errors of all rates, each as a multiple of theory's. Places
// that differ in nodes or copies alone have the same filter in the end.
func errorByTheory(d *claim.Data) claim.Outcome {
	const margin = 1.0 / 3
	sum, count := 0.0, 0
	for _, c := range claim.AtUsual(Nodes, Copies)(ends(d, Error, bloomFilter)) {
		for _, off := range c.Values() {
			sum += math.Pow(off/deviation(c.Parameter(parameterItems), c.Float(axis.Eps)), 2)
			count++
		}
	}
	if count < leastErrors {
		return claim.Untested(fmt.Sprintf("the run has %d estimates of different filters: want %d", count, leastErrors))
	}
	ratio := math.Sqrt(sum / float64(count))
	return claim.Counted(math.Abs(ratio-1) <= margin, fmt.Sprintf("counted, of %d filters", count), "root mean square / theory", "×", ratio, "")
}

// once compares the estimates of more copies with that of the fewest, where all nodes know all
// items in the end.
func once(d *claim.Data) claim.Outcome {
	const margin = 0.01
	list := claim.AtUsual(Nodes, axis.Eps)(ends(d, Estimate, bloomFilter))
	if len(list) < 2 {
		return claim.Untested(lacks("Bloom filters and two numbers of copies"))
	}
	worst := 0.0
	for _, c := range list {
		if c.Of(Worst).By(exactUnion).Sum() > 0 {
			return claim.Untested("after the last step some nodes do not know all items")
		}
		worst = max(worst, math.Abs(c.Mean()/list[0].Mean()-1))
	}
	return claim.Counted(worst <= margin, fmt.Sprintf("counted, means at %d places", len(list)), "furthest from the estimate with the fewest copies", "%", 100*worst, "")
}

// grows looks for a step in which a sum of all that came does not grow.
func grows(d *claim.Data) claim.Outcome {
	steps, larger, least := 0, 0, math.Inf(1)
	for _, c := range d.Cells(Estimate, adding) {
		growth := c.At(Step.At(c.Int(Step)+1)).Mean() / c.Mean()
		if math.IsNaN(growth) { // behind the last step
			continue
		}
		steps++
		if growth > 1 {
			larger++
		}
		least = min(least, growth)
	}
	if steps == 0 {
		return claim.Untested(lacks("sums of all that came"))
	}
	return claim.Counted(larger == steps, fmt.Sprintf("counted, means of %d steps", steps), "least growth in a step", "×", least,
		fmt.Sprintf("so in %d of %d steps", larger, steps))
}

// ratioOfBytes is a claim about the bytes of Bloom filters beside those of the items.
func ratioOfBytes(name string, at claim.Where, is claim.Tolerance) claim.Claim {
	return claim.Everywhere{
		Metric: Bytes, Methods: []string{bloomFilter}, At: at, Name: name, Of: claim.ToThat(exactUnion), Is: is,
		How: "counted, means at %d places", Detail: soAt, Without: lacks("Bloom filters and the exact union"),
	}.Claim()
}

// spreads finds the first step after which the node furthest off knows all items.
func spreads(d *claim.Data) claim.Outcome {
	const margin = 3
	places, within, furthest := 0, 0, 0.0
	detail, unknown := "", ""
	for _, c := range ends(d, Worst, exactUnion) {
		sum, late, last, nodes := 0.0, false, c.Int(Step), c.Int(Nodes)
		for round := range c.Values() {
			first := 0
			for first <= last && !known(c.At(Step.At(first)), round) {
				first++
			}
			late = late || first > last // that many steps or more, which may be too many already
			sum += float64(first)
		}
		mean := sum / float64(len(c.Values()))
		places++
		off := mean - spreading(nodes)
		if late && off <= margin {
			unknown = fmt.Sprintf("%d steps are too few for %d nodes to know all items", last, nodes)
		}
		if math.Abs(off) <= margin {
			within++
		}
		if math.Abs(off) >= math.Abs(furthest) {
			furthest = off
		}
		detail += fmt.Sprintf(", %.1f steps of %d nodes and %d copies (%.1f)", mean, nodes, c.Int(Copies), spreading(nodes))
	}
	if places == 0 {
		return claim.Untested(lacks("the exact union"))
	}
	if unknown != "" && within == places {
		return claim.Untested(unknown)
	}
	return claim.Counted(within == places, fmt.Sprintf("counted, means at %d places", places), "furthest from log2 n + ln n", "steps", furthest, detail[2:])
}

// known reports whether in a round the node furthest off is off by nothing.
func known(c claim.Cell, round int) bool {
	values := c.Values()
	return round < len(values) && values[round] == 0
}

// ends are the cells of a method after the last step.
func ends(d *claim.Data, m runfolder.Metric, method string) []claim.Cell {
	return claim.Where(atEnd).Find(d, m, method)
}

// atEnd chooses the cells after the last step.
func atEnd(list []claim.Cell) []claim.Cell {
	last := 0
	for _, c := range list {
		last = max(last, c.Int(Step))
	}
	return slices.DeleteFunc(list, func(c claim.Cell) bool { return c.Int(Step) < last })
}
