package claim

import (
	"errors"
	"math"
	"slices"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Pooled is how many times longer one side takes than the other, over pairs of
// cells.
type Pooled struct {
	Estimates []stats.Estimate // of the mean logarithm over the pairs, all with its value
	Each      []float64        // ratios of the plain means, pair by pair
	How       string           // over what the first error is: "30 rounds (paired)"
	Rounds    int              // how many hold all of the cells; of unpaired cells, the fewest of one
}

// Pool estimates the mean logarithm of the ratios a/b of times over pairs of
// cells: the mean of the pairs' trimmed means (Contrast). In an interleaved run the error is that of the rounds. Any other run
// has a second estimate, with the same value and the error of the spread over
// the pairs: it has the causes that belong to a cell and not to a repetition,
// such as the minute of a block in a sequential design. A cell may stand in
// several pairs, as a baseline does.
func (d *Data) Pool(a, b []runfolder.Cell) (Pooled, error) {
	n := len(a)
	if n == 0 || len(b) != n {
		return Pooled{}, errors.New("there are no pairs of cells")
	}
	cells := slices.Concat(a, b)
	plain, ok := d.Plain(cells)
	if !ok {
		return Pooled{}, errors.New("a cell has no repetition")
	}
	columns := d.Columns(cells)
	if _, ok := Means(columns); !ok {
		return Pooled{}, errors.New("no two repetitions hold all of the cells")
	}
	columns, ok = Logs(columns)
	if !ok {
		return Pooled{}, errors.New("a time is not positive")
	}
	var p Pooled
	var err error
	if d.Meta.Paired() {
		p, err = d.paired(columns[:n], columns[n:])
	} else {
		p, err = d.unpaired(cells, columns)
	}
	p.Rounds = fewest(columns)
	for i := range n {
		p.Each = append(p.Each, plain[i]/plain[n+i])
	}
	return p, err
}

// paired trims the ratios of the rounds pair by pair.
func (d *Data) paired(a, b [][]float64) (Pooled, error) {
	ratios, weights := make([][]float64, len(a)), make([]float64, len(a))
	for i := range a {
		weights[i] = 1 / float64(len(a))
		for round, v := range a[i] {
			ratios[i] = append(ratios[i], v-b[i][round])
		}
	}
	e, how, err := d.Contrast(ratios, weights)
	return Pooled{Estimates: []stats.Estimate{e}, How: how}, err
}

// unpaired takes a cell that stands in several pairs as one sample.
func (d *Data) unpaired(cells []runfolder.Cell, columns [][]float64) (Pooled, error) {
	n := len(cells) / 2
	var samples [][]float64
	var weights []float64
	at := make([]int, 2*n) // where the cells of the pairs are in samples
	for i, c := range cells {
		if first := slices.Index(cells, c); first < i {
			at[i] = at[first]
		} else {
			at[i] = len(samples)
			samples, weights = append(samples, columns[i]), append(weights, 0)
		}
		if i < n {
			weights[at[i]] += 1 / float64(n)
		} else {
			weights[at[i]] -= 1 / float64(n)
		}
	}
	repeated, how, err := d.Contrast(samples, weights)
	if err != nil {
		return Pooled{}, err
	}
	p := Pooled{Estimates: []stats.Estimate{repeated}, How: how}
	if n == 1 {
		return p, nil
	}
	differences := make([]float64, n)
	for i := range n {
		x, err := d.mean(columns[i])
		if err != nil {
			return Pooled{}, err
		}
		y, err := d.mean(columns[n+i])
		if err != nil {
			return Pooled{}, err
		}
		differences[i] = x - y
	}
	spread, err := stats.MeanEstimate(differences)
	p.Estimates = append(p.Estimates, spread)
	return p, err
}

// mean is the mean that Contrast takes of a column.
func (d *Data) mean(x []float64) (float64, error) {
	if d.Meta.Design == runfolder.Published {
		return stats.Mean(x)
	}
	e, err := stats.TrimmedEstimate(x)
	return e.Value, err
}

// P is the two-sided p value of equal sides: the largest of the estimates.
func (p Pooled) P() float64 {
	largest := 0.0
	for _, e := range p.Estimates {
		if v := e.P(); math.IsNaN(v) || v > largest {
			largest = v
		}
	}
	return largest
}
