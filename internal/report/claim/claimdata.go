package claim

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
)

// Data is the run that claims are tested on.
type Data struct {
	*report.Summary
	read  *[]Subject // nil where nobody asks what a test reads
	trace *trace     // of a run on several machines; else nil
}

// Subject is a structure with a metric of it, which a test read.
type Subject struct {
	Filter string
	Metric runfolder.Metric
}

// note adds a subject to those read.
func (d *Data) note(filter string, metric runfolder.Metric) {
	if s := (Subject{filter, metric}); d.read != nil && !slices.Contains(*d.read, s) {
		*d.read = append(*d.read, s)
	}
}

// Sample holds the values of a cell in the order of rounds, nil where the run
// has none. Times are per operation, by the clock of sample.Set.Times.
func (d *Data) Sample(cell runfolder.Cell) []float64 {
	d.note(cell.Filter, cell.Metric)
	d.trace.reads(cell)
	return d.Samples.Times(cell)
}

// Mean is that of Sample, NaN where the run lacks it: no comparison with it holds. Over
// machines it is as in Means.
func (d *Data) Mean(cell runfolder.Cell) float64 {
	v, ok := d.overMachines([]runfolder.Cell{cell}, true, func(d *Data) ([]float64, bool) { return Means([][]float64{d.Sample(cell)}) })
	if !ok {
		return math.NaN()
	}
	return v[0]
}

// Plain are the plain means of cells, as published and as the tables have them:
// wall time, every repetition. False if a cell has none. Over machines they are as in
// Means.
func (d *Data) Plain(cells []runfolder.Cell) ([]float64, bool) {
	return d.overMachines(cells, false, func(d *Data) ([]float64, bool) {
		columns := make([][]float64, len(cells))
		for i, c := range cells {
			d.note(c.Filter, c.Metric)
			columns[i] = d.Samples.Cell(c).Values()
		}
		return Means(columns)
	})
}

// Means are those of Columns. Over machines the mean of a cell of times is the geometric
// one of its means on each: a ratio of two cells is then the mean of the machines'
// ratios, in which a slow machine counts no more than a fast one.
func (d *Data) Means(cells []runfolder.Cell) ([]float64, bool) {
	return d.overMachines(cells, true, func(d *Data) ([]float64, bool) { return Means(d.Columns(cells)) })
}

// overMachines takes means on each machine and over them; where the test is of one
// machine, or of no times, on the run as it is. reads is whether the trace notes on one
// machine that the cells are read.
func (d *Data) overMachines(cells []runfolder.Cell, reads bool, on func(*Data) ([]float64, bool)) ([]float64, bool) {
	if !d.trace.over() || !d.timed(cells) {
		return on(d)
	}
	for _, c := range cells {
		d.note(c.Filter, c.Metric)
	}
	if reads {
		d.trace.reads(cells...)
	}
	logs, n := make([]float64, len(cells)), 0
	for _, m := range d.ByMachine() {
		if !d.trace.pools(m.Number) {
			continue
		}
		means, ok := on(&Data{Summary: m.Summary})
		if !ok { // the estimate that follows says why it is left out
			continue
		}
		n++
		for i, v := range means {
			logs[i] += math.Log(v)
		}
	}
	for i := range logs {
		logs[i] = math.Exp(logs[i] / float64(n))
	}
	return logs, n > 0
}

// timed reports whether all cells are of times.
func (d *Data) timed(cells []runfolder.Cell) bool {
	return !slices.ContainsFunc(cells, func(c runfolder.Cell) bool {
		m := d.Metric(c.Metric)
		return m == nil || !m.Timed()
	})
}

// InMeans begins what is said of Means and Plain: "in the means".
func (d *Data) InMeans() string {
	if d.trace.over() {
		return "in the mean over machines"
	}
	return "in the means"
}

// Part is a part of the run, for the same test.
func (d *Data) Part(s *report.Summary) *Data { return &Data{s, d.read, d.trace} }

// Where is the run at one value of an axis, for a claim about a sweep along
// another. Cells at other values are left out. The others are off the axis, so
// that they stand beside those that never lay on it, as an exact structure on
// that of ε; a structure that is on it and off it counts where it is on it.
func (d *Data) Where(axis, value string) *Data {
	type sampled struct {
		filter string
		metric runfolder.Metric
	}
	at, on := d.Meta.Axis(axis), map[sampled]bool{}
	for _, row := range d.Run.All() {
		if row.Point.Value(at) != "" {
			on[sampled{row.Filter, row.Metric}] = true
		}
	}
	run := d.Run.Cut(func(row runfolder.Row) (runfolder.Row, bool) {
		if !on[sampled{row.Filter, row.Metric}] {
			return row, true
		}
		is := row.Point.Value(at)
		row.Point = row.Point.With(at, len(d.Meta.Axes), "")
		return row, is == value
	})
	s, err := report.Summarize(run, d.Glossary)
	if err != nil { // nothing was measured there
		s = &report.Summary{Run: run, Meta: &run.Meta, Glossary: d.Glossary, Samples: &sample.Set{Meta: &run.Meta}}
	}
	return d.Part(s)
}

// At is the run at places on some axes, and at the one value of every other axis that has
// no more, such as that of a rate: Where of all of them.
func (d *Data) At(places ...axis.Place) *Data {
	at := d
	held := map[string]bool{}
	for _, p := range places {
		at, held[p.Axis] = at.Where(p.Axis, p.Text), true
	}
	for _, a := range d.Meta.Axes {
		if len(a.Values) == 1 && !held[a.Name] {
			at = at.Where(a.Name, a.Values[0])
		}
	}
	return at
}

// Points lists, ascending, the points at which every one of the filters has at
// least two values of the metric; none where these differ on several axes: a
// claim is about one sweep.
func (d *Data) Points(metric runfolder.Metric, filters ...string) []runfolder.Point {
	for _, f := range filters {
		d.note(f, metric)
	}
	points := d.Samples.Points(metric, filters...)
	if len(d.Meta.Varied(points)) > 1 {
		return nil
	}
	return points
}

// Sweep is the axis on which points differ: its index and its symbol for a
// sentence. Points that do not differ lie on the first axis on which they have a value: a part of
// a run along one axis has none on the others.
func (d *Data) Sweep(points []runfolder.Point) (axis int, symbol string) {
	if v := append(d.Meta.Varied(points), d.Meta.Placed(points)...); len(v) > 0 {
		axis = v[0]
	}
	if axis < len(d.Meta.Axes) {
		symbol = d.Meta.Axes[axis].Symbol()
	}
	return axis, symbol
}

// Missing is the outcome of a claim about filters without data in the run.
func (d *Data) Missing(metric runfolder.Metric, filters ...string) Outcome {
	if v := d.Meta.Varied(d.Samples.Points(metric, filters...)); len(v) > 1 {
		var names []string
		for _, i := range v {
			names = append(names, d.Meta.Axes[i].Symbol())
		}
		return Untested(fmt.Sprintf("the run varies %s; the claim is about one sweep", join(names)))
	}
	return Untested(fmt.Sprintf("the run has too few points with two repetitions of %s for %s", metric, join(filters)))
}

// Cells are those of a filter at the points.
func Cells(filter string, metric runfolder.Metric, at []runfolder.Point) []runfolder.Cell {
	cells := make([]runfolder.Cell, len(at))
	for i, p := range at {
		cells[i] = runfolder.Cell{Filter: filter, Metric: metric, Point: p}
	}
	return cells
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

// NonEmpty drops empty texts.
func NonEmpty(parts ...string) []string {
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}
