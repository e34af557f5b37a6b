// Package answer summarises a run on one screen: a table of its structures, their ratios, and
// one line about its claims.
//
// Guarantee: verdicts come from package claim, and ratios with intervals come from package
// compare; nothing is estimated here. If something does not fit, its number is printed. The
// package reads rows and the Headlines of an experiment, but does not depend on experiments. If
// an experiment has no headlines, they follow from its rows.
// Cost: that of a comparison for each headline, milliseconds to a second.
package answer

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
)

// Headline is a question that an experiment answers first: how its structures
// compare by one metric.
type Headline struct {
	Metric runfolder.Metric
	To     string // what they are compared with, such as a baseline; empty: the first structure
	Of     string // the one that is compared with To; empty: all
	By     string // an axis with a line for each of its values, such as that of stores; empty: pooled over all

	// Rate is the metric beside a size by which structures are ranked; empty: times rank them.
	Rate runfolder.Metric

	Note string // below the table of structures: what they are, where their names do not say it
}

// Answer is what a run says.
type Answer struct {
	Summary  *report.Summary
	Verdicts []claim.Result
	Ratios   []Ratio
	Withheld bool     // no ratios: the design measures structure after structure
	Lost     []string // why ratios of a run on several machines are not there

	fewer        string // of the points of a run those that the times of the table are of; empty: all
	ends         bool   // ratios have both ends of their intervals
	headlines    []Headline
	leading      []claim.Result // answered first; not among Verdicts
	leadingTitle string
}

// Ratio is one line on how structures compare.
type Ratio struct {
	Metric *report.Metric
	Place  string // where on an axis, "store direct"; empty: pooled over all
	Of     int    // structures, of which this one is the best; 0: it is named for itself
	A, B   string // B in relation to A
	Near   string // of the best one: the next best, where they are not separated
	Points int    // that it is over; 0: those of the times in the table
	For    string // what p is corrected for: "12 comparisons", "the claims beside T7"
	compare.Ratio
}

// Bounds of what is said.
const (
	few       = 3 // structures with a line each; of more the best one is named
	mostLines = 8 // ratios
)

// New sums up a run: the verdicts on the claims about it, and its headlines;
// without any, those of its times.
func New(s *report.Summary, verdicts []claim.Result, headlines []Headline) *Answer {
	a := &Answer{Summary: s, Verdicts: verdicts}
	if compare.Decides(s.Meta) {
		if v, err := compare.VersusOf(s); err == nil {
			a.Ratios = []Ratio{{Metric: v.Metric, A: v.A, B: v.B, Ratio: v.Ratio}}
			return a
		}
	}
	if len(headlines) == 0 {
		headlines = usual(s)
	}
	a.headlines = headlines
	for _, h := range headlines {
		a.compare(h)
	}
	a.Ratios = a.Ratios[:min(len(a.Ratios), mostLines)]
	a.alignIntervals()
	return a
}

// usual are the headlines of a run whose experiment names none: the first time
// beside the first baseline that has it, then every time among the structures.
func usual(s *report.Summary) (list []Headline) {
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !m.Timed() {
			continue
		}
		if baselines := s.Baselines(m); len(list) == 0 && len(baselines) > 0 {
			list = append(list, Headline{Metric: m.Name, To: baselines[0].Filter})
		}
		list = append(list, Headline{Metric: m.Name})
	}
	return list
}

// compare adds the lines of a headline. A run that lacks its data has none.
func (a *Answer) compare(h Headline) {
	h.each(a.Summary, func(m *report.Metric, part *report.Summary, place string) { a.add(h, m, part, place) })
}

// each visits the run, or its part at each value of the headline's axis.
func (h Headline) each(s *report.Summary, visit func(m *report.Metric, part *report.Summary, place string)) {
	m, at := s.Metric(h.Metric), s.Meta.Axis(h.By)
	if m == nil {
		return
	}
	if h.By == "" || at < 0 {
		visit(m, s, "")
		return
	}
	along := s.Meta.Axes[at]
	for _, value := range along.Values {
		d := claim.Data{Summary: s}
		part := d.Where(h.By, value)
		if len(part.Metrics) > 0 {
			visit(m, part.Summary, place(along, value))
		}
	}
}

// has reports whether a structure is one that the headline compares.
func (h Headline) has(s *report.Summary, filter string) bool {
	return !s.Meta.IsBaseline(filter) && (h.Of == "" || h.Of == filter)
}

