package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// fourMachines is a run on four machines, one of which is twice as slow.
func fourMachines() *runfolder.Run {
	return synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.05,0.1", Reps: 40},
		synthetic.On{}, synthetic.On{Speed: 2}, synthetic.On{Effect: 0.1}, synthetic.On{Model: "Another CPU"})
}

func TestByMachine(t *testing.T) {
	s := summarize(t, fourMachines())
	machines := s.ByMachine()
	if len(machines) != 4 {
		t.Fatalf("%d machines", len(machines))
	}
	rows := 0
	for i, m := range machines {
		rows += m.Samples.Rows
		if m.Number != i+1 || m.Rounds() != 10 || len(m.Meta.Sessions) != 1 || m.ByMachine() != nil {
			t.Errorf("machine %d: number %d, %d rounds, %d sessions", i+1, m.Number, m.Rounds(), len(m.Meta.Sessions))
		}
	}
	if rows != s.Samples.Rows {
		t.Errorf("%d of %d rows", rows, s.Samples.Rows)
	}
	families := s.Families()
	if len(families) != 2 || !slices.Equal(families[0].Machines, []int{0, 1, 2}) || families[0].Pools() != true || families[1].Pools() {
		t.Errorf("families %+v", families)
	}
	if part, err := s.Of(families[0]); err != nil || len(part.ByMachine()) != 3 || part.NotPooled() != "" {
		t.Errorf("the family has %v", err)
	}
	if one := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2})); one.ByMachine() != nil || one.Families() != nil || one.NotPooled() != "" || one.MachinesNote() != "" {
		t.Error("a run of one machine has several")
	}
}

