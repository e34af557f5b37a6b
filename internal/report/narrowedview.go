package report

import (
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/selection"
)

// Part is which part of a run is summed up.
type Part struct {
	Text string // in words; empty for the whole run
	Mark string // the same, as a part of a file's name
	Kept int    // measured rows
	Of   int    // of so many
}

// Whole reports whether nothing was left out.
func (p Part) Whole() bool { return p.Text == "" }

// field is the line of the header.
func (p Part) field() string {
	return fmt.Sprintf("to %s; %s of %s rows", p.Text, axis.Grouped(p.Kept), axis.Grouped(p.Of))
}

// View is what a reader asks for: a part of a run, and a statistic.
type View struct {
	Selection *selection.Selection // nil for all
	By        Statistic            // empty for means
}

// Narrowed is a run summed up as it is to be seen, and what stands behind it.
type Narrowed struct {
	*Summary
	// Wide has the same places and rounds of all structures and metrics: the
	// family of tests that what is seen belongs to.
	Wide *Summary
	// Places reports whether places or rounds were left out, and not structures
	// and metrics alone.
	Places bool
}

// Shows reports whether a metric of a structure is among what is shown.
func (n *Narrowed) Shows(metric runfolder.Metric, filter string) bool {
	m := n.Summary.Metric(metric)
	return m != nil && slices.ContainsFunc(m.Cells, func(c Cell) bool { return c.Filter == filter })
}

// Shown sums up what the view selects of a run, and nothing behind it.
func (v View) Shown(run *runfolder.Run, g metric.Glossary) (*Summary, error) {
	cut, err := v.Selection.Narrow(run)
	if err != nil {
		return nil, err
	}
	s, err := SummarizeBy(cut.Run, g, v.By)
	if err != nil {
		return nil, err
	}
	s.Part = partOf(cut)
	return s, nil
}

func partOf(cut *selection.Narrowed) Part { return Part{cut.Text, cut.Mark, cut.Kept, cut.Of} }

// Sum sums up what the view selects of a run.
func (v View) Sum(run *runfolder.Run, g metric.Glossary) (*Narrowed, error) {
	cut, err := v.Selection.Narrow(run)
	if err != nil {
		return nil, err
	}
	n := &Narrowed{Places: cut.Places()}
	if n.Wide, err = SummarizeBy(cut.Wide, g, v.By); err != nil {
		return nil, err
	}
	n.Wide.Part = partOf(cut)
	if n.Summary = n.Wide; cut.Run == cut.Wide {
		return n, nil
	}
	if n.Summary, err = SummarizeBy(cut.Run, g, v.By); err != nil {
		return nil, err
	}
	n.Summary.Part = n.Wide.Part
	n.countTables()
	return n, nil
}

// countTables gives the series that are shown the numbers of tables of the whole
// run, since sizes may not be among what is shown.
func (n *Narrowed) countTables() {
	for i := range n.Summary.Metrics {
		m := &n.Summary.Metrics[i]
		wide := n.Wide.Metric(m.Name)
		for j := range m.Series {
			s := &m.Series[j]
			at := slices.IndexFunc(wide.Series, func(w Series) bool {
				return w.Filter == s.Filter && w.Axis.Name == s.Axis.Name && w.Rest == s.Rest
			})
			if at >= 0 {
				s.Tables = wide.Series[at].Tables
			}
		}
	}
}
