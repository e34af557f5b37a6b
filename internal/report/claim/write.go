package claim

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Write writes the verdicts on a run in a format.
func Write(w io.Writer, s *report.Summary, results []Result, f report.Format) error {
	switch f {
	case report.CSV:
		return writeCSV(w, results)
	case report.JSON:
		return writeJSON(w, s, results)
	}
	return report.WritePage(w, "Verdicts", s.Header(), []report.Table{Table(s, results, f)}, f)
}

// Table is the verdicts as a table. On a terminal the tests and reasons follow
// below the rows, elsewhere they are columns.
func Table(s *report.Summary, results []Result, f report.Format) report.Table {
	t := report.Table{
		Title: "verdicts",
		Lines: []string{fmt.Sprintf("effect with its 95 %% interval; p after Holm over the %d tests carried out; "+
			"a verdict needs p ≤ %g; means: whether the plain means show what the claim says", carriedOut(results), Alpha)},
		Columns: []string{"id", "section", "claim", "effect", "p", "verdict", "means"},
		Left:    4,
		Widths:  []int{0, 0, 30, 24},
	}
	if w := warning(s); w != "" {
		t.Lines = append(t.Lines, w)
	}
	if f != report.Text {
		t.Columns = append(t.Columns, "test", "why")
		t.Left = len(t.Columns)
	}
	for _, r := range results {
		row := []string{r.ID, r.Source, r.Statement, r.Effect.String(), report.FormatP(r.P), string(r.Verdict), r.means()}
		if f != report.Text {
			row = append(row, r.tested(), r.Why)
		} else {
			t.Notes = append(t.Notes, strings.Join(nonEmpty(r.ID+" "+string(r.Verdict)+": "+r.Why+".", r.tested()), " "))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func carriedOut(results []Result) int {
	n := 0
	for _, r := range results {
		if !math.IsNaN(r.P) {
			n++
		}
	}
	return n
}

// warning is what to know of verdicts on a design that is not interleaved.
func warning(s *report.Summary) string {
	if s.Meta.Design == runfolder.Interleaved || s.Meta.Experiment != thesisName {
		return ""
	}
	return "This design measures cell after cell: a slow change of the machine looks like a trend over ε or like a " +
		"difference between filters, and no test can tell them apart afterwards."
}

// String is the effect with its interval: "1.046 × [1.027, 1.066]".
func (e Effect) String() string {
	value, interval := report.FormatInterval(e.Value, e.CI.Low, e.CI.High)
	return strings.Join(nonEmpty(value, e.Unit, interval), " ")
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

// means is the answer to whether the plain means show what the claim says.
func (r Result) means() string {
	switch {
	case r.NotTested != "":
		return "–"
	case r.Holds:
		return "yes"
	}
	return "no"
}

func writeCSV(w io.Writer, results []Result) error {
	out := csv.NewWriter(w)
	// csv.Writer keeps the first error for Error.
	_ = out.Write([]string{"id", "section", "claim", "metric", "margin", "test", "effect_name", "effect", "unit",
		"low", "high", "p", "verdict", "holds_in_means", "why"})
	for _, r := range results {
		holds := r.means()
		if r.NotTested != "" {
			holds = ""
		}
		_ = out.Write([]string{r.ID, r.Source, r.Statement, r.Metric, r.Margin, r.Outcome.Test, r.Effect.Name,
			report.Exact(r.Effect.Value), r.Effect.Unit, report.Exact(r.Effect.CI.Low), report.Exact(r.Effect.CI.High), report.Exact(r.P),
			string(r.Verdict), holds, r.Why})
	}
	out.Flush()
	return out.Error()
}

type jsonResult struct {
	ID        string           `json:"id"`
	Section   string           `json:"section"`
	Claim     string           `json:"claim"`
	Metric    string           `json:"metric"`
	Margin    string           `json:"margin,omitempty"`
	Test      string           `json:"test,omitempty"`
	Effect    report.Number    `json:"effect"`
	Name      string           `json:"effect_name,omitempty"`
	Unit      string           `json:"unit,omitempty"`
	CI        [2]report.Number `json:"ci"`
	P         report.Number    `json:"p"`
	Verdict   Verdict          `json:"verdict"`
	HoldsMean *bool            `json:"holds_in_means"` // null: not tested
	Why       string           `json:"why"`
}

func writeJSON(w io.Writer, s *report.Summary, results []Result) error {
	type field struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	out := struct {
		Header   []field       `json:"header"`
		Warning  string        `json:"warning,omitempty"`
		Alpha    report.Number `json:"alpha"`
		Verdicts []jsonResult  `json:"verdicts"`
	}{Warning: warning(s), Alpha: Alpha, Verdicts: []jsonResult{}}
	for _, f := range s.Header() {
		out.Header = append(out.Header, field(f))
	}
	for _, r := range results {
		j := jsonResult{
			ID: r.ID, Section: r.Source, Claim: r.Statement, Metric: r.Metric, Margin: r.Margin, Test: r.Outcome.Test,
			Effect: report.Number(r.Effect.Value), Name: r.Effect.Name, Unit: r.Effect.Unit,
			CI: [2]report.Number{report.Number(r.Effect.CI.Low), report.Number(r.Effect.CI.High)},
			P:  report.Number(r.P), Verdict: r.Verdict, Why: r.Why,
		}
		if r.NotTested == "" {
			j.HoldsMean = &r.Holds
		}
		out.Verdicts = append(out.Verdicts, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
