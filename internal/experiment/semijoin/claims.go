package semijoin

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// everyTable are the places of times: one axis is varied at a time.
const everyTable = "at every number of rows and every selectivity"

// claims are those of the thesis, and what follows of the bytes of a filter and of the
// rows that it lets through.
func claims() []claim.Claim {
	const fewer = "ratio of the bytes"
	thesis := claim.Of("thesis semi-join",
		claim.About(Bytes, "J1", "3.5.2", "a Bloom filter in place of a full copy of the data reduces the traffic, where a tenth of the rows or more have no partner",
			"at every number of rows, ε and selectivity of 90 % or less", lessThan(Bytes, fewer, shipAll, 0, 0.9)).From(claim.Says("thesis-final.txt:513-516",
			"o nó A pode receber um Bloom filter com os dados do nó B inseridos (o que diminui o tráfego de dados na rede, já que essa é uma representação comprimida dos dados de B) no lugar de uma cópia completa dos dados")),
		claim.About(Bytes, "J2", "3.5.2", "a Bloom filter in place of a full copy reduces the traffic where every row has a partner too",
			"at every number of rows and ε with a selectivity of 100 %; arithmetic refutes it: a filter and all rows are more than all rows", lessThan(Bytes, fewer, shipAll, 1, 1)).From(claim.Says("thesis-final.txt:513-516",
			"o nó A pode receber um Bloom filter com os dados do nó B inseridos (o que diminui o tráfego de dados na rede, já que essa é uma representação comprimida dos dados de B) no lugar de uma cópia completa dos dados")),
		claim.About(Told, "J3", "3.5.2", "the filter is a compressed form of the other node's keys: it has fewer bytes than these",
			"at every number of rows and ε", lessThan(Told, "filter / keys", keyList, 0, 1)).From(claim.Says("thesis-final.txt:515-516",
			"já que essa é uma representação comprimida dos dados de B")),
		claim.About(Removed, "J4", "3.5.2", "the other node removes the false positives at the end, as many rows as the filter's theory expects",
			"where theory expects 100 rows or more in all, as many within 10 % or three standard errors; a wrong join ends the run", removedByTheory).From(claim.Says("thesis-final.txt:516-518",
			"Ao fim do processamento, o nó A pode enviar o resultado da consulta para o nó B de modo que falsos positivos possam ser removidos.")),
	)
	semi := claim.Of("semi-join",
		claim.About(Bytes, "J5", "list of keys", "a Bloom filter ships fewer bytes than a list of the keys",
			"at every number of rows, ε and selectivity", lessThan(Bytes, fewer, keyList, 0, 1)).From(claim.Ours()),
		claim.About(Bytes, "J6", "selectivity", "below a selectivity that follows from filter and row a Bloom filter ships fewer bytes than all rows, above it more",
			"within a percentage point of 1 − c·log2(1/ε)/(8·row·(1 − ε)), c = 1/ln 2", crossing).From(claim.Ours()),
		claim.About(Bytes, "J7", "best ε", "the ε at which a Bloom filter ships the fewest bytes is c/(8·ln 2·row·(1 − selectivity)), c = 1/ln 2",
			"within a factor of 2", bestRate(bloom)).From(claim.Ours()),
		claim.About(Bytes, "J8", "best ε", "the ε at which the smallest filter of the program ships the fewest bytes is theory's, with the c of that filter's bytes",
			"within a factor of 2", bestRate(smallestFilter)).From(claim.Ours()),
		claim.About(Bytes, "J9", "best ε", "who takes the ε of theory ships at most 5 % more than at the best",
			"at the measured ε nearest to it", priceOfTheory).From(claim.Ours()),
		claim.About(Bytes, "J10", "best ε", "a join by Bloom filter ships n·log2(1/ε)/(8·ln 2) bytes and the rows with a partner and ε of the others",
			"within 5 % at every ε", bytesByTheory).From(claim.Ours()),
		claim.About(Bytes, "J11", "smaller filters", "the smallest filter of the program ships fewer bytes than a Bloom filter",
			"at every ε, of as much asked for", smallerFilter).From(claim.Ours()),
		claim.About(Bytes, "J12", "smaller filters", "the smallest filter of the program saves a tenth or more of a Bloom filter's bytes",
			"each at its best ε", savedAtBest).From(claim.Ours()),
	)
	times := claim.Of("semi-join times",
		claim.About(Time, "J13", "loopback", "over loopback, where bytes cost little, a join by Bloom filter takes less time than shipping all rows",
			everyTable, faster(bloom, shipAll)).From(claim.Ours()),
		claim.About(Time, "J14", "loopback", "a join by ribbon filter takes more time than one by Bloom filter",
			everyTable, faster(bloom, ribbon)).From(claim.Ours()),
		claim.About(Time, "J15", "loopback", "a join by Bloom filter takes less time than one by a list of the keys",
			everyTable, faster(bloom, keyList)).From(claim.Ours()),
	)
	return slices.Concat(thesis, semi, times, sent())
}

func lacks(what string) claim.Outcome {
	return claim.Untested("the run does not hold two joins of " + what)
}

