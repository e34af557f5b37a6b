package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Seen is Runs of what two views select.
func Seen(a, b *report.Narrowed, force bool) (*Comparison, error) {
	c, err := Runs(a.Wide, b.Wide, force)
	if err != nil {
		return nil, err
	}
	if !a.Part.Whole() || !b.Part.Whole() {
		notes := slices.DeleteFunc(c.Header, func(f table.Field) bool { return f.Name != "note" })
		c.Header = append(header(a.Summary, b.Summary), notes...)
		c.Notes = counted(a.Summary, b.Summary)
	}
	if a.Places || b.Places {
		c.Header = append(c.Header, table.Field{Name: "note", Value: onlyThese})
	}
	return c, c.show(a, b)
}

const onlyThese = "the pooled ratios are over the places and rounds that the run is narrowed to, and over no other"

// SeenFilters is Filters of what a view selects. The reference is the given one or,
// of a view of several structures with times, the first of these. verdicts are those
// on the whole run; they are left out where the view leaves out places or rounds,
// since a claim is about all of them.
func SeenFilters(n *report.Narrowed, reference string, verdicts []claim.Result) (*Comparison, error) {
	if reference == "" && !n.Part.Whole() {
		t := newTimes(n.Summary)
		if all := t.filtersOf(t.order); len(all) > 1 {
			reference = all[0]
		}
	}
	if n.Places {
		verdicts = nil
	}
	c, err := Filters(n.Wide, reference, verdicts)
	if err != nil {
		return nil, err
	}
	c.Header = n.Header()
	if n.Places {
		c.Notes = append(c.Notes, onlyThese+". No p here is that of a claim: hyphbench verify judges claims on all rows.")
	}
	return c, c.show(n)
}

// ErrNoneSelected is the error of views that select no ratio.
var ErrNoneSelected = errors.New("the selection has no ratio")

// show leaves the ratios of structures and metrics that the views show of all runs.
// Each keeps its p, corrected over the family of all: what is looked at does not
// change what is said.
func (c *Comparison) show(views ...*report.Narrowed) error {
	if views[0].By == report.Medians {
		c.How += "; " + c.columnsOf() + " are medians of wall time"
	}
	if !slices.ContainsFunc(views, func(n *report.Narrowed) bool { return n.Summary != n.Wide }) {
		return nil
	}
	seen := func(metric runfolder.Metric, filter string) bool {
		return !slices.ContainsFunc(views, func(n *report.Narrowed) bool { return !n.Shows(metric, filter) })
	}
	var metrics []Metric
	shown := 0
	for _, m := range c.Metrics {
		gone := map[string]bool{}
		m.Pooled = slices.DeleteFunc(slices.Clone(m.Pooled), func(p Pooled) bool {
			gone[p.Filter] = !seen(m.Name, p.Filter)
			return gone[p.Filter]
		})
		m.Cells = slices.DeleteFunc(slices.Clone(m.Cells), func(cell Cell) bool { return !seen(m.Name, cell.Filter) })
		c.Notes = slices.DeleteFunc(c.Notes, func(note string) bool {
			for filter, is := range gone {
				if is && strings.HasPrefix(note, subject(m.Name, filter)) {
					return true
				}
			}
			return false
		})
		if shown += len(m.Pooled); len(m.Cells) > 0 {
			metrics = append(metrics, m)
		}
	}
	if len(metrics) == 0 {
		return fmt.Errorf("%w (%s): want a time, of another structure than %s", ErrNoneSelected, views[0].Part.Text, c.A)
	}
	c.Metrics = metrics
	c.How += fmt.Sprintf("; %d of the pooled ratios shown, corrected as all", shown)
	return nil
}

// columnsOf names the columns of times.
func (c *Comparison) columnsOf() string {
	if c.B == "" {
		return "the times of " + c.A + " and of the filters"
	}
	return "the times of A and B"
}

// subject begins a note on a pooled ratio.
func subject(metric runfolder.Metric, filter string) string {
	return fmt.Sprintf("%s of %s is ", metric, filter)
}
