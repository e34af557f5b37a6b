// Package history follows one metric over many runs.
//
// Guarantee: a time uses the estimator and the clock of ratios. Over several points it is their
// geometric mean, as in the table of package answer. A median, a count or a size comes from the
// summary of its run. All runs are read at the points of the newest run. A change of machine,
// design, parameters or inputs is marked, and no line is drawn across it. A history gives no
// verdict: package compare compares two runs.
// Cost: reading the runs.
//
// New makes a History of the summaries of runs, Write prints it, Drawing draws it.
package history

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// History is one metric of some structures over runs.
type History struct {
	Metric   runfolder.Metric
	Title    string
	Scale    metric.Scale // the unit of Value.Description
	By       report.Statistic
	how      string   // the estimator of times; empty: By
	unlike   bool     // passes of the runs differ in their length
	Part     string   // what the runs are narrowed to, in words; empty for all
	Machines []string // A, B, …, as they first appear
	Runs     []Run    // by start
	Lines    []Line   // by structure, in the order of the newest run
	LeftOut  []string // what other runs have and the newest has not, in words
}

// Run is one of the runs.
type Run struct {
	Name     string // its folder
	Start    time.Time
	Machine  int // of Machines
	Revision string
	Changes  []string // against the run before: "machine", "parameters:store", …
}

// Line is one structure.
type Line struct {
	Filter string
	Places int     // over which each value is a geometric mean
	Values []Value // one for each run
}

// Value is a structure's in a run. A run that lacks a place of the newest has none,
// which N = 0 says.
type Value struct{ stats.Description }

// New follows a metric over the summaries of runs of one experiment.
func New(runs []*report.Summary, name runfolder.Metric) (*History, error) {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b *report.Summary) int { return a.Meta.Start().Compare(b.Meta.Start()) })
	newest := runs[len(runs)-1]
	m := newest.Metric(name)
	if m == nil {
		return nil, fmt.Errorf("%s: the newest run has no measurement of %q", newest.Run.Dir, name)
	}
	if n := len(newest.ByMachine()); n > 0 && m.Timed() {
		return nil, fmt.Errorf("%s: the newest run was measured on %d machines, which have no %s in common: want --where session=… of one", newest.Run.Dir, n, name)
	}
	h := &History{Metric: name, Title: m.Title, Scale: m.Scales[0], By: m.By, Part: newest.Part.Text}
	// A pass over another word list is other work: all are read per operation then, as where package
	// compare compares such runs.
	h.unlike = slices.ContainsFunc(runs, func(s *report.Summary) bool {
		other := s.Metric(name)
		return other != nil && len(m.Scales) > 1 && other.Scales[0] != m.Scales[0]
	})
	if h.unlike {
		h.Scale = m.Scales[len(m.Scales)-1]
	}
	if m.Timed() && m.By == report.Means {
		h.how, _, _ = strings.Cut(claim.Estimator(newest), ", ratios")
	}
	for i, s := range runs {
		h.Runs = append(h.Runs, h.run(s))
		if i > 0 {
			h.Runs[i].Changes = changes(h.Runs[i-1], h.Runs[i], runs[i-1], s)
		}
	}
	for _, filter := range filters(m) {
		line := Line{Filter: filter}
		places := cellsOf(m, filter)
		line.Places = len(places)
		for _, s := range runs {
			v, err := h.value(s, newest.Meta, places)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Run.Dir, err)
			}
			line.Values = append(line.Values, v)
		}
		h.Lines = append(h.Lines, line)
	}
	h.LeftOut = h.leftOut(runs)
	return h, nil
}

// leftOut are the structures of earlier runs without a value here, with the reason.
func (h *History) leftOut(runs []*report.Summary) (list []string) {
	in := map[string][]string{} // runs by what they have
	for i, s := range runs[:len(runs)-1] {
		m := s.Metric(h.Metric)
		if m == nil {
			continue
		}
		var gone, elsewhere []string
		for _, filter := range filters(m) {
			switch at := slices.IndexFunc(h.Lines, func(l Line) bool { return l.Filter == filter }); {
			case at < 0:
				gone = append(gone, filter)
			case h.Lines[at].Values[i].N == 0 && (!m.Timed() || s.ByMachine() == nil):
				elsewhere = append(elsewhere, filter)
			}
		}
		for _, is := range []struct {
			filters []string
			why     string
		}{{gone, "not in the newest run"}, {elsewhere, "without all points of the newest run"}} {
			if len(is.filters) == 0 {
				continue
			}
			what := strings.Join(is.filters, ", ") + " (" + is.why + ")"
			if in[what] == nil {
				list = append(list, what)
			}
			in[what] = append(in[what], h.Runs[i].Name)
		}
	}
	const named = 3
	for i, what := range list {
		names := in[what]
		more := ""
		if n := len(names) - named; n > 0 {
			names, more = names[:named], fmt.Sprintf(" and %d more", n)
		}
		list[i] = what + " of " + strings.Join(names, ", ") + more
	}
	return list
}

