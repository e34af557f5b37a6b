package report

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
	for _, c := range m.Cells {
		name, percent := c.Filter, c.Epsilon.Percent()
		if c.Epsilon == 0 {
			name, percent = baselineTitle(c.Filter), blank
		}
		row := append([]string{name, percent, grouped(c.N)}, m.texts(c)...)
		if c.Epsilon == 0 {
			baselines = append(baselines, row)
		} else {
			t.Rows = append(t.Rows, row)
		}
	}
	t.Rows = append(t.Rows, baselines...)
	return t
}
