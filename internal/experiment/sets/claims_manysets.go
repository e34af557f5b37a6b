package sets

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// manyClaims are those about which of many sets has a key.
func manyClaims() []claim.Claim {
	const interval = "its theory is within the 99.9 % interval over hash functions, or within 5 %, for every "
	article := claim.Of("article sets",
		claim.About(Rate, "S8", "spatial Bloom filters", "sets entered first in a spatial Bloom filter have higher false-positive probabilities than those entered last",
			"each of eight sets above the next", earlierIsWorse()).From(claim.Says("bloom-filter-article.txt:219",
			"los primeros conjuntos que se ingresan en el filtro durante la construcción tienen mayores probabilidades de falso positivo que los conjuntos ingresados al final")),
		claim.About(Rate, "S9", "attenuated Bloom filters", "level i of an attenuated Bloom filter says what is to be found at i hops, as a Bloom filter of the union there does",
			"no key denied its level; "+interval+"level", follows(attenuated, Rate, of(metric.FPRTheory), negatives, Set)).From(claim.Says("bloom-filter-article.txt:229",
			"El filtro atenuado de nivel i indica qué servicios se pueden encontrar en nodos que están a i-hops de distancia del nodo actual. El valor i-ésimo se construye tomando una unión de filtros Bloom locales para nodos que están a i-hops de distancia del nodo.")),
	)
	palmieri := claim.Of("Palmieri, Calderoni and Maio 2014",
		claim.About(WrongSets, "S10", "3", "keys of the set entered last are never given another set",
			"none of its keys", lastIsRight).From(claim.After("Palmieri, Calderoni and Maio 2014, 3")).
			Constructed("the cells of the last set's keys have its number, the largest, and are overwritten by none"),
		claim.About(Rate, "S11", "3", "the rate of each set follows from the keys of it and of the later ones",
			interval+"set", follows(spatial, Rate, of(metric.FPRTheory), negatives, Set)).From(claim.After("Palmieri, Calderoni and Maio 2014, 3")),
		claim.About(metric.Query, "S12", "1", "one spatial Bloom filter is asked faster than a Bloom filter for each set",
			"at every number of sets, and for the exceptions of the installed languages", faster(spatial)).From(claim.After("Palmieri, Calderoni and Maio 2014, 1")),
	)
	goodwin := claim.Of("Goodwin et al. 2017",
		claim.About(metric.Query, "S13", "3", "a bit-sliced bank answers for all sets faster than a Bloom filter for each of them",
			"at every number of sets, and for the exceptions of the installed languages", faster(bank)).From(claim.After("Goodwin et al. 2017, 3")),
	)
	own := claim.Of("theory many sets",
		claim.About(BitsPerKey, "S14", "sets", "for 64 sets of one size a bank takes the bits of a Bloom filter for each",
			"within 1 %", bitsRatio(bank, func(c claim.Cell) bool { return c.Int(Sets) == 64 }, func(claim.Cell) float64 { return 1 })).From(claim.Ours()).
			Constructed("a row of the bank is a word of 64 bits, one for each set, and has a row for each bit of a filter"),
		claim.About(BitsPerKey, "S15", "sets", "for the exceptions of the installed languages, which differ in number, a bank takes more bits than a Bloom filter for each",
			"twice as many or more", bankOfLanguages).From(claim.Ours()),
		claim.About(BitsPerKey, "S16", "sets", "a spatial Bloom filter takes ⌈log2(s + 1)⌉ times the bits of a Bloom filter for each of s sets",
			"within 1 %, at every number of sets", bitsRatio(spatial, func(claim.Cell) bool { return true }, func(c claim.Cell) float64 { return float64(bits.Len(uint(c.Int(Sets)))) })).From(claim.Ours()).
			Constructed("it has a cell of ⌈log2(s + 1)⌉ bits for each bit of a filter of all keys"),
	)
	return slices.Concat(article, palmieri, goodwin, own)
}

