package aggregation

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the article and of the papers on gossip, and what a reader of them
// expects of nodes that have items in common.
func claims() []claim.Claim {
	article := claim.Of("article aggregation",
		claim.About(Worst, "AG1", "decentralised aggregation", "with Bloom filters every node has an aggregate, the number of different items, without a central one",
			"within 5 %, of every node after the last step, at every place", everywhere(Worst, bloomFilter, "Bloom filters", 0.05, "the node furthest off at each of", "furthest off",
				func(c claim.Cell) float64 { return slices.Max(c.Values()) })).From(claim.Says("bloom-filter-article.txt:173",
			"La agregación descentralizada hace que las mediciones colectivas estén disponibles localmente en cada nodo de una red distribuida sin involucrar a una entidad computacional centralizada para este propósito.")),
		claim.About(Error, "AG2", "number of items in a filter", "the number of items is estimated from the bits that are set in a filter of all nodes' items",
			"within 1 %, the mean over nodes after the last step, at every place", everywhere(Error, bloomFilter, "Bloom filters", 0.01, "means at", "largest mean error", claim.Cell.Mean)).From(claim.Says("bloom-filter-article.txt:99-101",
			"La cantidad de elementos en un filtro Bloom se puede aproximar con la siguiente fórmula: […] m es la longitud (tamaño) del filtro, k es el número de funciones hash y X es el número de bits establecidos en uno.")),
		claim.About(Error, "AG3", "number of items in a filter", "the error of the estimate is √(m·(e^t − 1 − t))/(k·n), t = kn/m",
			"root mean square over sets of items within a third, of all rates together", errorByTheory).From(claim.Ours()),
	)
	twice := claim.Of("counting twice",
		claim.About(Estimate, "AG4", "filters", "an OR of filters counts an item once, however many nodes have it",
			"within 1 % of the estimate with the fewest copies", once).From(claim.Ours()).
			Constructed("an OR with what a node has already changes nothing"),
		claim.About(Estimate, "AG5", "push-sum", "push-sum counts an item as often as nodes have it",
			"within 1 % after the last step, at every place", everywhere(Estimate, pushSum, "push-sum", 0.01, "means at", "furthest from so many times the truth",
				func(c claim.Cell) float64 { return math.Abs(c.Mean()/float64(c.Int(Copies)) - 1) })).From(claim.Ours()),
		claim.About(Estimate, "AG6", "sums of all that came", "who adds what others send never settles: the estimate grows in every step",
			"at every step and place", grows).From(claim.Ours()).
			Constructed("sums of what is not negative do not fall"),
		claim.About(Bytes, "AG7", "bytes", "Bloom filters ship fewer bytes than the items themselves",
			"up to the last step, at every place", ratioOfBytes("ratio of the bytes", atEnd, claim.Under(1)).Test).From(claim.Ours()),
		claim.About(Bytes, "AG8", "bytes", "at first the items themselves are fewer bytes than a filter that is sized for all of them",
			"in the first step, at every place", ratioOfBytes("ratio of the bytes, filter / items", claim.Only(func(c claim.Cell) bool { return c.Int(Step) == 1 }),
				func(_ claim.Cell, ratio float64) (bool, float64) { return ratio >= 1, -ratio }).Test).From(claim.Ours()),
	)
	gossip := claim.Of("Pittel 1987",
		claim.About(Worst, "AG9", "spreading", "within three steps of log2 n + ln n each of n nodes knows what every other one told",
			"mean over sets of partners, within 3 steps", spreads).From(claim.After("Pittel 1987")),
	)
	return slices.Concat(article, twice, gossip)
}

func lacks(what string) string { return "the run does not hold two sets of items with " + what }

// everywhere is a claim that a number is small at every place of a method; of says how far it
// is off.
func everywhere(m runfolder.Metric, method, title string, margin float64, test, effect string, of func(claim.Cell) float64) func(*claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: m, Methods: []string{method}, At: atEnd, Name: effect, Unit: "%", Of: func(c claim.Cell) float64 { return 100 * of(c) },
		Is:  func(_ claim.Cell, off float64) (bool, float64) { return off <= 100*margin, off },
		How: "counted, " + test + " %d places", Detail: soAt, Without: lacks(title),
	}.Test
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
func ratioOfBytes(name string, at claim.Where, is claim.Tolerance) claim.Everywhere {
	return claim.Everywhere{
		Metric: Bytes, Methods: []string{bloomFilter}, At: at, Name: name, Of: claim.ToThat(exactUnion), Is: is,
		How: "counted, means at %d places", Detail: soAt, Without: lacks("Bloom filters and the exact union"),
	}
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
