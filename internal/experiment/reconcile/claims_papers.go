package reconcile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// paperClaims are those of the papers on the methods, with what follows from the lengths
// of keys and cells.
func paperClaims() []claim.Claim {
	const byers, eppstein, yang = "Byers et al. 2004", "Eppstein et al. 2011", "Yang et al. 2024"
	return claim.Of("reconciliation papers",
		claim.Claim{ID: "RC7", Quote: claim.After("Byers et al. 2004"),
			Section: byers, Metric: Missing,
			Statement: "a Bloom filter of 8 bits per key finds 98 % of the difference",
			Margin:    "one percentage point, at every n and d from 1,000 on", Test: found(bloom, claim.Region{Low: 0.97, High: 0.99}, inEight)},
		claim.Claim{ID: "RC8", Quote: claim.After("Byers et al. 2004"),
			Section: byers, Metric: Missing,
			Statement: "a reconciliation tree of 8 bits per key with a correction of 5 finds 92 % of the difference",
			Margin:    "two percentage points, at every n and d from 1,000 on", Test: found(tree, claim.Region{Low: 0.90, High: 0.94}, inEight)},
		claim.Claim{ID: "RC9", Quote: claim.After("Byers et al. 2004"),
			Section: byers, Metric: Questions,
			Statement: "the questions of a search in a reconciliation tree grow far slower than the sets, those to a Bloom filter as they do",
			Margin:    "where one key of a thousand differs or fewer: of ten times the keys less than twice the questions, and fewer than of the Bloom filter", Test: treeIsSought},
		claim.Claim{ID: "RC10", Quote: claim.After("Eppstein et al. 2011"),
			Section: eppstein, Metric: Bytes,
			Statement: "the bytes of an invertible Bloom lookup table of a large difference do not grow with the sets",
			Margin:    "of the largest n and the smallest within 5 %, at the largest d that both have", Test: whateverTheSets(iblt)},
		claim.Claim{ID: "RC11", Quote: claim.After("Eppstein et al. 2011"),
			Section: eppstein, Metric: Tables,
			Statement: "a strata estimator says how large the table must be: the first one peels",
			Margin:    "in 95 % of the exchanges or more, at the largest n", Test: firstPeels},
		claim.Claim{ID: "RC12", Quote: claim.After("Yang et al. 2024"),
			Section: yang, Metric: Cells,
			Statement: "rateless symbols are 1.35 for each of many differences",
			Margin:    "3 %, at every n and d from 10,000 on", Test: everywhere(riblt, Cells, claim.Region{Low: 1.35 * 0.97, High: 1.35 * 1.03}, "symbols", 1, func(c claim.Cell) bool { return c.Int(D) >= 10_000 })},
		claim.Claim{ID: "RC13", Quote: claim.After("Yang et al. 2024"),
			Section: yang, Metric: Symbols,
			Statement: "rateless symbols are at most 1.72 for each difference, however few these are",
			Margin:    "means at every d of the simulation", Test: everywhere(riblt, Symbols, claim.Below(1.72), "symbols", 1, anywhere)},
		claim.Claim{ID: "RC14", Quote: claim.After("Yang et al. 2024"),
			Section: yang, Metric: Bytes,
			Statement: "rateless symbols are fewer bytes than a table of fixed size with its estimator",
			Margin:    "at every n and d", Test: fewer(riblt, ibltStrata, differing)},
		claim.Claim{ID: "RC15", Quote: claim.After("Yang et al. 2024"),
			Section: yang, Metric: Bytes,
			Statement: "rateless symbols cost a third or less of the bytes of a table with its estimator",
			Margin:    "in the means, at every n and d", Test: aThird},
		claim.Claim{ID: "RC16", Quote: claim.Ours(),
			Section: "cells of 13 bytes", Metric: Bytes,
			Statement: "an exact difference is cheaper than all keys up to d = n/3, and more expensive from d = 2n/3 on",
			Margin:    "rateless symbols, at every n and d; 1.35 cells of some 14 bytes against 8 bytes per key break even at d = 0.43 n", Test: breakEven},
		claim.Claim{ID: "RC17", Quote: claim.After("Goodrich and Mitzenmacher 2011"),
			Section: "Goodrich and Mitzenmacher 2011", Metric: Threshold,
			Statement: "an invertible table peels from 1.222, 1.295 and 1.425 cells per key on, with 3, 4 and 5 hashes",
			Margin:    "2 %, tables of 30,000 keys, simulated", Test: thresholds},
	)
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
func whateverTheSets(name string) func(*claim.Data) claim.Outcome {
	const margin = 0.05
	return func(d *claim.Data) claim.Outcome {
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
	}
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
