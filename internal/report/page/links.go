package page

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// index numbers the structures and metrics of a run, which the page names by
// number wherever it says what something is of.
type index struct {
	Structures []string
	Metrics    []runfolder.Metric

	titles  map[string]string // title of a structure in any language → its name
	anchors map[string]bool
	rows    map[claim.Subject]string    // anchors of the first row
	tables  map[runfolder.Metric]string // anchors of tables and columns
}

func newIndex(s *report.Summary) *index {
	x := &index{titles: map[string]string{}, anchors: map[string]bool{}, rows: map[claim.Subject]string{}, tables: map[runfolder.Metric]string{}}
	there := map[string]bool{}
	for _, m := range s.Metrics {
		x.Metrics = append(x.Metrics, m.Name)
		for _, c := range m.Cells {
			there[c.Filter] = true
		}
	}
	add := func(name string) {
		if there[name] && !slices.Contains(x.Structures, name) {
			x.Structures = append(x.Structures, name)
		}
	}
	for _, name := range slices.Concat(s.Meta.Filters, s.Meta.Baselines) {
		add(name)
	}
	for _, m := range s.Metrics { // of what the run does not list
		for _, c := range m.Cells {
			add(c.Filter)
		}
	}
	for _, name := range x.Structures {
		for _, l := range bilingual.Langs() {
			x.titles[figure.StructureText(s, name).In(l)] = name
		}
		if s.Meta.IsBaseline(name) { // "no filter" of "no filter (exact map alone)"
			title, _, _ := strings.Cut(s.Glossary.Baseline(name), " (")
			x.titles[title] = name
		}
	}
	return x
}

// structure is the one that a figure names, by its name or its title; empty for
// anything else.
func (x *index) structure(name string) string {
	if slices.Contains(x.Structures, name) {
		return name
	}
	return x.titles[name]
}

// anchor is a name within the page that is used once.
func (x *index) anchor(parts ...string) string {
	plain := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, strings.Join(parts, "-"))
	name := plain
	for n := 2; x.anchors[name]; n++ {
		name = fmt.Sprint(plain, "-", n)
	}
	x.anchors[name] = true
	return name
}

// of is what an element is of: numbers of structures and of metrics, as its
// attributes have them.
type of struct{ S, M string }

func (x *index) of(structures []string, metrics []runfolder.Metric) of {
	return of{numbers(x.Structures, structures), numbers(x.Metrics, metrics)}
}

func numbers[T comparable](all, list []T) string {
	var text []string
	for i, v := range all {
		if slices.Contains(list, v) {
			text = append(text, fmt.Sprint(i))
		}
	}
	return strings.Join(text, " ")
}

// link leads to another place of the page.
type link struct{ To, Text string }

// subjects are what a verdict is about, of what the run has.
func (x *index) subjects(r claim.Result) (list []claim.Subject) {
	for _, s := range r.Read {
		if slices.Contains(x.Structures, s.Filter) && slices.Contains(x.Metrics, s.Metric) {
			list = append(list, s)
		}
	}
	return list
}

// ofVerdict is what a verdict is of. One whose test did not say what it read is
// of its metric.
func (x *index) ofVerdict(r claim.Result) of {
	var structures []string
	metrics := []runfolder.Metric{r.Metric}
	for _, s := range x.subjects(r) {
		structures, metrics = append(structures, s.Filter), append(metrics, s.Metric)
	}
	return x.of(structures, metrics)
}

// most is to how many places of a kind a verdict leads.
const most = 3

// figuresOf are the figures that show what a verdict is about, those that show
// most of it and least else first.
func (x *index) figuresOf(r claim.Result, figures []drawn) (list []link) {
	subjects := x.subjects(r)
	type found struct {
		*drawn
		share, hits int
	}
	var all []found
	for i := range figures {
		f := found{drawn: &figures[i]}
		shown := map[claim.Subject]bool{}
		for _, s := range f.subjects {
			shown[s] = true
			if slices.Contains(subjects, s) || len(r.Read) == 0 && s.Metric == r.Metric {
				f.hits++
			}
		}
		if f.hits > 0 {
			f.share = 1000 * f.hits / len(f.subjects)
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		if a.hits != b.hits {
			return b.hits - a.hits
		}
		return b.share - a.share
	})
	for _, f := range all[:min(len(all), most)] {
		list = append(list, link{f.Anchor, f.Short})
	}
	return list
}

// rowsOf are the rows that a verdict is about: the first one of each structure,
// or the table of the metric.
func (x *index) rowsOf(r claim.Result) (list []link) {
	add := func(to, text string) {
		if l := (link{to, text}); to != "" && !slices.Contains(list, l) && len(list) < 2*most {
			list = append(list, l)
		}
	}
	for _, s := range x.subjects(r) {
		if at := x.rows[s]; at != "" {
			add(at, string(s.Metric)+" of "+s.Filter)
		} else {
			add(x.tables[s.Metric], string(s.Metric))
		}
	}
	if len(r.Read) == 0 {
		add(x.tables[r.Metric], string(r.Metric))
	}
	return list
}

// leadBack gives figures the verdicts that lead to them, and tables the figures
// that show their metrics.
func leadBack(x *index, figures []drawn, tables []pageTable, verdicts *pageTable) {
	for i := range figures {
		f := &figures[i]
		f.Tables = x.tablesOf(f.metrics(x))
		for j := 0; verdicts != nil && j < len(verdicts.Rows); j++ {
			for _, c := range verdicts.Rows[j].Cells {
				for _, l := range c.Links {
					if slices.Contains(l.To, link{f.Anchor, f.Short}) {
						f.Verdicts = append(f.Verdicts, link{verdicts.Rows[j].Anchor, verdicts.Rows[j].Cells[1].Text})
					}
				}
			}
		}
		for j := range tables {
			if slices.ContainsFunc(f.metrics(x), func(m runfolder.Metric) bool { return slices.Contains(tables[j].Metrics, string(m)) }) {
				tables[j].Figures = append(tables[j].Figures, link{f.Anchor, f.Short})
			}
		}
	}
}

// tablesOf are the tables of metrics.
func (x *index) tablesOf(metrics []runfolder.Metric) (list []link) {
	for _, m := range metrics {
		if at := x.tables[m]; at != "" {
			list = append(list, link{at, string(m)})
		}
	}
	return list
}
