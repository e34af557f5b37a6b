// Package sample groups the measured rows of a run by cell, by round and along an axis.
//
// Guarantee: every measured row is in exactly one cell, and warm-up rows are in none. Rows of
// different points or units are never in one sample. Rows of different sessions are never a
// pair. No other package groups rows into cells.
// Cost: one pass over the rows, and a sort of each cell by rounds.
package sample

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"hyphbench/internal/runfolder"
)

// Set holds the measured rows of a run, cell by cell.
type Set struct {
	Meta    *runfolder.Meta
	Rows    int                // measured
	Warmup  int                // rows left out as warm-up
	Metrics []runfolder.Metric // as they first appear
	Filters []string           // those planned, baselines behind the structures, then others as they appear

	cells map[runfolder.Cell]*Cell
	order []*Cell
	cpu   map[runfolder.Metric]bool // whether every row has its thread's CPU time
	whole map[Round]bool            // rounds with all their times, of a run by layouts; else nil
}

// Cell is a sample: the repetitions of one structure, metric and point.
type Cell struct {
	runfolder.Cell
	Unit string

	run    *runfolder.Run
	cpu    bool                  // every row has its thread's CPU time
	rows   []runfolder.RowNumber // in the order of rounds
	rounds *rounds               // of these
}

// Len is the number of rows.
func (c *Cell) Len() int { return len(c.rows) }

// Row is row i in the order of rounds.
func (c *Cell) Row(i int) runfolder.Row { return c.run.Row(c.rows[i]) }

// Rows yields the rows in the order of rounds.
func (c *Cell) Rows() iter.Seq[runfolder.Row] {
	return func(yield func(runfolder.Row) bool) {
		for _, i := range c.rows {
			if !yield(c.run.Row(i)) {
				return
			}
		}
	}
}

// Round is one repetition. Rounds of different sessions are no pair, even if
// they bear the same number.
type Round struct{ Session, Number int }

func roundOf(r runfolder.Row) Round { return Round{r.Session, r.Round} }

func (r Round) compare(s Round) int {
	return cmp.Or(cmp.Compare(r.Number, s.Number), cmp.Compare(r.Session, s.Session))
}

// New groups the rows of a run, finished or not. It fails when no row was
// measured, and when a metric has rows in two units.
func New(run *runfolder.Run) (*Set, error) {
	s := &Set{
		Meta: &run.Meta, Filters: slices.Concat(run.Meta.Filters, run.Meta.Baselines),
		cells: map[runfolder.Cell]*Cell{}, cpu: map[runfolder.Metric]bool{},
	}
	units := map[runfolder.Metric]string{}
	byKind := make([]*Cell, run.Kinds())
	found := newRoundsFound()
	for i, row := range run.All() {
		if row.Round < 1 {
			s.Warmup++
			continue
		}
		s.Rows++
		var c *Cell
		kind := run.Kind(i)
		if kind >= 0 {
			c = byKind[kind]
		}
		if c == nil {
			var err error
			if c, err = s.cellOf(row, run, units); err != nil {
				return nil, err
			}
			if kind >= 0 {
				byKind[kind] = c
			}
		}
		c.cpu = c.cpu && row.Timed() && row.CPU > 0 && !run.Meta.Waits
		c.rows, c.rounds.list = append(c.rows, i), append(c.rounds.list, found.at(roundOf(row)))
	}
	if s.Rows == 0 {
		return nil, fmt.Errorf("the run holds no measurement yet (%d warm-up rows)", s.Warmup)
	}
	for _, c := range s.order {
		s.cpu[c.Metric] = s.cpu[c.Metric] && c.cpu
	}
	found.sort(s.order)
	s.whole = s.wholeRounds()
	return s, nil
}

// cellOf finds the cell of a row, or makes it. units are those of the metrics so far.
func (s *Set) cellOf(row runfolder.Row, run *runfolder.Run, units map[runfolder.Metric]string) (*Cell, error) {
	if unit, ok := units[row.Metric]; !ok {
		units[row.Metric], s.cpu[row.Metric] = row.Unit, true
		s.Metrics = append(s.Metrics, row.Metric)
	} else if unit != row.Unit {
		return nil, fmt.Errorf("row %d measures %s in %q, earlier rows in %q", row.Seq, row.Metric, row.Unit, unit)
	}
	c := s.cells[row.Cell()]
	if c == nil {
		c = &Cell{Cell: row.Cell(), Unit: row.Unit, run: run, cpu: true, rounds: &rounds{}}
		s.cells[c.Cell], s.order = c, append(s.order, c)
		if !slices.Contains(s.Filters, row.Filter) {
			s.Filters = append(s.Filters, row.Filter)
		}
	}
	return c, nil
}

