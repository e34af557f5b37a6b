package payoff

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// What claims demand.
const (
	goodError = 0.10 // of a prediction
	goodShare = 0.90 // of the predictions that must be as good
)

//go:embed claims.txt
var claimTexts string

// claims are in the order of display.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"O1":  claim.By(Predicted, predicts(func(queries string) bool { return queries == mixed })),
		"O2":  claim.By(Total, saves("1", nil, false)),
		"O3":  claim.By(Total, saves("", []string{"map"}, true)),
		"O4":  claim.By(Total, attacked),
		"O5":  claim.By(Total, leavesLittle),
		"O6":  claim.By(Miss, batched),
		"O7":  claim.By(MemoryLife, anHour),
		"O8":  claim.By(Predicted, predicts(func(queries string) bool { return queries != mixed })),
		"O9":  claim.By(Filter, followsLevels),
		"O10": claim.By(Filter, overtakes),
		"O11": claim.By(PredictedLone, between),
	})
}

// ratio compares two cells, b over a, in the rounds that have both.
type ratio struct {
	filter string
	at     runfolder.Point
	median float64        // the ratio of the medians: one disturbed round does not move it
	log    stats.Estimate // of the mean of the logarithm
}

// ratios are those of all cells of a metric that the other one has too: other maps a
// cell to the one it is divided by. Of stores in memory the CPU time of the thread is
// what a time is.
func ratios(d *claim.Data, m runfolder.Metric, wanted func(runfolder.Cell) bool, other func(runfolder.Cell) runfolder.Cell) (list []ratio) {
	for _, c := range d.Samples.Cells(m) {
		if !wanted(c.Cell) {
			continue
		}
		below := d.Samples.Cell(other(c.Cell))
		if below == nil {
			continue
		}
		denominator := map[[2]int]float64{}
		for row := range below.Rows() {
			denominator[[2]int{row.Session, row.Round}] = taken(d.Meta, row)
		}
		var logs []float64
		for row := range c.Rows() {
			if v := denominator[[2]int{row.Session, row.Round}]; v > 0 && taken(d.Meta, row) > 0 {
				logs = append(logs, math.Log(taken(d.Meta, row)/v))
			}
		}
		if len(logs) < 2 {
			continue
		}
		e, err := stats.MeanEstimate(logs)
		if err != nil {
			continue
		}
		above, ok := medianOf(d.Summary, c.Cell)
		under, ok2 := medianOf(d.Summary, below.Cell)
		if ok && ok2 && under > 0 {
			list = append(list, ratio{c.Filter, c.Point, above / under, e})
		}
	}
	return list
}

// filtered reports whether a cell is of a structure of the run, and not of the store alone.
func filtered(d *claim.Data, c runfolder.Cell) bool { return slices.Contains(d.Meta.Filters, c.Filter) }

// total is the total that was predicted.
func total(c runfolder.Cell) runfolder.Cell {
	c.Metric = Total
	return c
}

// taken is the time of an operation of a row.
func taken(m *runfolder.Meta, row runfolder.Row) float64 {
	quick := strings.Split(m.Parameters[inMemory], ",")
	if row.Timed() && row.CPU > 0 && slices.Contains(append(quick, ""), m.On(string(Store), row.Point)) {
		return float64(row.CPU) / float64(max(1, row.Ops))
	}
	return row.PerOp()
}

// beyondChance reports whether the rounds exclude a prediction as good as it must be.
func (r ratio) beyondChance() bool {
	ci := r.log.CI()
	return ci.Low > math.Log1p(goodError) || ci.High < math.Log1p(-goodError)
}

// predicts counts the cells in which the prediction is as good as it must be, of some
// kinds of queries.
func predicts(wanted func(queries string) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := ratios(d, Predicted, func(c runfolder.Cell) bool { return filtered(d, c) && wanted(d.Meta.On(string(Queries), c.Point)) }, total)
		if len(list) == 0 {
			return claim.Untested("the run does not hold two rounds of a total of such queries and its prediction")
		}
		good, beyond, missed, worst := 0, 0, map[string]int{}, map[string]float64{} // by store
		for _, r := range list {
			name, off := d.Meta.On(string(Store), r.at), math.Abs(r.median-1)
			if off <= goodError {
				good++
				continue
			}
			missed[name]++
			if r.beyondChance() {
				beyond++
			}
			worst[name] = max(worst[name], off)
		}
		var parts []string
		for _, name := range d.Meta.Values(string(Store)) {
			if missed[name] > 0 {
				parts = append(parts, fmt.Sprintf("%s %d (by up to %.0f %%)", name, missed[name], 100*worst[name]))
			}
		}
		detail := "further off nowhere"
		if parts != nil {
			detail = fmt.Sprintf("further off at %s; beyond the chance of the rounds in %d", strings.Join(parts, ", "), beyond)
		}
		return claim.Counted(float64(good) >= goodShare*float64(len(list)), fmt.Sprintf("counted, in %d cells", len(list)),
			"cells predicted within 10 %", fmt.Sprintf("of %d", len(list)), float64(good), detail)
	}
}

