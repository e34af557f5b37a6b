package claim

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Write writes the verdicts on a run in a format.
func Write(w io.Writer, s *report.Summary, results []Result, f table.Format) error {
	return write(w, s, results, f, false)
}

// WriteAsked writes the verdicts on claims that were asked for by name: those not tested too.
func WriteAsked(w io.Writer, s *report.Summary, results []Result, f table.Format) error {
	return write(w, s, results, f, true)
}

func write(w io.Writer, s *report.Summary, results []Result, f table.Format, asked bool) error {
	switch f {
	case table.CSV:
		return table.WriteCSV(w, records(results))
	case table.JSON:
		return writeJSON(w, s, results)
	}
	brief := f == table.Text && !table.Verbose(w) && !asked
	list := tables(s, results, f, brief)
	if f == table.Text && !asked {
		list[0].Lines = append([]string{Tallied(results, true)}, list[0].Lines...)
	}
	return table.Write(w, table.Page{Title: "Verdicts", Header: s.Header(), Brief: report.Brief(s.Header()), Tables: list}, f)
}

// tables are the verdicts and, of a run on several machines, those of each machine; briefly
// those on claims that were tested.
func tables(s *report.Summary, results []Result, f table.Format, brief bool) []table.Table {
	shown := slices.Clone(results)
	if f == table.Text {
		slices.SortStableFunc(shown, func(a, b Result) int { return rank(a) - rank(b) })
	}
	untested := 0
	if brief {
		all := len(shown)
		shown = slices.DeleteFunc(shown, func(r Result) bool { return r.Verdict == NotTested && len(r.On) == 0 })
		untested = all - len(shown)
	}
	list := []table.Table{of(s, results, shown, f)}
	if f == table.Text {
		list = ofEachSource(s, results, shown, list[0])
	}
	if last := &list[len(list)-1]; untested > 0 {
		last.Notes = slices.Insert(last.Notes, 0, fmt.Sprintf("%d not tested: -v", untested))
	}
	if anyMachines(results) {
		list = append(list, MachinesTable(s, results))
	}
	return list
}

// ofEachSource are the verdicts on the claims of each source as a table of its own, where there are
// several; else the one table of all. What is said of all stands above the first.
func ofEachSource(s *report.Summary, results, shown []Result, all table.Table) (list []table.Table) {
	var sources []string
	parts := map[string][]Result{}
	for _, r := range results {
		if !slices.Contains(sources, r.Source) {
			sources = append(sources, r.Source)
		}
	}
	for _, r := range shown {
		parts[r.Source] = append(parts[r.Source], r)
	}
	if len(parts) < 2 {
		return []table.Table{all}
	}
	for _, source := range sources {
		if len(parts[source]) == 0 {
			continue
		}
		t := of(s, results, parts[source], table.Text)
		t.Title += ": " + source
		if len(list) > 0 {
			t.Lines = nil
		}
		list = append(list, t)
	}
	return list
}

// Tallied is how many verdicts there are of each kind: "3 claims: 2 supported, 1 not tested". With
// constructed it says how many more could not fail. Where nine of ten are not tested, those that
// are count: "2 of 36 claims tested: 2 supported".
func Tallied(results []Result, constructed bool) string {
	count := map[Verdict]int{}
	for _, r := range results {
		count[r.Verdict]++
	}
	var parts []string
	for _, v := range []Verdict{Supported, Contradicted, Inconclusive, NotTested} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	of := len(results) - count[ByConstruction]
	text := fmt.Sprintf("%d claims: %s", of, strings.Join(parts, ", "))
	if tested := of - count[NotTested]; tested > 0 && 10*tested <= of {
		text = fmt.Sprintf("%d of %d claims tested: %s", tested, of, strings.Join(parts[:len(parts)-1], ", "))
	}
	if n := count[ByConstruction]; n > 0 && constructed {
		text += fmt.Sprintf("; %d by construction", n)
	}
	return text
}

// rank is the place of a verdict where the decided ones stand first.
func rank(r Result) int {
	return slices.Index([]Verdict{Contradicted, Supported, Inconclusive, ByConstruction, NotTested}, r.Verdict)
}

// Table is the verdicts as a table. On a terminal the tests and reasons follow
// below the rows, elsewhere they are columns.
func Table(s *report.Summary, results []Result, f table.Format) table.Table {
	return of(s, results, results, f)
}

