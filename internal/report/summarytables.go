package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// WriteSummary writes the summary in a format.
func WriteSummary(w io.Writer, s *Summary, f table.Format) error {
	switch f {
	case table.CSV:
		return s.writeCSV(w)
	case table.JSON:
		return s.writeJSON(w)
	}
	width := pageWidth
	if f == table.Text {
		width = table.ColumnsOf(w)
	}
	return table.Write(w, s.page(width), f)
}

// pageWidth is for how many columns the tables of a page are made where it has no
// width of its own.
const pageWidth = 100

// trimmedNote says that tables have the times of the answer, and how to see others.
func trimmedNote() table.Field {
	return table.Field{Name: "note", First: true, Value: "times are those of the answer ('show'); --stat=mean prints plain means of wall time, --stat=median medians"}
}

func (s *Summary) page(width int) table.Page {
	p := table.Page{Title: "Summary", Header: s.Header(), Brief: Brief(s.Header())}
	if s.By == Trimmed && s.timed() {
		p.Header = append(p.Header, trimmedNote())
		p.Brief = Brief(p.Header)
	}
	if s.ByMachine() != nil {
		p.Tables = append(p.Tables, s.machinesTable())
	}
	p.Tables = append(p.Tables, s.eachTimes(func(s *Summary) (list []table.Table) {
		for i := range s.Metrics {
			if m := &s.Metrics[i]; m.Timed() {
				list = append(list, s.times(m)...)
			}
		}
		return list
	})...)
	p.Tables = append(p.Tables, s.rest(width)...)
	return p
}

// timed reports whether the run has times.
func (s *Summary) timed() bool {
	for i := range s.Metrics {
		if s.Metrics[i].Timed() {
			return true
		}
	}
	return false
}

// rest has the tables below those of times: the other values, and the lines
// over the means.
func (s *Summary) rest(width int) []table.Table {
	return append(s.values(width), s.eachTimes((*Summary).trends)...)
}

// Tables are the tables of the summary for a page with room: a row for every
// cell of a time, with n, so that rows of all filters can be sorted; then the
// other values and the trends as everywhere.
func (s *Summary) Tables() []table.Table {
	var list []table.Table
	if s.ByMachine() != nil {
		list = append(list, s.machinesTable())
	}
	list = append(list, s.eachTimes(func(s *Summary) (list []table.Table) {
		for i := range s.Metrics {
			if m := &s.Metrics[i]; m.Timed() {
				list = append(list, s.long(m))
			}
		}
		return list
	})...)
	return append(list, s.rest(pageWidth)...)
}

// times puts two filters side by side, for comparison; a terminal holds no
// more. Further filters follow below; many have a row for each cell.
func (s *Summary) times(m *Metric) []table.Table {
	if len(s.Meta.Filters) > Few {
		return []table.Table{s.long(m)}
	}
	var filters []string
	for _, c := range m.Cells {
		if c.Point != "" && !slices.Contains(filters, c.Filter) {
			filters = append(filters, c.Filter)
		}
	}
	var list []table.Table
	for pair := range slices.Chunk(filters, 2) {
		list = append(list, s.sideBySide(m, pair))
	}
	if len(list) == 0 {
		list = []table.Table{{}}
	}
	first := &list[0]
	first.Title = s.titled(m)
	first.Lines = append(first.Lines, s.legend(m))
	last := &list[len(list)-1]
	for _, c := range m.Cells {
		if c.Point == "" { // a baseline, or all cells of a run without axes
			last.Notes = append(last.Notes, s.baseline(m, c))
		}
	}
	return list
}

// titled is the title of a table of times. It names the clock where ratios go by another one.
func (s *Summary) titled(m *Metric) string {
	text := string(m.Name) + " — " + m.Title
	if s.Samples.CPU(m.Name) {
		text += ", " + s.clock(m)
	}
	return text
}

// clock is that of the times of a table.
func (s *Summary) clock(m *Metric) string {
	if m.By == Trimmed && s.Samples.CPU(m.Name) {
		return "CPU time"
	}
	return "wall time"
}

// legend explains the columns, with the values that all rows share.
func (s *Summary) legend(m *Metric) string {
	low, high, all, out := m.Cells[0].N, m.Cells[0].N, 0, 0
	for _, c := range m.Cells {
		low, high = min(low, c.N), max(high, c.N)
		all, out = all+c.N, out+c.Outliers
	}
	return fmt.Sprintf("%s of %s ± half-width of its 95 %% interval; n = %s a cell; %s of %s values are outliers (kept)",
		m.By.full(), s.clock(m), table.Span(low, high), axis.Grouped(out), axis.Grouped(all))
}

