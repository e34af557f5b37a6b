package semijoin

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// claims are those of the thesis, and what follows of the bytes of a filter and of the
// rows that it lets through.
func claims() []claim.Claim {
	thesis := claim.Of("thesis semi-join",
		claim.Claim{ID: "J1", Section: "3.5.2", Metric: Bytes, Margin: "at every number of rows, and every selectivity of 90 % or less; at the middle ε",
			Statement: "a Bloom filter in place of a full copy of the data reduces the traffic", Test: lessThan(shipAll, 0.9)},
		claim.Claim{ID: "J2", Section: "3.5.2", Metric: Bytes, Margin: "at the selectivity of 100 %",
			Statement: "a Bloom filter in place of a full copy reduces the traffic where every row has a partner too", Test: lessThanWhereAll},
		claim.Claim{ID: "J3", Section: "3.5.2", Metric: Told, Margin: "at every number of rows; at the middle ε",
			Statement: "the filter is a compressed form of the other node's keys: it has fewer bytes than these", Test: compressed},
		claim.Claim{ID: "J4", Section: "3.5.2", Metric: Removed, Margin: "where theory expects 100 rows or more in all, as many within 10 % or three standard errors",
			Statement: "the rows that the other node removes at the end are the false positives that the filter's theory expects", Test: removedByTheory},
	)
	semi := claim.Of("semi-join",
		claim.Claim{ID: "J5", Section: "list of keys", Metric: Bytes, Margin: "at every number of rows and every selectivity; at the middle ε",
			Statement: "a Bloom filter ships fewer bytes than a list of the keys", Test: lessThan(keyList, 1)},
		claim.Claim{ID: "J6", Section: "selectivity", Metric: Bytes, Margin: "within a percentage point of 1 − c·log2(1/ε)/(8·row·(1 − ε)), c = 1/ln 2",
			Statement: "below a selectivity that follows from filter and row a Bloom filter ships fewer bytes than all rows, above it more", Test: crossing},
		claim.Claim{ID: "J7", Section: "best ε", Metric: Bytes, Margin: "within a factor of 2",
			Statement: "the ε at which a Bloom filter ships the fewest bytes is c/(8·ln 2·row·(1 − selectivity)), c = 1/ln 2", Test: bestRate(bloom)},
		claim.Claim{ID: "J8", Section: "best ε", Metric: Bytes, Margin: "within a factor of 2",
			Statement: "the ε at which the smallest filter of the program ships the fewest bytes is theory's, with the c of that filter's bytes", Test: bestRate(smallestFilter)},
		claim.Claim{ID: "J9", Section: "best ε", Metric: Bytes, Margin: "at the measured ε nearest to it",
			Statement: "who takes the ε of theory ships at most 5 % more than at the best", Test: priceOfTheory},
		claim.Claim{ID: "J10", Section: "best ε", Metric: Bytes, Margin: "within 5 % at every ε",
			Statement: "a join by Bloom filter ships n·log2(1/ε)/(8·ln 2) bytes and the rows with a partner and ε of the others", Test: bytesByTheory},
		claim.Claim{ID: "J11", Section: "smaller filters", Metric: Bytes, Margin: "at every ε, of as much asked for",
			Statement: "the smallest filter of the program ships fewer bytes than a Bloom filter", Test: smallerFilter},
		claim.Claim{ID: "J12", Section: "smaller filters", Metric: Bytes, Margin: "each at its best ε",
			Statement: "the smallest filter of the program saves a tenth or more of a Bloom filter's bytes", Test: savedAtBest},
	)
	times := claim.Of("semi-join times",
		claim.Claim{ID: "J13", Section: "loopback", Metric: Time, Margin: "at the middle selectivity, every number of rows",
			Statement: "over loopback, where bytes cost little, a join by Bloom filter takes less time than shipping all rows", Test: faster(bloom, shipAll)},
		claim.Claim{ID: "J14", Section: "loopback", Metric: Time, Margin: "at the middle selectivity, every number of rows",
			Statement: "a join by ribbon filter takes more time than one by Bloom filter", Test: faster(bloom, ribbon)},
		claim.Claim{ID: "J15", Section: "loopback", Metric: Time, Margin: "at the middle selectivity, every number of rows",
			Statement: "a join by Bloom filter takes less time than one by a list of the keys", Test: faster(bloom, keyList)},
	)
	return slices.Concat(thesis, semi, times)
}

