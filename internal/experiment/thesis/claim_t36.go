package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The reason that section 5.1 gives for T2.
func t36() claim.Claim {
	return claim.Claim{
		ID: "T36", Section: "5.1", Metric: metric.Bits,
		Statement: "Bloom: a smaller ε needs more space and more hash functions",
		Margin:    "both never rise with ε, and are larger at the smallest ε than at the largest",
		Test:      needsMoreHashes,
	}
}

func needsMoreHashes(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Bits, bloom)
	if len(at) < 2 {
		return d.Missing(metric.Bits, bloom)
	}
	k, ok := hashFunctions(d, at)
	if !ok {
		return claim.Untested("the run does not tell the hash functions of its Bloom filters by their theory")
	}
	bits, ok := means(d, bloom, metric.Bits, at)
	if !ok {
		return d.Missing(metric.Bits, bloom)
	}
	last := len(at) - 1
	return claim.Counted(falling(bits) && falling(k), "sizes in bits and hash functions, ε by ε", "hash functions at the smallest ε / at the largest", "×", k[0]/k[last],
		fmt.Sprintf("%.0f to %.0f bits, falling at %d of %d steps; %.0f to %.0f hash functions, falling at %d",
			bits[0], bits[last], stepsDown(bits), last, k[0], k[last], stepsDown(k)))
}
