package claim

import (
	"fmt"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Cell is a cell of a run, with its place on the axes as numbers.
type Cell struct {
	runfolder.Cell
	data *Data
}

// Cells are those of the first method where a metric has at least two values of each of the
// methods, in the order of the axes.
func (d *Data) Cells(m runfolder.Metric, methods ...string) (list []Cell) {
	for _, p := range d.Samples.Points(m, methods...) {
		list = append(list, Cell{runfolder.Cell{Filter: methods[0], Metric: m, Point: p}, d})
	}
	return list
}

// CellsIn are those of Cells that a claim is about.
func (d *Data) CellsIn(m runfolder.Metric, about func(Cell) bool, methods ...string) (list []Cell) {
	for _, c := range d.Cells(m, methods...) {
		if about(c) {
			list = append(list, c)
		}
	}
	return list
}

// Int is the place on an axis of counts, 0 off it.
func (c Cell) Int(a axis.CountAxis) int {
	n, err := strconv.Atoi(c.On(a))
	if err != nil {
		return 0
	}
	return n
}

// Float is the place on an axis as a number, 0 off it: a rate or a share from 0 to 1.
func (c Cell) Float(a axis.Named) float64 {
	v, err := strconv.ParseFloat(c.On(a), 64)
	if err != nil {
		return 0
	}
	return v
}

// On is the place on an axis as it is written in rows, empty off it.
func (c Cell) On(a axis.Named) string { return c.data.Meta.On(a.AxisName(), c.Point) }

// Label is the place on an axis as figures write it: a rate in per cent.
func (c Cell) Label(a axis.Named) string { return axis.Axis{Kind: a.Kind()}.Label(c.On(a)) }

// Of is the cell of another metric in the same place.
func (c Cell) Of(m runfolder.Metric) Cell {
	c.Metric = m
	return c
}

// At is the cell at another place on an axis.
func (c Cell) At(p axis.Place) Cell {
	if i := c.data.Meta.Axis(p.Axis); i >= 0 {
		c.Point = c.Point.With(i, len(c.data.Meta.Axes), p.Text)
	}
	return c
}

// By is the cell of another method in the same place, or where it agrees with it on all
// axes on which that method lies, if there are any.
func (c Cell) By(method string) Cell {
	c.Filter = method
	if len(c.data.Sample(c.Cell)) > 0 {
		return c
	}
	for _, p := range c.data.Samples.Points(c.Metric, method) {
		agrees := true
		for i := range c.data.Meta.Axes {
			agrees = agrees && (p.Value(i) == "" || p.Value(i) == c.Point.Value(i))
		}
		if agrees {
			c.Point = p
			return c
		}
	}
	if off := (Cell{runfolder.Cell{Filter: method, Metric: c.Metric}, c.data}); len(off.Values()) > 0 {
		return off
	}
	return c
}

// Mean is that of the values, NaN where the run has none.
func (c Cell) Mean() float64 { return c.data.Mean(c.Cell) }

// Values are those of the rounds.
func (c Cell) Values() []float64 { return c.data.Sample(c.Cell) }

// Describe describes the cell as figures show it.
func (c Cell) Describe() (stats.Description, error) { return c.data.Summary.Describe(c.Cell) }

// Sum is that of the values.
func (c Cell) Sum() (sum float64) {
	for _, v := range c.Values() {
		sum += v
	}
	return sum
}

// Parameter is a whole number among the parameters of the run, 0 where it has none.
func (c Cell) Parameter(name string) int {
	n, err := strconv.Atoi(c.data.Meta.Parameters[name])
	if err != nil {
		return 0
	}
	return n
}

// Place names the place within a sentence: "n = 10,000, ε = 1 %".
func (c Cell) Place() string {
	var parts []string
	for i, a := range c.data.Meta.Axes {
		value := a.Label(c.Point.Value(i))
		if value == "" {
			continue
		}
		if a.Kind == axis.RateKind {
			value += " %"
		}
		parts = append(parts, a.Symbol()+" = "+value)
	}
	return strings.Join(parts, ", ")
}

// Where chooses among the cells of a method; nil chooses all.
type Where func([]Cell) []Cell

// Only chooses the cells for which something holds.
func Only(holds func(Cell) bool) Where {
	return func(list []Cell) (only []Cell) {
		for _, c := range list {
			if holds(c) {
				only = append(only, c)
			}
		}
		return only
	}
}

// AtUsual chooses the cells at those values of some axes which most of them have, of each
// axis by itself: where one axis is varied at a time, those along the others.
func AtUsual(axes ...axis.Named) Where {
	return func(list []Cell) (at []Cell) {
		at = list
		for _, a := range axes {
			times, most := map[string]int{}, ""
			for _, c := range list {
				times[c.On(a)]++
			}
			for i, c := range list {
				if i == 0 || times[c.On(a)] > times[most] {
					most = c.On(a)
				}
			}
			at = Only(func(c Cell) bool { return c.On(a) == most })(at)
		}
		return at
	}
}

// Find are the cells of a method that Where chooses.
func (w Where) Find(d *Data, m runfolder.Metric, method string) []Cell {
	list := d.Cells(m, method)
	if w == nil {
		return list
	}
	return w(list)
}

// Lacks is the outcome of a claim about methods without data in the run.
func Lacks(m runfolder.Metric, methods ...string) Outcome {
	return Untested(fmt.Sprintf("the run does not hold two repetitions of %s for %s in the same place", m, join(methods)))
}

// Cell is that of a method and a metric at these places, off all other axes.
func (d *Data) Cell(method string, m runfolder.Metric, places ...axis.Place) Cell {
	values := make([]string, len(d.Meta.Axes))
	for _, p := range places {
		if i := d.Meta.Axis(p.Axis); i >= 0 {
			values[i] = p.Text
		}
	}
	return Cell{runfolder.Cell{Filter: method, Metric: m, Point: runfolder.At(values...)}, d}
}

// Has reports whether the run has two values of the cell, as a test needs them.
func (c Cell) Has() bool { return len(c.Values()) > 1 }