// place is a value of an axis: names stand for themselves.
func place(a axis.Axis, value string) string {
	if a.Kind == axis.NameKind {
		return value
	}
	return a.Symbol() + " " + a.Label(value)
}

// add adds a line for each structure, or one for the best of many.
func (a *Answer) add(h Headline, m *report.Metric, s *report.Summary, place string) {
	c, err := compare.Pool(s, h.Metric, h.To)
	if err != nil {
		if s.ByMachine() != nil { // else such as a run of one structure, or of one repetition
			a.lose(s, m, err.Error())
		}
		return
	}
	if place == "" {
		c.AsRatios(s, a.Verdicts)
	}
	for _, why := range c.Notes {
		a.lose(s, m, why)
	}
	if c.Withheld {
		a.Withheld = true
		return
	}
	levels, _ := compare.Levels(s, h.Metric)
	points := func(p compare.Pooled) int {
		if slices.ContainsFunc(levels, func(l compare.Level) bool { return l.Filter == p.Filter && l.Cells != p.Cells }) {
			return p.Cells
		}
		return 0
	}
	pooled := slices.DeleteFunc(c.Metrics[0].Pooled, func(p compare.Pooled) bool { return !h.has(s, p.Filter) })
	line := func(p compare.Pooled, of int) Ratio {
		corrected := fmt.Sprintf("%d comparisons", c.Tests)
		if p.Claim != "" {
			corrected = "the claims beside " + p.Claim
		}
		return Ratio{Metric: m, Place: place, Of: of, A: c.A, B: p.Filter, Points: points(p), For: corrected, Ratio: p.Ratio}
	}
	if len(pooled) > few || place != "" && len(pooled) > 1 {
		slices.SortStableFunc(pooled, func(p, q compare.Pooled) int {
			switch {
			case p.Value < q.Value:
				return -1
			case p.Value > q.Value:
				return 1
			}
			return 0
		})
		best := line(pooled[0], len(pooled))
		best.Near = near(s, h.Metric, pooled[0].Filter, pooled[1].Filter)
		a.Ratios = append(a.Ratios, best)
		return
	}
	for _, p := range pooled {
		a.Ratios = append(a.Ratios, line(p, 0))
	}
}

// near is the next best structure where the best one is not separated from it.
func near(s *report.Summary, m runfolder.Metric, best, next string) string {
	c, err := compare.Pool(s, m, next)
	if err != nil || c.Withheld {
		return ""
	}
	for _, p := range c.Metrics[0].Pooled {
		if p.Filter == best && !p.Separated() {
			return next
		}
	}
	return ""
}

// lose says why there is no ratio; where no time is pooled it says so once.
func (a *Answer) lose(s *report.Summary, m *report.Metric, why string) {
	if apart := s.NotPooled(); apart != "" && m.Timed() {
		why = apart
	}
	if !slices.Contains(a.Lost, why) {
		a.Lost = append(a.Lost, why)
	}
}

// Tally is how many verdicts there are of a kind.
type Tally struct {
	Verdict claim.Verdict
	Count   int
}

// Tally counts the verdicts, those of no claim left out and those by construction.
func (a *Answer) Tally() (list []Tally) {
	for _, v := range []claim.Verdict{claim.Supported, claim.Contradicted, claim.Inconclusive, claim.NotTested} {
		t := Tally{Verdict: v}
		for _, r := range a.Verdicts {
			if r.Verdict == v {
				t.Count++
			}
		}
		if t.Count > 0 {
			list = append(list, t)
		}
	}
	return list
}

// first are as many verdicts as have room, those on claims that were tested: the
// decided ones before the others, in the order of the claims.
func (a *Answer) first(room int) (list []claim.Result, left int) {
	var decided, open int
	for _, r := range a.Verdicts {
		switch r.Verdict {
		case claim.Supported, claim.Contradicted:
			decided++
		case claim.Inconclusive:
			open++
		}
	}
	all := decided + open
	decided, open = min(decided, room), min(open, max(0, room-decided))
	for _, r := range a.Verdicts {
		count := &decided
		switch r.Verdict {
		case claim.NotTested, claim.ByConstruction:
			continue
		case claim.Inconclusive:
			count = &open
		}
		if *count > 0 {
			list = append(list, r)
			*count--
		}
	}
	return list, all - len(list)
}

// named is a structure or a baseline in a sentence: "no filter" for the title
// "no filter (exact map alone)".
func (a *Answer) named(filter string) string {
	title, _, _ := strings.Cut(a.Summary.Glossary.Baseline(filter), " (")
	return title
}
