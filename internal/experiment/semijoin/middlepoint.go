package semijoin

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

// middle is where the other axes are varied in a run.
type middle struct {
	n     int
	share float64
	rate  string // ε, in per cent
}

// middleOf is where most joins by a filter are; false for a run without any.
func middleOf(d *claim.Data) (at middle, ok bool) {
	list := claim.AtUsual(N, Selectivity, axis.Eps)(d.Cells(Bytes, bloom))
	if len(list) == 0 {
		return at, false
	}
	return middle{list[0].Int(N), list[0].Float(Selectivity), list[0].Label(axis.Eps)}, true
}

// rated reports whether a cell is at the middle ε, or has none.
func (m middle) rated(c claim.Cell) bool {
	return c.On(axis.Eps) == "" || c.Label(axis.Eps) == m.rate
}

// tables reports whether a cell is of the middle tables.
func (m middle) tables(c claim.Cell) bool { return c.Int(N) == m.n && c.Float(Selectivity) == m.share }
