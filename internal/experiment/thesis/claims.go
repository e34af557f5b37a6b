package thesis

import (
	"slices"
	"strings"

	"hyphbench/internal/report/claim"
)

// claims are those of the thesis's text, in the order of display: on the algorithms of its
// text, on the same with another table, on the tuned ones, on the library that it measured.
func claims() []claim.Claim {
	on := func(p pair, more ...claim.Claim) []claim.Claim {
		var list []claim.Claim
		for _, c := range []claim.Claim{t1(p), t2(p), t3(p), t4(p), t5(p), t6(p), t7(p), t8a(p), t8b(p), t9(p)} {
			if slices.Contains(p.claims(), strings.TrimSuffix(c.ID, p.suffix)) {
				list = append(list, c)
			}
		}
		return claim.Of(p.source, append(list, more...)...)
	}
	return slices.Concat(on(literal(), t10(), t11(), t12(), t13()), on(array()), on(tuned()), on(port()), furtherClaims())
}

// Names that the claims and figures speak of.
const (
	bloom  = "bloom"
	cuckoo = "cuckoo"
)
