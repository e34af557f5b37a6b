package fbl

import (
	"fmt"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// codeClaims ask what the paper leaves open in section 3.3: other codes than linear ones.
func codeClaims() claim.Tests { return claim.Tests{"LC1": claim.By(MSE, linearLeast)} }

// linearLeast compares the errors of filters of the same elements, confidences and hash functions.
func linearLeast(d *claim.Data) claim.Outcome {
	f := newNumbers(d.Summary)
	var t claim.Tally
	for _, name := range []string{logarithmic, root} {
		for _, b := range widths()[1:] {
			for _, n := range elements() {
				at := key{metric: MSE, n: n, b: b, k: paperK, quantisation: linear.Floor.String()}
				of := f.get(at).Value
				at.quantisation = name
				ratio := f.get(at).Value / of
				t.Add(fmt.Sprintf("b = %d, n = %d, %s", b, n, name), ratio >= 0.99, ratio, -ratio)
			}
		}
	}
	if f.missing != "" {
		return claim.Untested(f.missing)
	}
	return t.Counted(t.All(), "counted", "mean squared error / that of linear codes", "×",
		fmt.Sprintf("0.99 or more at %d of %d places; least at %s", t.Held, t.Places, t.At))
}
