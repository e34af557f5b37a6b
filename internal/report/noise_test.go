package report

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/machine"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// disturb gives a quiet run one fault and returns it.
func disturb(fault func(i int, r *runfolder.Row)) *runfolder.Run {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.05,0.20"})
	run.Columns = []string{"gc", "preempted", "attempts"}
	run.Meta.Sessions[0].Clock = map[string]float64{"wall_resolution_ns": 40}
	timedRows := 0
	for i := range run.Rows {
		r := &run.Rows[i]
		if !r.Timed() || r.Round < 1 {
			continue
		}
		r.CPU = int64(0.99 * r.Value)
		r.Extra = []string{"0", "0", "1"}
		fault(timedRows, r)
		timedRows++
	}
	return run
}

func TestNoise(t *testing.T) {
	slow := map[int]float64{} // a state of the machine that changes slowly
	state := 0.0
	for round := 1; round <= 30; round++ {
		state = 0.9*state + 0.02*math.Sin(float64(round*round))
		slow[round] = state + 0.03*math.Sin(float64(round)/2)
	}
	for _, c := range []struct {
		name  string
		fault func(i int, r *runfolder.Row)
		codes string
		says  string
	}{
		{"quiet", func(int, *runfolder.Row) {}, "", ""},
		{"a few lost sections", func(i int, r *runfolder.Row) {
			if i%200 == 0 {
				r.CPU = int64(0.5 * r.Value)
			}
		}, "", ""},
		{"lost sections", func(i int, r *runfolder.Row) {
			if i%20 == 0 {
				r.CPU = int64(0.9 * r.Value)
				r.Extra[2] = "3"
			}
		}, "lost-time", "sections lost more than a twentieth"},
		{"sections that lost 4 %", func(_ int, r *runfolder.Row) { r.CPU = int64(0.96 * r.Value) }, "", ""},
		{"sections that lost 6 %", func(i int, r *runfolder.Row) {
			if i%20 == 0 {
				r.CPU = int64(0.94 * r.Value)
			}
		}, "lost-time", "45 of 900 sections lost more than a twentieth"},
		{"no thread clock", func(_ int, r *runfolder.Row) { r.CPU = runfolder.NoCPU }, "", ""},
		{"sections measured again", func(i int, r *runfolder.Row) {
			if i%5 == 0 {
				r.Extra[2] = "2"
			}
		}, "lost-time", "0 of 900 sections lost"},
		{"collections", func(i int, r *runfolder.Row) {
			if i < 7 && r.Metric == "init" {
				r.Extra[0] = "1"
			}
		}, "gc", "within 2 of 900 sections (init 2)"},
		{"few ticks", func(_ int, r *runfolder.Row) {
			if r.Metric == "build" {
				r.Value /= 1000
				r.Ops = max(1, r.Ops/1000)
				r.CPU /= 1000
			}
		}, "ticks", "(build 210)"},
		{"drift", func(_ int, r *runfolder.Row) {
			if r.Metric == "hyphenate" {
				r.Value *= 1 + 0.0012*float64(r.Round)
				r.CPU = int64(r.Value)
			}
		}, "drift,autocorrelation", "from the first round to the last: hyphenate +3."},
		{"drift to less", func(_ int, r *runfolder.Row) {
			if r.Metric == "hyphenate" {
				r.Value *= 1 - 0.0012*float64(r.Round)
				r.CPU = int64(r.Value)
			}
		}, "drift,autocorrelation", "from the first round to the last: hyphenate −3."},
		{"slow changes", func(_ int, r *runfolder.Row) {
			r.Value *= 1 + slow[r.Round]
			r.CPU = int64(r.Value)
		}, "autocorrelation", "times are autocorrelated"},
		{"outliers", func(_ int, r *runfolder.Row) {
			if r.Metric == "query" && r.Round%10 == 0 {
				r.Value *= 1.5
				r.CPU = int64(r.Value)
			}
		}, "outliers", "query "},
	} {
		run := disturb(c.fault)
		var codes []string
		s := summarize(t, run)
		found := s.Noise()
		for _, w := range found {
			codes = append(codes, w.Code)
			if w.Text == "" || w.Cure == "" || strings.Contains(w.String(), "NaN") {
				t.Errorf("%s: %+v", c.name, w)
			}
		}
		if got := strings.Join(codes, ","); got != c.codes {
			t.Errorf("%s: warnings %q, want %q\n%v", c.name, got, c.codes, found)
			continue
		}
		var b aloud
		if err := WriteSummary(&b, s, table.Text); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(b.String()), " ") // wrapped
		if !strings.Contains(text, c.says) || c.codes != "" && !strings.Contains(text, "warning "+found[0].Text) {
			t.Errorf("%s: %q is not above the tables\n%s", c.name, c.says, b.String()[:min(1500, b.Len())])
		}
	}
}