// lacks is the outcome of a claim about what the run lacks.
func lacks(what string) claim.Outcome {
	return claim.Untested("the run does not hold two joins of " + what)
}

// lessThan tests that a Bloom filter ships fewer bytes than another way, at the middle ε
// and every selectivity up to the largest.
func lessThan(other string, largest float64) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		return countLess(d, other, func(s spot) bool { return s.share <= largest })
	}
}

func lessThanWhereAll(d *claim.Data) claim.Outcome {
	return countLess(d, shipAll, func(s spot) bool { return s.share == 1 })
}

// countLess counts the places at which a Bloom filter ships fewer bytes.
func countLess(d *claim.Data, other string, of func(spot) bool) claim.Outcome {
	less, all, largest, least := 0, 0, 0.0, math.Inf(1)
	for _, s := range spots(d, Bytes, bloom) {
		mine, theirs := mean(d, bloom, Bytes, s), mean(d, other, Bytes, s.exact())
		if s.epsilon != middleOf(d) || !of(s) || math.IsNaN(mine) || math.IsNaN(theirs) {
			continue
		}
		all++
		if mine < theirs {
			less++
		}
		largest, least = max(largest, mine/theirs), min(least, mine/theirs)
	}
	if all == 0 {
		return lacks("both ways at such a selectivity")
	}
	return claim.Counted(less == all, fmt.Sprintf("counted, means at %d places", all), "largest ratio of the bytes", "×", largest,
		fmt.Sprintf("fewer bytes at %d of %d places, at best %.3g times as many", less, all, least))
}

// compressed compares the filter with the keys.
func compressed(d *claim.Data) claim.Outcome {
	all, largest := 0, 0.0
	for _, s := range spots(d, Told, bloom) {
		filter, keys := mean(d, bloom, Told, s), mean(d, keyList, Told, s.exact())
		if s.epsilon == middleOf(d) && !math.IsNaN(filter) && !math.IsNaN(keys) {
			all, largest = all+1, max(largest, filter/keys)
		}
	}
	if all == 0 {
		return lacks("a list of keys and a Bloom filter")
	}
	return claim.Counted(largest < 1, fmt.Sprintf("counted, at %d places", all), "filter / keys", "×", largest, "")
}

// removedByTheory compares the rows that were shipped for nothing with those expected,
// of all filters.
func removedByTheory(d *claim.Data) claim.Outcome {
	const least, margin, errors = 100, 0.1, 3
	cells, within, worst := 0, 0, 0.0
	for _, way := range []string{bloom, ribbon, smallestFilter} {
		for _, s := range spots(d, Removed, way) {
			removed, rates := d.Sample(s.cell(way, Removed)), d.Sample(s.cell(way, metric.FPRTheory))
			if len(removed) != len(rates) {
				continue
			}
			found, expected := 0.0, 0.0
			for i := range removed {
				found += removed[i]
				expected += rates[i] * theory{n: s.n, share: s.share}.strangers()
			}
			if expected < least {
				continue
			}
			cells++
			off := math.Abs(found - expected)
			if off <= max(margin*expected, errors*math.Sqrt(expected)) {
				within++
			}
			worst = max(worst, off/expected)
		}
	}
	if cells == 0 {
		return claim.Untested(fmt.Sprintf("no filter of the run is expected to let through %d rows in all", least))
	}
	return claim.Counted(within == cells, fmt.Sprintf("counted, at %d places of three filters", cells), "furthest from theory", "%", 100*worst,
		fmt.Sprintf("so at %d of %d places", within, cells))
}
