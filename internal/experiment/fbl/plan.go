package fbl

import (
	"fmt"
	"slices"
	"strconv"

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
	capacityCap = totalBits // elements after which an occupancy counts as out of reach
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

// Steps that leave no row but sums in the run's folder.
const (
	stepIterations = "iterations"
	stepCapacity   = "capacity"
)

// Steps implements Bench: the simulation in chunks, then a row for each number
// that a point has.
func (b *bench) Steps(int) []experiment.Step {
	var steps []experiment.Step
	step := func(metric string, weight int, id ...string) {
		steps = append(steps, experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: "linear", Metric: metric}, ID: id, Weight: weight})
	}
	for start := 0; start < b.iterations; start += b.chunk {
		end := min(start+b.chunk, b.iterations)
		step(stepIterations, end-start, strconv.Itoa(start), strconv.Itoa(end))
	}
	step(stepCapacity, b.repetitions())
	for _, p := range b.points {
		for _, q := range linear.Quantisations() {
			for _, metric := range pointMetrics() {
				step(metric, 0, strconv.Itoa(p.n), strconv.Itoa(p.b), strconv.Itoa(p.k), q.String(), "")
			}
		}
	}
	for _, n := range elements() {
		for _, metric := range []string{MetricMean, MetricSD} {
			step(metric, 0, strconv.Itoa(n), "", "", Unquantised, "")
		}
	}
	for bits := 1; bits <= largestB; bits++ {
		for _, q := range linear.Quantisations() {
			step(MetricQuantisation, 0, "", strconv.Itoa(bits), "", q.String(), "")
		}
	}
	for _, o := range occupancies() {
		for bits := 1; bits <= largestB; bits++ {
			for _, q := range linear.Quantisations() {
				for _, metric := range []string{MetricBitCapacity, MetricCellCapacity} {
					step(metric, 0, "", strconv.Itoa(bits), strconv.Itoa(paperK), q.String(), share(o))
				}
			}
		}
	}
	return steps
}

// share writes per cent as a share: 0.3.
func share(percent int) string { return fmt.Sprintf("0.%d", percent/10) }

// pointMetrics are the numbers of a point, in the order of pointValues.
func pointMetrics() []string {
	return []string{MetricMean, MetricSD, MetricMSE, MetricBitOccupancy, MetricCellOccupancy, MetricOver}
}

// chunkOf reads the iterations of a step off its ID.
func chunkOf(s experiment.Step) (start, end int) {
	start, _ = strconv.Atoi(s.ID[0]) // written by Steps
	end, _ = strconv.Atoi(s.ID[1])
	return start, end
}

// row makes the row of a number from the sums; nil where there is none.
func (b *bench) row(s experiment.Step) (*experiment.Measurement, error) {
	n, _ := strconv.Atoi(s.ID[0]) // empty or written by Steps
	bits, _ := strconv.Atoi(s.ID[1])
	k, _ := strconv.Atoi(s.ID[2])
	q := slices.IndexFunc(linear.Quantisations(), func(q linear.Quantisation) bool { return q.String() == s.ID[3] })
	switch {
	case s.ID[3] == Unquantised:
		return estimate(b.sums.exact(s.Cell.Metric, slices.Index(elements(), n), n), "1"), nil
	case s.Cell.Metric == MetricQuantisation:
		worst := float64(b.sums.Worst[bits-1][q]) / unit / float64(linear.TopCode(bits))
		return estimate(estimated{worst, 0}, "1"), nil
	case s.ID[4] != "":
		at := slices.IndexFunc(occupancies(), func(o int) bool { return share(o) == s.ID[4] })
		c := b.sums.Capacity[capacityIndex(bits, q, s.Cell.Metric == MetricCellCapacity, at)]
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
