package thesis

import (
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Chapters 1, 3 and 6 say it of probabilistic structures, as against
// dictionaries.
func t20() claim.Claim {
	return claim.Claim{
		ID: "T20", Section: "3, 6", Metric: metric.Bits,
		Statement: "the filters take less space than a dictionary",
		Test:      smallerThanStore,
	}
}

// smallerThanStore compares nominal with nominal sizes and memory held with
// memory held.
func smallerThanStore(d *claim.Data) claim.Outcome {
	n, smaller, largest, at := 0, 0, 0.0, ""
	for _, m := range []runfolder.Metric{metric.Bits, metric.ResidentBits} {
		store, err := stats.Mean(d.Sample(runfolder.Cell{Filter: NoFilter, Metric: m}))
		if err != nil || !(store > 0) {
			return claim.Untested(fmt.Sprintf("the run does not hold %s of the store alone", m))
		}
		for _, filter := range []string{bloom, cuckoo} {
			points := d.Points(m, filter)
			if len(points) == 0 {
				return d.Missing(m, filter)
			}
			for _, cell := range claim.Cells(filter, m, points) {
				size, err := stats.Mean(d.Sample(cell))
				if err != nil {
					return d.Missing(m, filter)
				}
				n++
				if size < store {
					smaller++
				}
				if size/store > largest {
					largest = size / store
					at = fmt.Sprintf("%s of %s at %s %%", m, filter, d.Meta.Epsilon(cell.Point).Percent())
				}
			}
		}
	}
	return claim.Counted(smaller == n, "sizes and memory held, ε by ε", "largest filter / store", "×", largest,
		fmt.Sprintf("smaller in %d of %d comparisons, least so %s; the store holds the hyphenations too and stays behind the filter, which therefore adds its size", smaller, n, at))
}
