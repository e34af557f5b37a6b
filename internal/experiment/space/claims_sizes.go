package space

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// epsilon is the requested rate, as a share; 0 of exact structures.
func epsilon(c claim.Cell) float64 { return c.Float(axis.Eps) }

// region chooses cells.
type region func(claim.Cell) bool

// grown is the number of keys from which sizes have grown out of rounding, few the number from
// which they have where a key takes its place alone.
const (
	grown = 10_000
	few   = 100
)

// tiny is less than the difference of any two rates.
const tiny = 1e-9

// nothing is the lower end of what may be as small as it likes.
var nothing = math.Inf(-1)

// nearRate are the cells of an ε.
func nearRate(rate float64) region {
	return func(c claim.Cell) bool { return math.Abs(epsilon(c)-rate) < tiny }
}

// anyRate are those of every ε.
func anyRate(c claim.Cell) bool { return epsilon(c) > 0 && c.Int(N) >= grown }

// anywhere are all cells with an ε, those of small sets too.
func anywhere(c claim.Cell) bool { return epsilon(c) > 0 }

// exactly are those without one.
func exactly(c claim.Cell) bool { return epsilon(c) == 0 }

// cellsOf are the cells of several structures in the region, one structure after the other.
func cellsOf(d *claim.Data, m runfolder.Metric, in region, names []string) (list []claim.Cell) {
	for _, name := range names {
		list = append(list, d.CellsIn(m, in, name)...)
	}
	return list
}

// placed is the place of a cell with its structure.
func placed(c claim.Cell) string { return c.Filter + ", " + c.Place() }

// within is a claim that a number is from low to high in every cell of the first of some
// structures, where all of them have the metric.
type within struct {
	metric     runfolder.Metric
	names      []string
	in         region
	low, high  float64
	name, unit string // of the number
	of         func(claim.Cell) float64
}

// claim is a claim of claim.Tests.
func (w within) claim() claim.Claim { return claim.By(w.metric, w.test) }

// test counts the cells at which it is. The effect is the number that is furthest out, or
// nearest to an end.
func (w within) test(d *claim.Data) claim.Outcome {
	list := d.CellsIn(w.metric, w.in, w.names...)
	if len(list) == 0 {
		return claim.Lacks(w.metric, w.names...)
	}
	return w.among(list)
}

func (w within) among(list []claim.Cell) claim.Outcome {
	var t claim.Tally
	for _, c := range list {
		v := w.of(c)
		t.Add(c.Place(), w.low <= v && v <= w.high, v, max(w.low-v, v-w.high))
	}
	return t.Counted(t.All(), fmt.Sprintf("counted, at %d points", t.Places), w.name, w.unit,
		fmt.Sprintf("so at %d of %d points; nearest to the edge, or furthest beyond it, at %s, %.4g", t.Held, t.Places, t.At, t.Worst))
}

// sizeWithin is the claim "a takes from low to high bits per key for a rate of 1 %", by what
// it takes for each of log2(1/ε), of the rate that it has.
func sizeWithin(a string, in region, low, high float64) claim.Claim {
	return sizes(a, in, low, high).claim()
}

func sizes(a string, in region, low, high float64) within {
	return within{Overhead, []string{a}, in, low, high, a, "bits", func(c claim.Cell) float64 {
		return (1 + c.Mean()) * math.Log2(100)
	}}
}

// sizeOfAll is sizeWithin of sets of all sizes, which is not tested at one size alone.
func sizeOfAll(a string, in region, low, high float64) claim.Claim {
	w := sizes(a, in, low, high)
	return claim.By(w.metric, func(d *claim.Data) claim.Outcome {
		seen := map[int]bool{}
		for _, c := range d.CellsIn(w.metric, in, a) {
			seen[c.Int(N)] = true
		}
		if len(seen) == 1 {
			return claim.Untested("the run has one n alone, and the claim is about all of them")
		}
		return w.test(d)
	})
}

// ratioWithin is the claim "a takes from low to high times the bits per key of b".
func ratioWithin(a, b string, in region, low, high float64) claim.Claim {
	return within{BitsPerKey, []string{a, b}, in, low, high, a + " / " + b, "×", claim.ToThat(b)}.claim()
}

// overheadWithin is the claim "a takes from low to high per cent more than log2(1/ε) bits
// per key, of the rate that it has".
func overheadWithin(a string, in region, low, high float64) claim.Claim {
	return within{Overhead, []string{a}, in, low, high, "overhead of " + a, "%", func(c claim.Cell) float64 { return 100 * c.Mean() }}.claim()
}

