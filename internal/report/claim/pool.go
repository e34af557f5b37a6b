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
}

// Pool estimates the mean logarithm of the ratios a/b over pairs of cells
// twice, with the same value. The first error is that of the repetitions,
// paired by rounds where the design pairs them. The second, of several pairs,
// is that of the spread over the pairs: it has the causes that belong to a cell
// and not to a repetition, such as the minute of a block in a sequential
// design. A cell may stand in several pairs, as a baseline does.
func (d *Data) Pool(a, b []runfolder.Cell) (Pooled, error) {
	n := len(a)
	if n == 0 || len(b) != n {
		return Pooled{}, errors.New("there are no pairs of cells")
	}
	var cells []runfolder.Cell
	var weights []float64
	at := make([]int, 2*n) // where the cells of the pairs are in cells
	for i, c := range slices.Concat(a, b) {
		if at[i] = slices.Index(cells, c); at[i] < 0 {
			at[i] = len(cells)
			cells, weights = append(cells, c), append(weights, 0)
		}
		if i < n {
			weights[at[i]] += 1 / float64(n)
		} else {
			weights[at[i]] -= 1 / float64(n)
		}
	}
	columns := d.Columns(cells)
	plain, ok := Means(columns)
	if !ok {
		return Pooled{}, errors.New("no two repetitions hold all of the cells")
	}
	columns, ok = Logs(columns)
	if !ok {
		return Pooled{}, errors.New("a time is not positive")
	}
	repeated, how, err := d.Contrast(columns, weights)
	if err != nil {
		return Pooled{}, err
	}
	p := Pooled{Estimates: []stats.Estimate{repeated}, How: how}
	level, _ := Means(columns)
	differences := make([]float64, n)
	for i := range n {
		x, y := at[i], at[n+i]
		p.Each = append(p.Each, plain[x]/plain[y])
		differences[i] = level[x] - level[y]
	}
	if n > 1 {
		spread, err := stats.MeanEstimate(differences)
		if err != nil {
			return Pooled{}, err
		}
		p.Estimates = append(p.Estimates, spread)
	}
	return p, nil
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
