package report

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/epsilon"
	"hyphbench/internal/report/stats"
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

// overEpsilon reports whether the metric has tables of its own: a time of
// filters over ε.
func (m *Metric) overEpsilon() bool { return m.Timed() && !m.byPoint }

// valueKey is a row of the tables of values.
type valueKey struct {
	filter, point string
	epsilon       epsilon.Value
}

// values are the tables of all other metrics, a column each. Metrics of the
// same cells share a table.
func (s *Summary) values() []grid {
	var groups [][]*Metric
	var keys []map[valueKey]bool
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if m.overEpsilon() {
			continue
		}
		shares := func(group map[valueKey]bool) bool {
			return slices.ContainsFunc(m.Cells, func(c Cell) bool { return group[c.key()] })
		}
		at := slices.IndexFunc(keys, shares)
		if at < 0 {
			at = len(keys)
			groups, keys = append(groups, nil), append(keys, map[valueKey]bool{})
		}
		groups[at] = append(groups[at], m)
		for _, c := range m.Cells {
			keys[at][c.key()] = true
		}
	}
	var list []grid
	for i, group := range groups {
		g := s.valueTable(group)
		if i == 0 {
			g.title = "sizes, errors and other values"
		}
		list = append(list, g)
	}
	return list
}

func (c Cell) key() valueKey { return valueKey{c.Filter, c.Point, c.Epsilon} }

func (s *Summary) valueTable(metrics []*Metric) grid {
	g := grid{columns: append([]string{"filter", "ε %"}, s.Meta.Points...), left: 1}
	fixed := len(g.columns)
	rows := map[valueKey][]string{}
	var order []valueKey
	varies := false
	for _, m := range metrics {
		for i, r := range m.Readings {
			dec, last := m.decimals(r), i+1 == len(m.Readings)
			g.columns = append(g.columns, columnTitle(m.Name, r.Unit))
			for _, c := range m.Cells {
				k := c.key()
				if rows[k] == nil {
					rows[k] = c.identity(fixed)
					order = append(order, k)
				}
				d := c.Scaled(r.Factor)
				text := plusMinus(d, dec)
				if !last { // the interval once is enough
					text = number(d.Mean, dec)
				}
				varies = varies || last && d.HalfWidth > 0
				rows[k] = append(padded(rows[k], len(g.columns)-1), text)
			}
		}
	}
	for _, k := range order {
		g.rows = append(g.rows, padded(rows[k], len(g.columns)))
	}
	if varies {
		g.lines = []string{"mean ± half-width of its 95 % interval over the repetitions, each with a hash function of its own"}
	}
	return g.withoutEmpty()
}

// identity begins the row of a cell: filter, ε, values of its point.
func (c Cell) identity(columns int) []string {
	row := []string{c.Filter, ""}
	if c.Epsilon != 0 {
		row[1] = c.Epsilon.Percent()
	}
	if columns > len(row) {
		row = append(row, strings.Split(c.Point, ",")...)
	}
	return row
}

// padded fills a row up to n columns.
func padded(row []string, n int) []string {
	for len(row) < n {
		row = append(row, blank)
	}
	return row
}

// withoutEmpty drops columns that say nothing in any row.
func (g grid) withoutEmpty() grid {
	for i := len(g.columns) - 1; i > 0; i-- {
		if !slices.ContainsFunc(g.rows, func(r []string) bool { return r[i] != "" && r[i] != blank }) {
			g.columns = slices.Delete(g.columns, i, i+1)
			for j := range g.rows {
				g.rows[j] = slices.Delete(g.rows[j], i, i+1)
			}
		}
	}
	return g
}

// columnTitle names a metric and its unit, without saying a word twice.
func columnTitle(metric, unit string) string {
	switch {
	case unit == "1" || strings.HasSuffix(metric, unit): // resident_bits, bits
		return metric
	case strings.HasPrefix(unit, metric+"/"): // bits, bits/key
		return unit
	}
	return metric + " " + unit
}

// trends is one table of the lines over the means of all times.
func (s *Summary) trends() grid {
	t := grid{
		title: "trends over ε",
		lines: []string{"least-squares line over the means, per percentage point of ε; Theil–Sen: median slope of all",
			"pairs; sweep: rise of the line from the smallest ε to the largest, as a share of the mean"},
		columns: []string{"metric", "filter", "unit", "slope", "s.e.", "95 % CI", "p", "R²", "Theil–Sen", "sweep %"},
		left:    3,
	}
	noted := map[string]bool{}
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !m.Timed() {
			continue
		}
		r := m.Readings[0]
		unit, _, _ := strings.Cut(r.Unit, "/") // the table of the metric says per what
		for _, series := range m.Series {
			if !series.Fitted {
				continue
			}
			l, ts := series.Line.Scaled(r.Factor), series.TheilSen.Scaled(r.Factor)
			dec := SlopeDecimals(l.SlopeSE)
			t.rows = append(t.rows, []string{
				m.Name, series.Filter, unit, number(l.Slope, dec), number(l.SlopeSE, dec),
				"[" + number(l.SlopeCI.Low, dec) + ", " + number(l.SlopeCI.High, dec) + "]",
				pValue(l.P), number(l.R2, 3), number(ts.Slope, dec), number(100*series.SweepShare(), 2),
			})
			if n := series.Tables; n > 0 && n < len(series.Cells) && !noted[series.Filter] {
				noted[series.Filter] = true
				t.notes = append(t.notes, fmt.Sprintf("%s: only %d tables of different size exist over these %d ε; its trend is a staircase",
					series.Filter, n, len(series.Cells)))
			}
		}
	}
	return t
}