// between counts the totals that lie between their two predictions.
func between(d *claim.Data) claim.Outcome {
	through := func(c runfolder.Cell) bool { return filtered(d, c) }
	lone := map[runfolder.Cell]float64{}
	for _, r := range ratios(d, PredictedLone, through, total) {
		lone[runfolder.Cell{Filter: r.filter, Point: r.at}] = r.median
	}
	good, compared, apart := 0, 0, 0
	for _, r := range ratios(d, Predicted, through, total) {
		other, there := lone[runfolder.Cell{Filter: r.filter, Point: r.at}]
		if !there {
			continue
		}
		compared++
		if min(r.median, other) <= 1+goodError && max(r.median, other) >= 1-goodError {
			good++
		}
		if max(r.median, other) > (1+goodError)*min(r.median, other) {
			apart++
		}
	}
	if compared == 0 {
		return claim.Untested("the run does not hold two rounds of a total in memory and both predictions")
	}
	return claim.Counted(float64(good) >= goodShare*float64(compared), fmt.Sprintf("counted, in %d cells", compared),
		"cells in which the total is between", fmt.Sprintf("of %d", compared), float64(good), fmt.Sprintf("the predictions differ by more than 10 %% in %d", apart))
}

// followsLevels counts the sizes between those of the calibration at which the model of
// the memory levels is right.
func followsLevels(d *claim.Data) claim.Outcome {
	r := &read{Summary: d.Summary}
	var t claim.Tally
	for _, name := range d.Meta.Filters {
		for _, c := range r.checks(name) {
			t.Add(fmt.Sprintf("%s at n = %s", name, axis.Grouped(c.n)), c.good(), c.off(), c.off())
		}
	}
	if t.Places == 0 {
		return claim.Untested("the run has no time of a filter at sizes between those of the calibration (--levels)")
	}
	return claim.Counted(2*t.Held > t.Places, fmt.Sprintf("counted, at %d sizes, by the medians over rounds", t.Places), "sizes at which the model is within 25 %", fmt.Sprintf("of %d", t.Places), float64(t.Held),
		fmt.Sprintf("furthest off by %.0f %%, %s", 100*t.Worst, t.At))
}

// The structures of that claim. Lang et al. take Bloom filters blocked to a cache line
// and less.
const (
	blockedBloom = "splitblock"
	cuckoo       = "cuckoo"
)

// overtakes compares the two, each at the rate that is cheapest there, before the
// cheapest and the most expensive store of the run.
func overtakes(d *claim.Data) claim.Outcome {
	r := &read{Summary: d.Summary}
	n := r.stored()
	bloom, other := r.negatives(blockedBloom, n), r.negatives(cuckoo, n)
	stores := r.misses(n)
	if len(bloom) == 0 || len(other) == 0 || len(stores) < 2 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s and %s with two stores", blockedBloom, cuckoo))
	}
	cheap, expensive := stores[0], stores[len(stores)-1]
	before, after := least(bloom, cheap.miss)/least(other, cheap.miss), least(bloom, expensive.miss)/least(other, expensive.miss)
	return claim.Counted(before < 1 && after > 1, "computed from medians over rounds", fmt.Sprintf("%s / %s before %s", blockedBloom, cuckoo, cheap.name), "×", before,
		fmt.Sprintf("before %s, whose miss takes %.3g ns, it is %.2f ×; before %s (%.3g ns) %.2f ×", cheap.name, cheap.miss, before, expensive.name, expensive.miss, after))
}

// through are the ratios of totals through a filter to those through none.
func through(d *claim.Data, wanted func(runfolder.Cell) bool) []ratio {
	return ratios(d, Total, func(c runfolder.Cell) bool { return filtered(d, c) && wanted(c) }, func(c runfolder.Cell) runfolder.Cell {
		return runfolder.Cell{Filter: none, Metric: Total, Point: off(d.Meta, c.Point, axis.Epsilon)}
	})
}

// off is a point without its value on an axis.
func off(m *runfolder.Meta, p runfolder.Point, name string) runfolder.Point {
	if i := m.Axis(name); i >= 0 {
		return p.With(i, len(m.Axes), "")
	}
	return p
}

// inCells is the outcome of "the ratio is in the region" in so many of the cells.
func inCells(list []ratio, of func(all int) int, claimed claim.Region, name, none string) claim.Outcome {
	if len(list) == 0 {
		return claim.Untested(none)
	}
	inside := 0
	var estimates []stats.Estimate
	for _, r := range list {
		estimates = append(estimates, r.log)
		if claimed.Contains(math.Log(r.median)) {
			inside++
		}
	}
	wanted := of(len(list))
	o := claim.Outcome{
		Test:    fmt.Sprintf("paired ratio in each of %d cells; whether in %d or more, by partial conjunction", len(list), wanted),
		Effect:  claim.Effect{Name: name, Unit: fmt.Sprintf("of %d", len(list)), Value: float64(inside)},
		Holds:   inside >= wanted,
		PerCell: true,
	}
	o.Supports, o.Opposes, o.Effect.CI = claim.AtLeast(wanted, estimates, claimed)
	return o
}

