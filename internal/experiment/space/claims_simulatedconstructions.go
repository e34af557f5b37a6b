package space

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/exact"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// tried are the values of a construction's metric, over rounds.
func tried(d *claim.Data, name string, m runfolder.Metric) []float64 {
	return d.Sample(runfolder.Cell{Filter: name, Metric: m})
}

// filledTo compares the loads at the first refusal with those of the paper, for each
// size of the buckets: no lower on average, and higher by a margin at most.
func filledTo(d *claim.Data) claim.Outcome {
	const above = 0.05
	said := map[int]float64{1: 0.50, 2: 0.84, 4: 0.95, 8: 0.98}
	so, worst, furthest := 0, math.NaN(), math.Inf(1)
	var list []string
	for _, entries := range bucketSizes() {
		load, err := stats.Mean(tried(d, named(buckets, entries), FullAt))
		if err != nil {
			return claim.Lacks(FullAt, named(buckets, entries))
		}
		if low, high := said[entries], said[entries]+above; low <= load && load <= high {
			so++
		}
		if room := min(load-said[entries], said[entries]+above-load); room < furthest {
			worst, furthest = load-said[entries], room
		}
		list = append(list, fmt.Sprintf("%.1f %% with %d", 100*load, entries))
	}
	return claim.Counted(so == len(said), fmt.Sprintf("simulated, means of tables of %s entries", axis.Grouped(bucketPlaces)),
		"load over the one said", "percentage points", 100*worst,
		fmt.Sprintf("the first key is refused at a load of %s entries a bucket", strings.Join(list, ", ")))
}

// thresholdValley looks for a k at which the rate of a counting filter with a
// threshold goes the wrong way, and for a best k that does not rise with the
// threshold.
func thresholdValley(d *claim.Data) claim.Outcome {
	wrong, rising, before := 0.0, true, 1.0
	var list []string
	for _, least := range thresholds() {
		name := named(threshold, least)
		best, err := stats.Mean(tried(d, name, BestProbes))
		turns := tried(d, name, WrongTurns)
		if err != nil || len(turns) == 0 {
			return claim.Lacks(WrongTurns, name)
		}
		for _, v := range turns {
			wrong += v
		}
		rising = rising && best > before
		before = best
		list = append(list, fmt.Sprintf("%.3g for %d", best, least))
	}
	return claim.Counted(wrong == 0 && rising, fmt.Sprintf("simulated, %d counters a key", cellsPerKey),
		"steps of k in the wrong direction", "", wrong,
		fmt.Sprintf("the best k is %s", strings.Join(list, ", ")))
}

// bestProbes compares the k of the least rate with (m/n)·ln 2.
func bestProbes(d *claim.Data) claim.Outcome {
	name := named(threshold, 1) // a count of 1 or more is a bit that is set
	list := tried(d, name, BestProbes)
	if len(list) == 0 {
		return claim.Lacks(BestProbes, name)
	}
	formula := cellsPerKey * math.Ln2
	furthest := 0.0
	for _, k := range list {
		if math.Abs(k-formula) > math.Abs(furthest) {
			furthest = k - formula
		}
	}
	return claim.Counted(math.Abs(furthest) < 1, fmt.Sprintf("simulated, %d filters of %d bits per key", len(list), cellsPerKey),
		"furthest from the formula", "hash functions", furthest,
		fmt.Sprintf("(m/n)·ln 2 is %.2f, and k a whole number", formula))
}

// freeOfFalsePositives counts those of EGH filters with as many elements as they are
// made for. Beside them stands a filter of many more.
func freeOfFalsePositives(d *claim.Data) claim.Outcome {
	name, over := named(egh, eghElements), named(egh, eghTooMany)
	admitted, denied := tried(d, name, metric.FalsePositives), tried(d, name, metric.FalseNegatives)
	if len(admitted) == 0 || len(denied) == 0 {
		return claim.Lacks(metric.FalsePositives, name)
	}
	wrong := 0.0
	for i := range admitted {
		wrong += admitted[i]
	}
	for _, v := range denied {
		wrong += v
	}
	zone, err := exact.NewZone(eghUniverse, eghElements)
	if err != nil {
		return claim.Untested(err.Error())
	}
	detail := fmt.Sprintf("any %d of %s numbers, in %s bits", eghElements, axis.Grouped(eghUniverse), axis.Grouped(int(zone.Bits())))
	if more, err := stats.Mean(tried(d, over, metric.FalsePositives)); err == nil {
		detail += fmt.Sprintf("; of %d in as many bits it admits %.4g others", eghTooMany, more)
	}
	return claim.Counted(wrong == 0, fmt.Sprintf("counted, of all numbers, %d sets", len(admitted)),
		"wrong answers", "words", wrong, detail)
}

// bitArrayIsSmaller compares the bits per key of a bit array with one number in so many in the
// set with those of a Bloom filter at some rates and n, and wants no wrong answer of it.
func bitArrayIsSmaller(each int, rates func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		name := named(bitArray, each)
		bits, err := stats.Mean(tried(d, name, BitsPerKey))
		cells := d.CellsIn(BitsPerKey, rates, bloom)
		wrong := append(tried(d, name, metric.FalsePositives), tried(d, name, metric.FalseNegatives)...)
		if err != nil || len(cells) == 0 || len(wrong) == 0 {
			return claim.Lacks(BitsPerKey, name, bloom)
		}
		var t claim.Tally
		for _, c := range cells {
			ratio := bits / c.Mean()
			t.Add(c.Place(), ratio < 1, ratio, ratio)
		}
		right := !slices.ContainsFunc(wrong, func(v float64) bool { return v != 0 })
		return t.Counted(t.All() && right, fmt.Sprintf("counted, of all %s numbers", axis.Grouped(bitUniverse)), "bits, bit array / Bloom filter", "×",
			fmt.Sprintf("fewer at %d of %d points; most at %s", t.Held, t.Places, t.At))
	}
}
