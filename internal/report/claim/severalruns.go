package claim

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Judged is a run with the verdicts on the claims about its experiment.
type Judged struct {
	Dir     string // as it is named in outputs
	Summary *report.Summary
	Results []Result // of all claims about the experiment, in their order
}

// Judge gives the verdicts on a run. What another run says changes none of them:
// the claims of one source on one run are a family of tests.
func Judge(dir string, s *report.Summary, claims []Claim) Judged {
	return Judged{dir, s, Evaluate(s, claims)}
}

// String names the run: "results/thesis, thesis, 2026-11-20, AMD EPYC (…)".
func (j Judged) String() string {
	m := j.Summary.Meta
	date := m.Start().UTC().Format("2006-01-02")
	if m.Design == runfolder.Published {
		date = "imported " + date // the time of measuring is unknown
	}
	text := strings.Join(NonEmpty(j.Dir, "experiment "+m.Experiment, date, j.Summary.Machine()), ", ")
	if j.Summary.Unfinished() {
		text += ": NOT FINISHED"
	}
	return text
}

// line is a verdict with the index of its run.
type line struct {
	run int
	Result
}

// lines are the verdicts by experiment and source; those on one claim, one for
// each run, follow each other. Runs of one experiment must be neighbours.
func lines(runs []Judged) (list []line) {
	for first := 0; first < len(runs); {
		next := first + 1
		for next < len(runs) && runs[next].Summary.Meta.Experiment == runs[first].Summary.Meta.Experiment {
			next++
		}
		for _, i := range bySource(runs[first].Results) {
			for run := first; run < next; run++ {
				list = append(list, line{run, runs[run].Results[i]})
			}
		}
		first = next
	}
	return list
}

// bySource are the indices of results, those of one source together.
func bySource(results []Result) []int {
	var sources []string
	order := make([]int, len(results))
	for i, r := range results {
		order[i] = i
		if !slices.Contains(sources, r.Source) {
			sources = append(sources, r.Source)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return slices.Index(sources, results[a].Source) - slices.Index(sources, results[b].Source)
	})
	return order
}

// WriteSeveral writes the verdicts on several runs as one table. Runs of one
// experiment must be neighbours.
func WriteSeveral(w io.Writer, runs []Judged, f table.Format) error {
	switch f {
	case table.CSV:
		return writeSeveralCSV(w, runs)
	case table.JSON:
		return writeSeveralJSON(w, runs)
	}
	return table.Write(w, table.Page{Title: "Verdicts", Header: runFields(runs), Tables: []table.Table{severalTable(runs, f)}}, f)
}

// runFields number the runs.
func runFields(runs []Judged) (fields []table.Field) {
	for i, j := range runs {
		fields = append(fields, table.Field{Name: "run " + strconv.Itoa(i+1), Value: j.String()})
	}
	return fields
}

func severalTable(runs []Judged, f table.Format) table.Table {
	t := table.Table{
		Title: "verdicts",
		Lines: []string{fmt.Sprintf("effect with its 95 %% interval; p after Holm over the tests of one source on one run; "+
			"a verdict needs p ≤ %g; means: whether the plain means show what the claim says", Alpha)},
		Columns: []string{"id", "source", "section", "claim", "run", "effect", "p", "verdict", "means"},
		Left:    6,
		Widths:  []int{0, 8, 8, 21, 0, 18, 0, 12},
		Ranks:   []int{0, 0, 3, 0, 0, 0, 1, 0, 2},
		Tones:   Tones(),
	}
	for i, j := range runs {
		parts := NonEmpty("times by "+Estimator(j.Summary), "p over "+families(j.Results), warning(j.Summary))
		t.Lines = append(t.Lines, fmt.Sprintf("Run %d: %s.", i+1, strings.TrimSuffix(strings.Join(parts, "; "), ".")))
	}
	if f != table.Text {
		t.Columns = append(t.Columns, "test", "why")
		t.Left = len(t.Columns)
	}
	for _, l := range lines(runs) {
		run := strconv.Itoa(l.run + 1)
		row := []string{l.ID, l.Source, l.Section, l.Statement, run, l.Effect.String(), table.PValue(l.P), l.Word(), l.means()}
		if f != table.Text {
			row = append(row, l.tested(), l.Why)
		} else {
			t.Notes = append(t.Notes, strings.Join(NonEmpty(l.ID+", run "+run+", "+l.Word()+": "+l.Why+".", l.tested()), " "))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func writeSeveralCSV(w io.Writer, runs []Judged) error {
	records := [][]string{append([]string{"experiment", "run"}, columns()...)}
	for _, l := range lines(runs) {
		j := runs[l.run]
		records = append(records, append([]string{j.Summary.Meta.Experiment, j.Dir}, l.record()...))
	}
	return table.WriteCSV(w, records)
}

func writeSeveralJSON(w io.Writer, runs []Judged) error {
	type run struct {
		Dir        string               `json:"run"`
		Experiment string               `json:"experiment"`
		Header     []table.Field        `json:"header"`
		Warning    string               `json:"warning,omitempty"`
		Resolution runfolder.Resolution `json:"resolution,omitempty"` // a share; absent: not calibrated
	}
	type verdict struct {
		Experiment string `json:"experiment"`
		Run        string `json:"run"`
		jsonResult
	}
	out := struct {
		Alpha    table.JSONNumber `json:"alpha"`
		Runs     []run            `json:"runs"`
		Verdicts []verdict        `json:"verdicts"`
	}{Alpha: Alpha, Verdicts: []verdict{}}
	for _, j := range runs {
		m := j.Summary.Meta
		out.Runs = append(out.Runs, run{j.Dir, m.Experiment, j.Summary.Header(), warning(j.Summary), m.Resolution()})
	}
	for _, l := range lines(runs) {
		j := runs[l.run]
		out.Verdicts = append(out.Verdicts, verdict{j.Summary.Meta.Experiment, j.Dir, l.json()})
	}
	return table.WriteJSON(w, out)
}
