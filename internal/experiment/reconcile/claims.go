package reconcile

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

//go:embed claims.txt
var claimTexts string

// claims are in the order of display: those of the thesis, of the article, of the papers,
// and what follows from the lengths of keys and cells.
func claims() []claim.Claim {
	const tenth = 0.10
	halfInBoth := func(c claim.Cell) bool { return differing(c) && c.Int(D) <= c.Int(N) }
	intersection := func(c claim.Cell) bool { return c.On(Task) == taskIntersection }
	large := func(c claim.Cell) bool { return c.Int(D) >= 10_000 }
	return claim.Read(claimTexts, claim.Tests{
		"RC1":  fewer(bloom, allKeys, halfInBoth),
		"RC2":  byTheory(Missing),
		"RC3":  fewer(bloom, allKeys, intersection),
		"RC4":  byTheory(Extra),
		"RC5":  found(tree, claim.Above(1-tenth), inEight),
		"RC6":  everywhere(counters, Off, claim.Below(tenth), "%", 100, anywhere),
		"RC7":  found(bloom, claim.Region{Low: 0.97, High: 0.99}, inEight),
		"RC8":  found(tree, claim.Region{Low: 0.90, High: 0.94}, inEight),
		"RC9":  claim.By(Questions, treeIsSought),
		"RC10": whateverTheSets(iblt),
		"RC11": claim.By(Tables, firstPeels),
		"RC12": everywhere(riblt, Cells, claim.Region{Low: 1.35 * 0.97, High: 1.35 * 1.03}, "symbols", 1, large),
		"RC13": everywhere(riblt, Symbols, claim.Below(1.72), "symbols", 1, anywhere),
		"RC14": fewer(riblt, ibltStrata, differing),
		"RC15": claim.By(Bytes, aThird),
		"RC16": claim.By(Bytes, breakEven),
		"RC17": claim.By(Threshold, thresholds),
	})
}

// bloom is the filter that the texts are about.
const bloom = "bloom"

// eightBits is the rate at which a Bloom filter takes 8 bits per key.
const eightBits = "0.02"

func anywhere(claim.Cell) bool { return true }

func differing(c claim.Cell) bool { return c.On(Task) == taskDifference }

// inEight are those of summaries of 8 bits per key.
func inEight(c claim.Cell) bool { return c.On(axis.Eps) == eightBits }

// onlyA is how many keys A alone has: what B wants.
func onlyA(c claim.Cell) float64 { return float64(c.Int(D) - c.Int(D)/2) }

// ratios are those of the means of a metric of two methods at the cells of the first one;
// none where the second one lacks some.
func ratios(d *claim.Data, m runfolder.Metric, a, b string, keep func(claim.Cell) bool) (at []claim.Cell, list []float64) {
	at = d.CellsIn(m, keep, a)
	for _, c := range at {
		list = append(list, c.Mean()/c.By(b).Mean())
	}
	if slices.ContainsFunc(list, math.IsNaN) {
		return nil, nil
	}
	return at, list
}

func untested(m runfolder.Metric, name string) claim.Outcome {
	return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s where the claim is about them", m, name))
}

// fewer counts the places at which a sends fewer bytes than b, in the means.
func fewer(a, b string, keep func(claim.Cell) bool) claim.Claim {
	return claim.By(Bytes, func(d *claim.Data) claim.Outcome {
		at, list := ratios(d, Bytes, a, b, keep)
		if len(at) == 0 {
			return untested(Bytes, a+" and "+b)
		}
		var t claim.Tally
		for i, c := range at {
			t.Add(fmt.Sprintf("n = %s, d = %s", axis.Grouped(c.Int(N)), axis.Grouped(c.Int(D))), list[i] < 1, list[i], list[i])
		}
		return t.Counted(t.All(), meansAt(at), a+" / "+b, "×",
			fmt.Sprintf("%s sends fewer bytes at %d of %d; the most at %s", a, t.Held, t.Places, t.At))
	})
}

func meansAt(at []claim.Cell) string { return fmt.Sprintf("counted, means at %d places", len(at)) }

// found tests the share of the difference that a method finds, at each place where so many keys
// differ that one of them is little beside the margins.
func found(name string, claimed claim.Region, keep func(claim.Cell) bool) claim.Claim {
	const least = 1000
	share := func(c claim.Cell, e stats.Estimate) stats.Estimate {
		e = e.Scaled(-1 / onlyA(c))
		e.Value++
		return e
	}
	return eachPlace(name, Missing, "found", "%", 100, claimed, func(c claim.Cell) bool { return keep(c) && c.Int(D) >= least }, share)
}

