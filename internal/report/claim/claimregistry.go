package claim

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Registered are the claims about an experiment, whether or not there is a run
// that tests them.
type Registered struct {
	Experiment string
	Metrics    []metric.Definition
	Claims     []Claim
}

// measured is the title of a metric, its name where it has none.
func (r Registered) measured(m runfolder.Metric) string {
	g := metric.Glossary{Metrics: r.Metrics}
	return g.Of([]runfolder.Metric{m})[0].Title
}

// sources are those of the claims, in the order of display.
func (r Registered) sources() (list []string) {
	for _, c := range r.Claims {
		if !slices.Contains(list, c.Source) {
			list = append(list, c.Source)
		}
	}
	return list
}

// WriteRegistry writes all claims with their verdicts on the runs: a table for each
// source, in Markdown for each experiment, or a row for each claim and run that tests it.
func WriteRegistry(w io.Writer, registry []Registered, runs []Judged, f table.Format) error {
	switch f {
	case table.CSV:
		return writeRegistryCSV(w, registry, runs)
	case table.JSON:
		return writeRegistryJSON(w, registry, runs)
	}
	page := table.Page{Title: "Claims", Header: append([]table.Field{{Name: "note",
		Value: "every claim that an experiment can test, with the verdicts of all runs, from 'hyphbench verify --all'; a claim that is open has its p after Holm's correction beside its interval, which is not corrected; verdicts.md has the tests and their limits"}}, runFields(runs)...)}
	for _, r := range registry {
		if f == table.Markdown && len(r.Claims) > 0 {
			page.Tables = append(page.Tables, r.document(runs))
			continue
		}
		for _, source := range r.sources() {
			page.Tables = append(page.Tables, r.table(source, runs, f))
		}
	}
	return table.Write(w, page, f)
}

