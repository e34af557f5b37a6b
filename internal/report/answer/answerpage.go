package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Page lays the answer out: the table of structures, how they compare, the claims, of which
// room are named, on a screen of its own none, and what makes the run doubtful. Claims that
// lead stand behind all, and the rest is then shorter.
func (a *Answer) Page(room int) table.Page {
	structures := a.structures()
	p := table.Page{Title: a.title(), Tables: []table.Table{{Title: a.title(), Lines: a.measured()}}}
	if len(structures.Rows) > 0 {
		p.Tables = append(p.Tables, structures)
	}
	if t := a.ratios(); !a.Leads() && (len(t.Rows) > 0 || len(t.Notes) > 0) {
		p.Tables = append(p.Tables, t)
	}
	if len(a.Verdicts) > 0 && !a.Leads() {
		p.Tables = append(p.Tables, a.verdicts(max(0, room)))
	}
	if t := a.doubts(); len(t.Rows) > 0 {
		p.Tables = append(p.Tables, t)
	}
	if a.Leads() {
		p.Tables = append(p.Tables, a.leads())
	}
	return p
}

// title names the experiment.
func (a *Answer) title() string {
	// The source of an experiment stands in brackets behind its title.
	if t, _, _ := strings.Cut(a.Summary.Glossary.Title, " ("); t != "" {
		return a.Summary.Meta.Experiment + ": " + t
	}
	return a.Summary.Meta.Experiment
}

// mostNotes is how many notes have a line.
const mostNotes = 3

// doubts are what the run resolves and what makes it doubtful. The cures stand in the summary.
func (a *Answer) doubts() table.Table {
	t := table.Table{
		Columns: []string{"what", "it says"}, Left: 2, Clip: 2, Bare: true, Tones: map[string]table.Tone{"warnings": table.Unsure},
	}
	notes, more := 0, 0
	header := a.Summary.Header()
	for _, f := range header {
		switch {
		case f.Name == report.ResolvesField:
			t.Rows = append(t.Rows, []string{f.Name, f.Value})
		case f.Name != "note" || f.First || a.Leads(): // the claims say how they were measured
		case notes == mostNotes:
			more++
		default:
			notes++
			text, _, _ := strings.Cut(f.Value, "; ")
			t.Rows = append(t.Rows, []string{f.Name, text})
		}
	}
	if more > 0 {
		t.Notes = []string{fmt.Sprintf("and %d more notes: -v", more)}
	}
	if said := report.Warnings(header); said != "" {
		t.Rows = append(t.Rows, []string{"warnings", said})
	}
	return t
}

// measured is the extent of the run, "bloom and cuckoo, 20 values of ε, 30 repetitions,
// 2026-11-22", what it is not, and the error that ended it.
func (a *Answer) measured() []string {
	m := a.Summary.Meta
	parts := []string{strings.Join(m.Filters, ", ")}
	if len(m.Filters) > few {
		parts[0] = strconv.Itoa(len(m.Filters)) + " structures"
	}
	values := " values"
	for _, axis := range m.Axes {
		if n := len(axis.Values); n > 1 {
			parts = append(parts, fmt.Sprintf("%d%s of %s", n, values, axis.Symbol()))
			values = ""
		}
	}
	if m.Reps > 1 {
		parts = append(parts, fmt.Sprintf("%d repetitions", m.Reps))
	}
	if at := m.Start(); !at.IsZero() {
		parts = append(parts, at.UTC().Format("2006-01-02"))
	}
	text := strings.Join(parts, ", ")
	if a.Summary.Unfinished() {
		text += "; NOT FINISHED, this is what it says so far"
	}
	lines := []string{text}
	if a.fewer != "" {
		lines = append(lines, "times in the table: "+a.fewer)
	}
	for _, f := range a.Summary.Header() {
		if f.First {
			note, _, _ := strings.Cut(f.Value, "; ")
			lines = append(lines, note)
		}
	}
	if m.Error != "" && m.State != runfolder.Interrupted { // whose error is the interruption
		lines = append(lines, "error: "+m.Error)
	}
	return lines
}

// verdicts has the tally as its title, and a line for each verdict.
func (a *Answer) verdicts(room int) table.Table {
	t := table.Table{
		Title:   claim.Tallied(a.Verdicts, true),
		Columns: []string{"verdict", "claim", "it says"}, Left: 3, Clip: 3, Bare: true, Tones: claim.Tones(),
	}
	if room == 0 {
		return t
	}
	list, left := a.first(room)
	for _, r := range list {
		t.Rows = append(t.Rows, []string{string(r.Verdict), r.ID, r.Statement})
	}
	if left > 0 {
		t.Notes = []string{fmt.Sprintf("and %d more", left)}
	}
	return t
}

// ratios has a line for each.
func (a *Answer) ratios() table.Table {
	to := "± to the end of the "
	if a.ends {
		to = "with the "
	}
	t := table.Table{
		Title:   "how they compare, " + to + a.Interval(),
		Columns: []string{"metric", "at", "ratio"}, Left: 3, Bare: true, Widths: []int{0, 0, 60},
	}
	places := slices.ContainsFunc(a.Ratios, func(r Ratio) bool { return r.Place != "" })
	if !places {
		t.Columns, t.Left, t.Widths = slices.Delete(t.Columns, 1, 2), 2, []int{0, 60}
	}
	last := ""
	for _, r := range a.Ratios {
		name := string(r.Metric.Name)
		if name == last {
			name = ""
		}
		last = string(r.Metric.Name)
		row := []string{name, r.Place, a.sentence(r)}
		if !places {
			row = slices.Delete(row, 1, 2)
		}
		t.Rows = append(t.Rows, row)
	}
	var names []string
	for _, r := range a.Ratios {
		name := string(r.Metric.Name)
		if text := name + ": " + r.Metric.Title; r.Metric.Title != name && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	if len(names) > 0 {
		t.Notes = []string{strings.Join(names, "; ")}
	}
	for _, why := range a.Lost {
		t.Notes = append(t.Notes, "No ratio: "+why)
	}
	if a.Withheld {
		t.Notes = []string{"This design measures structure after structure: which is faster is withheld."}
	}
	return t
}
