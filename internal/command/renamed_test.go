package command

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/example"
	"hyphbench/internal/renamed"
	"hyphbench/internal/runfolder"
)

// renamedExample is the guide's experiment as one of which flags, methods and a metric had
// other names.
type renamedExample struct{ experiment.Experiment }

func (renamedExample) Name() string { return renamed.Sample }

// Old command lines, variables and configuration files measure what they did, and what is
// measured is found by old names.
func TestOldNames(t *testing.T) {
	p := program()
	p.Experiments = func() []experiment.Experiment { return []experiment.Experiment{renamedExample{example.New()}} }
	t.Chdir(t.TempDir())
	measured := func(args ...string) *runfolder.Run {
		t.Helper()
		args = append([]string{"run", renamed.Sample, "--reps=2", "--share=0", "--quiet"}, args...)
		stdout, _ := hyphbench(t.Context(), t, p, exitOK, args...)
		run, err := runfolder.Open(strings.TrimSpace(stdout))
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	check := func(run *runfolder.Run, by string) {
		t.Helper()
		if got := strings.Join(run.Meta.Values("n"), ","); got != "100" || run.Meta.Config["n"].Source != by {
			t.Errorf("n is %s by %s, want 100 by %s", got, run.Meta.Config["n"].Source, by)
		}
		for _, row := range run.Rows {
			if row.Metric != "query" {
				t.Errorf("%s was measured", row.Metric)
			}
		}
	}
	typed := measured("--number=100", "--metric=question", "--out=flags")
	check(typed, "flag")
	if got := strings.Join(typed.Meta.Argv, " "); !strings.Contains(got, "--number=100 --metric=question") {
		t.Errorf("what was typed is recorded as %s", got)
	}
	t.Setenv("HYPHBENCH_RUN_RENAMED_NUMBER", "100")
	check(measured("--metric", "question", "--out=variables"), "env")
	os.Unsetenv("HYPHBENCH_RUN_RENAMED_NUMBER")
	text := "run:\n  renamed:\n    number: 100\n    metric: question\n"
	if err := os.WriteFile("hyphbench.yaml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	check(measured("--out=file"), "file")
	if err := os.Remove("hyphbench.yaml"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"show", "table", "--metric=question", "--filter=table", "flags"},
		{"show", "ratios", "--metric=question", "--where", "number=100", "--to=table", "flags"},
		{"compare", "--metric=question", "--force", "flags", "variables"},
		{"history", "--metric=question", "flags", "variables", "file"},
		{"show", "ratios", "--allow-undecided", "--fail-if=question of bloom slower>9000%", "--to=table", "flags"},
	} {
		stdout, _ := hyphbench(t.Context(), t, p, exitOK, args...)
		if !strings.Contains(stdout, "one question") && !strings.Contains(stdout, "query") {
			t.Errorf("%s says\n%s", args, stdout)
		}
	}
}
