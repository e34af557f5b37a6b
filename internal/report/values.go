package report

import (
	"slices"
	"strings"

	"hyphbench/internal/axis"
)

// overEpsilon reports whether the metric has tables of its own: a time of
// filters over ε.
func (m *Metric) overEpsilon() bool { return m.Timed() && !m.byPoint }

// valueKey is a row of the tables of values.
type valueKey struct {
	filter, point string
	epsilon       axis.Rate
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
		g.lines = []string{"mean ± half-width of its 95 % interval; n = " + repetitions(metrics) +
			" repetitions, each with its own hash function"}
	}
	return g.withoutEmpty()
}

// repetitions is how many values a cell has, "30" or "12–30".
func repetitions(metrics []*Metric) string {
	low, high := metrics[0].Cells[0].N, 0
	for _, m := range metrics {
		for _, c := range m.Cells {
			low, high = min(low, c.N), max(high, c.N)
		}
	}
	return span(low, high)
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
