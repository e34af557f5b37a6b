package thesis

import (
	"fmt"
	"math"
	"slices"

	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// insertsInThetaK is the claim that Algorithm 1 takes a time Θ(k), of the filter that has it
// to the letter: k hash functions of the key.
func insertsInThetaK(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Build, literalBloom)
	if len(at) == 0 {
		return d.Missing(metric.Build, literalBloom)
	}
	k, ok := hashFunctions(d, literalBloom, at)
	if !ok {
		return claim.Untested(unknownHashes)
	}
	return claim.Line{Symbol: "k", Least: leastEffect, Straight: similarMargin}.Test(d, literalBloom, metric.Build, at, k)
}

// readsKBits counts the bits that Algorithm 2 reads for a key, at each ε. Of other words it
// stops at the first 0: what it reads of these stands beside.
func readsKBits(d *claim.Data) claim.Outcome {
	at := d.Points(KeyReads, literalBloom)
	if len(at) == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s of %s, the bits that a query of a key reads", KeyReads, literalBloom))
	}
	k, ok := hashFunctions(d, literalBloom, at)
	if !ok {
		return claim.Untested(unknownHashes)
	}
	read, ok := means(d, literalBloom, KeyReads, at)
	if !ok {
		return d.Missing(KeyReads, literalBloom)
	}
	var t claim.Tally
	for i := range at {
		t.Add("", read[i] == k[i], read[i]/k[i], math.Abs(read[i]/k[i]-1))
	}
	negatives := ""
	if of, ok := means(d, literalBloom, NegativeReads, at); ok {
		negatives = fmt.Sprintf("; of a word that is not a key it reads up to the first 0, %.3g to %.3g on average", slices.Min(of), slices.Max(of))
	}
	return claim.Counted(t.All(), "exact count, ε by ε", "bits read / k", "×", t.Worst,
		fmt.Sprintf("of a key it reads k bits at %d of %d ε, k from %g to %g%s", t.Held, t.Places, slices.Min(k), slices.Max(k), negatives))
}

const unknownHashes = "the run does not tell the hash functions of its Bloom filters by their theory"

// hashFunctions is k of the Bloom filters at each point. A run does not record
// it, but their exact theory, which no other k has; false where no k has it.
func hashFunctions(d *claim.Data, filter string, at []runfolder.Point) ([]float64, bool) {
	n := int(d.Meta.Expect["keys"])
	bits, ok := means(d, filter, metric.Bits, at)
	if !ok {
		return nil, false
	}
	theory, ok := means(d, filter, metric.FPRTheory, at)
	if !ok {
		return nil, false
	}
	list := make([]float64, len(at))
	const most, exactly = 64, 1e-9
	for i := range at {
		for k := 1; k <= most && list[i] == 0; k++ {
			if math.Abs(bloomfilter.OccupancyMoment(uint64(bits[i]), k*n, k)/theory[i]-1) < exactly {
				list[i] = float64(k)
			}
		}
		if list[i] == 0 {
			return nil, false
		}
	}
	return list, true
}

// means of a count at each point; false where one is missing.
func means(d *claim.Data, filter string, m runfolder.Metric, at []runfolder.Point) ([]float64, bool) {
	list := make([]float64, len(at))
	for i, cell := range claim.Cells(filter, m, at) {
		mean, err := stats.Mean(d.Sample(cell))
		if err != nil {
			return nil, false
		}
		list[i] = mean
	}
	return list, true
}

// falling reports whether numbers never rise and end lower than they begin.
func falling(list []float64) bool {
	for i := 1; i < len(list); i++ {
		if list[i] > list[i-1] {
			return false
		}
	}
	return list[len(list)-1] < list[0]
}

// stepsDown counts where numbers fall.
func stepsDown(list []float64) int {
	n := 0
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			n++
		}
	}
	return n
}
