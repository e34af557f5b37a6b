package thesis

import (
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// further is the source of the claims that the thesis makes beside its results.
// They are a family of tests of their own, so that they take no power from T1 to
// T13 (docs/verdicts.md).
const further = "thesis further"

// furtherClaims are what the text says of the structures, and the reasons that
// it gives for its results, in the order of the text.
func furtherClaims() []claim.Claim {
	return claim.Of(further, t14(), t15(), t16(), t17(), t18(), t19(), t20(), t21(), t22(), t23(), t24(), t25(), t26(),
		t27(), t28(), t29(), t30(), t31(), t32(), t33(), t34(), t35(), t36(), t37(), t38())
}

// leastEffect is the smallest effect of interest of a time, a share of it. A
// smaller one counts as none.
const leastEffect = 0.01

// Regions of the logarithm of a ratio of times.
func sooner() claim.Region   { return claim.Below(-math.Log1p(leastEffect)) }
func noSlower() claim.Region { return claim.Below(math.Log1p(leastEffect)) }
func slower() claim.Region   { return claim.Above(math.Log1p(leastEffect)) }

// needs is a claim of the text that no run of this experiment can test: it stands
// in the list with what it lacks and, where another experiment judges the sentence,
// with the claims there ("see TS8 of space"). The metric is that of its times or
// counts.
func needs(id, section string, metric runfolder.Metric, statement, what string) claim.Claim {
	return claim.Claim{
		ID: id, Section: section, Metric: metric, Statement: statement,
		Test: func(*claim.Data) claim.Outcome { return claim.Untested("needs " + what) },
	}
}
