package fbl

import (
	"fmt"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
)

// codeClaims ask what the paper leaves open in section 3.3: other codes than linear ones.
func codeClaims() []claim.Claim {
	return claim.Of("ours codes", claim.About(MSE, "LC1", "codes", "of confidences drawn at random, linear codes give estimates with no larger mean squared error than codes of the logarithm or of the square root of as many bits",
		"by no more than 1 %, at every b from 2 on and every n; k = 7", linearLeast).From(claim.Ours()).Constructed("confidences are drawn evenly, and then equal steps err least"))
}

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
