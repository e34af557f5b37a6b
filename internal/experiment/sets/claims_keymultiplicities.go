package sets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	bloomfilters "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// countsRight tests the share of the keys that are counted as often as they came, for each
// number of times.
func countsRight(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(1 - epsilon)}
	for _, c := range on(d, layered, TooOften, Times) {
		var right []float64
		for _, v := range c.Values() {
			right = append(right, 1-v)
		}
		parts.AddMean(named(c), right)
	}
	if parts.Len() == 0 {
		return lacks(TooOften, layered)
	}
	return parts.Spread("mean over hash functions: t for each number of times", "counted right", "%", 100)
}

// byLayers is the theory of keys counted too often, which follows from sizes that are the same
// in every run. Rows of older runs have it as if the layers were independent.
func byLayers(c claim.Cell) []float64 {
	m, k := bloomfilters.StandardSize(countedKeys, epsilon)
	return slices.Repeat([]float64{tooOftenByLayers(m, k, c.Int(Times))}, len(c.Values()))
}

// probed are the rates of each threshold, from 1 on, for k = 1, 2, …; lacking is a threshold
// without some of them.
func probed(d *claim.Data) (all [][][]float64, lacking string) {
	for least := 1; least <= thresholdMost; least++ {
		var rates [][]float64
		for k := 1; k <= probesMost; k++ {
			of := d.Cell(thresholdName(least), Rate, K.At(k)).Values()
			if len(of) < 2 {
				return nil, thresholdName(least)
			}
			rates = append(rates, of)
		}
		all = append(all, rates)
	}
	return all, ""
}

func bestK(rates [][]float64) int {
	best, least := 0, math.Inf(1)
	for i, of := range rates {
		if m, err := stats.Mean(of); err == nil && m < least {
			best, least = i+1, m
		}
	}
	return best
}

// valley tests that both ends are above the least, and looks for steps of k that go the
// other way.
func valley(d *claim.Data) claim.Outcome {
	const level = 0.0005
	wrong := 0
	parts := claim.Parts{Claimed: claim.Above(0)}
	all, lacking := probed(d)
	if lacking != "" {
		return lacks(Rate, lacking)
	}
	var best []string
	for i, rates := range all {
		least, k := i+1, bestK(rates)
		best = append(best, fmt.Sprintf("%d for %d", k, least))
		for i := 1; i < probesMost; i++ {
			e, err := stats.MeanEstimate(pairs(rates[i], rates[i-1]))
			if err == nil && (i < k && e.Above(0) < level || i >= k && e.Below(0) < level) {
				wrong++
			}
		}
		for _, end := range []int{1, probesMost} {
			parts.AddMean(fmt.Sprintf("threshold %d, k = %d", least, end), pairs(rates[end-1], rates[k-1]))
		}
	}
	if parts.Len() < 2*thresholdMost { // a run that broke off between two k
		return lacks(Rate, thresholdName(1))
	}
	if wrong > 0 {
		return claim.Counted(false, "99.9 % interval of each step over hash functions", "steps the other way", "", float64(wrong), "the best k is "+strings.Join(best, ", "))
	}
	o := whole(parts, "both ends over the least: paired t; no step goes the other way", "an end − the least", "percentage points", 100)
	o.Detail += "; the best k is " + strings.Join(best, ", ")
	return o
}

// bestRises tests that at the best k of threshold 1 the rates of the others still fall.
func bestRises(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Below(0)}
	all, lacking := probed(d)
	if lacking != "" {
		return lacks(Rate, lacking)
	}
	var best []string
	next := min(bestK(all[0]), probesMost-1) // from the best k to the next
	for i, rates := range all {
		best = append(best, strconv.Itoa(bestK(rates)))
		if i > 0 {
			parts.AddMean(fmt.Sprintf("threshold %d, k = %d", i+1, next), pairs(rates[next], rates[next-1]))
		}
	}
	if parts.Len() < thresholdMost-1 {
		return lacks(Rate, thresholdName(2))
	}
	o := whole(parts, "step of the rate beyond the best k of threshold 1: paired t", "step", "percentage points", 100)
	o.Detail += "; the least means are at k = " + strings.Join(best, ", ")
	return o
}

// thresholdTheory is follows of all thresholds together.
func thresholdTheory(d *claim.Data) claim.Outcome {
	var at []claim.Cell
	for least := 1; least <= thresholdMost; least++ {
		cells := on(d, thresholdName(least), Rate, K)
		if len(cells) == 0 {
			return lacks(Rate, thresholdName(least))
		}
		at = append(at, cells...)
	}
	return againstAll(at, thresholdName(1), Rate, of(metric.FPRTheory), negatives, 0.05)
}

// lower is the claim that one structure has a rate, over another's of the same bits, in a
// region of logarithms.
func lower(name, other string, region claim.Region) claim.Claim {
	return claim.By(Rate, func(d *claim.Data) claim.Outcome {
		a, b := d.Cell(name, Rate, N.At(memoryKeys)), d.Cell(other, Rate, N.At(memoryKeys))
		pooled, err := d.Pool([]runfolder.Cell{a.Cell}, []runfolder.Cell{b.Cell})
		if err != nil {
			return claim.Untested(err.Error())
		}
		tested := claim.Tested{Estimates: pooled.Estimates, Claimed: region}
		o := claim.Outcome{
			Test: "ratio of the rates: t over " + pooled.How, Effect: tested.Ratio(name + " / " + other),
			Holds: region.Contains(pooled.Estimates[0].Value),
		}
		o.Supports, o.Opposes = tested.P()
		var bits []string
		for _, c := range []claim.Cell{a, b} {
			if v := c.Of(BitsPerKey).Mean(); !math.IsNaN(v) {
				bits = append(bits, fmt.Sprintf("%s %.2f", c.Filter, v))
			}
		}
		o.Detail = "bits per key: " + strings.Join(bits, ", ")
		return o
	})
}