// run is a run as a place of the history.
func (h *History) run(s *report.Summary) Run {
	on := s.Machine()
	if on == "" {
		on = "a machine unknown"
	}
	at := slices.Index(h.Machines, on)
	if at < 0 {
		at = len(h.Machines)
		h.Machines = append(h.Machines, on)
	}
	return Run{
		Name: filepath.Base(s.Run.Dir), Start: s.Meta.Start().UTC(), Machine: at,
		Revision: runfolder.Shortened(s.Meta.Revision()),
	}
}

// changes are those from a run to the next.
func changes(a, b Run, from, to *report.Summary) []string {
	var list []string
	if a.Machine != b.Machine {
		list = append(list, "machine")
	}
	return append(list, runfolder.Unlike(from.Meta, to.Meta)...)
}

// Letter names a machine: A, …, Z, A2, ….
func Letter(nth int) string {
	text := string(rune('A' + nth%26))
	if nth >= 26 {
		text += fmt.Sprint(nth/26 + 1)
	}
	return text
}

// filters are those of a metric in its order.
func filters(m *report.Metric) []string {
	var list []string
	for _, c := range m.Cells {
		if !slices.Contains(list, c.Filter) {
			list = append(list, c.Filter)
		}
	}
	return list
}

func cellsOf(m *report.Metric, filter string) []runfolder.Cell {
	var list []runfolder.Cell
	for _, c := range m.Cells {
		if c.Filter == filter {
			list = append(list, c.Cell)
		}
	}
	return list
}

// value is that of a run at places of the newest one.
func (h *History) value(s *report.Summary, newest *runfolder.Meta, places []runfolder.Cell) (Value, error) {
	if m := s.Metric(h.Metric); m != nil && m.Timed() && s.ByMachine() != nil { // it has a time for each machine
		return Value{}, nil
	}
	cells := make([]runfolder.Cell, len(places))
	for i, c := range places {
		if cells[i] = of(s.Meta, newest, c); s.Samples.Cell(cells[i]) == nil {
			return Value{}, nil
		}
	}
	if h.how != "" {
		if v, in, err := compare.LevelAt(s, cells); err == nil {
			d := stats.Description{N: len(s.Samples.Cell(cells[0]).Values())}.Around(v, in)
			return Value{d.Scaled(h.Scale.Factor)}, nil
		} // such as of one repetition, which has its mean
	}
	var values []float64
	if len(cells) == 1 {
		values = s.Samples.Cell(cells[0]).Values()
	} else {
		for _, line := range s.Samples.WallLines(cells) {
			values = append(values, middle(line))
		}
	}
	if len(values) == 0 { // no round has all places
		return Value{}, nil
	}
	d, err := h.By.Describe(values)
	return Value{d.Scaled(h.Scale.Factor)}, err
}

// of is a cell of the newest run as one of another, whose axes may stand in another
// order.
func of(run, newest *runfolder.Meta, c runfolder.Cell) runfolder.Cell {
	values := make([]string, len(run.Axes))
	for i, a := range newest.Axes {
		switch v, at := c.Point.Value(i), run.Axis(a.Name); {
		case at >= 0:
			values[at] = v
		case v != "": // which no point of the run has
			return runfolder.Cell{}
		}
	}
	c.Point = runfolder.At(values...)
	return c
}

// middle is the geometric mean, of values that are not all positive the plain one.
func middle(x []float64) float64 {
	var sum, logs float64
	for _, v := range x {
		sum += v
		logs += math.Log(max(v, 0))
	}
	n := float64(len(x))
	if slices.Min(x) > 0 {
		return math.Exp(logs / n)
	}
	return sum / n
}

// statistic is what the values are: the estimator of times, or the statistic of the summary.
func (h *History) statistic() string { return cmp.Or(h.how, string(h.By)) }

// How says in a sentence what the values are.
func (h *History) How() string {
	text := h.statistic() + " ± half-width of the 95 % interval, " + h.Scale.Unit
	if h.unlike {
		text += ", since the runs' lists have different lengths"
	}
	most, lacking := 1, false
	for _, l := range h.Lines {
		most = max(most, l.Places)
		lacking = lacking || l.Places > 1 && slices.ContainsFunc(l.Values, func(v Value) bool { return v.N == 0 })
	}
	if most > 1 {
		text += fmt.Sprintf("; per round: geometric mean over the points of the newest run, up to %d", most)
	}
	if lacking {
		text += "; " + table.Blank + " of a run that lacks any of them"
	}
	return text
}

// change is the text of a run's changes.
func (h *History) change(r Run) string {
	list := slices.Clone(r.Changes)
	for i, c := range list {
		list[i] = strings.Replace(c, ":", " ", 1)
		if c == "machine" {
			list[i] += " " + Letter(r.Machine)
		}
	}
	return strings.Join(list, ", ")
}
