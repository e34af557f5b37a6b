// Package sample groups the measured rows of a run by cell, by round and along
// an axis.
//
// Guarantee: every measured row is in exactly one cell, warm-up rows in none;
// rows of different points or units are never one sample, and those of
// different sessions never one pair. No other package groups rows into cells.
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

	run  *runfolder.Run
	rows []int64 // their numbers in the run, in the order of rounds
}

// Len is the number of rows.
func (c *Cell) Len() int { return len(c.rows) }

// inRounds puts the rows in the order of rounds.
func (c *Cell) inRounds() {
	type placed struct {
		Round
		row int64
	}
	list := make([]placed, len(c.rows))
	for i, row := range c.rows {
		list[i] = placed{roundOf(c.run.Row(row)), row}
	}
	compare := func(a, b placed) int { return a.compare(b.Round) }
	if slices.IsSortedFunc(list, compare) {
		return
	}
	slices.SortStableFunc(list, compare)
	for i, p := range list {
		c.rows[i] = p.row
	}
}

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
	for i, row := range run.All() {
		if row.Round < 1 {
			s.Warmup++
			continue
		}
		s.Rows++
		has := row.Timed() && row.CPU > 0 && !run.Meta.Waits
		if unit, ok := units[row.Metric]; !ok {
			units[row.Metric], s.cpu[row.Metric] = row.Unit, has
			s.Metrics = append(s.Metrics, row.Metric)
		} else if s.cpu[row.Metric] = has && s.cpu[row.Metric]; unit != row.Unit {
			return nil, fmt.Errorf("row %d measures %s in %q, earlier rows in %q", row.Seq, row.Metric, row.Unit, unit)
		}
		if !slices.Contains(s.Filters, row.Filter) {
			s.Filters = append(s.Filters, row.Filter)
		}
		c := s.cells[row.Cell()]
		if c == nil {
			c = &Cell{Cell: row.Cell(), Unit: row.Unit, run: run}
			s.cells[c.Cell] = c
			s.order = append(s.order, c)
		}
		c.rows = append(c.rows, i)
	}
	if s.Rows == 0 {
		return nil, fmt.Errorf("the run holds no measurement yet (%d warm-up rows)", s.Warmup)
	}
	for _, c := range s.order {
		c.rows = slices.Clone(c.rows) // without the room that append left
		c.inRounds()
	}
	s.whole = s.wholeRounds()
	return s, nil
}

// wholeRounds are those with as many times as the fullest, of a run by several
// layouts of the program; nil for other runs. A round that was interrupted and
// taken up again has two layouts and belongs to neither. What is counted, such as
// memory, may be measured in some rounds alone: it has no layout. Of a run in which
// nothing is timed all rows count.
func (s *Set) wholeRounds() map[Round]bool {
	timed := slices.ContainsFunc(s.order, (*Cell).Timed)
	rows, layouts, most := map[Round]int{}, map[int]bool{}, 0
	for _, c := range s.order {
		for row := range c.Rows() {
			at := roundOf(row)
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
	x := make([]float64, 0, c.Len())
	for r := range c.Rows() {
		x = append(x, r.PerOp())
	}
	return x
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
	x := make([]float64, 0, c.Len())
	for r := range c.Rows() {
		x = append(x, s.time(r))
	}
	return x
}

// time is a row's part of Times.
func (s *Set) time(r runfolder.Row) float64 {
	if !s.cpu[r.Metric] {
		return r.PerOp()
	}
	return float64(r.CPU) / float64(max(r.Ops, 1))
}

// Lines holds, for every round of a session that measured all of the cells,
// their Times in the order of cells: lines[round][cell]. Rounds are in order. Of
// a run by layouts, only rounds that lack no time of the run are there.
func (s *Set) Lines(cells []runfolder.Cell) [][]float64 {
	_, lines := s.lines(cells, s.time)
	return lines
}

// RoundLines is Lines with the round of each line.
func (s *Set) RoundLines(cells []runfolder.Cell) ([]Round, [][]float64) {
	return s.lines(cells, s.time)
}

// WallLines is Lines of the Values.
func (s *Set) WallLines(cells []runfolder.Cell) [][]float64 {
	_, lines := s.lines(cells, runfolder.Row.PerOp)
	return lines
}

func (s *Set) lines(cells []runfolder.Cell, value func(runfolder.Row) float64) ([]Round, [][]float64) {
	if rounds, lines, ok := s.wholeLines(cells, value); ok {
		return rounds, lines
	}
	rounds := map[Round][]float64{}
	for i, cell := range cells {
		c := s.cells[cell]
		if c == nil {
			return nil, nil
		}
		for row := range c.Rows() {
			at := roundOf(row)
			if s.whole != nil && !s.whole[at] {
				continue
			}
			if len(rounds[at]) == i { // it has all cells before this one
				rounds[at] = append(rounds[at], value(row))
			}
		}
	}
	var complete []Round
	for at, values := range rounds {
		if len(values) == len(cells) {
			complete = append(complete, at)
		}
	}
	slices.SortFunc(complete, Round.compare)
	lines := make([][]float64, len(complete))
	for i, at := range complete {
		lines[i] = rounds[at]
	}
	return complete, lines
}

// wholeLines are lines of cells that have the same rounds, each once: the usual case,
// which needs no search. false for others.
func (s *Set) wholeLines(cells []runfolder.Cell, value func(runfolder.Row) float64) ([]Round, [][]float64, bool) {
	if s.whole != nil || len(cells) == 0 {
		return nil, nil, false
	}
	var rounds []Round
	var lines [][]float64
	for i, cell := range cells {
		c := s.cells[cell]
		if c == nil || i > 0 && c.Len() != len(rounds) {
			return nil, nil, false
		}
		if i == 0 {
			rounds, lines = make([]Round, c.Len()), make([][]float64, c.Len())
			values := make([]float64, c.Len()*len(cells))
			for n := range lines {
				lines[n] = values[n*len(cells) : (n+1)*len(cells) : (n+1)*len(cells)]
			}
		}
		n := 0
		for row := range c.Rows() {
			at := roundOf(row)
			if i == 0 {
				rounds[n] = at
			}
			if rounds[n] != at || n > 0 && rounds[n-1] == at {
				return nil, nil, false
			}
			lines[n][i] = value(row)
			n++
		}
	}
	return rounds, lines, true
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