// saving is the smallest share of a query that counts as saved.
const saving = 0.01

// saves is the claim that a filter saves time in some cells, or saves none in most of them:
// with a share of members, all where empty, at some stores, all where nil.
func saves(members string, stores []string, does bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := through(d, func(c runfolder.Cell) bool {
			return d.Meta.On(string(Queries), c.Point) == mixed &&
				(members == "" || d.Meta.On(string(Members), c.Point) == members) &&
				(stores == nil || slices.Contains(stores, d.Meta.On(string(Store), c.Point)))
		})
		const lacks = "the run does not hold two rounds with and without a filter there"
		if does {
			return inCells(list, claim.Some, claim.FasterBy(saving), "cells in which a filter saves time", lacks)
		}
		return inCells(list, claim.MostOf, claim.Above(-math.Log1p(saving)), "cells in which a filter saves nothing", lacks)
	}
}

// attacked compares an attack with lookups of the same words in the store alone: words that
// are repeated are found sooner than others.
func attacked(d *claim.Data) claim.Outcome {
	list := ratios(d, Total, func(c runfolder.Cell) bool { return filtered(d, c) && d.Meta.On(string(Queries), c.Point) == attack }, func(c runfolder.Cell) runfolder.Cell {
		c.Metric = Miss
		return c
	})
	return inCells(list, claim.AllOf, claim.Above(math.Log1p(-goodError)), "cells in which a query of an attack takes a lookup", "the run does not hold two rounds of an attack and of its lookups")
}

// The store with a filter of its own, and the one without.
const (
	ownFilter = "pebble-filter"
	noFilter  = "pebble"
)

// leavesLittle compares what a filter saves before a store with a filter of its own
// with what it saves before the same without.
func leavesLittle(d *claim.Data) claim.Outcome {
	saved := func(c runfolder.Cell) (float64, bool) {
		bare := d.Samples.Cell(runfolder.Cell{Filter: none, Metric: Total, Point: off(d.Meta, c.Point, axis.Epsilon)})
		with := d.Samples.Cell(c)
		if with == nil || bare == nil {
			return 0, false
		}
		a, err := stats.Describe(bare.Values())
		b, err2 := stats.Describe(with.Values())
		return a.Median - b.Median, err == nil && err2 == nil
	}
	var t claim.Tally
	i := d.Meta.Axis(string(Store))
	for _, c := range d.Samples.Cells(Total) {
		if !filtered(d, c.Cell) || d.Meta.On(string(Store), c.Point) != ownFilter || d.Meta.On(string(Members), c.Point) != "0" {
			continue
		}
		without := c.Cell
		without.Point = c.Point.With(i, len(d.Meta.Axes), noFilter)
		before, ok := saved(without)
		left, ok2 := saved(c.Cell)
		if ok && ok2 && before > 0 {
			t.Add("", left < before/2, left/before, left/before)
		}
	}
	if t.Places == 0 {
		return claim.Untested("the run has not both stores, " + noFilter + " and " + ownFilter)
	}
	return claim.Counted(2*t.Held > t.Places, fmt.Sprintf("counted, in %d cells, by the medians", t.Places), "cells in which less than half is left", fmt.Sprintf("of %d", t.Places), float64(t.Held),
		fmt.Sprintf("at most %.0f %% of what it saves without", 100*t.Worst))
}

// batched compares misses in messages of a hundred with single ones.
func batched(d *claim.Data) claim.Outcome {
	i := d.Meta.Axis(string(Batch))
	list := ratios(d, Miss, func(c runfolder.Cell) bool {
		simulated := strings.Contains(d.Meta.On(string(Store), c.Point), ":") // whose wait is that of a message
		return d.Meta.On(string(Batch), c.Point) == "100" && !simulated
	}, func(c runfolder.Cell) runfolder.Cell {
		c.Point = c.Point.With(i, len(d.Meta.Axes), "1")
		return c
	})
	return inCells(list, claim.MostOf, claim.Below(-math.Log(5)), "stores at which it takes a fifth or less", "the run has no store that takes a hundred lookups in a message")
}

// anHour looks for the break-even of memory between a ribbon and a Bloom filter.
func anHour(d *claim.Data) claim.Outcome {
	const least, highest = 1800, 7200 // s
	if filters := d.Meta.Filters; len(filters) == 0 || filters[0] != "bloom" {
		return claim.Untested("the first structure of the run, with which the others are compared, is no Bloom filter")
	}
	var t claim.Tally
	for _, c := range d.Cells(MemoryLife, "ribbon") {
		if of, err := stats.Describe(c.Values()); err == nil {
			t.Add(c.Place(), of.Median >= least && of.Median <= highest, of.Median, max(least/of.Median, of.Median/highest))
		}
	}
	if t.Places == 0 {
		return claim.Untested("the run does not hold the break-even of a ribbon filter")
	}
	return t.Counted(t.All(), fmt.Sprintf("medians over rounds, at %d places", t.Places), "break-even", "s",
		fmt.Sprintf("it is so at %d of %d places, furthest off at %s; RocksDB's, with other filters, was 3,235 s", t.Held, t.Places, t.At))
}
