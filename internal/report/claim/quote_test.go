package claim

import (
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
)

// A claim that cannot fail is shown as such: it is no test of its family, and the others'
// p does not pay for it. Where the run contradicts it all the same it is contradicted.
func TestByConstruction(t *testing.T) {
	s := emptySummary()
	decided := func(p float64) func(*Data) Outcome {
		return func(*Data) Outcome {
			return Outcome{Test: "t", Supports: p, Opposes: 1 - p, Holds: true}
		}
	}
	counted := func(holds bool) func(*Data) Outcome {
		return func(*Data) Outcome { return Counted(holds, "count", "keys", "keys", 0, "") }
	}
	const why = "a run that finds one ends"
	claims := ofSource("source",
		Claim{ID: "A", Test: decided(0.02)},
		Claim{ID: "B", CannotFail: why, Test: decided(0.001)},
		Claim{ID: "C", CannotFail: why, Test: counted(true)},
		Claim{ID: "D", CannotFail: why, Test: counted(false)},
		Claim{ID: "E", CannotFail: why, Test: func(*Data) Outcome { return Untested("no data") }},
	)
	results := Evaluate(s, claims)
	for i, want := range []Verdict{Supported, ByConstruction, ByConstruction, Contradicted, NotTested} {
		if r := results[i]; r.Verdict != want || want == ByConstruction && r.Why != why {
			t.Errorf("%s: %s (%s), want %s", r.ID, r.Verdict, r.Why, want)
		}
	}
	if r := results[0]; r.Family != 1 || r.P != 0.04 {
		t.Errorf("p = %v over %d tests, want that of one alone", r.P, r.Family)
	}
}

// What a claim judges is written in every format, with its place.
func TestQuotesAreWritten(t *testing.T) {
	c := Claim{ID: "A", Source: "source", Section: "3", Statement: "it is so", Metric: "fp",
		Test: func(*Data) Outcome { return Untested("no data") }}
	var list []Claim
	for _, q := range []Quote{{"De fato […] assim", "thesis-final.txt:283-284"}, {Place: Own}, {Place: "Fan et al. 2014, 5.1"}} {
		c.Quote = q
		list = append(list, c)
	}
	for _, f := range table.Formats() {
		var registry, verdicts strings.Builder
		if err := WriteRegistry(&registry, []Registered{{Experiment: "e", Claims: list}}, nil, f); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"De fato […] assim", "thesis-final.txt:283-284", Own, "Fan et al. 2014, 5.1"} {
			if !strings.Contains(registry.String(), want) {
				t.Errorf("%s: no %q in\n%s", f, want, registry.String())
			}
		}
		if f != table.CSV && f != table.JSON {
			continue
		}
		s := emptySummary()
		if err := Write(&verdicts, s, Evaluate(s, list), f); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(verdicts.String(), "De fato […] assim") || !strings.Contains(verdicts.String(), "thesis-final.txt:283-284") {
			t.Errorf("%s: no quotation in\n%s", f, verdicts.String())
		}
	}
}

// emptySummary is of a run without rows.
func emptySummary() *report.Summary {
	meta := &runfolder.Meta{}
	return &report.Summary{Run: &runfolder.Run{}, Meta: meta, Samples: &sample.Set{Meta: meta}}
}