// byTheory compares keys that are missing, or sent in vain, with the rate of the filter:
// over all rounds of a place, where some tens are expected.
func byTheory(m runfolder.Metric) claim.Claim {
	const least, share = 20, 0.10
	theory := func(c claim.Cell) float64 { return c.Float(axis.Eps) * onlyA(c) * float64(len(c.Values())) }
	return claim.Everywhere{
		Metric: m, Methods: []string{bloom}, Name: "counted / expected", How: "counted, at %d places", Is: claim.NearCount(share, theory),
		Of: func(c claim.Cell) float64 {
			if theory(c) < least {
				return math.NaN()
			}
			return c.Sum() / theory(c)
		},
		Without: "the run has no place at which some tens of keys are expected",
		Detail: func(t claim.Tally) string {
			return fmt.Sprintf("so at %d of %d places; furthest off at %s", t.Held, t.Places, t.At)
		},
	}.Claim()
}

// everywhere tests the mean of a metric at each place: all must be in the region, one
// outside contradicts it.
func everywhere(
	name string, m runfolder.Metric, claimed claim.Region, unit string, factor float64, keep func(claim.Cell) bool,
) claim.Claim {
	return eachPlace(name, m, string(m), unit, factor, claimed, keep, func(_ claim.Cell, e stats.Estimate) stats.Estimate { return e })
}

// eachPlace tests what is made of the mean of a metric at each place.
func eachPlace(
	name string, m runfolder.Metric, effect, unit string, factor float64, claimed claim.Region,
	keep func(claim.Cell) bool, of func(claim.Cell, stats.Estimate) stats.Estimate,
) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		parts := claim.Parts{Claimed: claimed}
		for _, c := range d.CellsIn(m, keep, name) {
			e, err := stats.MeanEstimate(c.Values())
			if err != nil {
				return untested(m, name)
			}
			parts.Add(c.Place(), of(c, e))
		}
		if parts.Len() == 0 {
			return untested(m, name)
		}
		return parts.Spread(fmt.Sprintf("mean at each of %d places: t over rounds; all must be within (Bonferroni)", parts.Len()), effect, unit, factor)
	})
}

// treeIsSought looks at the questions to a tree where few keys differ.
func treeIsSought(d *claim.Data) claim.Outcome {
	at, list := ratios(d, Questions, tree, bloom, func(c claim.Cell) bool {
		return inEight(c) && c.Int(D) > 0 && 1000*c.Int(D) <= c.Int(N)
	})
	if len(at) == 0 {
		return untested(Questions, tree+" and "+bloom)
	}
	var t claim.Tally
	steepest := math.Inf(-1)
	for i, c := range at {
		t.Add("", list[i] < 1, list[i], list[i])
		if larger := c.At(N.At(10 * c.Int(N))); larger.Has() {
			ratio := larger.Mean() / c.Mean()
			t.Add("", ratio < 2, ratio, ratio)
			steepest = max(steepest, ratio)
		}
	}
	if t.Places == len(at) {
		return claim.Untested("the run has no two numbers of keys, one ten times the other, with a thousandth of the keys different")
	}
	return claim.Counted(t.All(), fmt.Sprintf("%s and %d pairs of them", meansAt(at), t.Places-len(at)),
		"questions of ten times the keys", "×", steepest, fmt.Sprintf("so at %d of %d", t.Held, t.Places))
}

// whateverTheSets compares the bytes of a method at the largest n with those at the smallest,
// at the largest d of both: there what is sent for each difference is most of it.
func whateverTheSets(name string) claim.Claim {
	const margin = 0.05
	return claim.By(Bytes, func(d *claim.Data) claim.Outcome {
		all := d.CellsIn(Bytes, differing, name)
		least, most := math.MaxInt, 0
		for _, c := range all {
			least, most = min(least, c.Int(N)), max(most, c.Int(N))
		}
		var largest claim.Pairs
		var ratios claim.Tally
		for _, c := range all { // d ascends
			if small := c.At(N.At(least)); c.Int(N) == most && most > least && small.Has() {
				largest = claim.Pairs{}
				largest.Add(c, small)
				ratios.Add("", true, c.Mean()/small.Mean(), 0)
			}
		}
		if len(largest.A) == 0 {
			return untested(Bytes, name+" at two numbers of keys")
		}
		o := largest.Same(d, margin, "ratio at the largest d", fmt.Sprintf("bytes at n = %s / n = %s", axis.Grouped(most), axis.Grouped(least)))
		o.Detail = fmt.Sprintf("from %.3f to %.3f over all d", ratios.Range.Low, ratios.Range.High)
		return o
	})
}