// axes are those on which the metric has a place.
func (s *Summary) axes(m *Metric) []int {
	points := make([]runfolder.Point, len(m.Cells))
	for i, c := range m.Cells {
		points[i] = c.Point
	}
	return s.Meta.Placed(points)
}

func (s *Summary) sideBySide(m *Metric, pair []string) table.Table {
	axes := s.axes(m)
	t := table.Table{Columns: s.Meta.Headings(axes), Keys: len(axes)}
	var points []runfolder.Point
	for _, c := range m.Cells {
		if c.Point != "" && slices.Contains(pair, c.Filter) {
			points = append(points, c.Point)
		}
	}
	slices.SortFunc(points, s.Meta.Compare)
	points = slices.Compact(points)
	for _, p := range points {
		t.Rows = append(t.Rows, s.Meta.Labels(axes, p))
	}
	for _, filter := range pair {
		t.Folds = append(t.Folds, len(t.Columns))
		t.Columns = append(t.Columns, filter+" "+m.Scales[0].Unit, string(m.By.other()), "min")
		for _, r := range m.Scales[1:] {
			t.Columns = append(t.Columns, r.Unit)
		}
		for i, p := range points {
			if c := m.Cell(filter, p); c != nil {
				t.Rows[i] = append(t.Rows[i], m.texts(*c)...)
			}
			t.Rows[i] = padded(t.Rows[i], len(t.Columns))
		}
	}
	return t
}

// texts are the columns of one cell.
func (m *Metric) texts(c Cell) []string {
	d, dec := c.Scaled(m.Scales[0].Factor), m.decimals(m.Scales[0])
	list := []string{table.PlusMinus(d, dec), table.Number(d.Median, dec), table.Number(d.Min, dec)}
	for _, r := range m.Scales[1:] {
		list = append(list, table.Number(c.Mean*r.Factor, m.decimals(r)))
	}
	return list
}

// decimals are those of all cells of the metric, so that a column is aligned.
func (m *Metric) decimals(r metric.Scale) int {
	var list []stats.Description
	for _, c := range m.Cells {
		list = append(list, c.Scaled(r.Factor))
	}
	return table.DecimalsOf(list)
}

// baseline is a cell off all axes in words.
func (s *Summary) baseline(m *Metric, c Cell) string {
	d, dec := c.Scaled(m.Scales[0].Factor), m.decimals(m.Scales[0])
	text := fmt.Sprintf("%s: %s %s, %s %s, min %s", s.Glossary.Baseline(c.Filter),
		table.PlusMinus(d, dec), m.Scales[0].Unit, m.By.other(), table.Number(d.Median, dec), table.Number(d.Min, dec))
	for _, r := range m.Scales[1:] {
		text += fmt.Sprintf(", %s %s", table.Number(c.Mean*r.Factor, m.decimals(r)), r.Unit)
	}
	return text
}

// long is the table of a time with a row for every cell, baselines last.
func (s *Summary) long(m *Metric) table.Table {
	r, axes := m.Scales[0], s.axes(m)
	headings, count := s.Meta.Headings(axes), "n"
	if slices.Contains(headings, count) {
		count = "values"
	}
	t := table.Table{
		Title:   s.titled(m),
		Lines:   []string{s.legend(m)},
		Columns: slices.Concat([]string{"filter"}, headings, []string{count, string(m.By) + " ± CI, " + r.Unit, string(m.By.other()), "min"}),
		Left:    1,
		Keys:    1 + len(headings),
		Ranks:   append(make([]int, 1+len(headings)), 1), // the legend has n
	}
	for _, other := range m.Scales[1:] {
		t.Columns = append(t.Columns, string(m.By)+", "+other.Unit)
	}
	t.Metrics = make([]string, len(t.Columns))
	for i := 1 + len(headings); i < len(t.Columns); i++ {
		t.Metrics[i] = string(m.Name)
	}
	var titles []string
	for _, c := range m.Cells {
		row := []string{c.Filter}
		for _, text := range s.Meta.Labels(axes, c.Point) {
			if text == "" {
				text = table.Blank
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, append(append(row, axis.Grouped(c.N)), m.texts(c)...))
		if title := s.Glossary.Baseline(c.Filter); title != c.Filter && c.Point == "" {
			titles = append(titles, c.Filter+": "+title)
		}
	}
	if len(titles) > 0 {
		t.Notes = []string{strings.Join(titles, "; ")}
	}
	return t
}

// padded fills a row up to n columns.
func padded(row []string, n int) []string {
	for len(row) < n {
		row = append(row, table.Blank)
	}
	return row
}
