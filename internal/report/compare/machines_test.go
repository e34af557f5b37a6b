package compare

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// four are machines of one family, and mixed those and one of another.
func four() []synthetic.On {
	return []synthetic.On{{}, {Speed: 1.3, Effect: 0.01}, {Speed: 0.8, Effect: -0.02}, {Effect: 0.015}}
}

func mixed() []synthetic.On { return append(four(), synthetic.On{Model: "Another CPU", Effect: 0.2}) }

func onMachines(t *testing.T, machines ...synthetic.On) *report.Summary {
	t.Helper()
	return summed(t, synthetic.Machines(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1", Reps: 15 * len(machines)}, machines...))
}

func summed(t *testing.T, run *runfolder.Run) *report.Summary {
	t.Helper()
	s, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The ratios of a run are estimated for the first who asks, whatever the reference is; another
// one has them for himself, so that the correction of one is none of the other's.
func TestRatiosAreEstimatedOnce(t *testing.T) {
	for _, reference := range []string{"", "cuckoo"} {
		s := onMachines(t, four()...)
		s.ByMachine()
		s.Noise()
		var all [2]*Comparison
		var allocated [2]uint64
		for i := range all {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c, err := Filters(s, reference, nil)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			all[i], allocated[i] = c, after.TotalAlloc-before.TotalAlloc
		}
		if allocated[1] > allocated[0]/5 {
			t.Errorf("of %q the second time allocates %d bytes, the first %d", reference, allocated[1], allocated[0])
		}
		want := *pooledRatio(all[0])
		pooledRatio(all[1]).P = 7
		if got := *pooledRatio(all[0]); got.P == 7 || got.P != want.P {
			t.Errorf("of %q one comparison changes the p of another to %v", reference, got.P)
		}
	}
}

func pooledRatio(c *Comparison) *Ratio { return &c.Metrics[0].Pooled[0].Ratio }

// A ratio over machines is that of stats.RandomEffects; the means of different machines
// are nowhere.
func TestFiltersOnMachines(t *testing.T) {
	s := onMachines(t, four()...)
	c, err := Filters(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var each []stats.Estimate
	for _, m := range s.ByMachine() {
		at := (&claim.Data{Summary: m.Summary}).Points("query", "cuckoo", "bloom")
		p, err := (&claim.Data{Summary: m.Summary}).Pool(claim.Cells("cuckoo", "query", at), claim.Cells("bloom", "query", at))
		if err != nil {
			t.Fatal(err)
		}
		each = append(each, p.Estimates[0])
	}
	want, err := stats.RandomEffects(each)
	if err != nil {
		t.Fatal(err)
	}
	p := pooledOf(t, c, "query", "cuckoo")
	if len(p.On) != 5 || math.Abs(p.Value-math.Exp(want.Mean.Value)) > 1e-12 || math.Abs(p.CI.Low-math.Exp(want.Mean.CI().Low)) > 1e-12 {
		t.Fatalf("%v on %d, want %v", p.Ratio, len(p.On), want)
	}
	if over := p.On[4].Over; over == nil || *over != want || p.On[4].Family != "1 to 4" {
		t.Errorf("over machines %+v", p.On[4])
	}
	for i, e := range each {
		if on := p.On[i]; on.Number != i+1 || on.Rounds != 15 || math.Abs(on.Ratio.Value-math.Exp(e.Value)) > 1e-12 {
			t.Errorf("machine %d: %+v", i+1, on)
		}
	}
	for _, m := range c.Metrics {
		for _, cell := range m.Cells {
			if !math.IsNaN(cell.A) || !math.IsNaN(cell.B) || !math.IsNaN(cell.U) || math.IsNaN(cell.Value) {
				t.Errorf("%s of %s has means over machines: %+v", m.Name, cell.Filter, cell)
			}
		}
	}
	text := output(t, c, table.Text)
	for _, want := range []string{"ratios by machine", "machine 4", "4 × Synthetic CPU", "next machine"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q", want)
		}
	}
	for _, f := range []table.Format{table.CSV, table.JSON} {
		if text := output(t, c, f); !strings.Contains(text, "machine 4") || !strings.Contains(text, "tau2") || strings.Contains(text, "NaN") {
			t.Errorf("%s: %s", f, text)
		}
	}
}

func output(t *testing.T, c *Comparison, f table.Format) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, c, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What three machines mean is said.
func TestThreeMachinesSay(t *testing.T) {
	c, err := Filters(onMachines(t, four()[:3]...), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(strings.Fields(output(t, c, table.Text)), " "); !strings.Contains(text, "t(1) = 12.7") {
		t.Error(text)
	}
}

// Machines that are no sample of one population are side by side, and no gate asks for
// a ratio over them.
func TestSideBySide(t *testing.T) {
	gate, err := ParseGate("slower>2%")
	if err != nil {
		t.Fatal(err)
	}
	for what, test := range map[string]struct {
		on       []synthetic.On
		families int
	}{"two machines": {four()[:2], 0}, "two families": {mixed(), 1}} {
		s := onMachines(t, test.on...)
		c, err := Filters(s, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		p := pooledOf(t, c, "query", "cuckoo")
		if !math.IsNaN(p.Value) || p.Word() != "not pooled" || len(p.On) != len(test.on)+test.families {
			t.Errorf("%s: %s, %d rows", what, p.Word(), len(p.On))
		}
		if _, err := c.Judge(gate); err == nil {
			t.Errorf("%s: a gate is decided", what)
		}
		if _, err := Pool(s, "query", ""); err == nil {
			t.Errorf("%s: the answer has a ratio over them", what)
		}
	}
}

// Times of runs on several machines are not compared with those of another run.
func TestRunsOnMachines(t *testing.T) {
	one := summed(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1", Reps: 30}))
	if _, err := Runs(one, onMachines(t, four()[:2]...), true); err == nil || !strings.Contains(err.Error(), "2 machines") {
		t.Error(err)
	}
}

// Every run on several machines has forest plots in both languages, and those of the
// times of one are skipped.
func TestForests(t *testing.T) {
	for what, on := range map[string][]synthetic.On{"four": four(), "three": four()[:3], "two": four()[:2], "mixed": mixed()} {
		s := onMachines(t, on...)
		list := Forests(s)
		if len(list) != 4 { // one for each time
			t.Fatalf("%s: %d figures", what, len(list))
		}
		for _, l := range bilingual.Langs() {
			d, err := list[3].Drawn(s, l)
			if err != nil {
				t.Fatal(err)
			}
			svg, points, err := d.Picture(figure.Label{ID: "x"})
			if err != nil || bytes.Contains(svg, []byte("NaN")) {
				t.Errorf("%s: %v", what, err)
			}
			rows := len(on)
			if len(on) > 2 {
				rows++
			}
			if len(points) != 2*rows { // cuckoo and xor
				t.Errorf("%s: %d points", what, len(points))
			}
		}
	}
	if Forests(summed(t, synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 3}))) != nil {
		t.Error("a run of one machine has a forest plot")
	}
}

// Two runs of one seed and one build have the same counts, on any machine; where they
// have not, the round, the cell and the machines are named.
func TestCounts(t *testing.T) {
	run := func(model, revision string) *runfolder.Run {
		r := synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.1", Reps: 5}, synthetic.On{Model: model, Speed: float64(len(model))})
		r.Meta.Build = map[string]string{"vcs.revision": revision}
		return r
	}
	plant := func(r *runfolder.Run, name runfolder.Metric) *runfolder.Run {
		for i, row := range r.Rows {
			if row.Metric == name && row.Round == 3 && row.Filter == "cuckoo" && row.Point == "0.1" {
				r.Rows[i].Value++
			}
		}
		return r
	}
	a := summed(t, run("CPU A", "1"))
	if _, err := Runs(a, summed(t, run("Another", "1")), false); err != nil {
		t.Errorf("without a fault: %v", err)
	}
	for _, name := range []runfolder.Metric{metric.FalsePositives, metric.Bits} {
		_, err := Runs(a, summed(t, plant(run("Another", "1"), name)), false)
		if !errors.Is(err, ErrCounts) {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range []string{string(name), "cuckoo at 10 % in round 3", "CPU A", "Another"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error lacks %q: %v", want, err)
			}
		}
	}
	// The warm-up may count what it likes; of several counts the others are told by their number.
	several := run("Another", "1")
	for i, row := range several.Rows {
		if row.Metric == metric.Bits && row.Filter == "cuckoo" && row.Round != 2 {
			several.Rows[i].Value++
		}
	}
	if _, err := Runs(a, summed(t, several), false); err == nil || !strings.Contains(err.Error(), "in round 1 is") || !strings.Contains(err.Error(), ", and 7 more; ") {
		t.Errorf("two cells in four of five rounds: %v", err)
	}
	if _, err := Runs(a, summed(t, plant(run("Another", "1"), metric.ResidentBits)), false); err != nil {
		t.Errorf("held memory: %v", err)
	}
	for what, b := range map[string]struct {
		revision string
		force    bool
	}{"another build": {"2", false}, "force": {"1", true}} {
		c, err := Runs(a, summed(t, plant(run("Another", b.revision), metric.Bits)), b.force)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if text := strings.Join(strings.Fields(output(t, c, table.Text)), " "); !strings.Contains(text, "counts differ: bits of cuckoo at 10 % in round 3") {
			t.Errorf("%s: not noted", what)
		}
	}
}

// A machine of too few rounds, or of none of what is compared, is in no mean; it is
// named, and the others have their rows and their mean.
func TestWeakMachines(t *testing.T) {
	weak := append(four(), synthetic.On{Rounds: 1, Effect: 1}, synthetic.On{Rounds: 9, Effect: 1})
	weak[0].Rounds = stats.LeastRounds // are enough
	s := onMachines(t, weak...)
	c, err := Filters(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := pooledOf(t, c, "query", "cuckoo")
	if len(p.On) != 7 || p.On[6].Over == nil || p.On[6].Over.K != 4 || p.On[6].Family != "1 to 4" || math.IsNaN(p.Value) {
		t.Fatalf("%v, %+v", p.Ratio, p.On)
	}
	if p.On[0].Out != "" || p.On[0].Rounds != stats.LeastRounds {
		t.Errorf("machine 1 has %d rounds and is left out: %q", p.On[0].Rounds, p.On[0].Out)
	}
	if !math.IsNaN(p.On[4].Ratio.Value) || p.On[4].Out != "rounds: 1" || p.On[5].Out != "rounds: 9" || math.IsNaN(p.On[5].Ratio.Value) {
		t.Errorf("machine 5 %+v, machine 6 %+v", p.On[4], p.On[5])
	}
	for _, f := range []table.Format{table.Text, table.CSV, table.JSON} {
		text := output(t, c, f)
		if strings.Contains(text, "NaN") {
			t.Errorf("%s: %s", f, text)
		}
		if f == table.Text && !strings.Contains(strings.Join(strings.Fields(text), " "), "which wants 10 rounds of each: machine 5 (rounds: 1), of all ratios. Not in the mean over machines, which wants 10 rounds of each: machine 6 (rounds: 9), of all ratios.") {
			t.Errorf("machines 5 and 6 are not named in %s", text)
		}
	}
	for _, d := range Forests(s) {
		drawn, err := d.Drawn(s, bilingual.Langs()[0])
		if err != nil {
			t.Fatal(err)
		}
		if svg, _, err := drawn.Picture(figure.Label{ID: "x"}); err != nil || bytes.Contains(svg, []byte("NaN")) {
			t.Errorf("the forest plot: %v", err)
		}
	}
	// Two good machines have their ratios, and no mean.
	few := onMachines(t, append(four()[:2], synthetic.On{Rounds: 1}, synthetic.On{Rounds: 2})...)
	if c, err = Filters(few, "", nil); err != nil {
		t.Fatal(err)
	}
	if p := pooledOf(t, c, "query", "cuckoo"); len(p.On) != 4 || math.IsNaN(p.On[0].Ratio.Value) || p.Word() != "not pooled" || !strings.Contains(c.Apart, "fewer have 3 to 4 (rounds: 1 to 2)") {
		t.Errorf("%s, %q, %+v", p.Word(), c.Apart, p.On)
	}
}

// A time of which a single structure has too few rounds is not decided by a gate.
func TestGateWantsMachines(t *testing.T) {
	run := synthetic.Machines(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01", Reps: 60}, four()...)
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool { return row.Filter == "xor" && row.Session > 2 && row.Round > 20 })
	c, err := Filters(summed(t, run), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ParseGate("query slower>50%")
	if err != nil {
		t.Fatal(err)
	}
	if met, err := c.Judge(g); err == nil || !strings.Contains(err.Error(), "query of xor") {
		t.Errorf("%v, %v", met, err)
	}
}

// What is no time has the ratio over all rounds, whatever the machines are.
func TestSizesAreOfAllRounds(t *testing.T) {
	one, err := Pool(summed(t, synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1", Reps: 60})), metric.Bits, "")
	if err != nil {
		t.Fatal(err)
	}
	for what, on := range map[string][]synthetic.On{"four": four(), "two": four()[:2], "mixed": mixed()[1:]} {
		s := summed(t, synthetic.Machines(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1", Reps: 60}, on...))
		c, err := Pool(s, metric.Bits, "")
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if a, b := one.Metrics[0].Pooled[0].Ratio, c.Metrics[0].Pooled[0].Ratio; a != b {
			t.Errorf("%s: %v, in one piece %v", what, b, a)
		}
	}
}
