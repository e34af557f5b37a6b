package report

import "strings"

// Tables are the tables of the summary for a page with room: a row for every
// cell of a time, with n, so that rows of all filters can be sorted; then the
// other values and the trends as everywhere.
func (s *Summary) Tables() []Table {
	var list []Table
	for i := range s.Metrics {
		if m := &s.Metrics[i]; m.overEpsilon() {
			list = append(list, m.long())
		}
	}
	grids := s.values()
	if t := s.trends(); len(t.rows) > 0 {
		grids = append(grids, t)
	}
	for _, g := range grids {
		list = append(list, Table{Title: g.title, Lines: g.lines, Columns: g.columns, Left: g.left, Rows: g.rows, Notes: g.notes})
	}
	return list
}

// long is the table of a time with a row for every cell, baselines last.
func (m *Metric) long() Table {
	r := m.Readings[0]
	t := Table{
		Title:   m.Name + " — " + m.Title,
		Lines:   []string{m.legend()},
		Columns: []string{"filter", "ε %", "n", "mean ± CI, " + r.Unit, "median", "min"},
		Left:    1,
	}
	for _, other := range m.Readings[1:] {
		t.Columns = append(t.Columns, "mean, "+other.Unit)
	}
	var baselines [][]string
	var titles []string
	for _, c := range m.Cells {
		if c.Epsilon != 0 {
			t.Rows = append(t.Rows, m.row(c, c.Epsilon.Percent()))
			continue
		}
		baselines = append(baselines, m.row(c, blank))
		if title := baselineTitle(c.Filter); title != c.Filter {
			titles = append(titles, c.Filter+": "+title)
		}
	}
	t.Rows = append(t.Rows, baselines...)
	if len(titles) > 0 {
		t.Notes = []string{strings.Join(titles, "; ")}
	}
	return t
}

func (m *Metric) row(c Cell, percent string) []string {
	return append([]string{c.Filter, percent, grouped(c.N)}, m.texts(c)...)
}
