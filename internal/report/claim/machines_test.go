package claim

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// runOn is a run of two filters on machines.
func runOn(t *testing.T, rounds int, machines ...synthetic.On) *report.Summary {
	t.Helper()
	s, err := report.Summarize(synthetic.Machines(synthetic.Options{Epsilons: "0.01", Reps: rounds}, machines...), synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// slowerThan claims that a pass with the cuckoo filter takes more than share times that
// with the Bloom filter.
func slowerThan(share float64) Claim {
	return Claim{ID: "X1", Source: "a test", Statement: "cuckoo is slower", Metric: synthetic.Hyphenate, Test: func(d *Data) Outcome {
		r, ok := FindRatios(d, "cuckoo", "bloom", synthetic.Hyphenate)
		if !ok {
			return d.Missing(synthetic.Hyphenate, "cuckoo", "bloom")
		}
		test := Tested{Estimates: r.Pooled, Claimed: Above(math.Log(share))}
		o := Outcome{Test: r.Test, Effect: test.Ratio("ratio"), Holds: r.Each[0] > share}
		o.Supports, o.Opposes = test.P()
		return o
	}}
}

// The effect over machines is that of stats.RandomEffects of those of each machine.
func TestOverMachines(t *testing.T) {
	s := runOn(t, 60, synthetic.On{}, synthetic.On{Effect: 0.01, Speed: 3}, synthetic.On{Effect: 0.02}, synthetic.On{Effect: -0.01})
	var each []stats.Estimate
	for _, m := range s.ByMachine() {
		r, ok := FindRatios(&Data{Summary: m.Summary}, "cuckoo", "bloom", synthetic.Hyphenate)
		if !ok {
			t.Fatal(m.Name())
		}
		each = append(each, r.Pooled[0])
	}
	want, err := stats.RandomEffects(each)
	if err != nil {
		t.Fatal(err)
	}
	asked, c := 0, slowerThan(1.01)
	test := c.Test
	c.Test = func(d *Data) Outcome { asked++; return test(d) }
	r := Evaluate(s, []Claim{c})[0]
	if asked != 5 {
		t.Errorf("the test was asked %d times, want once on each machine and once over them", asked)
	}
	if math.Abs(r.Effect.Value-math.Exp(want.Mean.Value)) > 1e-12 || math.Abs(r.Effect.CI.High-math.Exp(want.Mean.CI().High)) > 1e-12 {
		t.Errorf("the effect is %v, not %v", r.Effect, want)
	}
	if r.Machines == nil || r.Machines.Prediction != want.Prediction || len(r.On) != 4 {
		t.Errorf("%+v, %d machines", r.Machines, len(r.On))
	}
	if r.Verdict != Supported || r.HoldsOn() != "all machines" || !strings.Contains(r.Outcome.Test, "4 machines") {
		t.Errorf("%s on %s by %q", r.Verdict, r.HoldsOn(), r.Outcome.Test)
	}
	// Counts are those of all rounds.
	counted := Claim{ID: "X2", Source: "a test", Metric: metric.Bits, Test: func(d *Data) Outcome {
		n := float64(d.Samples.Cell(d.Samples.Cells(metric.Bits)[0].Cell).Len())
		return Counted(n == 60, "counted", "rounds", "of 60", n, "")
	}}
	if r := Evaluate(s, []Claim{counted})[0]; r.Verdict != Supported {
		t.Errorf("%v rounds", r.Effect.Value)
	}
}

// What holds on one machine only is said to.
func TestHoldsOnOneMachine(t *testing.T) {
	s := runOn(t, 60, synthetic.On{}, synthetic.On{Effect: 0.2}, synthetic.On{Effect: 0.01})
	r := Evaluate(s, []Claim{slowerThan(1.15)})[0]
	if r.Verdict != Inconclusive || r.HoldsOn() != "machine 2 only" || !strings.Contains(r.Why, "supported on machine 2 only") {
		t.Errorf("%s on %s: %s", r.Verdict, r.HoldsOn(), r.Why)
	}
	if r.Holds { // over all machines alike the mean ratio is above 1.1
		t.Error("the means are said to show on all machines what they show on one")
	}
	var b strings.Builder
	if err := Write(&b, s, []Result{r}, table.Text); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"verdicts by machine", "machine 2 only", "supported 2; contradicted 1, 3", "t(1) = 12.7"} {
		if !strings.Contains(text, want) {
			t.Errorf("the verdicts lack %q in %s", want, text)
		}
	}
	for _, f := range []table.Format{table.CSV, table.JSON, table.Markdown} {
		b.Reset()
		if err := Write(&b, s, []Result{r}, f); err != nil || !strings.Contains(b.String(), "contradicted") {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// Two machines, two families and machines of unknown processors are side by side.
func TestNotPooled(t *testing.T) {
	for why, s := range map[string]*report.Summary{
		"2 machines are side by side":               runOn(t, 20, synthetic.On{}, synthetic.On{}),
		"4 machines of 2 processor models are side": runOn(t, 40, synthetic.On{}, synthetic.On{}, synthetic.On{}, synthetic.On{Model: "B"}),
		"machines of unknown processors are side":   runOn(t, 40, synthetic.On{Model: "unknown"}, synthetic.On{Model: "unknown"}, synthetic.On{Model: "unknown"}),
		"3 machines are side by side and not pooled: want 3 with 10 rounds or more; fewer have 1 to 3 (rounds: 5)": runOn(t, 15, synthetic.On{}, synthetic.On{}, synthetic.On{}),
	} {
		r := Evaluate(s, []Claim{slowerThan(1.01)})[0]
		if r.Verdict != NotTested || !strings.HasPrefix(r.Why, why) {
			t.Errorf("%s: %s", r.Verdict, r.Why)
		}
		families := 0
		for _, on := range r.On {
			if on.Number == 0 {
				families++
				if on.Where != synthetic.Model || on.Verdict != Supported || on.Machines.K != 3 {
					t.Errorf("%s: %s %s", why, on.Where, on.Verdict)
				}
			}
		}
		if want := strings.Count(why, "4 machines of 2"); families != want {
			t.Errorf("%s: %d families are pooled", why, families)
		}
	}
}

// A test that estimates something else on another machine is not pooled, nor is one
// without an estimate over rounds.
func TestTraceRefuses(t *testing.T) {
	s := runOn(t, 30, synthetic.On{}, synthetic.On{Effect: 0.2}, synthetic.On{})
	other := slowerThan(1)
	other.Test = func(d *Data) Outcome {
		cells := d.Samples.Cells(synthetic.Hyphenate)
		reference := cells[0].Cell
		if mean, _ := stats.Mean(d.Sample(cells[1].Cell)); mean > 170 {
			reference = cells[2].Cell
		}
		e, _, err := d.Contrast(d.Columns(append(Cells("cuckoo", synthetic.Hyphenate, d.Points(synthetic.Hyphenate, "cuckoo")), reference)), []float64{1, -1})
		if err != nil {
			return Untested(err.Error())
		}
		o := Outcome{Effect: Effect{Value: e.Value}}
		o.Supports, o.Opposes = e.Below(0), e.Above(0)
		return o
	}
	if r := Evaluate(s, []Claim{other})[0]; r.Verdict != NotTested || !strings.Contains(r.Why, "asks other things on machine 2") {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
	without := slowerThan(1)
	without.Test = func(d *Data) Outcome { return Outcome{Supports: 0.001, Opposes: 1} }
	if r := Evaluate(s, []Claim{without})[0]; r.Verdict != NotTested || !strings.Contains(r.Why, "no estimate that could be pooled") {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
}

// TestMachinesDecideSeldom: machines whose effects are spread evenly about the edge of
// a claim. A verdict over machines is given in no more than 5 % of the runs, where one
// over all rounds, as if they were of one machine, is given in four of ten.
func TestMachinesDecideSeldom(t *testing.T) {
	racetest.OneGoroutine(t)
	const trials, edge = 150, (157.5 - 0.6) / (150 - 0.6)
	random := rand.New(rand.NewPCG(1, 9))
	decided, naive := 0, 0
	for range trials {
		var on []synthetic.On
		for range 4 {
			on = append(on, synthetic.On{Effect: 0.03 * random.NormFloat64(), Speed: math.Exp(random.NormFloat64() / 3)})
		}
		s := runOn(t, 40, on...)
		r := &Result{Claim: slowerThan(edge)}
		r.test(s)
		if r.p() <= Alpha {
			decided++
		}
		if slowerThan(edge).Test(&Data{Summary: s}).p() <= Alpha {
			naive++
		}
	}
	t.Logf("decided over machines in %d of %d, over rounds in %d", decided, trials, naive)
	if decided > 15 { // binomial, 5 % of 150: one run in 200 has more
		t.Errorf("%d of %d are decided", decided, trials)
	}
	if naive < trials/4 {
		t.Errorf("over rounds only %d are decided: the test says nothing", naive)
	}
}

// five machines, of which the first is twenty times as slow and says the contrary of the
// others.
func five() []synthetic.On {
	return []synthetic.On{{Speed: 20, Effect: 0.1}, {Effect: -0.1}, {Effect: -0.1}, {Effect: -0.1}, {Effect: -0.1}}
}

// A slow machine counts no more than a fast one in what is said of the means: of the
// points at which a structure is slower, and of the largest of several times.
func TestSlowMachineCountsOnce(t *testing.T) {
	s, err := report.Summarize(synthetic.Machines(synthetic.Options{Epsilons: "0.01,0.05,0.1", Reps: 150}, five()...), synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	c := Claim{ID: "X", Source: "a test", Metric: synthetic.Hyphenate, Test: func(d *Data) Outcome {
		return SlowerForMost(d, "cuckoo", "bloom", synthetic.Hyphenate, 0.01)
	}}
	r := Evaluate(s, []Claim{c})[0]
	if r.Effect.Value != 0 || r.Holds || !strings.Contains(r.Detail, "in the mean over machines cuckoo is slower at 0 of 3 ε") {
		t.Errorf("%v; holds %v; %s", r.Effect, r.Holds, r.Detail)
	}
	for _, on := range r.On {
		if want := map[bool]float64{true: 3}[on.Number == 1]; on.Effect.Value != want {
			t.Errorf("%s: slower at %v", on.Where, on.Effect.Value)
		}
	}
	// The ratio of means is the mean of the machines' ratios.
	var got, plain float64
	c.Test = func(d *Data) Outcome {
		cells := append(Cells("cuckoo", synthetic.Hyphenate, d.Points(synthetic.Hyphenate, "cuckoo")[:1]), Cells("bloom", synthetic.Hyphenate, d.Points(synthetic.Hyphenate, "bloom")[:1])...)
		means, _ := d.Means(cells)
		walls, _ := d.Plain(cells)
		got, plain = math.Log(means[0]/means[1]), math.Log(walls[0]/walls[1])
		if one := math.Log(d.Mean(cells[0]) / d.Mean(cells[1])); one != got {
			t.Errorf("Mean has %v, Means %v", one, got)
		}
		columns, _ := Logs(d.Columns(cells))
		e, _, _ := d.Contrast(columns, []float64{1, -1})
		return Outcome{Effect: Effect{Value: e.Value}, Supports: e.Below(0), Opposes: e.Above(0)}
	}
	sum := 0.0
	for _, m := range s.ByMachine() {
		cell := func(filter string) float64 { return m.Metric(synthetic.Hyphenate).Cell(filter, "0.01").Mean }
		sum += math.Log(cell("cuckoo")/cell("bloom")) / 5
	}
	(&Result{Claim: c}).test(s)
	if math.Abs(got-sum) > 1e-12 || math.Abs(plain-sum) > 1e-12 {
		t.Errorf("ratios of means %v and %v, mean over machines %v", got, plain, sum)
	}
}

// A machine of too few rounds is left out and named, and the others are pooled.
func TestWeakMachineIsLeftOut(t *testing.T) {
	weak := synthetic.On{Rounds: 1, Effect: 1}
	s := runOn(t, 60, weak, synthetic.On{}, synthetic.On{Effect: 0.01}, synthetic.On{Effect: 0.005})
	r := Evaluate(s, []Claim{slowerThan(1.01)})[0]
	if r.Verdict != Supported || r.Machines == nil || r.Machines.K != 3 || !r.Holds || !strings.Contains(r.Why, "without machine 1 (rounds: 1)") {
		t.Errorf("%s of %+v: %s", r.Verdict, r.Machines, r.Why)
	}
	// Which machine it is makes no difference.
	second := runOn(t, 60, synthetic.On{}, weak, synthetic.On{Effect: 0.01}, synthetic.On{Effect: 0.005})
	if r := Evaluate(second, []Claim{slowerThan(1.01)})[0]; r.Machines == nil || r.Machines.K != 3 || !strings.Contains(r.Why, "without machine 2 (rounds: 1)") {
		t.Errorf("%s of %+v: %s", r.Verdict, r.Machines, r.Why)
	}
	others := runOn(t, 60, synthetic.On{Rounds: 9}, synthetic.On{}, synthetic.On{}, synthetic.On{Rounds: 2})
	if r := Evaluate(others, []Claim{slowerThan(1.01)})[0]; r.Verdict != NotTested || !strings.Contains(r.Why, "fewer have 1, 4 (rounds: 2 to 9)") || r.HoldsOn() != "machines 1 to 3 only" {
		t.Errorf("%s on %s: %s", r.Verdict, r.HoldsOn(), r.Why)
	}
	// Enough rounds, but not of what is compared.
	run := synthetic.Machines(synthetic.Options{Epsilons: "0.01", Reps: 60}, synthetic.On{}, synthetic.On{}, synthetic.On{}, synthetic.On{})
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool { return row.Session == 2 && row.Filter == "cuckoo" && row.Round > 20 })
	lacking, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	if r := Evaluate(lacking, []Claim{slowerThan(1.01)})[0]; r.Verdict != Supported || r.Machines.K != 3 || !strings.Contains(r.Why, "without machine 2 (rounds: 5)") {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
}

// Counts are no matter of the machine: claims about them have one verdict, over all
// rounds, whatever two equal values on a machine would say.
func TestCountsHaveOneVerdict(t *testing.T) {
	s := runOn(t, 60, synthetic.On{}, synthetic.On{}, synthetic.On{})
	c := Claim{ID: "X", Source: "a test", Metric: metric.FalseNegatives, Test: func(d *Data) Outcome {
		e, err := stats.MeanEstimate(d.Sample(d.Samples.Cells(metric.FalseNegatives)[0].Cell))
		if err != nil {
			return Untested(err.Error())
		}
		o := Outcome{Holds: true}
		o.Supports, o.Opposes = Tested{Estimates: []stats.Estimate{e}, Claimed: Below(1)}.P()
		return o
	}}
	r := Evaluate(s, []Claim{c})[0]
	if r.Verdict != Supported || r.HoldsOn() != nothingOn || strings.Contains(r.Why, "by its own rounds") {
		t.Errorf("%s on %s: %s", r.Verdict, r.HoldsOn(), r.Why)
	}
	for _, on := range r.On {
		if on.Verdict != NotTested || on.Why != countsOfAll {
			t.Errorf("%s: %s, %s", on.Where, on.Verdict, on.Why)
		}
	}
}

// A claim about times that counts by itself, without an estimate over rounds, has no
// verdict over machines: its times would be those of one machine beside those of another.
func TestCountedTimesAreNotPooled(t *testing.T) {
	s := runOn(t, 60, synthetic.On{}, synthetic.On{Speed: 3}, synthetic.On{})
	c := slowerThan(1)
	c.Test = func(*Data) Outcome { return Counted(true, "counted", "cells", "of 1", 1, "") }
	r := Evaluate(s, []Claim{c})[0]
	if r.Verdict != NotTested || r.HoldsOn() != "all machines" {
		t.Errorf("%s on %s", r.Verdict, r.HoldsOn())
	}
}

// Means over machines are those of the machines that are pooled: one that is left out counts in
// none of their parts.
func TestMeansWithoutTheWeakMachine(t *testing.T) {
	s := runOn(t, 60, synthetic.On{Rounds: 1, Speed: 9}, synthetic.On{}, synthetic.On{Speed: 3}, synthetic.On{})
	c := slowerThan(1.01)
	test := c.Test
	var got float64
	var cell runfolder.Cell
	c.Test = func(d *Data) Outcome {
		if at := d.Points(synthetic.Hyphenate, "bloom"); len(at) > 0 { // but of one round
			cell = Cells("bloom", synthetic.Hyphenate, at)[0]
			got = d.Mean(cell)
		}
		return test(d)
	}
	(&Result{Claim: c}).test(s)
	want := 0.0
	for _, m := range s.ByMachine()[1:] {
		want += math.Log((&Data{Summary: m.Summary}).Mean(cell)) / 3
	}
	if math.Abs(math.Log(got)-want) > 1e-12 {
		t.Errorf("%v over machines, want %v", got, math.Exp(want))
	}
}

// Where too few machines hold all that is compared there is no mean over them.
func TestTooFewMachinesHoldAll(t *testing.T) {
	run := synthetic.Machines(synthetic.Options{Epsilons: "0.01", Reps: 45}, synthetic.On{}, synthetic.On{}, synthetic.On{})
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool { return row.Session == 2 && row.Filter == "cuckoo" && row.Round > 20 })
	lacking, err := report.Summarize(run, synthetic.Glossary())
	if err != nil {
		t.Fatal(err)
	}
	if r := Evaluate(lacking, []Claim{slowerThan(1.01)})[0]; r.Verdict != NotTested || !strings.HasPrefix(r.Why, "a mean over machines wants 3 with 10 rounds or more of all that is compared; without are machine 2 (rounds: 7)") {
		t.Errorf("%s: %s", r.Verdict, r.Why)
	}
}

// Verdicts are listed by kind; a family of machines has one of its own, where it was tested.
func TestVerdictsOn(t *testing.T) {
	on := func(where string, number int, v Verdict) On { return On{where, number, Result{Verdict: v}} }
	r := Result{On: []On{on("machine 1", 1, Supported), on("machine 2", 2, Inconclusive), on("machine 3", 3, Supported), on("machine 4", 4, NotTested), on("A", 0, Contradicted), on("B", 0, NotTested)}}
	if got := r.verdictsOn(); got != "supported 1, 3; inconclusive 2; not tested 4; A: contradicted" {
		t.Errorf("%q", got)
	}
	if got := r.HoldsOn(); got != "machines 1, 3 only" {
		t.Errorf("%q", got)
	}
}
