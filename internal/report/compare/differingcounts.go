package compare

import (
	"errors"
	"fmt"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// ErrCounts is the error of two runs of one seed and one build that counted different
// things in the same round.
var ErrCounts = errors.New("the runs have different counts")

// otherCounts names the first count of a cell in a round that two runs of one seed do
// not share; empty where all are the same.
func otherCounts(a, b *report.Summary) string {
	if a.Meta.Seed != b.Meta.Seed || a.Meta.Design == runfolder.Published {
		return ""
	}
	type at struct {
		cell  runfolder.Cell
		round int
	}
	counts := map[at]float64{}
	for _, row := range a.Run.All() {
		if row.Round >= 1 && metric.Exact(row.Metric) {
			counts[at{row.Cell(), row.Round}] = row.Value
		}
	}
	differ, first := 0, ""
	for _, row := range b.Run.All() {
		v, there := counts[at{row.Cell(), row.Round}]
		if !there || v == row.Value || row.Round < 1 {
			continue
		}
		if differ++; first == "" {
			first = fmt.Sprintf("%s of %s%s in round %d is %.17g on %s and %.17g on %s", row.Metric, row.Filter, a.Meta.Place(row.Point), row.Round,
				v, machineOf(a), row.Value, machineOf(b))
		}
	}
	if differ > 1 {
		first += fmt.Sprintf(", and %d more", differ-1)
	}
	return first
}

func machineOf(s *report.Summary) string {
	if text := s.Machine(); text != "" {
		return text
	}
	return "a machine unknown"
}