// wholeRounds are those with as many times as the fullest, of a run by several
// layouts of the program; nil for other runs. A round that was interrupted and
// taken up again has two layouts and belongs to neither. What is counted, such as
// memory, may be measured in some rounds alone: it has no layout. Of a run in which
// nothing is timed all rows count.
func (s *Set) wholeRounds() map[Round]bool {
	layouts := map[int]bool{}
	for session := range s.Meta.Sessions {
		layouts[s.Meta.Layout(session+1)] = true
	}
	if len(layouts) < 2 {
		return nil
	}
	clear(layouts)
	timed := slices.ContainsFunc(s.order, (*Cell).Timed)
	rows, most := map[Round]int{}, 0
	for _, c := range s.order {
		for at := range c.rounds.each() {
			layouts[s.Meta.Layout(at.Session)] = true
			if timed && !c.Timed() {
				continue
			}
			rows[at]++
			most = max(most, rows[at])
		}
	}
	if len(layouts) < 2 {
		return nil
	}
	whole := map[Round]bool{}
	for at, n := range rows {
		if n == most {
			whole[at] = true
		}
	}
	return whole
}

// Cells are those of a metric: by structure, then by their point along the
// axes.
func (s *Set) Cells(metric runfolder.Metric) []*Cell {
	var list []*Cell
	for _, c := range s.order {
		if c.Metric == metric {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *Cell) int {
		return cmp.Or(
			cmp.Compare(slices.Index(s.Filters, a.Filter), slices.Index(s.Filters, b.Filter)),
			s.Meta.Compare(a.Point, b.Point))
	})
	return list
}

// Cell is the sample of a cell, nil where the run has none.
func (s *Set) Cell(c runfolder.Cell) *Cell { return s.cells[c] }

// Values are those of the cell in the order of rounds, per operation where
// they are times; none for a nil Cell.
func (c *Cell) Values() []float64 {
	if c == nil {
		return nil
	}
	return c.run.PerOp(c.rows)
}

// Timed reports whether the cell is one of durations.
func (c *Cell) Timed() bool { return c.Unit == runfolder.Nanoseconds }

// CPU reports whether the times of a metric are compared by the CPU time of the
// thread. They are where every row has it and the thread waits for nobody. Else
// wall time is all there is.
func (s *Set) CPU(metric runfolder.Metric) bool { return s.cpu[metric] }

// Times are what estimates of a cell are made of, in the order of rounds: per
// operation, CPU time of the thread where the run has it (CPU), else as Values.
// Other programs lengthen wall time, and hardly the CPU time.
func (s *Set) Times(cell runfolder.Cell) []float64 {
	c := s.cells[cell]
	if c == nil {
		return nil
	}
	return s.times(c)
}

func (s *Set) times(c *Cell) []float64 {
	if s.cpu[c.Metric] {
		return c.run.CPUPerOp(c.rows)
	}
	return c.Values()
}

// Lines holds, for every round of a session that measured all of the cells,
// their Times in the order of cells: lines[round][cell]. Rounds are in order. Of
// a run by layouts, only rounds that lack no time of the run are there.
func (s *Set) Lines(cells []runfolder.Cell) [][]float64 {
	_, lines := s.RoundLines(cells)
	return lines
}

// RoundLines is Lines with the round of each line.
func (s *Set) RoundLines(cells []runfolder.Cell) ([]Round, [][]float64) {
	list, columns := s.columns(cells, s.times)
	return list, transposed(columns, len(list))
}

// WallLines is Lines of the Values.
func (s *Set) WallLines(cells []runfolder.Cell) [][]float64 {
	list, columns := s.columns(cells, (*Cell).Values)
	return transposed(columns, len(list))
}

// Columns are Lines cell by cell: columns[cell][round].
func (s *Set) Columns(cells []runfolder.Cell) [][]float64 {
	_, columns := s.columns(cells, s.times)
	return columns
}

