package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/report/published"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// columns are the values of each cell. In an interleaved run those of one
// round stand in one line, and only rounds that measured all cells count.
func (d *Data) columns(cells []runfolder.Cell) [][]float64 {
	list := make([][]float64, len(cells))
	if !d.Paired() {
		for i, cell := range cells {
			list[i] = d.Sample(cell)
		}
		return list
	}
	for _, values := range d.Rounds(cells) {
		for i, v := range values {
			list[i] = append(list[i], v)
		}
	}
	return list
}

// contrast is Σ weight·mean over columns, with the error that the repetitions
// show. In an interleaved run it is taken in every round and Student's t is
// over rounds: a round that is slow as a whole, and slow changes of the
// machine, do not enter it. In any other run the cells are independent
// samples, each with its own spread.
func (d *Data) contrast(columns [][]float64, weights []float64) (e stats.Estimate, how string, err error) {
	if !d.Paired() {
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

// logs replaces times by their logarithms; false if one is not positive.
func logs(columns [][]float64) ([][]float64, bool) {
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

// means of columns; false if there is an empty one.
func means(columns [][]float64) ([]float64, bool) {
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

// tables says how many tables a structure of few sizes really has, since
// every trend of it is then a staircase. Empty for the others.
func (d *Data) tables(filter, metric string) string {
	n, of := 0, 0
	if m := d.Summary.Metric(metric); m != nil {
		if s := m.Of(filter); s != nil {
			n, of = s.Tables, len(s.Cells)
		}
	}
	if d.Run.Meta.Design == published.Design && filter == cuckoo {
		n = 2 // fingerprints of 8 bits up to ε = 3 %, then of 4, in the library that was measured
	}
	if n == 0 || n == of {
		return ""
	}
	return fmt.Sprintf("only %s distinct tables of %s exist over these %d ε, so that any trend is a staircase", numeral(n), filter, of)
}

// numeral writes small numbers as words, as a sentence has them.
func numeral(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