// earlierIsWorse compares the rate of each set with that of the next.
func earlierIsWorse() func(*claim.Data) claim.Outcome {
	return each(Rate, spatial, orderedSets-1, claim.Above(0), "difference of the rates: paired t", "earlier − next", "percentage points", 100, func(d *claim.Data, parts *claim.Parts) {
		rate := func(set int) []float64 { return d.Cell(spatial, Rate, Set.At(set)).Values() }
		for set := 1; set < orderedSets; set++ {
			parts.AddMean(fmt.Sprintf("sets %d and %d", set, set+1), pairs(rate(set), rate(set+1)))
		}
	})
}

// lastIsRight counts the keys of the last set with a wrong one, and of the first.
func lastIsRight(d *claim.Data) claim.Outcome {
	last, n := sumOf(d.Cell(spatial, WrongSets, Set.At(orderedSets)))
	first, m := sumOf(d.Cell(spatial, WrongSets, Set.At(1)))
	if n == 0 || m == 0 {
		return lacks(WrongSets, spatial)
	}
	return claim.Counted(last == 0, "counted, over all rounds", "keys of the last set with another", "%", 100*last/float64(n),
		fmt.Sprintf("of the first set %.3g %% have a later one", 100*first/float64(m)))
}

// faster is the test that a structure answers faster than a filter for each set, at each
// number of sets.
func faster(name string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: claim.Below(0)}
		for _, c := range append(on(d, name, metric.Query, Sets), d.Cell(name, metric.Query)) {
			if c.On(Sets) == "1" { // of one set there is one filter
				continue
			}
			if pooled, err := d.Pool([]runfolder.Cell{c.Cell}, []runfolder.Cell{beside(c, separate).Cell}); err == nil {
				parts.Add(cmp.Or(named(c), "the languages"), pooled.Estimates[0])
			}
		}
		if parts.Len() == 0 {
			return lacks(metric.Query, name)
		}
		o := whole(parts, "ratio of the times at each number of sets: t", "", "", 1)
		_, worst := parts.Worst()
		o.Effect = parts.Claimed.Of(worst).Ratio(name + " / a filter for each")
		o.Effect.Range = stats.Interval{Low: math.Exp(parts.Range().Low), High: math.Exp(parts.Range().High)}
		return o
	}
}

// bitsRatio is the test that a structure takes so many times the bits of a filter for
// each set.
func bitsRatio(name string, where func(claim.Cell) bool, want func(claim.Cell) float64) func(*claim.Data) claim.Outcome {
	const margin = 0.01
	return func(d *claim.Data) claim.Outcome {
		places, holds, worst, at := 0, true, 1.0, ""
		for _, c := range on(d, name, BitsPerKey, Sets) {
			ratio := c.Mean() / beside(c, separate).Mean() / want(c)
			if !where(c) || math.IsNaN(ratio) {
				continue
			}
			places++
			holds = holds && math.Abs(ratio-1) <= margin
			if math.Abs(ratio-1) >= math.Abs(worst-1) {
				worst, at = ratio, named(c)
			}
		}
		if places == 0 {
			return lacks(BitsPerKey, name)
		}
		return claim.Counted(holds, fmt.Sprintf("exact count, %d places", places), "bits / those said", "×", worst, "the furthest at "+at)
	}
}

// bankOfLanguages compares the bits for the exceptions of the languages.
func bankOfLanguages(d *claim.Data) claim.Outcome {
	languages := d.Cell(bank, BitsPerKey)
	ratio := languages.Mean() / beside(languages, separate).Mean()
	if math.IsNaN(ratio) {
		return claim.Untested("the run has no exceptions of two languages: no patterns of hyph-utf8 were installed")
	}
	return claim.Counted(ratio >= 2, "exact count", "bank / a filter for each", "×", ratio, "for the exceptions of "+d.Meta.Parameters["languages"])
}
