package thesis

import (
	"math"

	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// thetaMargin is the margin of Θ(k). The elasticity is the relative change of
// the time with a relative change of k: 1 is proportional, 0 constant.
const thetaMargin = "elasticity in k within 1 ± 0.25: twice the k takes 1.7 to 2.4 times as long"

// proportionalToK is the claim that an operation of a Bloom filter takes a time Θ(k).
func proportionalToK(m runfolder.Metric) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		at := d.Points(m, bloom)
		if len(at) == 0 {
			return d.Missing(m, bloom)
		}
		k, ok := hashFunctions(d, at)
		if !ok {
			return claim.Untested(unknownHashes)
		}
		return claim.Proportional(d, bloom, m, at, k, "k", claim.Region{Low: 0.75, High: 1.25})
	}
}

const unknownHashes = "the run does not tell the hash functions of its Bloom filters by their theory"

// hashFunctions is k of the Bloom filters at each point. A run does not record
// it, but their exact theory, which no other k has; false where no k has it.
func hashFunctions(d *claim.Data, at []runfolder.Point) ([]float64, bool) {
	n := int(d.Meta.Expect["keys"])
	bits, ok := means(d, bloom, metric.Bits, at)
	if !ok {
		return nil, false
	}
	theory, ok := means(d, bloom, metric.FPRTheory, at)
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
