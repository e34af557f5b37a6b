package fbl

import (
	"fmt"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
)

// Parameters of the paper's Table 1 and Figures 4 to 6.
const (
	totalBits   = 4096 // dim(FBL)
	largestN    = 70
	largestB    = 16
	largestK    = 16
	paperK      = 7         // of Figures 4 and 5
	paperB      = 8         // of Figure 6
	capacityCap = totalBits // elements; an occupancy not reached by then is out of reach
)

// elements are the values of n.
func elements() []int { return []int{30, 40, 50, 60, 70} }

// occupancies are those to be reached in Figure 4, in per cent.
func occupancies() []int { return []int{30, 40, 50, 60, 70} }

// layout is one shape of the filter.
type layout struct{ b, k int }

// cells is m = ⌊4096/b⌋.
func (l layout) cells() int { return totalBits / l.b }

// layouts are those of Figure 5, then those that Figure 6 adds.
func layouts() []layout {
	var list []layout
	for b := 1; b <= largestB; b++ {
		list = append(list, layout{b, paperK})
	}
	for k := 2; k <= largestK; k++ {
		if k != paperK {
			list = append(list, layout{paperB, k})
		}
	}
	return list
}

// point is a place in Figures 5 and 6.
type point struct {
	layout
	n int
}

// points lists, layout by layout, n ascending.
func points() []point {
	var list []point
	for _, l := range layouts() {
		for _, n := range elements() {
			list = append(list, point{l, n})
		}
	}
	return list
}

// Steps without a row, which add to the sums in the run's folder.
const (
	stepIterations runfolder.Metric = "iterations"
	stepCapacity   runfolder.Metric = "capacity"
)

// unquantised is the quantisation of the rows about c itself.
const unquantised = "none"

func quantisationNames() (list []string) {
	for _, q := range linear.Quantisations() {
		list = append(list, q.String())
	}
	return list
}

func occupancyTexts() (list []string) {
	for _, percent := range occupancies() {
		list = append(list, share(percent))
	}
	return list
}

func widths() []int { return axis.Span(1, largestB) }
func hashes() []int { return axis.Span(2, largestK) }

// Plan implements experiment.Bench: the simulation in chunks, then a row for
// each number that a point has.
func (b *bench) Plan(int) experiment.Plan {
	return experiment.Plan{experiment.Once(b.work()), experiment.Once(b.rows())}
}

// work is the steps without a row, which add to the sums.
func (b *bench) work() []experiment.Step {
	var steps []experiment.Step
	for start := 0; start < b.iterations; start += b.chunk {
		end := min(start+b.chunk, b.iterations)
		steps = append(steps, experiment.Step{
			Round: 1, Cell: runfolder.Cell{Filter: structure, Metric: stepIterations}, From: start, To: end, Weight: end - start})
	}
	return append(steps, experiment.Step{
		Round: 1, Cell: runfolder.Cell{Filter: structure, Metric: stepCapacity}, To: b.repetitions(), Weight: b.repetitions()})
}

// rows are the steps that turn sums into rows.
func (b *bench) rows() []experiment.Step {
	var steps []experiment.Step
	row := func(k key) { // an occupancy may not be reached in every repetition
		steps = append(steps, experiment.Step{Round: 1, Cell: k.cell(), Optional: k.occupancy != ""})
	}
	for _, p := range b.points {
		for _, q := range linear.Quantisations() {
			for _, metric := range pointMetrics() {
				row(key{metric: metric, n: p.n, b: p.b, k: p.k, quantisation: q.String()})
			}
		}
	}
	for _, n := range elements() {
		for _, metric := range []runfolder.Metric{Mean, SD} {
			row(key{metric: metric, n: n, quantisation: unquantised})
		}
	}
	for _, bits := range widths() {
		for _, q := range linear.Quantisations() {
			row(key{metric: QuantisationError, b: bits, quantisation: q.String()})
		}
	}
	for _, o := range occupancies() {
		for _, bits := range widths() {
			for _, q := range linear.Quantisations() {
				for _, metric := range []runfolder.Metric{BitCapacity, CellCapacity} {
					row(key{metric: metric, b: bits, k: paperK, quantisation: q.String(), occupancy: share(o)})
				}
			}
		}
	}
	for _, l := range layouts() {
		row(key{metric: UnlikeBloom, b: l.b, k: l.k})
	}
	if b.codes {
		for _, k := range codeRows() {
			row(k)
		}
	}
	return steps
}

// share writes per cent as a share: 0.3.
func share(percent int) string { return fmt.Sprintf("0.%d", percent/10) }

// pointMetrics are the numbers of a point, in the order of pointValues.
func pointMetrics() []runfolder.Metric {
	return []runfolder.Metric{Mean, SD, MSE, BitOccupancy, CellOccupancy, Overestimated}
}

// row makes the row of a number from the sums; nil where there is none.
func (b *bench) row(s experiment.Step) (*experiment.Measurement, error) {
	at := s.Cell.Point // empty on an axis, or written by rows
	n, _ := strconv.Atoi(at.Value(0))
	bits, _ := strconv.Atoi(at.Value(1))
	k, _ := strconv.Atoi(at.Value(2))
	quantisation, occupancy := at.Value(3), at.Value(4)
	q := slices.IndexFunc(linear.Quantisations(), func(q linear.Quantisation) bool { return q.String() == quantisation })
	switch {
	case s.Cell.Metric == UnlikeBloom:
		differences, err := b.unlikeBloom(layout{bits, k})
		return estimate(estimated{float64(differences), 0}, "1"), err
	case quantisation == unquantised:
		return estimate(b.sums.exact(s.Cell.Metric, slices.Index(elements(), n), n), "1"), nil
	case s.Cell.Metric == QuantisationError:
		worst := float64(b.sums.Worst[bits-1][q]) / unit / float64(linear.TopCode(bits))
		return estimate(estimated{worst, 0}, "1"), nil
	case occupancy != "":
		reached := slices.IndexFunc(occupancies(), func(o int) bool { return share(o) == occupancy })
		c := b.sums.Capacity[capacityIndex(bits, q, s.Cell.Metric == CellCapacity, reached)]
		if c.Reached < uint64(b.repetitions()) {
			return nil, nil
		}
		return estimate(c.estimate(), "elements"), nil
	}
	i := slices.Index(b.points, point{layout{bits, k}, n})
	metric := slices.Index(pointMetrics(), s.Cell.Metric)
	if i < 0 || q < 0 || metric < 0 {
		return nil, fmt.Errorf("no point of the simulation")
	}
	e := b.sums.Batches[i][q][metric].estimate()
	e.value = b.sums.Tallies[i][q].values(b.points[i], b.sums.Iterations)[metric]
	return estimate(e, "1"), nil
}

// estimated is a number with its standard error, NaN where there is none.
type estimated struct{ value, se float64 }

func estimate(e estimated, unit string) *experiment.Measurement {
	se := ""
	if e.se == e.se {
		se = strconv.FormatFloat(e.se, 'g', 4, 64)
	}
	return &experiment.Measurement{Value: e.value, Unit: unit, Ops: 1, CPU: runfolder.NoCPU, Extra: []string{se}}
}
