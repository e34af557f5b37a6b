package semijoin

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// sent are the claims about other filters in the place of Bloom filters, keys that are deleted
// meanwhile, and words' lists.
func sent() []claim.Claim {
	const shares = "at every share of deleted rows"
	return claim.Of("semi-join sent",
		claim.Claim{ID: "J16", Quote: claim.Ours(),
			Section: "cuckoo filter", Metric: Bytes, Margin: "at every number of rows, ε and selectivity, of as much asked for",
			Statement: "a cuckoo filter ships fewer bytes than a Bloom filter", Test: than(Bytes, cuckoo, bloom)},
		claim.Claim{ID: "J17", Quote: claim.Ours(),
			Section: "cuckoo filter", Metric: Time, Margin: everyTable,
			Statement: "a join by cuckoo filter takes less time than one by Bloom filter", Test: faster(cuckoo, bloom)},
		claim.Claim{ID: "J18", Quote: claim.Ours(),
			Section: "deletions", Metric: ChangedRemoved, Margin: shares + ", as many within a tenth or three standard errors",
			Statement: "a Bloom filter that is not sent again ships for nothing the rows whose partners were deleted, and ε of the others", Test: stale},
		claim.Claim{ID: "J19", Quote: claim.Ours(),
			Section: "deletions", Metric: ChangedRemoved, Margin: shares,
			Statement: "a cuckoo filter from which the keys are deleted ships at most ε of the rows without a partner for nothing", Test: deletes},
		claim.Claim{ID: "J20", Quote: claim.Ours(),
			Section: "deletions", Metric: ChangedBytes, Margin: shares,
			Statement: "deleting keys from a cuckoo filter ships fewer bytes than sending a Bloom filter again", Test: than(ChangedBytes, cuckoo, bloomAgain)},
		claim.Claim{ID: "J21", Quote: claim.Ours(),
			Section: "deletions", Metric: ChangedBytes, Margin: shares,
			Statement: "a Bloom filter beside a list of the deleted keys ships at most 5 % more bytes than a cuckoo filter from which they are deleted",
			Test:      thanTimes(ChangedBytes, bloomList, cuckoo, 1.05)},
		claim.Claim{ID: "J22", Quote: claim.Ours(),
			Section: "deletions", Metric: ChangedTime, Margin: shares,
			Statement: "deleting keys from a cuckoo filter takes less time than sending a Bloom filter again",
			Test: claim.Ratio{Metric: ChangedTime, Methods: []string{cuckoo}, To: bloomAgain, Claimed: claim.Below(0),
				Name: "time, cuckoo / bloom-again"}.Outcome},
		claim.Claim{ID: "J25", Quote: claim.Ours(),
			Section: "lookups", Metric: LookupVain, Margin: shares + ", in the means, of as much asked for",
			Statement: "among nodes that delete keys, lookups by cuckoo filters ask fewer nodes in vain than by Bloom filters that stay as they are",
			Test:      claim.Everywhere{Metric: LookupVain, Methods: []string{cuckoo}, Name: "nodes asked in vain, cuckoo / bloom", Of: claim.ToThat(bloom), Is: claim.Under(1)}.Test}.
			Constructed("a Bloom filter that stays as it is has every deleted key"),
		claim.Claim{ID: "J26", Quote: claim.Ours(),
			Section: "lookups", Metric: LookupBytes, Margin: shares + ", beside the Bloom filter that takes the fewest bytes there; each key is looked up once, and filters, deletions and answers count",
			Statement: "among nodes that delete keys, lookups by cuckoo filters take fewer bytes than by Bloom filters, whether these stay as they are, are sent again, or have a list of the deleted keys beside them",
			Test: claim.Everywhere{Metric: LookupBytes, Methods: []string{cuckoo}, Name: "bytes, cuckoo / best Bloom filter", Is: claim.Under(1),
				Of: func(c claim.Cell) float64 {
					return max(claim.ToThat(bloom)(c), claim.ToThat(bloomAgain)(c), claim.ToThat(bloomList)(c))
				}}.Test},
		claim.Claim{ID: "J23", Quote: claim.Says("thesis-final.txt:539-540",
			"Uma aproximação para os elementos da interseção de 𝑆𝐴 e 𝑆𝐵 pode ser obtida a partir do envio de um Bloom filter com os elementos de 𝑆𝐵 para 𝐴, o que diminui o uso da rede."),
			Section: "3.5.4", Metric: SearchBytes, Margin: "in every search, beside the shorter list",
			Statement: "in a search for two words a Bloom filter of the shorter list of passages ships fewer bytes than the list", Test: than(SearchBytes, bloom, keyList)},
		claim.Claim{ID: "J24", Quote: claim.Ours(),
			Section: "posting lists", Metric: SearchBytes, Margin: "in every search, of as much asked for",
			Statement: "a ribbon filter of the shorter list ships fewer bytes than a Bloom filter", Test: than(SearchBytes, ribbon, bloom)},
	)
}

// than tests that one method ships fewer bytes than another wherever both are.
func than(m runfolder.Metric, method, other string) func(*claim.Data) claim.Outcome {
	return thanTimes(m, method, other, 1)
}

func thanTimes(m runfolder.Metric, method, other string, bound float64) func(*claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: m, Methods: []string{method}, Name: "bytes, " + method + " / " + other, Of: claim.ToThat(other), Is: claim.Under(bound),
		Without: "the run does not hold two joins of both methods in one place",
	}.Test
}

// expected are the rows shipped for nothing where rows were deleted: of those whose partners
// were, a share, and ε of those that have none.
func expected(c claim.Cell, ofDeleted float64) float64 {
	n, share, deleted := float64(c.Int(N)), c.Float(Selectivity), c.Float(Deleted)
	return n * (share*deleted*ofDeleted + (1-share)*c.Float(axis.Eps))
}

// stale is the test of J18. Which of the deleted rows have a partner is chance, too.
func stale(d *claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: ChangedRemoved, Methods: []string{bloom}, Name: "rows / expected",
		Of: func(c claim.Cell) float64 { return c.Mean() / expected(c, 1) },
		Is: claim.NearCount(0.1, func(c claim.Cell) float64 { return expected(c, 1) * float64(len(c.Values())) }),
	}.Test(d)
}

// deletes is the test of J19.
func deletes(d *claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: ChangedRemoved, Methods: []string{cuckoo}, Name: "rows / ε of those without a partner",
		Of: func(c claim.Cell) float64 { return c.Mean() / expected(c, c.Float(axis.Eps)) },
		Is: func(_ claim.Cell, v float64) (bool, float64) { return v <= 1, v },
	}.Test(d)
}