// No output has a time over machines; each has those of every machine, and the counts
// of all rounds.
func TestMachinesAreNotPooled(t *testing.T) {
	s := summarize(t, fourMachines())
	text := written(t, s, table.Text)
	for _, want := range []string{"machines\n", "machine 1\n", "machine 4\n", "Another CPU", synthetic.Note, "trends over ε, machine 2"} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q", want)
		}
	}
	if n := strings.Count(text, "n = 10 a cell"); n < 16 { // four metrics on four machines
		t.Errorf("%d tables of times", n)
	}
	if !strings.Contains(text, "n = 40 repetitions") {
		t.Error("counts are not those of all rounds")
	}
	records, err := csv.NewReader(strings.NewReader(written(t, s, table.CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	on, name, unit := len(records[0])-1, slices.Index(records[0], "metric"), slices.Index(records[0], "n")
	if records[0][on] != "machine" || len(s.fields()) != len(records[0]) {
		t.Fatalf("columns %v", records[0])
	}
	for _, r := range records[1:] {
		timed := s.Metric(runfolder.Metric(r[name])).Timed()
		if timed != (r[on] != "") || r[0] == "cell" && timed != (r[unit] == "10") {
			t.Errorf("%v", r)
		}
	}
	var out jsonSummary
	if err := json.Unmarshal([]byte(written(t, s, table.JSON)), &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Machines) != 4 || len(out.Machines[1].Metrics) != 4 || out.Machines[3].Family != "Another CPU" {
		t.Errorf("%d machines", len(out.Machines))
	}
	for _, m := range out.Metrics {
		if s.Metric(runfolder.Metric(m.Name)).Timed() {
			t.Errorf("JSON has %s over machines", m.Name)
		}
	}
	var bench bytes.Buffer
	if _, err := WriteBench(&bench, s); err != nil {
		t.Fatal(err)
	}
	if strings.Count(bench.String(), "\nmachine: ") != 4 || !strings.Contains(bench.String(), "cpu: Another CPU\nmachine: 4\n") {
		t.Error("benchstat cannot tell the machines apart")
	}
}

// A size that is constant on each machine and another one on one of them is found; one
// that varies with the seed is not.
func TestDiffering(t *testing.T) {
	run := fourMachines()
	warned := func() string { return written(t, summarize(t, run), table.Text) }
	if text := warned(); strings.Contains(text, "does not depend on the seed") {
		t.Errorf("found without a fault: %s", text)
	}
	one := -1
	for i, row := range run.Rows {
		if row.Metric == metric.Bits && row.Filter == "cuckoo" && row.Session == 2 && row.Point == "0.05" {
			run.Rows[i].Value++
			one = i
		}
	}
	if text := strings.Join(strings.Fields(warned()), " "); !strings.Contains(text, "bits is 16384 in every round on machine 1 (first round 4) and 16385 on machine 2 (first round 1), though it does not depend on the seed: cuckoo at 5 %") {
		t.Errorf("the planted fault is not named: %s", text)
	}
	run.Rows[one].Value++ // a structure that is sometimes enlarged
	if text := warned(); strings.Contains(text, "does not depend on the seed") {
		t.Error("a size that varies is taken for a constant")
	}
}

// A count that was made once on a machine is no constant there, and one that varies on any
// machine depends on the seed: neither tells a fault.
func TestDifferingOfLittle(t *testing.T) {
	once, varies := fourMachines(), fourMachines()
	cell := func(r runfolder.Row, session int) bool {
		return r.Metric == metric.Bits && r.Filter == "cuckoo" && r.Point == "0.05" && r.Session == session
	}
	seen := false
	once.Rows = slices.DeleteFunc(once.Rows, func(r runfolder.Row) bool {
		was := seen
		seen = seen || cell(r, 2)
		return was && cell(r, 2)
	})
	seen = false
	for i, r := range once.Rows {
		if cell(r, 2) {
			once.Rows[i].Value++
		}
	}
	for i, r := range varies.Rows {
		if cell(r, 2) && !seen {
			seen = true
			varies.Rows[i].Value++
		}
		if cell(r, 3) {
			varies.Rows[i].Value += 2
		}
	}
	for name, run := range map[string]*runfolder.Run{"once": once, "varies": varies} {
		if list := summarize(t, run).differing(); len(list) != 0 {
			t.Errorf("%s: %q", name, list)
		}
	}
}

// Rounds are counted once each, in whatever order they come, and warm-up is none.
func TestCountRounds(t *testing.T) {
	run := &runfolder.Run{}
	for _, round := range []int{0, 0, 2, 2, 1, -1, 2, 3, 1} {
		run.Rows = append(run.Rows, runfolder.Row{Round: round})
	}
	if got := countRounds(run); got != 3 {
		t.Errorf("%d rounds, want 3", got)
	}
}

// Machines of too few rounds are in no mean over machines, and a warning says so.
func TestFewRounds(t *testing.T) {
	warned := func(rounds ...int) (*Summary, string) {
		var on []synthetic.On
		for _, n := range rounds {
			on = append(on, synthetic.On{Rounds: n})
		}
		s := summarize(t, synthetic.Machines(synthetic.Options{Epsilons: "0.01", Reps: 12 * len(on)}, on...))
		for _, w := range s.Noise() {
			if w.Code == "few-rounds" {
				return s, w.Text
			}
		}
		return s, ""
	}
	if s, text := warned(12, 10, 11, 12); text != "" || s.NotPooled() != "" {
		t.Errorf("all have enough: %q, %q", text, s.NotPooled())
	}
	if s, text := warned(2, 12, 12, 12, 9); !strings.HasSuffix(text, "wants 10 rounds of each, and is without machine 1, 5 (rounds: 2 to 9)") || s.NotPooled() != "" {
		t.Errorf("three have enough: %q, %q", text, s.NotPooled())
	}
	s, text := warned(5, 5, 5, 12)
	if want := "4 machines are side by side and not pooled: want 3 with 10 rounds or more; fewer have 1 to 3 (rounds: 5)"; text == "" || s.NotPooled() != want || s.Families()[0].Pools() {
		t.Errorf("one has enough: %q, %q", text, s.NotPooled())
	}
	if _, text := warned(5, 5); text != "" {
		t.Errorf("two machines have no mean in any case: %q", text)
	}
}