// toLean compares how many bits per key two structures take for each of log2(1/ε), of the
// rates that they have.
func toLean(b string) func(claim.Cell) float64 {
	return func(c claim.Cell) float64 { return (1 + c.Mean()) / (1 + c.By(b).Mean()) }
}

// leanWithin is the claim "a takes from low to high times the space of b, each at
// the rate that it has".
func leanWithin(a, b string, in region, low, high float64) claim.Claim {
	return claim.By(Overhead, func(d *claim.Data) claim.Outcome {
		o := within{Overhead, []string{a, b}, in, low, high, a + " / " + b, "×", toLean(b)}.test(d)
		if o.NotTested != "" {
			return o
		}
		var fewer claim.Tally
		for _, c := range d.CellsIn(Overhead, in, a, b) {
			ratio := claim.ToThat(b)(c.Of(BitsPerKey))
			fewer.Add(c.Place(), ratio < 1, ratio, ratio)
		}
		o.Detail += fmt.Sprintf("; %s has fewer bits per key for the requested rate at %d of %d", a, fewer.Held, fewer.Places)
		return o
	})
}

// leanerBy is the claim "a takes less than a share of the space of b, each at the
// rate that it has".
func leanerBy(a, b string, in region, share float64) claim.Claim {
	return leanWithin(a, b, in, nothing, math.Nextafter(share, 0))
}

// leaner is the claim "a takes less space than b, each at the rate that it has".
func leaner(a, b string, in region) claim.Claim { return leanerBy(a, b, in, 1) }

// sometimes is the claim "a takes more space than b at a point, each at the rate
// that it has".
func sometimes(a, b string, in region) claim.Claim {
	return claim.By(Overhead, func(d *claim.Data) claim.Outcome {
		var more claim.Tally
		for _, c := range d.CellsIn(Overhead, in, a, b) {
			v := toLean(b)(c)
			more.Add(c.Place(), v > 1, v, v)
		}
		if more.Places == 0 {
			return claim.Lacks(Overhead, a, b)
		}
		return more.Counted(more.Held > 0, fmt.Sprintf("counted, at %d points", more.Places),
			a+" / "+b, "×",
			fmt.Sprintf("more at %d of %d points; largest at %s", more.Held, more.Places, more.At))
	})
}

// bloomOverhead is 1/ln 2 − 1, what a Bloom filter takes over log2(1/ε).
const bloomOverhead = 1/math.Ln2 - 1

// noneBelow is the claim "none of the structures takes less than a share over
// log2(1/ε measured)", of all that the run has where none is named.
func noneBelow(low float64, names ...string) claim.Claim {
	return claim.By(Overhead, func(d *claim.Data) claim.Outcome {
		var below claim.Tally
		of := names
		if len(of) == 0 {
			of = d.Meta.Filters
		}
		for _, c := range cellsOf(d, Overhead, anyRate, of) {
			v := c.Mean()
			below.Add(placed(c), v < low, v, -v)
		}
		if below.Places == 0 {
			return claim.Lacks(Overhead, cmp.Or(strings.Join(names, " and "), "an approximate structure"))
		}
		return claim.Counted(below.Held == 0, fmt.Sprintf("counted, at %d points", below.Places),
			"least overhead", "%", 100*below.Worst,
			fmt.Sprintf("below at %d of %d points; least of %s", below.Held, below.Places, below.At))
	})
}

// tenfold compares a Bloom filter's bits per key for a rate with those for ten times that,
// for each tenth of the rates that it has.
func tenfold(d *claim.Data) claim.Outcome {
	all := d.CellsIn(BitsPerKey, anyRate, bloom)
	tenth := func(c claim.Cell) float64 {
		for _, other := range all {
			if c.Int(N) == other.Int(N) && math.Abs(epsilon(other)/epsilon(c)-10) < 1e-6 && wellKnown(c.Of(Rate)) {
				return (c.Mean() - other.Mean()) / math.Log10(other.Of(Rate).Mean()/c.Of(Rate).Mean())
			}
		}
		return math.NaN()
	}
	list := d.CellsIn(BitsPerKey, func(c claim.Cell) bool { return anyRate(c) && !math.IsNaN(tenth(c)) }, bloom)
	if len(list) == 0 {
		return claim.Untested("the run has no two rates of which one is a tenth of the other")
	}
	return within{low: 4.8 * 0.98, high: 4.8 * 1.02, name: "a tenth of the rate", unit: "bits", of: tenth}.among(list)
}

