package thesis

import (
	_ "embed"
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// Names that the claims and figures speak of.
const (
	bloom  = "bloom"
	cuckoo = "cuckoo"
)

// further is the source of the claims that the thesis makes beside its results.
// They are a family of tests of their own, so that they take no power from T1 to
// T13 (docs/verdicts.md).
const further = "thesis further"

// leastEffect is the smallest effect of interest of a time, a share of it. A
// smaller one counts as none.
const leastEffect = 0.01

// Regions of the logarithm of a ratio of times.
func sooner() claim.Region   { return claim.Below(-math.Log1p(leastEffect)) }
func noSlower() claim.Region { return claim.Below(math.Log1p(leastEffect)) }
func slower() claim.Region   { return claim.Above(math.Log1p(leastEffect)) }

//go:embed claims.txt
var claimTexts string

//go:embed claims_pair.txt
var pairTexts string

// claims are those of the thesis's text, in the order of display: on the algorithms of its
// text, on the same with another table, on the tuned ones, on the library that it measured, in
// Go and in Node.js; then what the text says of the structures, and the reasons that it gives
// for its results.
func claims() []claim.Claim {
	list := claim.Read(claimTexts, claim.Tests{
		"T10": claim.By(metric.Bits, usesLessSpace),
		"T11": claim.By(QueryFull, answersFaster),
		"T12": claim.By(metric.FalsePositives, followsFormula),
		"T13": claim.By(metric.FalseNegatives, losesNoKeys),
		"T17": claim.By(metric.FalsePositives, codesDoNotCollide),
		"T18": claim.By(metric.FalsePositives, compactionRate),
		"T19": claim.By(metric.Query, rejectsSoon),
		"T20": claim.By(metric.Bits, smallerThanStore),
		"T21": claim.By(metric.FalsePositives, avoidsAccesses),
		"T22": claim.By(metric.FalsePositives, zeroIffNegative),
		"T23": claim.By(metric.FalsePositives, atMostEpsilon),
		"T24": claim.By(metric.Build, insertsInThetaK),
		"T25": claim.By(KeyReads, readsKBits),
		"T26": claim.By(Hyphenate, againstStore(Hyphenate, sooner(), bloom)),
		"T28": claim.By(metric.FalseNegatives, bloomDeniesNoKey),
		"T33": claim.By(LoadLimit, fillsTo95),
		"T34": claim.By(RemovedAdmitted, removesKeys),
		"T35": claim.By(Hyphenate, savesAccesses),
		"T36": claim.By(metric.Bits, needsMoreHashes),
		"T37": claim.By(metric.Bits, needsMoreSpace),
		"T38": claim.By(metric.Build, takesLongerToBuild),
		"T39": claim.By(AfterForeign, losesOthers),
	})
	reasons := slices.IndexFunc(list, func(c claim.Claim) bool { return c.Source == further })
	return slices.Concat(literal().claims(), list[:reasons], array().claims(), tuned().claims(), port().claims(), node().claims(), list[reasons:])
}
