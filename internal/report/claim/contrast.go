package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Columns are the values of each cell. In an interleaved run those of one
// round stand in one line; rounds that lack a cell are skipped.
func (d *Data) Columns(cells []runfolder.Cell) [][]float64 {
	list := make([][]float64, len(cells))
	if !d.Meta.Paired() {
		for i, cell := range cells {
			list[i] = d.Sample(cell)
		}
		return list
	}
	for _, values := range d.Samples.Lines(cells) {
		for i, v := range values {
			list[i] = append(list[i], v)
		}
	}
	return list
}

// Contrast is Σ weight·mean over columns, with its error over repetitions. In
// an interleaved run it is computed in every round and Student's t is over
// rounds: a round that is slow as a whole, and slow changes of the machine,
// cancel. In any other run the cells are independent
// samples, each with its own spread.
func (d *Data) Contrast(columns [][]float64, weights []float64) (e stats.Estimate, how string, err error) {
	if !d.Meta.Paired() {
		e, err = stats.Contrast(weights, columns)
		return e, "unpaired repetitions (Welch)", err
	}
	sums := make([]float64, len(columns[0]))
	for i, column := range columns {
		for round, v := range column {
			sums[round] += weights[i] * v
		}
	}
	e, err = stats.MeanEstimate(sums)
	return e, fmt.Sprintf("%d rounds (paired)", len(sums)), err
}

// Logs replaces times by their logarithms; false if one is not positive.
func Logs(columns [][]float64) ([][]float64, bool) {
	list := make([][]float64, len(columns))
	for i, column := range columns {
		for _, v := range column {
			if !(v > 0) {
				return nil, false
			}
			list[i] = append(list[i], math.Log(v))
		}
	}
	return list, true
}

// Means of columns; false if there is an empty one.
func Means(columns [][]float64) ([]float64, bool) {
	list := make([]float64, len(columns))
	for i, column := range columns {
		mean, err := stats.Mean(column)
		if err != nil {
			return nil, false
		}
		list[i] = mean
	}
	return list, true
}

// Tables is the number of tables of a structure of few sizes, in words: its
// trends are staircases. Empty for the others.
func (d *Data) Tables(filter string, metric runfolder.Metric) string {
	m := d.Metric(metric)
	if m == nil || m.Of(filter) == nil {
		return ""
	}
	s := m.Of(filter)
	if s.Tables == 0 || s.Tables == len(s.Cells) {
		return ""
	}
	return fmt.Sprintf("only %s distinct tables of %s exist over these %d %s, so that any trend is a staircase",
		numeral(s.Tables), filter, len(s.Cells), s.Axis.Symbol())
}

// numeral writes small numbers as words, as a sentence has them.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