// firstPeels tests the share of the exchanges in which the first table of an estimated
// size is enough, by the exact interval of a share.
func firstPeels(d *claim.Data) claim.Outcome {
	const share = 0.95
	all, first, most := 0, 0, 0
	for _, c := range d.Cells(Tables, ibltStrata) {
		most = max(most, c.Int(N))
	}
	// Sets of all sizes differ in the same keys: those of one size are independent.
	for _, c := range d.CellsIn(Tables, func(c claim.Cell) bool { return differing(c) && c.Int(N) == most }, ibltStrata) {
		for _, v := range c.Values() {
			all++
			if v == 1 {
				first++
			}
		}
	}
	if all == 0 {
		return untested(Tables, ibltStrata)
	}
	ci := stats.ShareInterval(first, all, 1-stats.Level)
	chance := distuv.Binomial{N: float64(all), P: share}
	return claim.Outcome{
		Test: fmt.Sprintf("share of %d exchanges: exact binomial test", all),
		Effect: claim.Effect{Name: "first table peels", Unit: "%", Value: 100 * float64(first) / float64(all),
			CI: ci.Scaled(100)},
		Supports: 1 - chance.CDF(float64(first-1)), Opposes: chance.CDF(float64(first)),
		Holds:  float64(first) >= share*float64(all),
		Detail: fmt.Sprintf("%d of %d", first, all),
	}
}

// aThird counts the places at which rateless symbols are a third of the bytes or less.
func aThird(d *claim.Data) claim.Outcome {
	const times = 3
	at, list := ratios(d, Bytes, riblt, ibltStrata, differing)
	if len(at) == 0 {
		return untested(Bytes, riblt+" and "+ibltStrata)
	}
	var t claim.Tally
	last := 0
	for i, c := range at {
		so := 1/list[i] >= times
		if t.Add("", so, 1/list[i], list[i]); so {
			last = max(last, c.Int(D))
		}
	}
	return t.Counted(t.All(), meansAt(at), "table / symbols", "×",
		fmt.Sprintf("so at %d of %d, the largest of these d is %s", t.Held, t.Places, axis.Grouped(last)))
}

// breakEven compares rateless symbols with all keys on both sides of where they break
// even.
func breakEven(d *claim.Data) claim.Outcome {
	few := func(c claim.Cell) bool { return 3*c.Int(D) <= c.Int(N) }
	many := func(c claim.Cell) bool { return 3*c.Int(D) >= 2*c.Int(N) }
	at, list := ratios(d, Bytes, riblt, allKeys, func(c claim.Cell) bool { return differing(c) && (few(c) || many(c)) })
	switch {
	case len(at) == 0:
		return untested(Bytes, riblt+" and "+allKeys)
	case !slices.ContainsFunc(at, few) || !slices.ContainsFunc(at, many):
		return claim.Untested("the run has no d on both sides of the break-even")
	}
	var t claim.Tally
	for i, c := range at {
		t.Add("", (list[i] < 1) == few(c), list[i], -math.Abs(math.Log(list[i])))
	}
	return claim.Counted(t.All(), meansAt(at), "symbols / all keys, nearest to 1", "×", t.Worst, fmt.Sprintf("so at %d of %d", t.Held, t.Places))
}

// thresholds compares the least cells per key of large tables with the published ones.
func thresholds(d *claim.Data) claim.Outcome {
	const margin = 0.02
	said := map[int]float64{3: 1.222, 4: 1.295, 5: 1.425}
	var parts []claim.Tested
	var list []string
	for _, hashes := range thresholdHashes() {
		e, err := stats.MeanEstimate(d.Cell(tableOf(hashes), Threshold).Values())
		if err != nil {
			return untested(Threshold, tableOf(hashes))
		}
		list = append(list, fmt.Sprintf("%.3f with %d", e.Value, hashes))
		e = e.Scaled(1 / said[hashes])
		e.Value--
		parts = append(parts, claim.Within(margin).Of(e))
	}
	furthest := slices.MaxFunc(parts, func(a, b claim.Tested) int {
		return cmp.Compare(math.Abs(a.Estimates[0].Value), math.Abs(b.Estimates[0].Value))
	})
	o := claim.Every("mean of each against the published one: t over rounds; all must be within (Bonferroni)", parts...)
	o.Effect, o.Detail = furthest.Percent("furthest off"), "cells per key: "+strings.Join(list, ", ")
	return o
}
