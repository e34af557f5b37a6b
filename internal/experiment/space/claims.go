package space

import (
	_ "embed"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names of structures in the claims.
const (
	compaction = "hashcompaction"

	compactionLists = "hashcompaction-lists"

	bloom       = "bloom"
	independent = "bloom-independent"
	double      = "bloom-double"
	enhanced    = "bloom-enhanced"
	triple      = "bloom-triple"
	onehash     = "onehash"
	blocked     = "blocked"
	cuckoo      = "cuckoo"
	semisort    = "cuckoo-semisort"
	counting    = "counting"
	three       = "counting3"
	dleft       = "dleft"
	roaring     = "roaring"
	vicbf       = "vicbf"
	quotient    = "quotient"
	prefix      = "prefix"
	golomb      = "gcs"
	xor         = "xor"
	fuse        = "fuse"
	fuse4       = "fuse4"
	ribbon128   = "ribbon128"
	burr        = "burr"
	cascade     = "cascade"
	clubcard    = "clubcard"
	goMap       = "map"
	hashtable   = "hashtable"
	redblack    = "redblack"
	trie        = "trie"
	linearList  = "list"
	linkedList  = "linkedlist"
	sortedArray = "sortedarray"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the texts about sizes and rates, each source a family of its
// own. Construction failures are none of them: a run that has one ends.
func claims() []claim.Claim {
	nearOnePercent := func(c claim.Cell) bool { return nearRate(0.01)(c) && c.Int(N) >= grown }
	large := func(c claim.Cell) bool { return anyRate(c) && c.Int(N) >= workload.Million }
	low := func(c claim.Cell) bool { return anyRate(c) && epsilon(c) < 0.01+tiny } // as the prefix filter's paper
	// There a universe of negatives is ten times the set or more.
	small := func(c claim.Cell) bool { return epsilon(c) == 0 && c.Int(N) >= 1000 && c.Int(N) <= leastNegatives/10 }
	return claim.Read(claimTexts, claim.Tests{
		"A1":   sizeOfAll(bloom, nearRate(0.01), nothing, math.Nextafter(10, 0)),
		"A2":   sizeWithin(bloom, nearOnePercent, 9.6*0.99, 9.6*1.01),
		"A4":   overheadWithin(bloom, anyRate, 42, 46),
		"P1":   overheadWithin(xor, anyRate, 20, 26),
		"P2":   overheadWithin(fuse, large, nothing, 13.5),
		"P3":   overheadWithin(fuse4, large, nothing, 8.5),
		"P4":   overheadWithin(ribbon128, anyRate, nothing, 10),
		"A18":  noneBelow(-0.01),
		"TS7":  noneBelow(bloomOverhead-0.01, bloom),
		"A6":   ratioWithin(blocked, bloom, anyRate, 1.27, 1.37),
		"P8":   ratioWithin(clubcard, cascade, small, nothing, math.Nextafter(1, 0)),
		"A12":  leanWithin(dleft, counting, anyRate, nothing, 0.6),
		"P7":   leanWithin(prefix, quotient, low, 0.85, 1.15),
		"P10":  leanWithin(ribbon128, bloom, anyRate, 0.65, 0.75),
		"A13":  leanerBy(vicbf, counting, anyRate, 0.9),
		"A8":   leaner(xor, bloom, anyRate),
		"TS3":  leaner(bloom, counting, anyRate),
		"TS6":  leaner(cuckoo, counting, anyRate),
		"P6":   leaner(prefix, bloom, low),
		"TS4":  sometimes(quotient, bloom, anyRate),
		"A9":   whenFull{a: xor, b: cuckoo, rates: to20(), ownRate: true}.claim(),
		"A11":  whenFull{a: cuckoo, b: bloom, rates: to20(), ownRate: true}.claim(),
		"TS12": whenFull{a: cuckoo, b: bloom, rates: below3(), many: true}.claim(),
		"TS13": whenFull{a: semisort, b: bloom, rates: below3(), many: true}.claim(),
		"A7": within{BitsPerKey, []string{golomb}, anyRate, nothing, 1.5, "over log2(1/ε)", "bits", func(c claim.Cell) float64 {
			return c.Mean() - math.Log2(1/epsilon(c))
		}}.claim(),
		"P5": within{BitsPerKey, []string{burr}, large, nothing, math.Nextafter(1, 0), "bits of " + burr + " over r", "%", func(c claim.Cell) float64 {
			return 100 * (c.Mean()/planParam(c, "r") - 1)
		}}.claim(),
		"A3":   claim.By(BitsPerKey, tenfold),
		"A10":  claim.By(BitsPerKey, countingRatio),
		"A15":  claim.By(BitsPerKey, sparse),
		"A28":  claim.By(BitsPerKey, bitArrayIsSmaller(2, anyRate)),
		"A29":  claim.By(BitsPerKey, bitArrayIsSmaller(10, func(c claim.Cell) bool { return c.Label(axis.Eps) == "1" })),
		"TS5":  claim.By(BitsPerKey, informationBound),
		"A27":  claim.By(HeldPerKey, halfOfDictionaries),
		"TS8":  claim.By(HeldPerKey, proportional(append(dictionaries(), sequences()...)...)),
		"TS15": claim.By(HeldPerKey, proportional(compactionLists)),

		"A16": claim.By(Rate, func(d *claim.Data) claim.Outcome {
			return notAbove(d, []string{bloom}, "measured / bound", goelGupta, goelGupta)
		}),
		"A17": claim.By(Rate, func(d *claim.Data) claim.Outcome { return follows(d, bloom) }),
		"R1":  claim.By(Rate, func(d *claim.Data) claim.Outcome { return follows(d, d.Meta.Filters...) }),
		"R2":  claim.By(Rate, holdsAsked),
		"A26": claim.By(Rate, relaxed),
		"TS9": within{Rate, []string{bloom}, func(c claim.Cell) bool { return anyRate(c) && wellKnown(c) }, 0.95, 1.05, "measured / 0.6185^(m/n)", "×", func(c claim.Cell) float64 {
			return c.Mean() * math.Exp2(c.Of(BitsPerKey).Mean()*math.Ln2)
		}}.claim(),
		"TS14": claim.By(Rate, compactionRate),
		"A19":  claim.By(metric.FalsePositives, exactInUniverse),
		"A24":  claim.By(metric.FalsePositives, freeOfFalsePositives),

		"A14": within{BitsSet, []string{bloom}, anywhere, 0.4, 0.6, "share of the bits set", "", claim.Cell.Mean}.claim(),
		"TS10": within{BitsSet, []string{bloom}, anyRate, 0.99, 1.01, "zeros / e^(−kn/m)", "×", func(c claim.Cell) float64 {
			m, k := shape(c)
			return (1 - c.Mean()) * math.Exp(k*float64(c.Int(N))/m)
		}}.claim(),
		"A20": claim.By(BitsSet, estimates(estimate{[]runfolder.Metric{BitsSet}, func(n int) float64 { return float64(n) }, first}, 0.01)),
		"A21": claim.By(SetUnion, estimates(estimate{[]runfolder.Metric{SetUnion}, func(n int) float64 { return float64(2*n - n/2) }, first}, 0.01)),
		"A22": claim.By(SetUnion, estimates(estimate{[]runfolder.Metric{BitsSet, SetSecond, SetUnion}, func(n int) float64 { return float64(n / 2) },
			func(keys []float64) float64 { return keys[0] + keys[1] - keys[2] }}, 0.02)),
		"A25": claim.By(BitsSet, concentrated),

		"A23":  claim.By(WrongTurns, thresholdValley),
		"TS11": claim.By(BestProbes, bestProbes),
		"P9":   claim.By(FullAt, filledTo),
	})
}