// table has the claims of one source. On a terminal the sentences that they judge follow
// below the rows, elsewhere they are a column.
func (r Registered) table(source string, runs []Judged, f table.Format) table.Table {
	t := table.Table{
		Title:   fmt.Sprintf("%s (experiment %s)", source, r.Experiment),
		Columns: []string{"id", "section", "claim", "measured", "verdict"},
		Left:    5,
		Widths:  []int{0, 10, 27, 23, 24},
		Tones:   Tones(),
	}
	if f != table.Text {
		t.Columns = slices.Insert(t.Columns, 3, "sentence")
		t.Left = len(t.Columns)
	}
	for i, c := range r.Claims {
		if c.Source != source {
			continue
		}
		measured := r.measured(c.Metric)
		if c.Margin != "" {
			measured += "; margin: " + c.Margin
		}
		row := []string{c.ID, c.Section, c.Statement, measured, r.verdicts(i, runs)}
		if quote := c.Quote.String(); f != table.Text {
			row = slices.Insert(row, 3, quote)
		} else if quote != "" {
			t.Notes = append(t.Notes, c.ID+" "+quote)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// document has the claims of all sources in one table, with their sources.
func (r Registered) document(runs []Judged) (all table.Table) {
	for _, source := range r.sources() {
		t := r.table(source, runs, table.Markdown)
		for i := range t.Rows {
			t.Rows[i] = slices.Insert(t.Rows[i], 1, source)
		}
		rows := append(all.Rows, t.Rows...)
		all = t
		all.Rows = rows
	}
	all.Title = r.Experiment
	all.Columns = slices.Insert(all.Columns, 1, "source")
	all.Left = len(all.Columns)
	return all
}

// verdicts are those on a claim, with the runs that tested it, equal ones together; else the
// reasons why none did.
func (r Registered) verdicts(claim int, runs []Judged) string {
	type verdict struct{ word, effect, runs string }
	var tested []verdict
	var reasons, untested []string
	for i, j := range runs {
		if j.Summary.Meta.Experiment != r.Experiment {
			continue
		}
		run, result := strconv.Itoa(i+1), j.Results[claim]
		if result.NotTested != "" {
			if !slices.Contains(reasons, result.NotTested) {
				reasons, untested = append(reasons, result.NotTested), append(untested, "run "+run+": "+result.NotTested)
			}
			continue
		}
		of := verdict{string(result.Verdict), result.Effect.String(), "run " + run}
		if result.Verdict == Inconclusive && !math.IsNaN(result.P) { // its interval alone, before Holm, may say otherwise
			of.effect += ", p = " + table.PValue(result.P)
		}
		if n := slices.IndexFunc(tested, func(v verdict) bool { return v.word == of.word && v.effect == of.effect }); n >= 0 {
			tested[n].runs += ", " + run
		} else {
			tested = append(tested, of)
		}
	}
	switch {
	case len(tested) > 0:
		var list []string
		for _, v := range tested {
			list = append(list, fmt.Sprintf("%s (%s: %s)", v.word, v.runs, v.effect))
		}
		return strings.Join(list, "; ")
	case len(reasons) == 0:
		return string(NotTested) + ": " + noRun
	case len(reasons) == 1:
		return string(NotTested) + ": " + reasons[0]
	}
	return string(NotTested) + ": " + strings.Join(untested, "; ")
}

// noRun is why a claim is not tested where there is nothing to test it on.
const noRun = "no run of the experiment"

// entry is a claim on a run, or without one.
type entry struct {
	Experiment string           `json:"experiment"`
	Source     string           `json:"source"`
	ID         string           `json:"id"`
	Section    string           `json:"section"`
	Claim      string           `json:"claim"`
	Quote      string           `json:"quote,omitempty"` // none: a claim of this program
	Place      string           `json:"place,omitempty"`
	Measured   string           `json:"measured"`
	Margin     string           `json:"margin,omitempty"`
	Verdict    Verdict          `json:"verdict"`
	Run        string           `json:"run,omitempty"` // none: no run of the experiment
	Effect     table.JSONNumber `json:"effect"`
	Unit       string           `json:"unit,omitempty"`
	Why        string           `json:"why"`
}

func entries(registry []Registered, runs []Judged) []entry {
	list := []entry{}
	for _, r := range registry {
		for i, c := range r.Claims {
			e := entry{Experiment: r.Experiment, Source: c.Source, ID: c.ID, Section: c.Section, Claim: c.Statement,
				Quote: c.Quote.Text, Place: c.Quote.Place, Measured: r.measured(c.Metric), Margin: c.Margin}
			found := false
			for _, j := range runs {
				if j.Summary.Meta.Experiment == r.Experiment {
					result := j.Results[i]
					e.Verdict, e.Run, e.Why, e.Effect, e.Unit = result.Verdict, j.Dir, result.Why, table.JSONNumber(result.Effect.Value), result.Effect.Unit
					list, found = append(list, e), true
				}
			}
			if !found {
				o := Untested(noRun)
				e.Verdict, e.Why, e.Effect = NotTested, o.NotTested, table.JSONNumber(o.Effect.Value)
				list = append(list, e)
			}
		}
	}
	return list
}

func writeRegistryJSON(w io.Writer, registry []Registered, runs []Judged) error {
	return table.WriteJSON(w, struct {
		Runs   []table.Field `json:"runs"`
		Claims []entry       `json:"claims"`
	}{append([]table.Field{}, runFields(runs)...), entries(registry, runs)})
}

func writeRegistryCSV(w io.Writer, registry []Registered, runs []Judged) error {
	records := [][]string{{"experiment", "source", "id", "section", "claim", "measured", "margin", "verdict", "run", "effect", "unit", "why", "quote", "place"}}
	for _, e := range entries(registry, runs) {
		records = append(records, []string{e.Experiment, e.Source, e.ID, e.Section, e.Claim, e.Measured, e.Margin, string(e.Verdict), e.Run,
			table.Exact(float64(e.Effect)), e.Unit, e.Why, e.Quote, e.Place})
	}
	return table.WriteCSV(w, records)
}
