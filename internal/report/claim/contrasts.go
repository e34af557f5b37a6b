package claim

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Columns are the values of each cell (Sample). In an interleaved run those of one
// round stand in one line; rounds that lack a cell are skipped.
func (d *Data) Columns(cells []runfolder.Cell) [][]float64 {
	list := make([][]float64, len(cells))
	if !d.Meta.Paired() {
		for i, cell := range cells {
			list[i] = d.Sample(cell)
		}
		return list
	}
	for _, c := range cells {
		d.note(c.Filter, c.Metric)
	}
	d.trace.reads(cells...)
	if columns := d.Samples.Columns(cells); columns != nil {
		return columns
	}
	return list
}

// Contrast is Σ weight·trimmed mean over columns of times, with its error over
// repetitions. In an interleaved run the columns are those of Columns, or
// differences of such, and Student's t is over rounds: what is slow with the
// round as a whole, and slow changes of the machine, cancel. Where the run has
// several layouts of the program, each is one value, the trimmed mean of its rounds,
// and t is over layouts (Kalibera and Jones, ISMM 2013): their spread holds that of the
// rounds too. Ten layouts and more are trimmed as rounds are. In any other run the cells
// are independent samples, each with its own spread; published times are judged by plain
// means, as they were published. A claim on a run on several machines has an estimate on
// each, and t is over machines (stats.RandomEffects).
func (d *Data) Contrast(columns [][]float64, weights []float64) (stats.Estimate, string, error) {
	if d.trace != nil {
		return d.trace.estimate(d, columns, weights, func() (stats.Estimate, string, error) { return d.contrast(columns, weights) })
	}
	return d.contrast(columns, weights)
}

// contrast is Contrast on one machine.
func (d *Data) contrast(columns [][]float64, weights []float64) (e stats.Estimate, how string, err error) {
	switch {
	case d.Meta.Design == runfolder.Published:
		e, err = stats.Contrast(weights, columns)
		return e, "unpaired repetitions (Welch)", err
	case !d.Meta.Paired():
		e, err = stats.Yuen(weights, columns)
		return e, "unpaired repetitions (Yuen)", err
	}
	rounds := len(columns[0])
	if rounds > 0 && len(columns) > 1 && sum(weights) == 0 {
		columns = stats.Centred(columns)
	}
	layouts := d.Samples.Layouts()
	if len(layouts) == 0 {
		e, err = stats.TrimmedContrast(weights, columns)
		return e, fmt.Sprintf("%d rounds (paired)", rounds), err
	}
	if places := len(slices.Concat(layouts...)); places != rounds {
		return e, "", fmt.Errorf("%d of %d rounds hold all of the cells: want all, to group them by layout", rounds, places)
	}
	means := make([][]float64, len(columns))
	for i, x := range columns {
		if means[i], err = stats.TrimmedMeans(x, layouts); err != nil {
			return e, "", err
		}
	}
	e, err = stats.TrimmedContrast(weights, means)
	return e, fmt.Sprintf("%d layouts of the program, %d rounds (paired)", len(layouts), rounds), err
}

// sum is 0 for weights that add up to it but for rounding.
func sum(weights []float64) (total float64) {
	var size float64
	for _, w := range weights {
		total, size = total+w, size+math.Abs(w)
	}
	if math.Abs(total) < 1e-12*size {
		return 0
	}
	return total
}

// Logs replaces times by their logarithms; false if one is not positive.
func Logs(columns [][]float64) ([][]float64, bool) {
	list := make([][]float64, len(columns))
	for i, column := range columns {
		logs, err := stats.Logs(column)
		if err != nil {
			return nil, false
		}
		list[i] = logs
	}
	return list, true
}

// LogContrast is Contrast of the logarithms of cells' times, beside their Means; false where
// it cannot be estimated.
func (d *Data) LogContrast(cells []runfolder.Cell, weights []float64) (e stats.Estimate, means []float64, how string, ok bool) {
	if means, ok = d.Means(cells); !ok {
		return e, nil, "", false
	}
	columns, ok := Logs(d.Columns(cells))
	if !ok {
		return e, nil, "", false
	}
	e, how, err := d.Contrast(columns, weights)
	return e, means, how, err == nil
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
