package churn

import (
	_ "embed"
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

//go:embed claims.txt
var claimTexts string

// claims are those of the texts about deletions, in the order of the texts.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"C1": keeps(counting),
		"C2": keeps(dleft),
		"C3": keeps(variable),
		"C4": keeps(cuckoo),
		"C5": keeps(quotient),
		"C6": claim.By(metric.FalseNegatives, losesByTheory),
		"C7": claim.By(BitsPerKey, withoutSpace),
	})
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

// keeps is a claim that a filter answers as before, however much is replaced.
func keeps(filter string) claim.Claim {
	return claim.By(Rate, func(d *claim.Data) claim.Outcome {
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
	})
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
