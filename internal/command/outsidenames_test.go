package command

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// A run.json may come from anybody. Whatever its names point to, with a seal that is right,
// nothing is written outside of the results. What is merged has its figures in every format.
func TestNamesThatPointOutside(t *testing.T) {
	tier.Check(t) // draws many figures
	const outside = "../../../../../outside"
	rename := func(from string, rows func(*runfolder.Row) *string) func(*runfolder.Run) {
		return func(run *runfolder.Run) {
			for i := range run.Rows {
				if name := rows(&run.Rows[i]); *name == from {
					*name = outside
				}
			}
		}
	}
	for what, alter := range map[string]func(*runfolder.Run){
		"filter": func(run *runfolder.Run) {
			run.Meta.Filters = []string{"bloom", outside}
			rename("cuckoo", func(r *runfolder.Row) *string { return &r.Filter })(run)
		},
		"metric": rename("query", func(r *runfolder.Row) *string { return (*string)(&r.Metric) }),
		"axis":   func(run *runfolder.Run) { run.Meta.Axes[0].Name = outside },
		"input": func(run *runfolder.Run) {
			run.Meta.Inputs = append(run.Meta.Inputs, runfolder.Input{Role: outside, Name: outside, SHA256: outside})
		},
		"design":   func(run *runfolder.Run) { run.Meta.Design = outside },
		"baseline": func(run *runfolder.Run) { run.Meta.Baselines = []string{outside} },
	} {
		top := t.TempDir()
		t.Setenv("HOME", filepath.Join(top, "home"))
		t.Setenv("XDG_CACHE_HOME", filepath.Join(top, "home"))
		results := filepath.Join(top, "a", "b", "results")
		run := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo"}, Epsilons: "0.01,0.05,0.1", Reps: 4})
		alter(run)
		dir, err := synthetic.Write(results, run)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, args := range [][]string{{"plot", "--format=svg", dir}, {"report", dir}, {"show", "table", dir}, {"merge", "--out=" + filepath.Join(results, "merged"), dir}} {
			hyphbench(t.Context(), t, program(), exitOK, args...)
		}
		err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasPrefix(path, results) {
				t.Errorf("%s: %s is written", what, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
