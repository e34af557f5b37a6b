package fbl

import (
	"fmt"

	"hyphbench/internal/report/claim"
)

func l16() claim.Claim {
	return claim.Claim{
		ID: "L16", Section: "3.2", Metric: UnlikeBloom,
		Statement: "with c = 1 for all elements the filter is a Bloom filter",
		Test:      isBloom,
	}
}

// isBloom adds up the differences of all shapes.
func isBloom(d *claim.Data) claim.Outcome {
	shapes, differences := 0, 0.0
	for _, c := range d.Samples.Cells(UnlikeBloom) {
		for _, v := range c.Values() {
			shapes++
			differences += v
		}
	}
	if shapes == 0 {
		return claim.Untested(fmt.Sprintf("the run does not hold %s, the differences from a Bloom filter", UnlikeBloom))
	}
	return claim.Counted(differences == 0, "exact count", "cells and answers that differ", "", differences,
		fmt.Sprintf("%d shapes, in each every cell and the answers to %d strings", shapes, likeAsked))
}
