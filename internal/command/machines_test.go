package command

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// onMachines writes the shards of a run on synthetic machines, and merges them.
func onMachines(t *testing.T, machines ...synthetic.On) (dir string) {
	t.Helper()
	parent := t.TempDir()
	whole := synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.05,0.1", Reps: 12 * len(machines)}, machines...)
	for i := range machines {
		run := whole.Of(func(session int) bool { return session == i+1 })
		run.Meta.Columns = runfolder.Columns(run.Meta.Axes)
		run.Meta.Shard, run.Meta.Sessions[0].Shard = run.Meta.Sessions[0].Shard, nil
		w, err := runfolder.Create(filepath.Join(parent, "shards"), run.Meta)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range run.All() {
			if err := w.Append(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(runfolder.Finished, nil); err != nil {
			t.Fatal(err)
		}
	}
	stdout, _ := hyphbench(t.Context(), t, program(), exitOK, "merge", "--out", parent, filepath.Join(parent, "shards"))
	return strings.TrimSpace(stdout)
}

// What the program allocates for each row of a large run on many machines is bounded, whoever
// reads it, and the collector sweeps before the heap has doubled: so a run of ten million rows
// is read in 700 MB. Two sizes tell the rows apart from what every reading takes.
func TestLargeRunOnMachines(t *testing.T) {
	tier.Check(t)
	racetest.OneGoroutine(t)
	const collector = 100
	defer debug.SetGCPercent(debug.SetGCPercent(collector))
	type size struct {
		dir  string
		rows float64
	}
	var sizes []size
	for _, rounds := range []int{12, 24} { // of each machine
		machines := make([]synthetic.On, 48)
		run := synthetic.Machines(synthetic.Options{Reps: rounds * len(machines)}, machines...)
		if run.Len() < runfolder.Large {
			t.Fatalf("%d rows are no large run", run.Len())
		}
		dir, err := synthetic.Write(t.TempDir(), run)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, size{dir, float64(run.Len())})
	}
	for _, c := range []struct {
		args []string
		most float64 // bytes for a row
	}{
		{[]string{"verify"}, 750},
		{[]string{"show", "table", "--format=csv"}, 210},
	} {
		var took [2]float64
		for i, s := range sizes {
			debug.SetGCPercent(collector)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			hyphbench(t.Context(), t, program(), exitOK, append(c.args, s.dir)...)
			runtime.ReadMemStats(&after)
			took[i] = float64(after.TotalAlloc - before.TotalAlloc)
			if now := debug.SetGCPercent(collector); now >= collector {
				t.Errorf("%s leaves the collector at %d %%", c.args[0], now)
			}
		}
		if n := (took[1] - took[0]) / (sizes[1].rows - sizes[0].rows); n > c.most {
			t.Errorf("%s allocates %.0f bytes for a row, want %.0f at most", c.args[0], n, c.most)
		} else {
			t.Logf("%s allocates %.0f bytes for a row", c.args[0], n)
		}
	}
}

// Every command that reads a run reads one of four machines: with what each of them
// says, what they say together, and forest plots in the places of figures of times.
func TestCommandsOnMachines(t *testing.T) {
	racetest.OneGoroutine(t)
	dir := onMachines(t, synthetic.On{}, synthetic.On{Speed: 1.3, Effect: 0.01}, synthetic.On{Speed: 0.8, Effect: -0.02}, synthetic.On{Effect: 0.015})
	for _, test := range []struct {
		args []string
		want []string
	}{
		{[]string{"show", "table"}, []string{"machine 4", "Synthetic CPU"}},
		{[]string{"show", "ratios"}, []string{"ratios by machine", "4 × Synthetic", "next machine"}},
		{[]string{"show", "ratios", "--to=none", "--format=csv"}, []string{"machines,hyphenate,bloom"}},
		{[]string{"verify"}, []string{"verdicts by machine", "t over 4 machines", "all machines", "only"}},
		{[]string{"verify", "--format=json"}, []string{`"holds_on": "`, `"next_machine"`}},
		{[]string{"show"}, []string{"cuckoo"}},
		{[]string{"plot", "--format=svg", "--lang=pt"}, []string{"fig-forest-query.pt.svg"}},
		{[]string{"report"}, []string{"report.html"}},
		{[]string{"show", "table", "--where", "session=2"}, []string{"narrowed", "n = 12 a"}},
		{[]string{"show", "ratios", "--where", "session=2", "--metric=query"}, []string{"over rounds (paired)", "slower"}},
	} {
		stdout, stderr := hyphbench(t.Context(), t, program(), exitOK, append(test.args, dir)...)
		for _, want := range test.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%v: lacks %q in\n%s%s", test.args, want, stdout, stderr)
			}
		}
		if test.args[0] == "plot" && !strings.Contains(stderr, "those of 4 machines are not averaged") {
			t.Errorf("figures of times are drawn: %s", stderr)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ratios by machine", "verdicts by machine", "Ratios by machine: "} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	hyphbench(t.Context(), t, program(), exitGate, "verify", "--fail-on=not-tested,contradicted,inconclusive", dir)
}
