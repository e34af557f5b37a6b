package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/report/synthetic"
)

// A page with room gets every cell as a row, with n, and baselines last.
func TestTablesForAPage(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2", Reps: 4}))
	tables := s.Tables()
	var titles []string
	for _, table := range tables {
		titles = append(titles, strings.Fields(table.Title)[0])
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: a row of %d for %d columns", table.Title, len(row), len(table.Columns))
			}
		}
	}
	if diff := cmp.Diff([]string{"init", "build", "hyphenate", "query", "sizes,", "trends"}, titles); diff != "" {
		t.Fatal(diff)
	}
	got := tables[2]
	if diff := cmp.Diff([]string{"filter", "ε %", "n", "mean ± CI, ms/pass", "median", "min", "mean, ns/word"}, got.Columns); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"", "", "hyphenate", "hyphenate", "hyphenate", "hyphenate", "hyphenate"}, got.Metrics); diff != "" {
		t.Error(diff)
	}
	for i, name := range tables[4].Metrics {
		if (name == "") != (i < 2) || !strings.HasPrefix(tables[4].Columns[i], strings.TrimSuffix(name, "_bits")) && i >= 2 && name != "bits" {
			t.Errorf("column %q is of %q", tables[4].Columns[i], name)
		}
	}
	var first []string
	for _, row := range got.Rows {
		first = append(first, strings.Join(row[:3], " "))
	}
	if diff := cmp.Diff([]string{"bloom 1 4", "bloom 10 4", "bloom 20 4", "cuckoo 1 4", "cuckoo 10 4", "cuckoo 20 4", "none – 4", "no-exceptions – 4"}, first); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"none: no filter (exact map alone); no-exceptions: no exceptions (patterns alone)"}, got.Notes); diff != "" {
		t.Error(diff)
	}
}
