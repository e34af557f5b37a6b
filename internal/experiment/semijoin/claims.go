package semijoin

import (
	"math"
	"slices"

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
		claim.Claim{ID: "J1", Quote: claim.Says("thesis-final.txt:513-516",
			"o nó A pode receber um Bloom filter com os dados do nó B inseridos (o que diminui o tráfego de dados na rede, já que essa é uma representação comprimida dos dados de B) no lugar de uma cópia completa dos dados"),
			Section: "3.5.2", Metric: Bytes, Margin: "at every number of rows, ε and selectivity of 90 % or less",
			Statement: "a Bloom filter in place of a full copy of the data reduces the traffic, where a tenth of the rows or more have no partner", Test: lessThan(Bytes, fewer, shipAll, 0, 0.9)},
		claim.Claim{ID: "J2", Quote: claim.Says("thesis-final.txt:513-516",
			"o nó A pode receber um Bloom filter com os dados do nó B inseridos (o que diminui o tráfego de dados na rede, já que essa é uma representação comprimida dos dados de B) no lugar de uma cópia completa dos dados"),
			Section: "3.5.2", Metric: Bytes, Margin: "at every number of rows and ε with a selectivity of 100 %; arithmetic refutes it: a filter and all rows are more than all rows",
			Statement: "a Bloom filter in place of a full copy reduces the traffic where every row has a partner too", Test: lessThan(Bytes, fewer, shipAll, 1, 1)},
		claim.Claim{ID: "J3", Quote: claim.Says("thesis-final.txt:515-516",
			"já que essa é uma representação comprimida dos dados de B"),
			Section: "3.5.2", Metric: Told, Margin: "at every number of rows and ε",
			Statement: "the filter is a compressed form of the other node's keys: it has fewer bytes than these", Test: lessThan(Told, "filter / keys", keyList, 0, 1)},
		claim.Claim{ID: "J4", Quote: claim.Says("thesis-final.txt:516-518",
			"Ao fim do processamento, o nó A pode enviar o resultado da consulta para o nó B de modo que falsos positivos possam ser removidos."),
			Section: "3.5.2", Metric: Removed, Margin: "where theory expects 100 rows or more in all, as many within 10 % or three standard errors; a wrong join ends the run",
			Statement: "the other node removes the false positives at the end, as many rows as the filter's theory expects", Test: removedByTheory},
	)
	semi := claim.Of("semi-join",
		claim.Claim{ID: "J5", Quote: claim.Ours(),
			Section: "list of keys", Metric: Bytes, Margin: "at every number of rows, ε and selectivity",
			Statement: "a Bloom filter ships fewer bytes than a list of the keys", Test: lessThan(Bytes, fewer, keyList, 0, 1)},
		claim.Claim{ID: "J6", Quote: claim.Ours(),
			Section: "selectivity", Metric: Bytes, Margin: "within a percentage point of 1 − c·log2(1/ε)/(8·row·(1 − ε)), c = 1/ln 2",
			Statement: "below a selectivity that follows from filter and row a Bloom filter ships fewer bytes than all rows, above it more", Test: crossing},
		claim.Claim{ID: "J7", Quote: claim.Ours(),
			Section: "best ε", Metric: Bytes, Margin: "within a factor of 2",
			Statement: "the ε at which a Bloom filter ships the fewest bytes is c/(8·ln 2·row·(1 − selectivity)), c = 1/ln 2", Test: bestRate(bloom)},
		claim.Claim{ID: "J8", Quote: claim.Ours(),
			Section: "best ε", Metric: Bytes, Margin: "within a factor of 2",
			Statement: "the ε at which the smallest filter of the program ships the fewest bytes is theory's, with the c of that filter's bytes", Test: bestRate(smallestFilter)},
		claim.Claim{ID: "J9", Quote: claim.Ours(),
			Section: "best ε", Metric: Bytes, Margin: "at the measured ε nearest to it",
			Statement: "who takes the ε of theory ships at most 5 % more than at the best", Test: priceOfTheory},
		claim.Claim{ID: "J10", Quote: claim.Ours(),
			Section: "best ε", Metric: Bytes, Margin: "within 5 % at every ε",
			Statement: "a join by Bloom filter ships n·log2(1/ε)/(8·ln 2) bytes and the rows with a partner and ε of the others", Test: bytesByTheory},
		claim.Claim{ID: "J11", Quote: claim.Ours(),
			Section: "smaller filters", Metric: Bytes, Margin: "at every ε, of as much asked for",
			Statement: "the smallest filter of the program ships fewer bytes than a Bloom filter", Test: smallerFilter},
		claim.Claim{ID: "J12", Quote: claim.Ours(),
			Section: "smaller filters", Metric: Bytes, Margin: "each at its best ε",
			Statement: "the smallest filter of the program saves a tenth or more of a Bloom filter's bytes", Test: savedAtBest},
	)
	times := claim.Of("semi-join times",
		claim.Claim{ID: "J13", Quote: claim.Ours(),
			Section: "loopback", Metric: Time, Margin: everyTable,
			Statement: "over loopback, where bytes cost little, a join by Bloom filter takes less time than shipping all rows", Test: faster(bloom, shipAll)},
		claim.Claim{ID: "J14", Quote: claim.Ours(),
			Section: "loopback", Metric: Time, Margin: everyTable,
			Statement: "a join by ribbon filter takes more time than one by Bloom filter", Test: faster(bloom, ribbon)},
		claim.Claim{ID: "J15", Quote: claim.Ours(),
			Section: "loopback", Metric: Time, Margin: everyTable,
			Statement: "a join by Bloom filter takes less time than one by a list of the keys", Test: faster(bloom, keyList)},
	)
	return slices.Concat(thesis, semi, times, sent())
}

// lacks is the outcome of a claim about what the run lacks.
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
