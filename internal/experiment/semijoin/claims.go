package semijoin

import (
	_ "embed"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the thesis, what follows of the bytes of a filter and of the rows that it
// lets through, and those about other filters in the place of Bloom filters, keys that are
// deleted meanwhile, and words' lists.
func claims() []claim.Claim {
	const fewer = "ratio of the bytes"
	return claim.Read(claimTexts, claim.Tests{
		"J1":  lessThan(Bytes, fewer, shipAll, 0, 0.9),
		"J2":  lessThan(Bytes, fewer, shipAll, 1, 1),
		"J3":  lessThan(Told, "filter / keys", keyList, 0, 1),
		"J4":  removedByTheory(),
		"J5":  lessThan(Bytes, fewer, keyList, 0, 1),
		"J6":  claim.By(Bytes, crossing),
		"J7":  bestRate(bloom),
		"J8":  bestRate(smallestFilter),
		"J9":  claim.By(Bytes, priceOfTheory),
		"J10": claim.By(Bytes, bytesByTheory),
		"J11": claim.By(Bytes, smallerFilter),
		"J12": claim.By(Bytes, savedAtBest),

		"J13": faster(bloom, shipAll),
		"J14": faster(bloom, ribbon),
		"J15": faster(bloom, keyList),
		"J17": faster(cuckoo, bloom),

		"J16": than(Bytes, cuckoo, bloom),
		"J18": stale(),
		"J19": deletes(),
		"J20": than(ChangedBytes, cuckoo, bloomAgain),
		"J21": thanTimes(ChangedBytes, bloomList, cuckoo, 1.05),
		"J22": claim.Ratio{Metric: ChangedTime, Methods: []string{cuckoo}, To: bloomAgain, Claimed: claim.Below(0), Name: "time, cuckoo / bloom-again"}.Claim(),
		"J25": claim.Everywhere{Metric: LookupVain, Methods: []string{cuckoo}, Name: "nodes asked in vain, cuckoo / bloom", Of: claim.ToThat(bloom), Is: claim.Under(1)}.Claim(),
		"J26": claim.Everywhere{
			Metric: LookupBytes, Methods: []string{cuckoo}, Name: "bytes, cuckoo / best Bloom filter", Is: claim.Under(1),
			Of: func(c claim.Cell) float64 {
				return max(claim.ToThat(bloom)(c), claim.ToThat(bloomAgain)(c), claim.ToThat(bloomList)(c))
			},
		}.Claim(),
		"J23": than(SearchBytes, bloom, keyList),
		"J24": than(SearchBytes, ribbon, bloom),
	})
}

func lacks(what string) claim.Outcome {
	return claim.Untested("the run does not hold two joins of " + what)
}

// lessThan is the claim that a Bloom filter has less of a metric than another method, at the
// selectivities from one to another.
func lessThan(m runfolder.Metric, name, other string, from, to float64) claim.Claim {
	within := func(c claim.Cell) bool { return from <= c.Float(Selectivity) && c.Float(Selectivity) <= to }
	return claim.Everywhere{
		Metric: m, Methods: []string{bloom}, At: claim.Only(within), Name: name, Of: claim.ToThat(other), Is: claim.Under(1),
		Without: "the run does not hold two joins of both methods at such a selectivity",
	}.Claim()
}

// removedByTheory compares the rows that were shipped for nothing with those expected, of
// all filters: fewer than 100 expected tell nothing.
func removedByTheory() claim.Claim {
	expected := func(c claim.Cell) (rows float64) {
		for _, rate := range c.Of(metric.FPRTheory).Values() {
			rows += rate * theoryAt(c).negatives()
		}
		return rows
	}
	return claim.Everywhere{
		Metric: Removed, Methods: []string{bloom, ribbon, smallestFilter}, Name: "rows / expected",
		Of: func(c claim.Cell) float64 {
			rows, want := c.Sum(), expected(c)
			if want >= 100 && len(c.Values()) == len(c.Of(metric.FPRTheory).Values()) {
				return rows / want
			}
			return math.NaN()
		},
		Is:      claim.NearCount(0.1, expected),
		Without: "no filter of the run is expected to let through 100 rows in all",
	}.Claim()
}

// than is the claim that one method ships fewer bytes than another wherever both are.
func than(m runfolder.Metric, method, other string) claim.Claim {
	return thanTimes(m, method, other, 1)
}

func thanTimes(m runfolder.Metric, method, other string, bound float64) claim.Claim {
	return claim.Everywhere{
		Metric: m, Methods: []string{method}, Name: "bytes, " + method + " / " + other, Of: claim.ToThat(other), Is: claim.Under(bound),
		Without: "the run does not hold two joins of both methods in one place",
	}.Claim()
}

// expected are the rows shipped for nothing where rows were deleted: of those whose partners
// were, a share, and ε of those that have none.
func expected(c claim.Cell, ofDeleted float64) float64 {
	n, share, deleted := float64(c.Int(N)), c.Float(Selectivity), c.Float(Deleted)
	return n * (share*deleted*ofDeleted + (1-share)*c.Float(axis.Eps))
}

// stale is J18. Which of the deleted rows have a partner is chance, too.
func stale() claim.Claim {
	return claim.Everywhere{
		Metric: ChangedRemoved, Methods: []string{bloom}, Name: "rows / expected",
		Of: func(c claim.Cell) float64 { return c.Mean() / expected(c, 1) },
		Is: claim.NearCount(0.1, func(c claim.Cell) float64 { return expected(c, 1) * float64(len(c.Values())) }),
	}.Claim()
}

func deletes() claim.Claim {
	return claim.Everywhere{
		Metric: ChangedRemoved, Methods: []string{cuckoo}, Name: "rows / ε of those without a partner",
		Of: func(c claim.Cell) float64 { return c.Mean() / expected(c, c.Float(axis.Eps)) },
		Is: func(_ claim.Cell, v float64) (bool, float64) { return v <= 1, v },
	}.Claim()
}
