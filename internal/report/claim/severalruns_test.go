package claim

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
)

// Verdicts on several runs stand by experiment and by source; those on one claim follow each other, each
// with its run.
func TestSeveralRuns(t *testing.T) {
	judged := func(dir, experiment string, verdicts ...Verdict) Judged {
		j := Judged{Dir: dir, Summary: runOn(t, 2, synthetic.On{})}
		j.Summary.Meta.Experiment = experiment
		for i, v := range verdicts {
			source := []string{"paper", "thesis", "paper"}[i]
			j.Results = append(j.Results, Result{Claim: Claim{ID: "C" + string(rune('1'+i)), Source: source}, Verdict: v})
		}
		return j
	}
	runs := []Judged{judged("one", "x", Supported, Inconclusive, Contradicted), judged("two", "x", NotTested, Supported, Supported), judged("three", "y", Contradicted)}
	var b strings.Builder
	if err := WriteSeveral(&b, runs, table.CSV); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(records[0], name) }
	var got []string
	for _, r := range records[1:] {
		got = append(got, strings.Join([]string{r[0], r[1], r[column("id")], r[column("verdict")]}, " "))
	}
	want := []string{"x one C1 supported", "x two C1 not tested", "x one C3 contradicted", "x two C3 supported", "x one C2 inconclusive", "x two C2 supported", "y three C1 contradicted"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for f, columns := range map[table.Format]int{table.Text: 9, table.Markdown: 11} {
		all := severalTable(runs, f)
		got = nil
		for _, r := range all.Rows {
			if len(r) != columns || len(all.Columns) != columns {
				t.Errorf("%s: %d cells below %d columns", f, len(r), len(all.Columns))
			}
			got = append(got, strings.Join([]string{[]string{"x one", "x two", "y three"}[r[4][0]-'1'], r[0], r[7]}, " "))
		}
		if !slices.Equal(got, want) || len(all.Lines) != 1+len(runs) {
			t.Errorf("%s: %q, want %q; %q", f, got, want, all.Lines)
		}
	}
}