// countingRatio has a filter with three bits a counter and one with four.
func countingRatio(d *claim.Data) claim.Outcome {
	list := d.CellsIn(BitsPerKey, anyRate, bloom, counting, three)
	if len(list) == 0 {
		return claim.Lacks(BitsPerKey, counting, three, bloom)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range list {
		low, high = min(low, c.By(three).Mean()/c.Mean()), max(high, c.By(counting).Mean()/c.Mean())
	}
	return claim.Counted(low >= 2.95 && high <= 4.05, fmt.Sprintf("counted, at %d points", len(list)),
		"four bits / Bloom", "×", high,
		fmt.Sprintf("three bits a counter take %.3f times the space, four bits %.3f times", low, high))
}

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
		fmt.Sprintf("above at %d; the bound is %.2f bits per key for a universe of %s words, the least that a structure for all sets can have (a number for each set takes no more): it is the lower bound; the smallest, %s, has %.2f",
			above.Held, bound, axis.Grouped(int(universe)), above.At, above.Worst))
}

// logChoose is log2 of the number of sets of n of u.
func logChoose(u, n float64) float64 {
	a, _ := math.Lgamma(u + 1)
	b, _ := math.Lgamma(n + 1)
	c, _ := math.Lgamma(u - n + 1)
	return (a - b - c) / math.Ln2
}

// halfOfDictionaries compares a Bloom filter, at each ε, with the memory that exact structures
// of as many keys hold.
func halfOfDictionaries(d *claim.Data) claim.Outcome {
	var half claim.Tally
	sizes := d.CellsIn(BitsPerKey, anyRate, bloom)
	named, has := append(dictionaries(), sequences()...), []string{}
	for _, row := range d.Run.All() {
		if row.Round < 1 || row.Metric != HeldPerKey || !slices.Contains(named, row.Filter) {
			continue
		}
		n := d.Meta.On(string(N), row.Point)
		for _, c := range sizes {
			if c.On(N) == n {
				ratio := c.Mean() / row.Value
				half.Add(row.Filter+" to the filter of "+c.Place(), ratio <= 0.5, ratio, ratio)
				if !slices.Contains(has, row.Filter) {
					has = append(has, row.Filter)
				}
			}
		}
	}
	if half.Places == 0 {
		return claim.Untested("the run does not hold the memory of a dictionary beside a Bloom filter for n from 10,000 on")
	}
	return half.Counted(half.All(), fmt.Sprintf("counted, at %d points", half.Places), "Bloom / dictionary", "×", "of "+strings.Join(has, ", ")+"; most at "+half.At)
}

// dictionaries are the exact structures that the texts name and that hold any number of keys.
func dictionaries() []string { return []string{hashtable, goMap, redblack, trie} }

// sequences are those of which each key that comes is compared with all keys or moves them.
func sequences() []string { return []string{linearList, linkedList, sortedArray} }

// proportional compares the bits per key that structures hold over n, from a number of keys to a
// hundred times that at least, those that have an ε at each. What they hold is measured once a
// point. Of sequences, whose construction takes n² steps, fewer keys count.
func proportional(names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var so claim.Tally
		var measured []string
		for _, name := range names {
			from := grown
			if !slices.Contains(dictionaries(), name) {
				from = few
			}
			bits := map[string]map[int]float64{} // by ε and n
			for _, row := range d.Run.All() {
				n, err := axis.ParseCount(d.Meta.On(string(N), row.Point))
				if row.Round < 1 || row.Filter != name || row.Metric != HeldPerKey || err != nil || n < from {
					continue
				}
				epsilon := d.Meta.On(axis.Eps.AxisName(), row.Point)
				if bits[epsilon] == nil {
					bits[epsilon] = map[int]float64{}
				}
				bits[epsilon][n] = row.Value
			}
			for _, epsilon := range slices.Sorted(maps.Keys(bits)) {
				counts, held := slices.Sorted(maps.Keys(bits[epsilon])), slices.Sorted(maps.Values(bits[epsilon]))
				smallest, largest, least, most := counts[0], counts[len(counts)-1], held[0], held[len(held)-1]
				if largest < 100*smallest {
					continue
				}
				if !slices.Contains(measured, name) {
					measured = append(measured, name)
				}
				so.Add(fmt.Sprintf("%s, from %.0f to %.0f bits over n = %s to %s", name, least, most, axis.Grouped(smallest), axis.Grouped(largest)),
					most/least <= 2, most/least, most/least)
			}
		}
		if so.Places == 0 {
			return claim.Untested("the run does not hold the memory of " + strings.Join(names, ", ") + " for so many n")
		}
		return claim.Counted(so.All(), "counted over n, of "+strings.Join(measured, ", "), "most / least bits per key", "×", so.Worst, "furthest apart: "+so.At)
	}
}

