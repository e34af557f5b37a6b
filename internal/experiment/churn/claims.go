package churn

import (
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Structures that claims are about.
const (
	counting  = "counting"
	variable  = "vicbf"
	dleft     = "dleft"
	cuckoo    = "cuckoo"
	semisort  = "cuckoo-semisort"
	quotient  = "quotient"
	keptShare = 0.10 // by which a rate that is kept may differ
)

// claims are those of the texts about deletions, in the order of the texts.
func claims() []claim.Claim {
	const within = "no false negative and no refusal at any look, and the rate after the last within 10 % of that before the first, at every n"
	keep := func(id, section, statement, filter string) claim.Claim {
		return claim.About(Rate, id, section, statement, within, keeps(filter))
	}
	article := claim.Of("article",
		keep("C1", "counting filters", "a counting filter deletes keys without being built anew", counting).From(claim.Says("bloom-filter-article.txt:153",
			"Los filtros de conteo proporcionan una forma de implementar una operación de eliminación en un filtro Bloom sin tener que volver a crear el filtro.")),
		keep("C2", "counting filters", "a d-left counting filter does what a counting filter does: it deletes keys", dleft).From(claim.Says("bloom-filter-article.txt:163",
			"una estructura de datos basada en el hash d-left que es funcionalmente equivalente")),
		keep("C3", "counting filters", "with variable increments keys can be deleted", variable).From(claim.Says("bloom-filter-article.txt:167",
			"al mismo tiempo que admite eliminaciones")),
		keep("C4", "alternatives", "a cuckoo filter supports deletions", cuckoo).From(claim.Says("bloom-filter-article.txt:125",
			"Los filtros cuco admiten eliminaciones")),
		keep("C5", "alternatives", "a quotient filter supports deletions", quotient).From(claim.Says("bloom-filter-article.txt:123",
			"Las ventajas del filtro de cociente, en comparación con el filtro Bloom, incluyen su localidad de referencia y la capacidad de admitir eliminaciones.")),
		claim.About(metric.FalseNegatives, "C6", "algorithm description", "with a second filter for deletions, its false positives are the false negatives of the whole",
			"where theory expects 20 lost keys or more in all repetitions, as many within 10 % or three standard errors", losesByTheory).From(claim.Says("bloom-filter-article.txt:25",
			"los falsos positivos en el segundo filtro se convierten en falsos negativos en el filtro compuesto")).
			Constructed("the whole denies what the second filter admits; how many that are follows from its theory"),
	)
	thesis := claim.Of("thesis churn", claim.About(BitsPerKey, "C7", "4, 4.3.3", "a cuckoo filter deletes keys without additional space, as a counting filter needs it",
		"its size is the same at every look, and below that of a counting filter", withoutSpace).From(claim.Says("thesis-final.txt:582-583",
		"o que permite que elementos sejam removidos sem que seja necessário usar espaço adicional, como ocorre nos counting Bloom filters")).
		Constructed("a table has as many places after a deletion as before, and a counting filter four bits for each of a Bloom filter"))
	return append(article, thesis...)
}

// spans are, of cells of one method, the look before any replacement and the last one, for
// each number of keys.
func spans(all []claim.Cell) (list [][2]claim.Cell) {
	for _, first := range all {
		if first.Int(Times) != 0 {
			continue
		}
		last := first
		for _, c := range all {
			if c.Int(N) == first.Int(N) && c.Int(Times) > last.Int(Times) {
				last = c
			}
		}
		if last.Int(Times) > 0 {
			list = append(list, [2]claim.Cell{first, last})
		}
	}
	return list
}

// keeps is the test that a filter answers as before, however much is replaced.
func keeps(filter string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		all := d.Cells(Rate, filter)
		var rates claim.Pairs
		for _, s := range spans(all) {
			rates.Add(s[1], s[0])
		}
		if len(rates.A) == 0 {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s before and after replacements", Rate, filter))
		}
		for _, m := range []runfolder.Metric{metric.FalseNegatives, Refused} {
			keys := 0.0
			for _, c := range all {
				keys += c.Of(m).Sum()
			}
			if keys > 0 {
				return claim.Counted(false, "counted, at all looks", string(m), "keys", keys, "")
			}
		}
		o := rates.SameEverywhere(d, keptShare, "ratio of the rates after and before", "rate after / before")
		o.Detail += "; no false negative, no refusal"
		return o
	}
}

// losesByTheory compares the keys that the filter with a second one denies with those
// that theory expects, over all repetitions.
func losesByTheory(d *claim.Data) claim.Outcome {
	const least = 20 // keys, for a tenth to be told from noise together
	var looks claim.Tally
	lost, expected := 0.0, 0.0
	// A look with few lost keys may differ by noise: three standard errors.
	near := func(keys, theory float64) bool {
		return math.Abs(keys-theory) <= max(keptShare*theory, 3*math.Sqrt(theory))
	}
	for _, c := range d.Cells(metric.FalseNegatives, deletedSet) {
		keys, theory := c.Sum(), c.Of(LostTheory).Sum()
		if theory < least {
			continue
		}
		off := math.Abs(keys-theory) / theory
		looks.Add("", near(keys, theory), off, off)
		lost += keys
		expected += theory
	}
	if looks.Places == 0 {
		return claim.Untested("the run has no look at which " + deletedSet + " is expected to lose keys")
	}
	return claim.Counted(looks.All() && near(lost, expected), fmt.Sprintf("counted, at %d looks", looks.Places), "lost / expected", "×", lost/expected,
		fmt.Sprintf("%.0f keys lost, %.0f expected; within 10 %% or three standard errors at %d of %d looks, furthest off by %.0f %%",
			lost, expected, looks.Held, looks.Places, 100*looks.Worst))
}

// withoutSpace looks for a size that replacements change.
func withoutSpace(d *claim.Data) claim.Outcome {
	var sizes claim.Tally
	for _, filter := range []string{cuckoo, semisort} {
		all := d.Cells(BitsPerKey, filter)
		for _, s := range spans(all) {
			before, counters := s[0].Mean(), s[0].By(counting).Mean()
			if math.IsNaN(counters) {
				continue
			}
			for _, c := range all {
				if c.Int(N) != s[0].Int(N) {
					continue
				}
				for _, bits := range c.Values() {
					sizes.Add("", bits == before && bits < counters, bits/counters, bits/counters)
				}
			}
		}
	}
	if sizes.Places == 0 {
		return claim.Untested("the run does not hold the sizes of a cuckoo filter and of a counting filter before and after replacements")
	}
	return claim.Counted(sizes.All(), "counted, at all looks", "cuckoo / counting", "×", sizes.Worst,
		fmt.Sprintf("the size is that of the beginning, and below the counting filter's, at %d of %d looks", sizes.Held, sizes.Places))
}