// transposed makes so many lines of columns.
func transposed(columns [][]float64, n int) [][]float64 {
	if columns == nil {
		return nil
	}
	lines, values := make([][]float64, n), make([]float64, n*len(columns))
	for i := range lines {
		lines[i] = values[i*len(columns) : (i+1)*len(columns) : (i+1)*len(columns)]
		for j, column := range columns {
			lines[i][j] = column[i]
		}
	}
	return lines
}

// columns are the values of cells in the rounds that have all of them; nil where the run
// lacks a cell.
func (s *Set) columns(of []runfolder.Cell, values func(*Cell) []float64) ([]Round, [][]float64) {
	cells := make([]*Cell, len(of))
	for i, cell := range of {
		if cells[i] = s.cells[cell]; cells[i] == nil {
			return nil, nil
		}
	}
	columns := make([][]float64, len(cells))
	for i, c := range cells {
		columns[i] = values(c)
	}
	if s.whole == nil && len(cells) > 0 && cells[0].rounds.once && !slices.ContainsFunc(cells, func(c *Cell) bool { return c.rounds != cells[0].rounds }) {
		return slices.Collect(cells[0].rounds.each()), columns // the usual case, which needs no search
	}
	lines := map[Round][]float64{}
	for i, c := range cells {
		n := 0
		for at := range c.rounds.each() {
			// A line has all cells before this one.
			if (s.whole == nil || s.whole[at]) && len(lines[at]) == i {
				lines[at] = append(lines[at], columns[i][n])
			}
			n++
		}
	}
	maps.DeleteFunc(lines, func(_ Round, line []float64) bool { return len(line) < len(cells) })
	complete := slices.SortedFunc(maps.Keys(lines), Round.compare)
	for i := range columns {
		columns[i] = make([]float64, len(complete))
		for n, at := range complete {
			columns[i][n] = lines[at][i]
		}
	}
	return complete, columns
}

// Layouts groups the rounds of a run by the layout of the program that measured
// them: the places, in the order of Lines of cells that every round has, of each
// layout's rounds. None where all rounds have one layout.
func (s *Set) Layouts() [][]int {
	var list [][]int
	nth := map[int]int{}
	for i, r := range slices.SortedFunc(maps.Keys(s.whole), Round.compare) {
		layout := s.Meta.Layout(r.Session)
		if _, known := nth[layout]; !known {
			nth[layout] = len(list)
			list = append(list, nil)
		}
		list[nth[layout]] = append(list[nth[layout]], i)
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// Points lists, in order, the points on the axes at which every one of the
// filters has at least two values of the metric.
func (s *Set) Points(metric runfolder.Metric, filters ...string) []runfolder.Point {
	var list []runfolder.Point
	for _, c := range s.order {
		if c.Metric != metric || c.Filter != filters[0] || c.Point == "" {
			continue
		}
		if !slices.ContainsFunc(filters, func(f string) bool {
			other := s.cells[runfolder.Cell{Filter: f, Metric: metric, Point: c.Point}]
			return other == nil || other.Len() < 2
		}) {
			list = append(list, c.Point)
		}
	}
	slices.SortFunc(list, s.Meta.Compare)
	return list
}

// Along groups the cells of a metric into series: the cells of one structure
// that differ on axis i alone, in its order. Baselines off all axes and cells
// that do not lie on the axis are in none.
func (s *Set) Along(metric runfolder.Metric, i int) [][]*Cell {
	type key struct {
		filter string
		rest   runfolder.Point
	}
	var order []key
	series := map[key][]*Cell{}
	for _, c := range s.Cells(metric) {
		if c.Point.Value(i) == "" {
			continue
		}
		k := key{c.Filter, c.Point.With(i, len(s.Meta.Axes), "")}
		if series[k] == nil {
			order = append(order, k)
		}
		series[k] = append(series[k], c)
	}
	list := make([][]*Cell, len(order))
	for n, k := range order {
		list[n] = series[k]
	}
	return list
}

// Main is the axis along which a metric is read: the first numeric one on
// which a structure takes two values, else the first on which it takes one;
// −1 where there is none.
func (s *Set) Main(metric runfolder.Metric) int {
	first := -1
	for i, a := range s.Meta.Axes {
		if !a.Numeric() {
			continue
		}
		for _, series := range s.Along(metric, i) {
			if len(series) > 1 {
				return i
			}
			if first < 0 {
				first = i
			}
		}
	}
	return first
}
