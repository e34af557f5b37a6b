package report

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"io"
	"slices"
	"strconv"
	"strings"
)

// CSVColumns describes the columns of the CSV form, in order. A row of kind
// "cell" sums up one filter at one point, one of kind "series" the line along an
// axis; other columns are empty.
func CSVColumns() []runfolder.Field {
	return []runfolder.Field{
		{Name: "kind", Type: "string", Description: "cell or series"},
		{Name: "filter", Type: "string", Description: "structure or baseline"},
		{Name: "epsilon", Type: "number", Description: "requested false-positive rate; empty where there is none, and for series"},
		{Name: "point", Type: "string", Description: "values on the other axes, as name=value with blanks between; empty where there are none"},
		{Name: "metric", Type: "string", Description: "what was measured"},
		{Name: "unit", Type: "string", Description: "of the numbers in the row; slopes are per percentage point of ε, or per one of another axis"},
		{Name: "n", Type: "integer", Description: "values of the cell, or points of the line"},
		{Name: "mean", Type: "number", Description: "arithmetic mean"},
		{Name: "half_width", Type: "number", Description: "of the mean's 95 % interval, Student's t"},
		{Name: "median", Type: "number", Description: "median"},
		{Name: "min", Type: "number", Description: "smallest value"},
		{Name: "max", Type: "number", Description: "largest value"},
		{Name: "sd", Type: "number", Description: "standard deviation with n-1"},
		{Name: "outliers", Type: "integer", Description: "values beyond Tukey's fences; they are kept in every number"},
		{Name: "other_mean", Type: "number", Description: "the mean in a second unit; empty where there is none"},
		{Name: "other_unit", Type: "string", Description: "that unit"},
		{Name: "slope", Type: "number", Description: "of the least-squares line over the means"},
		{Name: "slope_se", Type: "number", Description: "its standard error"},
		{Name: "slope_low", Type: "number", Description: "lower end of its 95 % interval"},
		{Name: "slope_high", Type: "number", Description: "upper end of its 95 % interval"},
		{Name: "p", Type: "number", Description: "two-sided, of slope 0"},
		{Name: "r2", Type: "number", Description: "coefficient of determination"},
		{Name: "intercept", Type: "number", Description: "of the line at 0 on its axis"},
		{Name: "theil_sen", Type: "number", Description: "median slope of all pairs of points"},
		{Name: "theil_sen_low", Type: "number", Description: "lower end of its 95 % interval"},
		{Name: "theil_sen_high", Type: "number", Description: "upper end of its 95 % interval"},
		{Name: "along", Type: "string", Description: "the axis that a series runs along; empty for cells"},
	}
}

func (s *Summary) writeCSV(w io.Writer) error {
	var names []string
	for _, c := range CSVColumns() {
		names = append(names, c.Name)
	}
	columns := len(names)
	marked := func(record []string, _ Statistic) []string { return record }
	if s.By == Medians { // a column more, that says which statistic a row goes by
		marked = func(record []string, by Statistic) []string { return append(record, string(by)) }
	}
	on := func(record []string, _ string) []string { return record }
	machines := s.ByMachine()
	if machines != nil { // and one that says on which machine a time was measured
		on = func(record []string, machine string) []string { return append(record, machine) }
	}
	records := [][]string{on(marked(names, "statistic"), machineColumn)}
	for _, m := range machines {
		timed := func(m *Metric) bool { return m.Timed() }
		for _, record := range m.records(columns, timed, marked) {
			records = append(records, on(record, strconv.Itoa(m.Number)))
		}
	}
	shared := func(m *Metric) bool { return machines == nil || !m.Timed() }
	for _, record := range s.records(columns, shared, marked) {
		records = append(records, on(record, ""))
	}
	s.addAxes(records)
	return table.WriteCSV(w, records)
}

// atAxis begins the names of the columns of axes: n alone would be the number of values.
const atAxis = "at_"

// others are the axes of the run but for ε, which has its column.
func (s *Summary) others() (names []string) {
	for _, a := range s.Meta.Axes {
		if a.Name != axis.Epsilon {
			names = append(names, a.Name)
		}
	}
	return names
}

// addAxes adds a column for each of these axes, with the value that stands in point.
func (s *Summary) addAxes(records [][]string) {
	point := slices.Index(records[0], "point")
	for i := range records {
		at := map[string]string{}
		for part := range strings.FieldsSeq(records[i][point]) {
			name, value, _ := strings.Cut(part, "=")
			at[name] = value
		}
		for _, name := range s.others() {
			text := at[name]
			if i == 0 {
				text = atAxis + name
			}
			records[i] = append(records[i], text)
		}
	}
}

const machineColumn = "machine"

// fields are the columns of summary.csv.
func (s *Summary) fields() []runfolder.Field {
	list := CSVColumns()
	if s.ByMachine() != nil {
		list = append(list, runfolder.Field{Name: machineColumn, Type: "integer", Description: "on which machine of the run a time was measured; empty for what is no time"})
	}
	for _, name := range s.others() {
		list = append(list, runfolder.Field{Name: atAxis + name, Type: "string", Description: "value on the axis " + name + ", as in point"})
	}
	return list
}

// records are those of the cells and then of the series of some metrics.
func (s *Summary) records(columns int, of func(*Metric) bool, marked func([]string, Statistic) []string) (records [][]string) {
	for i := range s.Metrics {
		if m := &s.Metrics[i]; of(m) {
			for _, c := range m.Cells {
				records = append(records, marked(s.cellRecord(m, c, columns), m.By))
			}
		}
	}
	for i := range s.Metrics {
		if m := &s.Metrics[i]; of(m) {
			for _, series := range m.Series {
				if series.Fitted {
					records = append(records, marked(m.seriesRecord(series), m.By))
				}
			}
		}
	}
	return records
}

func (s *Summary) cellRecord(m *Metric, c Cell, columns int) []string {
	r := m.Scales[0]
	d := c.Scaled(r.Factor)
	mean, median := m.plain(c)
	otherMean, otherUnit := "", ""
	if len(m.Scales) > 1 {
		otherMean, otherUnit = table.Exact(mean*m.Scales[1].Factor), m.Scales[1].Unit
	}
	record := []string{"cell", c.Filter, s.Meta.On(axis.Epsilon, c.Point), s.Meta.Beside(c.Point), string(m.Name), r.Unit, strconv.Itoa(c.N),
		table.Exact(mean * r.Factor), table.Exact(d.HalfWidth), table.Exact(median * r.Factor), table.Exact(d.Min), table.Exact(d.Max), table.Exact(d.SD),
		strconv.Itoa(c.Outliers), otherMean, otherUnit}
	return append(record, make([]string, columns-len(record))...)
}

func (m *Metric) seriesRecord(s Series) []string {
	r := m.Scales[0]
	l, ts := s.Line.Scaled(r.Factor), s.TheilSen.Scaled(r.Factor)
	record := []string{"series", s.Filter, "", s.Rest, string(m.Name), r.Unit, strconv.Itoa(l.N)}
	record = append(record, make([]string, 9)...)
	for _, v := range []float64{l.Slope, l.SlopeSE, l.SlopeCI.Low, l.SlopeCI.High, l.P, l.R2, l.Intercept,
		ts.Slope, ts.CI.Low, ts.CI.High} {
		record = append(record, table.Exact(v))
	}
	return append(record, s.Axis.Name)
}