// Each limit, by a metric whose times are known: a drift of ten rounds by t(8) = 3.36, the
// correlation and the outliers of the cells that have ten rounds.
func TestNoiseAtItsLimits(t *testing.T) {
	drifting := func(rise, noise float64) noiseMetric { // in all; noise has no slope
		m := noiseMetric{name: "m", cells: []noiseCell{{name: "a"}}}
		for i, sign := range []float64{1, -1, 1, -1, 0, 0, -1, 1, -1, 1} {
			v := math.Exp(rise/9*float64(i) + noise*sign)
			m.cells[0].values, m.lines = append(m.cells[0].values, v), append(m.lines, []float64{v})
		}
		return m
	}
	ascending := func(n int, also ...float64) (list []float64) {
		for i := range n {
			list = append(list, float64(i+1))
		}
		return append(list, also...)
	}
	for _, c := range []struct {
		name   string
		metric noiseMetric
		look   func(*noise) (machine.Warning, bool)
		says   string // empty: nothing
	}{
		// The standard error of the slope is noise/√82.5.
		{"p of 0.02", drifting(0.027, 0.003*9.083/2.9), (*noise).drift, ""},
		{"p of 0.005", drifting(0.027, 0.003*9.083/3.8), (*noise).drift, "m +2.74 %"},
		{"less than 2 %", drifting(0.019, 0.0001), (*noise).drift, ""},
		{"to less", drifting(-0.027, 0.0001), (*noise).drift, "m −2.66 %"},
		{"one cell, and three short ones", noiseMetric{name: "m", cells: []noiseCell{{"a", ascending(20)}, {"b", ascending(5)}, {"c", ascending(5)}, {"d", ascending(5)}}},
			(*noise).dependence, "m 0.85 (most: a, 0.85)"},
		{"two outliers of 40", noiseMetric{name: "m", cells: []noiseCell{{"a", ascending(18, 500, 600)}, {"b", ascending(20)}}}, (*noise).outliers, ""},
		{"three of 40", noiseMetric{name: "m", cells: []noiseCell{{"a", ascending(17, 500, 600, 700)}, {"b", ascending(20)}}}, (*noise).outliers, "m 3 of 40 (most: a, 3 of 20)"},
	} {
		w, is := c.look(&noise{meta: &runfolder.Meta{Design: runfolder.Interleaved}, metrics: []noiseMetric{c.metric}})
		if is != (c.says != "") || is && !strings.Contains(w.Text, c.says) {
			t.Errorf("%s: %v, %q, want %q", c.name, is, w.Text, c.says)
		}
	}
}

// Sections that took no time by the clock are none of those of which shares are told.
func TestNoiseOfNoTime(t *testing.T) {
	run := disturb(func(i int, r *runfolder.Row) {
		if i%2 == 0 {
			r.Value, r.CPU = 0, 0
		}
	})
	n, sections := newNoise(summarize(t, run)), 0
	for _, m := range n.metrics {
		sections += m.sections
		for _, c := range m.cells {
			if slices.Contains(c.values, 0) {
				t.Errorf("%s of %s has a time of 0", m.name, c.name)
			}
		}
	}
	if sections != 450 {
		t.Errorf("%d sections, want 450", sections)
	}
}

// A thread that waits for a device loses no time to other programs; what was measured
// again for all that is said.
func TestNoiseOfWaiting(t *testing.T) {
	for waits, want := range map[bool]string{false: "lost-time", true: ""} {
		run := disturb(func(_ int, r *runfolder.Row) { r.CPU = int64(0.1 * r.Value) })
		run.Meta.Waits = waits
		var codes []string
		for _, w := range summarize(t, run).Noise() {
			codes = append(codes, w.Code)
		}
		if got := strings.Join(codes, ","); got != want {
			t.Errorf("waits %v: %q, want %q", waits, got, want)
		}
	}
	run := disturb(func(_ int, r *runfolder.Row) { r.CPU, r.Extra[2] = int64(0.1*r.Value), "2" })
	run.Meta.Waits = true
	if found := summarize(t, run).Noise(); len(found) != 1 || !strings.Contains(found[0].Text, "0 of 900 sections lost") {
		t.Errorf("%v", found)
	}
}

// In the thesis's order repetitions of a cell follow each other, and the cure
// is another order.
func TestNoiseOfBlocks(t *testing.T) {
	run := disturb(func(_ int, r *runfolder.Row) {
		r.Value *= 1 + 0.3/float64(r.Round) // no warm-up
		r.CPU = int64(r.Value)
	})
	run.Meta.Design = "thesis"
	found := summarize(t, run).Noise()
	if len(found) == 0 || found[0].Code != "drift" {
		t.Fatalf("%v, want a drift", found)
	}
	if w := found[0].String(); !strings.Contains(w, "first repetition of a cell") || !strings.Contains(w, "--design=interleaved") {
		t.Error(w)
	}
}

// What a run lacks is skipped: columns, clock, times.
func TestNoiseOfLittle(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 2})
	if found := summarize(t, run).Noise(); len(found) != 0 {
		t.Errorf("%v of a run without any such column", found)
	}
	run.Columns = []string{"gc"}
	for i := range run.Rows {
		run.Rows[i].Extra = []string{strconv.Itoa(i % 2)}[:i%2]
	}
	if found := summarize(t, run).Noise(); len(found) != 1 || found[0].Code != "gc" {
		t.Errorf("%v, want collections", found)
	}
	for i := range run.Rows {
		run.Rows[i].Unit = "1"
	}
	if found := summarize(t, run).Noise(); len(found) != 0 {
		t.Errorf("%v of a run without times", found)
	}
	nothing := &runfolder.Run{}
	if found := (&Summary{Run: nothing, Meta: &nothing.Meta}).Noise(); len(found) != 0 {
		t.Errorf("%v of nothing", found)
	}
}
