package payoff

import (
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// read finds medians over the rounds of a run, and keeps the cells that it took.
type read struct {
	*report.Summary
	cells []report.Cell
}

// median is that of a cell, of a time by taken. False: the run does not have it.
func (r *read) median(name string, m runfolder.Metric, at place) (float64, bool) {
	value, ok := medianOf(r.Summary, at.cell(name, m))
	if of := r.Metric(m); ok && of != nil {
		if c := of.Cell(name, at.point()); c != nil {
			r.cells = append(r.cells, *c)
		}
	}
	return value, ok
}

func medianOf(s *report.Summary, cell runfolder.Cell) (float64, bool) {
	c := s.Samples.Cell(cell)
	if c == nil {
		return 0, false
	}
	var values []float64
	for row := range c.Rows() {
		values = append(values, taken(s.Meta, row))
	}
	of, err := stats.Describe(values)
	return of.Median, err == nil
}

// alone is the time of a query for a negative of a filter by itself, without that of
// reading the query.
func (r *read) alone(name, epsilon string, n int) (float64, bool) {
	loop, ok := r.loop(n)
	if !ok {
		return 0, false
	}
	whole, ok := r.median(name, Filter, place{asked: negatives(), batch: 1, n: n, epsilon: epsilon})
	return max(whole-loop, 0.1), ok // noise may leave less than nothing
}

// loop is the time of reading a query for a negative.
func (r *read) loop(n int) (float64, bool) {
	return medianOf(r.Summary, place{asked: negatives(), batch: 1, n: n}.cell(none, Filter))
}

// rates are those asked for of a structure of the run; an exact one has none.
func (r *read) rates(name string) []string {
	s, err := all.ByName(name)
	if err == nil && s.Exact {
		return []string{""}
	}
	return r.Meta.Values(axis.Epsilon)
}

// sizes are the numbers of keys of the run, ascending.
func (r *read) sizes() []int { return r.Meta.Counts(string(N)) }

// stored is the largest number of keys with which stores were filled; 0 for none.
func (r *read) stored() (n int) {
	for _, c := range r.Samples.Cells(Miss) {
		if k, err := axis.ParseCount(r.Meta.On(string(N), c.Point)); err == nil {
			n = max(n, k)
		}
	}
	return n
}

// measured are the structures that were put before stores.
func (r *read) measured() (names []string) {
	for _, c := range r.Samples.Cells(Total) {
		if c.Filter != none && !slices.Contains(names, c.Filter) {
			names = append(names, c.Filter)
		}
	}
	return names
}