// lessThan tests that a Bloom filter has less of a metric than another method, at the
// selectivities from one to another.
func lessThan(m runfolder.Metric, name, other string, from, to float64) func(*claim.Data) claim.Outcome {
	within := func(c claim.Cell) bool { return from <= c.Float(Selectivity) && c.Float(Selectivity) <= to }
	return claim.Everywhere{
		Metric: m, Methods: []string{bloom}, At: claim.Only(within), Name: name, Of: claim.ToThat(other), Is: claim.Under(1),
		Without: "the run does not hold two joins of both methods at such a selectivity",
	}.Test
}

// removedByTheory compares the rows that were shipped for nothing with those expected, of
// all filters: fewer than 100 expected tell nothing.
func removedByTheory(d *claim.Data) claim.Outcome {
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
	}.Test(d)
}

// sent are the claims about other filters in the place of Bloom filters, keys that are deleted
// meanwhile, and words' lists.
func sent() []claim.Claim {
	const shares = "at every share of deleted rows"
	return claim.Of("semi-join sent",
		claim.About(Bytes, "J16", "cuckoo filter", "a cuckoo filter ships fewer bytes than a Bloom filter",
			"at every number of rows, ε and selectivity, of as much asked for", than(Bytes, cuckoo, bloom)).From(claim.Ours()),
		claim.About(Time, "J17", "cuckoo filter", "a join by cuckoo filter takes less time than one by Bloom filter",
			everyTable, faster(cuckoo, bloom)).From(claim.Ours()),
		claim.About(ChangedRemoved, "J18", "deletions", "a Bloom filter that is not sent again ships for nothing the rows whose partners were deleted, and ε of the others",
			shares+", as many within a tenth or three standard errors", stale).From(claim.Ours()),
		claim.About(ChangedRemoved, "J19", "deletions", "a cuckoo filter from which the keys are deleted ships at most ε of the rows without a partner for nothing",
			shares, deletes).From(claim.Ours()),
		claim.About(ChangedBytes, "J20", "deletions", "deleting keys from a cuckoo filter ships fewer bytes than sending a Bloom filter again",
			shares, than(ChangedBytes, cuckoo, bloomAgain)).From(claim.Ours()),
		claim.About(ChangedBytes, "J21", "deletions", "a Bloom filter beside a list of the deleted keys ships at most 5 % more bytes than a cuckoo filter from which they are deleted",
			shares, thanTimes(ChangedBytes, bloomList, cuckoo, 1.05)).From(claim.Ours()),
		claim.About(ChangedTime, "J22", "deletions", "deleting keys from a cuckoo filter takes less time than sending a Bloom filter again",
			shares, claim.Ratio{Metric: ChangedTime, Methods: []string{cuckoo}, To: bloomAgain, Claimed: claim.Below(0),
				Name: "time, cuckoo / bloom-again"}.Outcome).From(claim.Ours()),
		claim.About(LookupVain, "J25", "lookups", "among nodes that delete keys, lookups by cuckoo filters ask fewer nodes in vain than by Bloom filters that stay as they are",
			shares+", in the means, of as much asked for", claim.Everywhere{Metric: LookupVain, Methods: []string{cuckoo}, Name: "nodes asked in vain, cuckoo / bloom", Of: claim.ToThat(bloom), Is: claim.Under(1)}.Test).From(claim.Ours()).
			Constructed("a Bloom filter that stays as it is has every deleted key"),
		claim.About(LookupBytes, "J26", "lookups", "among nodes that delete keys, lookups by cuckoo filters take fewer bytes than by Bloom filters, whether these stay as they are, are sent again, or have a list of the deleted keys beside them",
			shares+", beside the Bloom filter that takes the fewest bytes there; each key is looked up once, and filters, deletions and answers count", claim.Everywhere{Metric: LookupBytes, Methods: []string{cuckoo}, Name: "bytes, cuckoo / best Bloom filter", Is: claim.Under(1),
				Of: func(c claim.Cell) float64 {
					return max(claim.ToThat(bloom)(c), claim.ToThat(bloomAgain)(c), claim.ToThat(bloomList)(c))
				}}.Test).From(claim.Ours()),
		claim.About(SearchBytes, "J23", "3.5.4", "in a search for two words a Bloom filter of the shorter list of passages ships fewer bytes than the list",
			"in every search, beside the shorter list", than(SearchBytes, bloom, keyList)).From(claim.Says("thesis-final.txt:539-540",
			"Uma aproximação para os elementos da interseção de 𝑆𝐴 e 𝑆𝐵 pode ser obtida a partir do envio de um Bloom filter com os elementos de 𝑆𝐵 para 𝐴, o que diminui o uso da rede.")),
		claim.About(SearchBytes, "J24", "posting lists", "a ribbon filter of the shorter list ships fewer bytes than a Bloom filter",
			"in every search, of as much asked for", than(SearchBytes, ribbon, bloom)).From(claim.Ours()),
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

func deletes(d *claim.Data) claim.Outcome {
	return claim.Everywhere{
		Metric: ChangedRemoved, Methods: []string{cuckoo}, Name: "rows / ε of those without a partner",
		Of: func(c claim.Cell) float64 { return c.Mean() / expected(c, c.Float(axis.Eps)) },
		Is: func(_ claim.Cell, v float64) (bool, float64) { return v <= 1, v },
	}.Test(d)
}
