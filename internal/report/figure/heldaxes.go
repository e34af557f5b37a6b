package figure

import (
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Place is where the axes of a run are held still: a value for the name of an
// axis, as in the rows.
type Place map[string]string

// holds reports whether a point is there: on every axis it has the place's
// value, or none. The axis except, −1 for none, is free.
func (at Place) holds(m *runfolder.Meta, p runfolder.Point, except int) bool {
	for i, a := range m.Axes {
		if v := p.Value(i); i != except && v != "" && v != at[a.Name] {
			return false
		}
	}
	return true
}

// cell finds a structure's cell of a metric at a place, nil where the run
// lacks it. One with a value on more axes is nearer.
func (at Place) cell(s *report.Summary, m *report.Metric, filter string) *report.Cell {
	var found *report.Cell
	most := -1
	for i := range m.Cells {
		c := &m.Cells[i]
		if c.Filter != filter || !at.holds(s.Meta, c.Point, -1) {
			continue
		}
		if n := placed(s.Meta, c.Point); n > most {
			found, most = c, n
		}
	}
	return found
}

// placed is on how many axes a point has a value.
func placed(m *runfolder.Meta, p runfolder.Point) (n int) {
	for i := range m.Axes {
		if p.Value(i) != "" {
			n++
		}
	}
	return n
}

// sentence names the place, "At n = 100,000, ε = 1 %.", in the order of the
// run's axes; empty without one.
func (at Place) sentence(s *report.Summary, l Lang) string {
	var parts []string
	for _, a := range s.Meta.Axes {
		if v := at[a.Name]; v != "" {
			parts = append(parts, isValue(s, a, v, l))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	separator := map[Lang]string{English: ", ", Portuguese: "; "}[l]
	return Text{"At ", "Com "}.In(l) + strings.ReplaceAll(strings.Join(parts, separator), " = ", "\u00a0=\u00a0") + "."
}
