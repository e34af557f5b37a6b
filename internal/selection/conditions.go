package selection

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/runfolder"
)

// node is a condition: a term, or terms joined.
type node interface {
	// bind makes the test for the rows of a run. It fails for a key or a value
	// that they lack.
	bind(columns, []runfolder.Row) (test, error)
	words(columns) string // for readers
	String() string       // as it is typed
	only(keys ...string) bool
}

// term is a condition on one key. It is met by any of the values.
type term struct {
	key     string
	values  []string
	pattern *regexp.Regexp // in place of values
	not     bool
	stays   bool // what has no place on the axis of the key meets it
}

func (t *term) only(keys ...string) bool { return slices.Contains(keys, t.key) }

func (t *term) bind(cols columns, rows []runfolder.Row) (test, error) {
	col, err := cols.named(t.key)
	if err != nil {
		return nil, err
	}
	known := col.values(rows)
	has := map[string]bool{}
	for _, text := range t.values {
		found, err := col.matching(text, known)
		if err != nil {
			return nil, err
		}
		for _, v := range found {
			has[v] = true
		}
	}
	if t.pattern != nil {
		for _, v := range known {
			has[v] = has[v] || t.pattern.MatchString(v)
		}
		has[""] = t.pattern.MatchString("")
		if !slices.ContainsFunc(append(known, ""), func(v string) bool { return has[v] }) {
			return nil, col.lacks(t.pattern.String(), known)
		}
	}
	stays := t.stays && col.placed && !t.not && !has[""]
	return func(row runfolder.Row) bool {
		v := col.read(row)
		if v == "" && stays {
			return true
		}
		return has[v] != t.not
	}, nil
}

// matching are the known values that a text names: one, or those of a range. A value can
// have the name that it had before.
func (c *column) matching(text string, known []string) ([]string, error) {
	text = c.before.KeyValueNow(c.name, text)
	if text == "" || slices.Contains(known, text) {
		return []string{text}, nil
	}
	if !c.axis.Numeric() {
		return nil, c.lacks(text, known)
	}
	within, err := parseNumber(c.axis.Kind, text)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, v := range known {
		if within.contains(number(v)) {
			found = append(found, v)
		}
	}
	if found == nil {
		return nil, c.lacks(text, known)
	}
	return found, nil
}

func (t *term) words(cols columns) string {
	col, err := cols.named(t.key)
	if err != nil {
		return t.String()
	}
	sign := " = "
	if t.not {
		sign = " ≠ "
	}
	if t.pattern != nil {
		return col.axis.Symbol() + sign + "/" + t.pattern.String() + "/"
	}
	labels := make([]string, len(t.values))
	for i, v := range t.values {
		if labels[i] = v; !strings.Contains(v, "..") {
			labels[i] = col.label(col.shortest(v))
		}
	}
	return col.axis.Symbol() + sign + strings.Join(labels, ", ")
}

// shortest is the text of a value as the run has it.
func (c *column) shortest(text string) string {
	if s, err := parseNumber(c.axis.Kind, text); err == nil && c.axis.Numeric() {
		return strconv.FormatFloat(s.low, 'f', -1, 64)
	}
	return text
}

func (t *term) String() string {
	sign := "="
	if t.not {
		sign = "!="
	}
	if t.pattern != nil {
		return t.key + sign + "/" + t.pattern.String() + "/"
	}
	return t.key + sign + strings.Join(t.values, ",")
}

// joined is an expression of several conditions. Without any it is met by all
// rows if all are to be met.
type joined struct {
	all bool // AND, else OR
	of  []node
}

func (j *joined) only(keys ...string) bool {
	return !slices.ContainsFunc(j.of, func(n node) bool { return !n.only(keys...) })
}

func (j *joined) bind(cols columns, rows []runfolder.Row) (test, error) {
	var tests []test
	for _, n := range j.of {
		t, err := n.bind(cols, rows)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	if j.all {
		return func(row runfolder.Row) bool { return meets(row, tests) }, nil
	}
	return func(row runfolder.Row) bool {
		return slices.ContainsFunc(tests, func(t test) bool { return t(row) })
	}, nil
}

func (j *joined) join(text func(node) string) string {
	if len(j.of) == 0 {
		return "*"
	}
	operator := " OR "
	if j.all {
		operator = " AND "
	}
	var parts []string
	for _, n := range j.of {
		part := text(n)
		if inner, ok := n.(*joined); ok && len(inner.of) > 1 {
			part = "(" + part + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, operator)
}

func (j *joined) words(cols columns) string {
	return j.join(func(n node) string { return n.words(cols) })
}

func (j *joined) String() string { return j.join(node.String) }

// negated is the contrary of a condition.
type negated struct{ node }

func (n negated) bind(cols columns, rows []runfolder.Row) (test, error) {
	t, err := n.node.bind(cols, rows)
	if err != nil {
		return nil, err
	}
	return func(row runfolder.Row) bool { return !t(row) }, nil
}

func (n negated) words(cols columns) string { return "not (" + n.node.words(cols) + ")" }
func (n negated) String() string            { return "-(" + n.node.String() + ")" }

// nothing is the error of conditions that no row meets together: each value is in
// the run. It names the values that a key has among the rows that meet all else.
func (s *Selection) nothing(cols columns, rows []runfolder.Row, tests []test) error {
	for i := len(tests) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(tests), i, i+1)
		var left []runfolder.Row
		for _, row := range rows {
			if meets(row, others) {
				left = append(left, row)
			}
		}
		t, single := s.conditions[i].tree.(*term)
		if len(left) == 0 || !single {
			continue
		}
		col, err := cols.named(t.key)
		if err != nil {
			continue
		}
		var words []string
		for k, c := range s.conditions {
			if k != i {
				words = append(words, c.tree.words(cols))
			}
		}
		there := col.values(left)
		if len(t.values) > 0 {
			there = col.nearest(t.values[0], there)
		}
		text := "no " + col.axis.Symbol()
		if len(there) > 0 {
			text = listed(col.labels(there))
		}
		if len(words) == 0 {
			return fmt.Errorf("%s selects no row: the run has %s", s.conditions[i].flag, text)
		}
		return fmt.Errorf("%s selects no row: the rows with %s have %s", s.conditions[i].flag, strings.Join(words, "; "), text)
	}
	var words []string
	for _, c := range s.conditions {
		words = append(words, c.tree.words(cols))
	}
	return fmt.Errorf("no row of the run has %s together", strings.Join(words, "; "))
}