// exactInUniverse counts the wrong answers of cascades. A denied key ends the run.
func exactInUniverse(d *claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: metric.FalsePositives, Methods: []string{cascade}, At: claim.Only(exactly), Name: "admitted of the universe, on average", Unit: "words",
		Of: claim.Cell.Mean, Is: func(_ claim.Cell, v float64) (bool, float64) { return v == 0, v },
		How: "counted, of all elements of the universe, at %d points", Detail: func(t claim.Tally) string { return "most at " + t.At },
	}.Test(d)
}

// manyShare is the margin of "many": more than this share of the rates.
const manyShare = 0.25

// fullLoad is the load up to which cuckoo tables are sized.
const fullLoad = 0.94

// fullKeys fill a table of 2^20 entries as far as one is sized for.
const fullKeys = 985_661

// below3 are the rates below 3 % that T10 asks for as well, at about equal ratios.
func below3() []float64 {
	return []float64{0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.029}
}

// to20 go on to 20 %.
func to20() []float64 { return append(below3(), 0.05, 0.1, 0.2) }

// whenFull is a claim that a takes less space than b, by the plans of both for as many keys
// as fill a cuckoo table, which is one of them.
type whenFull struct {
	a, b    string
	rates   []float64
	ownRate bool // bits for each of log2(1/ε) are compared, of the rates by theory
	many    bool // at more than manyShare of the rates; else at all of them
}

// claim is a claim of claim.Tests.
func (w whenFull) claim() claim.Claim { return claim.By(BitsPerKey, w.test) }

// test counts the rates. The reason says from which one down a is smaller and, of a table
// at the requested rate, how full it must be: emptier, a power of two spoils it.
func (w whenFull) test(d *claim.Data) claim.Outcome {
	if len(d.CellsIn(BitsPerKey, anywhere, w.a, w.b)) == 0 {
		return claim.Lacks(BitsPerKey, w.a, w.b)
	}
	a, err := all.ByName(w.a)
	b, failed := all.ByName(w.b)
	if err := cmp.Or(err, failed); err != nil {
		return claim.Untested(err.Error())
	}
	var smaller claim.Tally
	up, none, unbroken := "none", "none", true // the last of those from the least on; the largest
	for _, epsilon := range w.rates {
		ratio := w.planned(a, epsilon) / w.planned(b, epsilon)
		at := fmt.Sprintf("%.4g %%", 100*epsilon)
		smaller.Add("ε = "+at, ratio < 1, ratio, ratio)
		if ratio < 1 {
			none = at
		}
		if unbroken = unbroken && ratio < 1; unbroken {
			up = at
		}
	}
	detail := fmt.Sprintf("smaller at %d of %d ε", smaller.Held, smaller.Places)
	if smaller.Held > 0 && !smaller.All() {
		detail += fmt.Sprintf(", at all up to %s and at none above %s", up, none)
	}
	detail += fmt.Sprintf("; %s / %s is %.4g to %.4g, most at %s", w.a, w.b, smaller.Range.Low, smaller.Range.High, smaller.At)
	test := fmt.Sprintf("arithmetic, plans for %s keys", axis.Grouped(fullKeys))
	if !w.many {
		return smaller.Counted(smaller.All(), test, w.a+" / "+w.b, "×", detail)
	}
	for _, epsilon := range []float64{0.001, 0.01} {
		detail += "; " + w.spoiltBelow(a, b, epsilon)
	}
	return claim.Counted(float64(smaller.Held) > manyShare*float64(smaller.Places), test,
		"ε at which "+w.a+" is smaller", fmt.Sprintf("of %d", smaller.Places), float64(smaller.Held), detail)
}

// planned are the bits that a structure plans for the keys of a full table, for each of
// log2(1/ε) of its own rate where that is asked. It is NaN where it refuses.
func (w whenFull) planned(s filter.Structure, epsilon float64) float64 {
	plan, err := s.Plan(fullKeys, filter.Config{Epsilon: epsilon})
	switch {
	case err != nil:
		return math.NaN()
	case w.ownRate:
		return float64(plan.Bits) / math.Log2(1/plan.Theory)
	}
	return float64(plan.Bits)
}

// spoiltBelow is the load below which a power of two makes the table larger than the
// Bloom filter, in words.
func (w whenFull) spoiltBelow(table, other filter.Structure, epsilon float64) string {
	load := w.planned(table, epsilon) / w.planned(other, epsilon) * fullKeys / (1 << 20)
	rate := fmt.Sprintf("at %.4g %%", 100*epsilon)
	if load >= fullLoad {
		return "no power of two spoils it " + rate + ", where a full table is larger too"
	}
	return fmt.Sprintf("a power of two spoils it %s where less than %.0f %% of the entries are taken", rate, 100*load)
}
