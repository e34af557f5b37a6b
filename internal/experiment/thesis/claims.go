package thesis

import (
	"slices"

	"hyphbench/internal/report/claim"
)

// claims are those of the thesis's text, in the order of display: on the
// algorithms of its text, on the tuned ones, on the library that it measured. A
// pair repeats no claim on a filter that it shares with the one before.
func claims() []claim.Claim {
	on := func(p pair, more ...claim.Claim) []claim.Claim {
		list := []claim.Claim{t1(p), t2(p), t3(p)}
		if p != tuned() {
			list = append(list, t4(p), t5(p))
		}
		list = append(list, t6(p), t7(p), t8a(p), t8b(p), t9(p))
		return claim.Of(p.source, append(list, more...)...)
	}
	return slices.Concat(on(literal(), t10(), t11(), t12(), t13()), on(tuned()), on(library()), furtherClaims())
}

// Names that the claims and figures speak of.
const (
	bloom  = "bloom"
	cuckoo = "cuckoo"
)
