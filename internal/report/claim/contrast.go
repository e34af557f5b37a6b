package claim

import (
	"fmt"

	"hyphbench/internal/experiment/runfolder"
	"hyphbench/internal/report/published"
	"hyphbench/internal/report/stats"
)

// contrast is Σ weight·mean over cells, of values or of a function of them,
// with the error that the repetitions show. In an interleaved run it is taken
// in every complete round and Student's t is over rounds: a round that is slow
// as a whole, and slow changes of the machine, do not enter it. In any other
// run the cells are independent samples, each with its own spread.
func (d *Data) contrast(cells []runfolder.Cell, weights []float64, of func(float64) float64) (e stats.Estimate, how string, err error) {
	if of == nil {
		of = func(v float64) float64 { return v }
	}
	if d.Paired() {
		var sums []float64
		for _, values := range d.Rounds(cells) {
			var sum float64
			for i, v := range values {
				sum += weights[i] * of(v)
			}
			sums = append(sums, sum)
		}
		e, err = stats.MeanEstimate(sums)
		return e, fmt.Sprintf("%d rounds", len(sums)), err
	}
	samples := make([][]float64, len(cells))
	for i, cell := range cells {
		for _, v := range d.Sample(cell) {
			samples[i] = append(samples[i], of(v))
		}
	}
	e, err = stats.Contrast(weights, samples)
	return e, "unpaired repetitions", err
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
	return fmt.Sprintf("only %d distinct tables of %s exist over these %d ε, so that any trend is a staircase", n, filter, of)
}