// of is Table of those results that are shown.
func of(s *report.Summary, results, shown []Result, f table.Format) table.Table {
	t := table.Table{
		Title: "verdicts",
		Lines: []string{fmt.Sprintf("effect with its 95 %% interval, of times by %s; p after Holm over %s; "+
			"a verdict needs p ≤ %g; means: whether the plain means show what the claim says", Estimator(s), families(results), Alpha)},
		Columns: []string{"id", "section", "claim", "effect", "p", "verdict", "means"},
		Left:    4,
		Widths:  []int{0, 0, 30, 24, 0, len(BelowResolution)},
		Ranks:   []int{0, 2, 0, 0, 0, 0, 1},
		Tones:   Tones(),
	}
	if w := warning(s); w != "" {
		t.Lines = append(t.Lines, w)
	}
	if slices.ContainsFunc(results, func(r Result) bool { return r.Below != nil && *r.Below }) {
		t.Lines = append(t.Lines, BelowResolution+": "+Resolves(s.Meta.Resolution()))
		t.Widths[2] = 24
	}
	if f != table.Text {
		t.Columns = append(t.Columns, "test", "why")
		t.Left = len(t.Columns)
	}
	for _, r := range shown {
		row := []string{r.ID, r.Section, r.Statement, r.Effect.String(), table.PValue(r.P), r.Word(), r.means()}
		if f != table.Text {
			row = append(row, r.tested(), r.Why)
		} else {
			t.Notes = append(t.Notes, strings.Join(NonEmpty(r.ID+" "+r.Word()+": "+r.Why+".", r.tested()), " "))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Tones are those of the verdicts.
func Tones() map[string]table.Tone {
	return map[string]table.Tone{string(Supported): table.Good, string(Contradicted): table.Bad, string(Inconclusive): table.Unsure}
}

// Resolves says what a verdict below the resolution r is.
func Resolves(r runfolder.Resolution) string {
	const none = "the machine resolves no difference between two cells, by its calibration"
	if r == runfolder.Unresolved {
		return none
	}
	return fmt.Sprintf("an effect below %g %%, under which %s", 100*float64(r), none)
}

// Estimator says in words what the effects of a run's times are estimated from.
func Estimator(s *report.Summary) string {
	if s.Meta.Design == runfolder.Published {
		return "plain means of the published times"
	}
	text := "20 % trimmed means of " + clocks(s) + ", ratios by their logarithms"
	if s.Meta.Paired() && len(s.Samples.Layouts()) == 0 {
		text += ", for the one layout of the program that measured (--layouts)"
	}
	return text
}

// clocks says by which clock times are compared: that of the thread, save for
// metrics that have none, as of several goroutines.
func clocks(s *report.Summary) string {
	thread, wall := 0, []string{}
	for _, m := range s.Metrics {
		switch {
		case !m.Timed():
		case s.Samples.CPU(m.Name):
			thread++
		default:
			wall = append(wall, string(m.Name))
		}
	}
	switch {
	case len(wall) == 0:
		return "CPU time of the thread"
	case thread == 0:
		return "wall time"
	}
	return "CPU time of the thread (wall time of " + join(wall) + ")"
}

// families says over what p is corrected.
func families(results []Result) string {
	var sources, parts []string
	n := 0
	for _, r := range results {
		n = r.Family
		if !slices.Contains(sources, r.Source) {
			sources = append(sources, r.Source)
			parts = append(parts, fmt.Sprintf("%s %d", r.Source, n))
		}
	}
	if len(sources) < 2 {
		return fmt.Sprintf("the %d tests carried out", n)
	}
	return "the tests carried out of one source (" + strings.Join(parts, ", ") + ")"
}

// warning is the caveat of verdicts on a sequential design.
func warning(s *report.Summary) string {
	if !s.Meta.Sequential() {
		return ""
	}
	return "This design measures cell after cell: a slow change of the machine looks like a trend over ε or like a " +
		"difference between filters, and no test can distinguish them afterwards."
}

// String is the effect with its interval: "1.046 × [1.027, 1.066]"; of several places it is
// from the least to the largest: "13 to 47.6 ×".
func (e Effect) String() string {
	if e.Argument != "" {
		return e.Argument
	}
	if low, high := table.Short(e.Range.Low), table.Short(e.Range.High); low != high {
		return strings.Join(NonEmpty(low, "to", high, e.Unit), " ")
	}
	value, interval := table.Interval(e.Value, e.CI.Low, e.CI.High)
	if strings.HasPrefix(e.Unit, "of ") { // a number of things, which has no decimals
		value = fmt.Sprint(e.Value)
		if !math.IsNaN(e.CI.Low) {
			interval = fmt.Sprintf("[%v, %v]", e.CI.Low, e.CI.High)
		}
	}
	return strings.Join(NonEmpty(value, e.Unit, interval), " ")
}

// tested is the test with the margin and what it measured.
func (r Result) tested() string {
	if r.NotTested != "" {
		return ""
	}
	text := "Test: " + r.Outcome.Test + ". Effect: " + r.Effect.Name + "."
	if r.Margin != "" {
		text += " Margin: " + r.Margin + "."
	}
	return text
}

// flipsAt is the margin at which the verdict ends, NaN where there is none.
func (r Result) flipsAt() float64 {
	if r.Flip == nil {
		return math.NaN()
	}
	return r.Flip.At
}

// means is whether the plain means agree with the claim, in a word.
func (r Result) means() string {
	switch {
	case r.NotTested != "":
		return "–"
	case r.Holds:
		return "yes"
	}
	return "no"
}

// columns are those of a verdict in CSV.
func columns() []string {
	return []string{"id", "section", "claim", "metric", "margin", "test", "effect_name", "effect", "unit",
		"low", "high", "p", "verdict", "holds_in_means", "why", "source", "below_resolution", "flips_at", "quote", "place"}
}

// record is the verdict in these columns.
func (r Result) record() []string {
	holds := r.means()
	if r.NotTested != "" {
		holds = ""
	}
	return []string{r.ID, r.Section, r.Statement, string(r.Metric), r.Margin, r.Outcome.Test, r.Effect.Name,
		table.Exact(r.Effect.Value), r.Effect.Unit, table.Exact(r.Effect.CI.Low), table.Exact(r.Effect.CI.High), table.Exact(r.P),
		string(r.Verdict), holds, r.Why, r.Source, table.Bool(r.Below), table.Exact(r.flipsAt()), r.Quote.Text, r.Quote.Place}
}

type jsonResult struct {
	ID        string              `json:"id"`
	Source    string              `json:"source"`
	Section   string              `json:"section"`
	Claim     string              `json:"claim"`
	Quote     string              `json:"quote,omitempty"` // the sentence judged; none: a claim of this program
	Place     string              `json:"place,omitempty"`
	Metric    string              `json:"metric"`
	Margin    string              `json:"margin,omitempty"`
	Test      string              `json:"test,omitempty"`
	Effect    table.JSONNumber    `json:"effect"`
	Name      string              `json:"effect_name,omitempty"`
	Argument  string              `json:"argument,omitempty"` // in place of an effect, of a claim that arithmetic decides
	Unit      string              `json:"unit,omitempty"`
	CI        [2]table.JSONNumber `json:"ci"`
	Range     []table.JSONNumber  `json:"range,omitempty"` // from the least to the largest of several places, of which effect is the furthest off
	P         table.JSONNumber    `json:"p"`
	Verdict   Verdict             `json:"verdict"`
	Remark    string              `json:"remark,omitempty"`
	Below     *bool               `json:"below_resolution"` // null: not calibrated, or no effect of times
	HoldsMean *bool               `json:"holds_in_means"`   // null: not tested
	Flips     table.JSONNumber    `json:"flips_at"`         // the margin, a share, at which the verdict changes; null: none
	Why       string              `json:"why"`

	HoldsOn string               `json:"holds_on,omitempty"` // of a run on several machines
	On      []jsonOn             `json:"machines,omitempty"`
	Next    *[2]table.JSONNumber `json:"next_machine,omitempty"`
	I2      *table.JSONNumber    `json:"i2,omitempty"`
}

// json is the verdict for programs.
func (r Result) json() jsonResult {
	j := jsonResult{
		ID: r.ID, Source: r.Source, Section: r.Section, Claim: r.Statement, Quote: r.Quote.Text, Place: r.Quote.Place, Metric: string(r.Metric), Margin: r.Margin, Test: r.Outcome.Test,
		Effect: table.JSONNumber(r.Effect.Value), Name: r.Effect.Name, Argument: r.Effect.Argument, Unit: r.Effect.Unit,
		CI: [2]table.JSONNumber{table.JSONNumber(r.Effect.CI.Low), table.JSONNumber(r.Effect.CI.High)},
		P:  table.JSONNumber(r.P), Verdict: r.Verdict, Remark: r.Remark, Below: r.Below, Why: r.Why,
		Flips: table.JSONNumber(r.flipsAt()),
	}
	if e := r.Effect.Range; e.Low < e.High {
		j.Range = []table.JSONNumber{table.JSONNumber(e.Low), table.JSONNumber(e.High)}
	}
	if r.NotTested == "" {
		j.HoldsMean = &r.Holds
	}
	return r.jsonMachines(j)
}

func writeJSON(w io.Writer, s *report.Summary, results []Result) error {
	out := struct {
		Header     []table.Field        `json:"header"`
		Warning    string               `json:"warning,omitempty"`
		Alpha      table.JSONNumber     `json:"alpha"`
		Resolution runfolder.Resolution `json:"resolution,omitempty"` // a share; absent: not calibrated
		Verdicts   []jsonResult         `json:"verdicts"`
	}{Header: s.Header(), Resolution: s.Meta.Resolution(), Warning: warning(s), Alpha: Alpha, Verdicts: []jsonResult{}}
	for _, r := range results {
		out.Verdicts = append(out.Verdicts, r.json())
	}
	return table.WriteJSON(w, out)
}
