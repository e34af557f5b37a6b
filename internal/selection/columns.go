package selection

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/nearest"
	"hyphbench/internal/renamed"
	"hyphbench/internal/runfolder"
)

// column is what a key names in a run.
type column struct {
	name   string
	axis   axis.Axis     // how its values are read and ordered
	placed bool          // it is an axis of the run
	before renamed.Names // what the run named otherwise once
	read   func(runfolder.Row) string
}

// columns are those of a run, the most asked for first.
type columns []column

func columnsOf(run *runfolder.Run) columns {
	text := func(name string, read func(runfolder.Row) string) column {
		return column{name: name, axis: axis.Names(name), read: read}
	}
	number := func(name string, read func(runfolder.Row) int64) column {
		return column{name: name, axis: axis.Counts(name, nil), read: func(r runfolder.Row) string { return strconv.FormatInt(read(r), 10) }}
	}
	list := columns{
		text(MetricKey, func(r runfolder.Row) string { return string(r.Metric) }),
		text(FilterKey, func(r runfolder.Row) string { return r.Filter }),
	}
	for i, a := range run.Meta.Axes {
		list = append(list, column{name: a.Name, axis: a, placed: true, read: func(r runfolder.Row) string { return r.Point.Value(i) }})
	}
	list = append(list,
		number("round", func(r runfolder.Row) int64 { return int64(r.Round) }),
		number("session", func(r runfolder.Row) int64 { return int64(r.Session) }),
		text("design", func(r runfolder.Row) string { return r.Design }),
		text("unit", func(r runfolder.Row) string { return r.Unit }),
		number("ops", func(r runfolder.Row) int64 { return r.Ops }),
	)
	for _, name := range run.Columns {
		if list.find(name) == nil {
			list = append(list, column{name: name, axis: axis.Axis{Name: name}, read: run.Column(name)})
		}
	}
	for i := range list {
		list[i].before = renamed.In(run.Meta.Experiment)
	}
	return list
}

func (c columns) find(name string) *column {
	for i := range c {
		if c[i].name == name {
			return &c[i]
		}
	}
	return nil
}

// named is the column of a key.
func (c columns) named(key string) (*column, error) {
	if found := c.find(key); found != nil {
		return found, nil
	}
	if found := c.find(c[0].before.Now(renamed.Column, key)); found != nil {
		return found, nil
	}
	var names []string
	for _, one := range c {
		names = append(names, one.name)
	}
	return nil, fmt.Errorf("the run has no column %q: want one of %s", key, listed(nearest.Sorted(key, names)))
}

// values are those that the rows have, in order. The kind of a column that is no
// axis is found by them.
func (c *column) values(rows []runfolder.Row) []string {
	seen := map[string]bool{}
	var list []string
	for _, row := range rows {
		if v := c.read(row); v != "" && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	if c.axis.Kind == "" {
		c.axis = axis.Infer(c.name, list)
	}
	slices.SortFunc(list, c.axis.Compare)
	return list
}

// nearest puts the values nearest to a text first: the nearest numbers, or the
// most similar words.
func (c *column) nearest(text string, values []string) []string {
	at, err := parseNumber(c.axis.Kind, strings.TrimPrefix(text, ".."))
	if !c.axis.Numeric() || err != nil {
		return nearest.Sorted(text, values)
	}
	values = slices.Clone(values)
	slices.SortStableFunc(values, func(a, b string) int {
		return cmp.Compare(math.Abs(number(a)-at.low), math.Abs(number(b)-at.low))
	})
	return values
}

// label writes a value as a reader expects it: rates in per cent.
func (c *column) label(value string) string {
	if value == "" {
		return "none"
	}
	if text := c.axis.Label(value); c.axis.Kind == axis.RateKind {
		return text + " %"
	}
	return value
}

func (c *column) labels(values []string) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = c.label(v)
	}
	return list
}

// lacks is the error of a value that no row has.
func (c *column) lacks(text string, values []string) error {
	if len(values) == 0 {
		return fmt.Errorf("no row of the run has a value of %s", c.axis.Symbol())
	}
	return fmt.Errorf("the run has no %s %q: want one of %s", c.axis.Symbol(), text, listed(c.labels(c.nearest(text, values))))
}

// most is how many values an error lists.
const most = 12

func listed(values []string) string {
	if len(values) <= most+1 { // "and 1 more" is no shorter
		return strings.Join(values, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(values[:most], ", "), len(values)-most)
}

// span is a number, or all between two.
type span struct{ low, high float64 }

func (s span) contains(v float64) bool { return s.low <= v && v <= s.high }

// parseNumber reads "low..high", "low..", "..high" or one number, in the way of an
// axis of the kind.
func parseNumber(kind axis.Kind, text string) (span, error) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		v, err := parseOne(kind, text)
		return span{v, v}, err
	}
	s := span{math.Inf(-1), math.Inf(1)}
	var err error
	if from != "" {
		if s.low, err = parseOne(kind, from); err != nil {
			return s, err
		}
	}
	if to != "" {
		if s.high, err = parseOne(kind, to); err != nil {
			return s, err
		}
	}
	if s.low > s.high {
		return s, fmt.Errorf("range %q descends: want %s..%s", text, to, from)
	}
	return s, nil
}

func parseOne(kind axis.Kind, text string) (float64, error) {
	text = strings.TrimSpace(text)
	switch kind {
	case axis.RateKind:
		r, err := axis.ParseRate(text)
		return r.Float(), err
	case axis.CountKind:
		n, err := axis.ParseCount(text)
		return float64(n), err
	case axis.ShareKind:
		return axis.ParseShare(text)
	}
	return 0, fmt.Errorf("%q is no number", text)
}

// number is a value of a numeric column.
func number(value string) float64 {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
