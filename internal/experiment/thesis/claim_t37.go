package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// The reason that section 5.2 gives for T5.
func t37() claim.Claim {
	return claim.Claim{
		ID: "T37", Section: "5.2", Metric: metric.Bits,
		Statement: "cuckoo: a smaller ε needs more space",
		Margin:    "it never rises with ε, and is larger at the smallest ε than at the largest",
		Test:      needsMoreSpace,
	}
}

func needsMoreSpace(d *claim.Data) claim.Outcome {
	at := d.Points(metric.Bits, cuckoo)
	if len(at) < 2 {
		return d.Missing(metric.Bits, cuckoo)
	}
	bits, ok := means(d, cuckoo, metric.Bits, at)
	if !ok || !(bits[len(bits)-1] > 0) {
		return d.Missing(metric.Bits, cuckoo)
	}
	last := len(at) - 1
	return claim.Counted(falling(bits), "sizes in bits, ε by ε", "bits at the smallest ε / at the largest", "×", bits[0]/bits[last],
		fmt.Sprintf("%.0f to %.0f bits, falling at %d of %d steps", bits[0], bits[last], stepsDown(bits), last))
}
