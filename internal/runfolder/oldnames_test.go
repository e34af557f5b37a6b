package runfolder

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/axis"
	"hyphbench/internal/renamed"
)

// oldRun is a run that was measured when its experiment had other names.
func oldRun(t *testing.T, parent string, state string) string {
	t.Helper()
	axes := []axis.Axis{axis.Counts("number", []int{1000}), axis.Names("sequence", "mixed", "text")}
	m := Meta{
		Experiment: "of another name", Axes: axes, Columns: Columns(axes, "tries"), Sessions: []Session{{Start: noon}},
		Filters: []string{"bloom"}, Baselines: []string{"table"}, Tables: map[string]int{"table": 1},
		Config: map[string]Setting{"number": {"1000", "flag"}, "metric": {"[question,bits]", "flag"}, "filter": {"table", "flag"}},
	}
	w, err := Create(parent, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Row{
		{Round: 1, Filter: "table", Metric: "question", Point: At("1000", "mixed"), Value: 3, Unit: "ns", Ops: 1, CPU: NoCPU, Extra: []string{"2"}},
		{Round: 1, Filter: "bloom", Metric: "bits", Point: At("1000", "text"), Value: 4, Unit: "bits", Ops: 1, CPU: NoCPU, Extra: []string{"1"}},
	} {
		if err := w.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	w.Meta.Experiment = renamed.Sample
	if err := w.Close(state, nil); err != nil {
		t.Fatal(err)
	}
	return w.Dir
}

// A run with old names is read as one of today; what stands in its files stays.
func TestOldNames(t *testing.T) {
	run, err := Open(oldRun(t, t.TempDir(), Finished))
	if err != nil {
		t.Fatal(err)
	}
	if !run.Sealed || !run.Checked {
		t.Error("the run is not sealed")
	}
	type read struct {
		filter string
		metric Metric
		point  string
		tries  string
	}
	var got []read
	for _, r := range run.Rows {
		got = append(got, read{r.Filter, r.Metric, run.Meta.Named(r.Point), run.Column("attempts")(r)})
	}
	want := []read{{"map", "query", "n=1000 order=shuffled", "2"}, {"bloom", "bits", "n=1000 order=text", "1"}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(read{})); d != "" {
		t.Error(d)
	}
	m := run.Meta
	if d := cmp.Diff([]string{"map"}, m.Baselines); d != "" || m.Tables["map"] != 1 || m.Axes[1].Values[0] != "shuffled" {
		t.Errorf("%s%v %v", d, m.Tables, m.Axes)
	}
	config := map[string]Setting{"n": {"1000", "flag"}, "metric": {"[query,bits]", "flag"}, "filter": {"map", "flag"}}
	if d := cmp.Diff(config, m.Config); d != "" {
		t.Error(d)
	}
	fields := m.Fields([]Field{{"n", "integer", "keys in the structure"}})
	if at := len(fixed()) + 1; fields[at].Name != "number" || fields[at].Type != "integer" {
		t.Errorf("the column number is described as %+v", fields[at])
	}
}

// Such a run is resumed and merged: rows of today stand in the columns of then.
func TestOldNamesAreContinued(t *testing.T) {
	dir := oldRun(t, t.TempDir(), Interrupted)
	w, err := Resume(dir)
	if err != nil {
		t.Fatal(err)
	}
	w.Meta.Sessions = append(w.Meta.Sessions, Session{Start: noon.Add(1)})
	added := Row{Round: 2, Filter: "map", Metric: "query", Point: At("1000", "shuffled"), Value: 5, Unit: "ns", Ops: 1, CPU: NoCPU, Extra: []string{"3"}}
	if err := w.Append(added); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Rows) != 3 || run.Rows[0].Cell() != run.Rows[2].Cell() {
		t.Errorf("the rows are of the cells %v", run.Rows)
	}
	m, err := newMerge([]string{dir}, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.write(t.TempDir()); err != nil {
		t.Error(err)
	}
}
