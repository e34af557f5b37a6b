package fbl

import "hyphbench/internal/report/claim"

// further is the source of the claims that the paper makes beside the numbers of
// its evaluation. They are a family of tests of their own, so that they take no
// power from L1 to L13 (docs/verdicts.md).
const further = "paper further"

// furtherClaims are in the order of the text.
func furtherClaims() []claim.Claim {
	return claim.Of(further, l14(), l15(), l16(), l17(), l18(), l19(), l20(), l21(), l22(), l23(), l24(), l25(), l26(), l27(),
		l28(), l29())
}

// exactRegion is the claim that a number is v, of numbers known without error.
func exactRegion(v float64) claim.Region {
	const rounding = 1e-9
	return claim.Region{Low: v - rounding, High: v + rounding}
}
