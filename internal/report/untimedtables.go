package report

import (
	"cmp"
	"slices"
	"strings"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// place is a row of the tables of values.
type place struct {
	filter string
	point  runfolder.Point
}

func (c Cell) place() place { return place{c.Filter, c.Point} }

// values are the tables of all metrics that are no times, a column each.
// Metrics of the same cells share a table, or several where one is too wide.
func (s *Summary) values(width int) []table.Table {
	var groups [][]*Metric
	var places []map[place]bool
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if m.Timed() {
			continue
		}
		shares := func(group map[place]bool) bool {
			return slices.ContainsFunc(m.Cells, func(c Cell) bool { return group[c.place()] })
		}
		at := slices.IndexFunc(places, shares)
		if at < 0 {
			at = len(places)
			groups, places = append(groups, nil), append(places, map[place]bool{})
		}
		groups[at] = append(groups[at], m)
		for _, c := range m.Cells {
			places[at][c.place()] = true
		}
	}
	var list []table.Table
	for _, group := range groups {
		list = append(list, s.narrow(group, width)...)
	}
	if len(list) > 0 {
		list[0].Title = "sizes, errors and other values"
	}
	return list
}

// narrow is the table of values in parts that fit, if a part of one metric
// does: some structures have abilities, with metrics of their own.
func (s *Summary) narrow(metrics []*Metric, width int) []table.Table {
	var list []table.Table
	for len(metrics) > 0 {
		n := 1
		t := s.valueTable(metrics[:n])
		for n < len(metrics) {
			wider := s.valueTable(metrics[:n+1])
			if !wider.Fits(width) {
				break
			}
			t, n = wider, n+1
		}
		list, metrics = append(list, t), metrics[n:]
	}
	return list
}

func (s *Summary) valueTable(metrics []*Metric) table.Table {
	var axes []int
	for _, m := range metrics {
		axes = append(axes, s.axes(m)...)
	}
	slices.Sort(axes)
	axes = slices.Compact(axes)
	t := table.Table{Columns: append([]string{"filter"}, s.Meta.Headings(axes)...), Left: 1, Keys: 1 + len(axes)}
	t.Metrics = make([]string, len(t.Columns))
	rows := map[place][]string{}
	var order []place
	add := func(c Cell) {
		if k := c.place(); rows[k] == nil {
			rows[k] = append([]string{c.Filter}, s.Meta.Labels(axes, c.Point)...)
			order = append(order, k)
		}
	}
	most := slices.MaxFunc(metrics, func(a, b *Metric) int { return cmp.Compare(len(a.Cells), len(b.Cells)) })
	for _, c := range most.Cells { // in the order of the run, whichever metric comes first
		add(c)
	}
	varies := false
	for _, m := range metrics {
		for i, r := range m.Scales {
			dec, last := m.decimals(r), i+1 == len(m.Scales)
			t.Columns = append(t.Columns, columnTitle(string(m.Name), r.Unit))
			t.Metrics = append(t.Metrics, string(m.Name))
			for _, c := range m.Cells {
				k := c.place()
				add(c)
				d := c.Scaled(r.Factor)
				text := table.PlusMinus(d, dec)
				if !last { // the interval once is enough
					text = table.Number(d.Mean, dec)
				}
				varies = varies || last && d.HalfWidth > 0
				rows[k] = append(padded(rows[k], len(t.Columns)-1), text)
			}
		}
	}
	for _, k := range order {
		t.Rows = append(t.Rows, padded(rows[k], len(t.Columns)))
	}
	if varies {
		t.Lines = []string{"mean ± half-width of its 95 % interval; n = " + repetitions(metrics) +
			" repetitions, each with its own hash function"}
	}
	return t
}

// repetitions is how many values a cell has, "30" or "12–30".
func repetitions(metrics []*Metric) string {
	low, high := metrics[0].Cells[0].N, 0
	for _, m := range metrics {
		for _, c := range m.Cells {
			low, high = min(low, c.N), max(high, c.N)
		}
	}
	return table.Span(low, high)
}

// columnTitle names a metric and its unit, without saying a word twice.
func columnTitle(name, unit string) string {
	switch {
	case unit == "1" || strings.HasSuffix(name, unit): // resident_bits, bits
		return name
	case strings.HasPrefix(unit, name+"/"): // bits, bits/key
		return unit
	}
	return name + " " + unit
}
