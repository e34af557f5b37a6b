// Package selection selects some of the rows of a run.
//
// Guarantee: a row is kept if and only if it meets every condition. A key or a value that the
// run lacks is an error, which lists the existing ones, the most similar first. A selection
// without rows is an error too. Values of an axis are parsed as the axis parses them: 1e6 and
// 1000000 are the same count, and 1% and 0.01 are the same rate.
// Cost: one pass over the rows for each condition.
// Source: the expressions are those of benchstat's -filter
// (golang.org/x/perf/benchproc/syntax). Its library compares texts alone and keeps its tree to
// itself: 1e6 would find nothing, silently. A test compares both.
//
// It is the second step of every command that reads runs: package runfolder reads, selection
// filters, package sample groups, package report sums up.
package selection

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
)

// Keys of what every row has beside its place on axes.
const (
	MetricKey = "metric"
	FilterKey = "filter"
)

// Selection is conditions that a row has to meet, all of them. The zero Selection
// keeps every row.
type Selection struct {
	conditions []condition
}

// condition is one of them, as it was typed.
type condition struct {
	flag string // "--eps=1%", for errors
	tree node
}

// Empty reports whether there is no condition.
func (s *Selection) Empty() bool { return s == nil || len(s.conditions) == 0 }

// Values adds that a key has one of a comma list of values, or lies in one of its
// ranges, "low..high". What has no place on the axis of the key meets it: a
// baseline and an exact structure stand beside every ε. A second list of the same
// key and flag adds to the first one.
func (s *Selection) Values(flag, key, list string) error {
	t := &term{key: canonical(key), stays: true}
	for value := range strings.SplitSeq(list, ",") {
		if value = strings.TrimSpace(value); value == "" {
			return fmt.Errorf("%q has an empty value: want values with commas between them", list)
		}
		t.values = append(t.values, value)
	}
	if t.key == axis.Epsilon {
		if err := checkRates(t.values); err != nil {
			return err
		}
	}
	s.add(flag+"="+list, t)
	return nil
}

// Where adds a condition: "key=value,…", its contrary "key!=value,…", or an
// expression in the syntax of benchstat's -filter. Lists of one key add up.
func (s *Selection) Where(text string) error {
	key, list, not, ok := equation(text)
	if !ok {
		tree, err := parse(text)
		if err != nil {
			return err
		}
		s.conditions = append(s.conditions, condition{"--where '" + text + "'", tree})
		return nil
	}
	t := &term{key: canonical(key), stays: true, not: not}
	for value := range strings.SplitSeq(list, ",") {
		t.values = append(t.values, strings.TrimSpace(value)) // an empty one is "no value"
	}
	s.add("--where "+text, t)
	return nil
}

// equation takes key=value and key!=value apart. An expression has a colon, a
// bracket or a quote before any equals sign.
func equation(text string) (key, list string, not, ok bool) {
	key, list, ok = strings.Cut(text, "=")
	key, not = strings.CutSuffix(key, "!")
	key = strings.TrimSpace(key)
	if !ok || key == "" || strings.ContainsAny(key, " :()\"*") {
		return "", "", false, false
	}
	return key, list, not, true
}

// add joins a list to one of the same key that was given before.
func (s *Selection) add(flag string, t *term) {
	for i := range s.conditions {
		c := &s.conditions[i]
		if old, ok := c.tree.(*term); ok && old.stays && old.key == t.key && old.not == t.not {
			old.values = append(old.values, t.values...)
			c.flag += " " + flag
			return
		}
	}
	s.conditions = append(s.conditions, condition{flag, t})
}

// canonical is the name of a key's column.
func canonical(key string) string {
	switch key = strings.TrimPrefix(strings.TrimSpace(key), "/"); key { // benchstat writes /filter
	case "eps", "ε":
		return axis.Epsilon
	case ".unit":
		return "unit"
	}
	return key
}

func checkRates(values []string) error {
	for _, v := range values {
		if _, err := parseNumber(axis.RateKind, v); err != nil {
			return err
		}
	}
	return nil
}

// Narrowed is a run cut to a selection.
type Narrowed struct {
	Run  *runfolder.Run // the rows that meet all conditions
	Wide *runfolder.Run // those that meet the conditions but for the ones on structures and metrics
	Text string         // the conditions in words; empty for none
	Mark string         // the same as a part of a file's name
	Kept int            // measured rows of Run
	Of   int            // measured rows of the run that was narrowed
}

// Places reports whether the selection leaves out places or rounds, and not
// structures and metrics alone.
func (n *Narrowed) Places() bool { return n.Wide.CountMeasured() < n.Of }

// Narrow cuts a run to the rows that meet all conditions.
func (s *Selection) Narrow(run *runfolder.Run) (*Narrowed, error) {
	n := &Narrowed{Run: run, Wide: run, Of: run.CountMeasured()}
	n.Kept = n.Of
	if s.Empty() {
		return n, nil
	}
	measured := run.Measured()
	cols := columnsOf(run)
	tests := make([]test, len(s.conditions))
	var words, marks []string
	for i, c := range s.conditions {
		var err error
		if tests[i], err = c.tree.bind(cols, measured); err != nil {
			return nil, fmt.Errorf("%s: %w", c.flag, err)
		}
		words, marks = append(words, c.tree.words(cols)), append(marks, c.tree.String())
	}
	if n.Kept = count(measured, tests); n.Kept == 0 {
		return nil, s.nothing(cols, measured, tests)
	}
	n.Text, n.Mark = strings.Join(words, "; "), mark(strings.Join(marks, "_"))
	n.Run = cut(run, tests)
	var places []test
	for i, c := range s.conditions {
		if !c.tree.only(MetricKey, FilterKey) {
			places = append(places, tests[i])
		}
	}
	if n.Wide = run; len(places) > 0 {
		n.Wide = cut(run, places)
	}
	return n, nil
}

// test says whether a row meets a condition.
type test func(runfolder.Row) bool

func meets(row runfolder.Row, tests []test) bool {
	for _, t := range tests {
		if !t(row) {
			return false
		}
	}
	return true
}

func count(rows []runfolder.Row, tests []test) (n int) {
	for _, row := range rows {
		if meets(row, tests) {
			n++
		}
	}
	return n
}

// cut is the run with the rows that meet all tests, and the structures and
// baselines that they have.
func cut(run *runfolder.Run, tests []test) *runfolder.Run {
	there := map[string]bool{}
	out := run.Cut(func(row runfolder.Row) (runfolder.Row, bool) {
		if !meets(row, tests) {
			return row, false
		}
		there[row.Filter] = true
		return row, true
	})
	gone := func(name string) bool { return !there[name] }
	out.Meta.All = run.Meta.Filters // whose colours figures have
	out.Meta.Filters = slices.DeleteFunc(slices.Clone(run.Meta.Filters), gone)
	out.Meta.Baselines = slices.DeleteFunc(slices.Clone(run.Meta.Baselines), gone)
	return out
}
