package report

import (
	"fmt"
	"slices"

	"hyphbench/internal/stats"
)

// page is a summary laid out, before any format.
type page struct {
	title  string
	header []Field
	tables []grid
}

// grid is a table; it has texts for cells; every column but the first `left` is aligned to
// the right.
type grid struct {
	title   string
	lines   []string // below the title
	columns []string
	left    int
	rows    [][]string
	notes   []string // below the rows
}

func (s *Summary) page() page {
	p := page{title: "Summary", header: s.Header()}
	for i := range s.Metrics {
		if m := &s.Metrics[i]; m.overEpsilon() {
			p.tables = append(p.tables, m.tables()...)
		}
	}
	p.tables = append(p.tables, s.values()...)
	if t := s.trends(); len(t.rows) > 0 {
		p.tables = append(p.tables, t)
	}
	return p
}

// tables puts two filters side by side, since comparing them is what a reader
// does first and 100 columns hold no more; further filters follow below.
func (m *Metric) tables() []grid {
	var list []grid
	for pair := range slices.Chunk(m.Series, 2) {
		list = append(list, m.sideBySide(pair))
	}
	if len(list) == 0 {
		list = []grid{{}}
	}
	first := &list[0]
	first.title = m.Name + " — " + m.Title
	first.lines = append(first.lines, m.legend())
	last := &list[len(list)-1]
	for _, c := range m.Baselines() {
		last.notes = append(last.notes, m.baseline(c))
	}
	return list
}

// legend explains the columns once, with what would be the same in each row.
func (m *Metric) legend() string {
	low, high, all, out := m.Cells[0].N, m.Cells[0].N, 0, 0
	for _, c := range m.Cells {
		low, high = min(low, c.N), max(high, c.N)
		all, out = all+c.N, out+c.Outliers
	}
	return fmt.Sprintf("mean ± half-width of its 95 %% interval; n = %s a cell; %s of %s values are outliers (kept)",
		span(low, high), grouped(out), grouped(all))
}

func (m *Metric) sideBySide(pair []Series) grid {
	t := grid{columns: []string{"ε %"}}
	rows := map[string][]string{}
	var order []Cell
	for _, s := range pair {
		order = append(order, s.Cells...)
	}
	slices.SortFunc(order, func(a, b Cell) int { return int(int64(a.Epsilon) - int64(b.Epsilon)) })
	order = slices.CompactFunc(order, func(a, b Cell) bool { return a.Epsilon == b.Epsilon })
	for _, c := range order {
		rows[c.Epsilon.Percent()] = []string{c.Epsilon.Percent()}
	}
	for _, s := range pair {
		t.columns = append(t.columns, s.Filter+" "+m.Readings[0].Unit, "median", "min")
		for _, r := range m.Readings[1:] {
			t.columns = append(t.columns, r.Unit)
		}
		for _, c := range s.Cells {
			key := c.Epsilon.Percent()
			rows[key] = append(rows[key], m.texts(c)...)
		}
		for key, row := range rows { // ε that this filter lacks
			rows[key] = padded(row, len(t.columns))
		}
	}
	for _, c := range order {
		t.rows = append(t.rows, rows[c.Epsilon.Percent()])
	}
	return t
}

// texts are the columns of one cell.
func (m *Metric) texts(c Cell) []string {
	d, dec := c.Scaled(m.Readings[0].Factor), m.decimals(m.Readings[0])
	list := []string{plusMinus(d, dec), number(d.Median, dec), number(d.Min, dec)}
	for _, r := range m.Readings[1:] {
		list = append(list, number(c.Mean*r.Factor, m.decimals(r)))
	}
	return list
}

// decimals are those of all cells of the metric, so that a column is aligned.
func (m *Metric) decimals(r Reading) int {
	var list []stats.Description
	for _, c := range m.Cells {
		list = append(list, c.Scaled(r.Factor))
	}
	return decimalsOf(list)
}

func (m *Metric) baseline(c Cell) string {
	d, dec := c.Scaled(m.Readings[0].Factor), m.decimals(m.Readings[0])
	text := fmt.Sprintf("%s: %s %s, median %s, min %s", baselineTitle(c.Filter),
		plusMinus(d, dec), m.Readings[0].Unit, number(d.Median, dec), number(d.Min, dec))
	for _, r := range m.Readings[1:] {
		text += fmt.Sprintf(", %s %s", number(c.Mean*r.Factor, m.decimals(r)), r.Unit)
	}
	return text
}

func baselineTitle(name string) string {
	switch name {
	case "none":
		return "no filter (exact map alone)"
	case "no-exceptions":
		return "no exceptions (patterns alone)"
	}
	return name
}
