package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
)

// Column describes a column of summary.csv.
type Column struct {
	Name        string
	Type        string // "string", "number" or "integer", as a Frictionless schema names them
	Description string
}

// CSVColumns describes the columns of the CSV form, in order. A row of kind
// "cell" sums up one filter at one ε, one of kind "series" the line over ε;
// what does not apply is empty.
func CSVColumns() []Column {
	return []Column{
		{"kind", "string", "cell or series"},
		{"filter", "string", "structure or baseline"},
		{"epsilon", "number", "asked false-positive rate; empty for baselines and series"},
		{"point", "string", "what else tells the cell apart, as name=value with blanks between; empty where nothing does"},
		{"metric", "string", "what was measured"},
		{"unit", "string", "of the numbers in the row; slopes are per percentage point of ε"},
		{"n", "integer", "values of the cell, or points of the line"},
		{"mean", "number", "arithmetic mean"},
		{"half_width", "number", "of the mean's 95 % interval, Student's t"},
		{"median", "number", "median"},
		{"min", "number", "smallest value"},
		{"max", "number", "largest value"},
		{"sd", "number", "standard deviation with n-1"},
		{"outliers", "integer", "values beyond Tukey's fences; they are kept in every number"},
		{"other_mean", "number", "the mean in a second unit; empty where there is none"},
		{"other_unit", "string", "that unit"},
		{"slope", "number", "of the least-squares line over the means"},
		{"slope_se", "number", "its standard error"},
		{"slope_low", "number", "lower end of its 95 % interval"},
		{"slope_high", "number", "upper end of its 95 % interval"},
		{"p", "number", "two-sided, of slope 0"},
		{"r2", "number", "coefficient of determination"},
		{"intercept", "number", "of the line at epsilon 0"},
		{"theil_sen", "number", "median slope of all pairs of points"},
		{"theil_sen_low", "number", "lower end of its 95 % interval"},
		{"theil_sen_high", "number", "upper end of its 95 % interval"},
	}
}

func (s *Summary) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var names []string
	for _, c := range CSVColumns() {
		names = append(names, c.Name)
	}
	// csv.Writer keeps the first error for Error.
	_ = out.Write(names)
	for i := range s.Metrics {
		m := &s.Metrics[i]
		for _, c := range m.Cells {
			_ = out.Write(m.cellRecord(c, s.Meta.Points, len(names)))
		}
	}
	for i := range s.Metrics {
		m := &s.Metrics[i]
		for _, series := range m.Series {
			if series.Fitted {
				_ = out.Write(m.seriesRecord(series))
			}
		}
	}
	out.Flush()
	return out.Error()
}

func (m *Metric) cellRecord(c Cell, points []string, columns int) []string {
	r := m.Readings[0]
	d := c.Scaled(r.Factor)
	otherMean, otherUnit := "", ""
	if len(m.Readings) > 1 {
		otherMean, otherUnit = exact(c.Mean*m.Readings[1].Factor), m.Readings[1].Unit
	}
	record := []string{"cell", c.Filter, c.Epsilon.String(), c.pointText(points), m.Name, r.Unit, strconv.Itoa(c.N),
		exact(d.Mean), exact(d.HalfWidth), exact(d.Median), exact(d.Min), exact(d.Max), exact(d.SD),
		strconv.Itoa(c.Outliers), otherMean, otherUnit}
	return append(record, make([]string, columns-len(record))...)
}

// pointText names the values of the cell's point: "n=70 b=8".
func (c Cell) pointText(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var parts []string
	for i, v := range strings.Split(c.Point, ",") {
		if v != "" {
			parts = append(parts, names[i]+"="+v)
		}
	}
	return strings.Join(parts, " ")
}

func (m *Metric) seriesRecord(s Series) []string {
	r := m.Readings[0]
	l, ts := s.Line.Scaled(r.Factor), s.TheilSen.Scaled(r.Factor)
	record := []string{"series", s.Filter, "", "", m.Name, r.Unit, strconv.Itoa(l.N)}
	record = append(record, make([]string, 9)...)
	for _, v := range []float64{l.Slope, l.SlopeSE, l.SlopeCI.Low, l.SlopeCI.High, l.P, l.R2, l.Intercept,
		ts.Slope, ts.CI.Low, ts.CI.High} {
		record = append(record, exact(v))
	}
	return record
}

// exact is v with twelve digits, more than any clock gives and few enough to
// hide the rounding of a unit's factor; empty for NaN.
func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}
