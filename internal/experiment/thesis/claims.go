package thesis

import (
	"slices"

	"hyphbench/internal/report/claim"
)

// claims are those of the thesis's text, in the order of display.
func claims() []claim.Claim {
	results := claim.Of("thesis", t1(), t2(), t3(), t4(), t5(), t6(), t7(), t8(), t9(), t10(), t11(), t12(), t13())
	return slices.Concat(results, furtherClaims())
}

// Names that the claims and figures speak of.
const (
	bloom  = "bloom"
	cuckoo = "cuckoo"
)
