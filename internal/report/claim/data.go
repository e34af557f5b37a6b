package claim

import (
	"cmp"
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Data is a run as claims look at it.
type Data struct {
	Run     *runfolder.Run
	Summary *report.Summary

	byCell map[runfolder.Cell][]observation
}

// observation is one row: a time per operation, or a count.
type observation struct {
	round int
	value float64
}

// NewData sums up a run, finished or not. It fails when no row counts.
func NewData(run *runfolder.Run) (*Data, error) {
	s, err := report.Summarize(run)
	if err != nil {
		return nil, err
	}
	d := &Data{Run: run, Summary: s, byCell: map[runfolder.Cell][]observation{}}
	for _, row := range run.Measured() {
		d.byCell[row.Cell()] = append(d.byCell[row.Cell()], observation{row.Round, row.PerOp()})
	}
	for _, list := range d.byCell {
		slices.SortStableFunc(list, func(a, b observation) int { return cmp.Compare(a.round, b.round) })
	}
	return d, nil
}

// Paired reports whether the measurements of one round are a pair: only the
// interleaved design takes them one after the other.
func (d *Data) Paired() bool { return d.Run.Meta.Design == runfolder.Interleaved }

// Sample holds the values of a cell in the order of rounds, per operation
// where they are times; nil where the run has none.
func (d *Data) Sample(cell runfolder.Cell) []float64 {
	var x []float64
	for _, o := range d.byCell[cell] {
		x = append(x, o.value)
	}
	return x
}

// Rounds holds, for every round that measured all of the cells, their values
// in the order of cells.
func (d *Data) Rounds(cells []runfolder.Cell) [][]float64 {
	rounds := map[int][]float64{}
	for i, cell := range cells {
		for _, o := range d.byCell[cell] {
			if len(rounds[o.round]) == i { // else the round lacks a cell, or has it twice
				rounds[o.round] = append(rounds[o.round], o.value)
			}
		}
	}
	var numbers []int
	for n, values := range rounds {
		if len(values) == len(cells) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	list := make([][]float64, len(numbers))
	for i, n := range numbers {
		list[i] = rounds[n]
	}
	return list
}

// Epsilons lists, ascending, the rates at which every one of the filters has
// at least two values of the metric.
func (d *Data) Epsilons(metric string, filters ...string) []axis.Rate {
	var list []axis.Rate
	for cell := range d.byCell {
		if cell.Metric != metric || cell.Filter != filters[0] || cell.Epsilon == 0 {
			continue
		}
		if !slices.ContainsFunc(filters, func(f string) bool {
			return len(d.byCell[runfolder.Cell{Filter: f, Epsilon: cell.Epsilon, Metric: metric}]) < 2
		}) {
			list = append(list, cell.Epsilon)
		}
	}
	slices.Sort(list)
	return list
}

// series are the cells of a filter at the given rates.
func series(filter, metric string, at []axis.Rate) []runfolder.Cell {
	cells := make([]runfolder.Cell, len(at))
	for i, e := range at {
		cells[i] = runfolder.Cell{Filter: filter, Epsilon: e, Metric: metric}
	}
	return cells
}

// missing is why a claim about these filters cannot be tested.
func missing(metric string, filters ...string) Outcome {
	return Untested(fmt.Sprintf("the run does not hold two repetitions of %s for %s at enough rates", metric, join(filters)))
}

func join(names []string) string {
	text := names[0]
	for i, n := range names[1:] {
		if i+2 == len(names) {
			text += " and " + n
		} else {
			text += ", " + n
		}
	}
	return text
}

func nonEmpty(parts ...string) []string {
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}
