package payoff

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/machine"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/payoff"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
)

// The truth of a run that is made up. Times are in ns.
const (
	trueLoop = 2.0
	smallest = 1000 // keys
)

// trueMiss is the time of a miss at a store, without the loop.
func trueMiss(name string, batch string) float64 {
	miss := map[string]float64{"map": 8, "pebble": 3000, "pebble-filter": 900, "net": 20_000}[name]
	if name == "net" && batch == "100" {
		return miss / 8
	}
	return miss
}

func caches() machine.CPU { return machine.CPU{L1d: 48 << 10, L2: 1 << 20, L3: 32 << 20} }

// trueFilter is the time of a query of a filter, without the loop.
func trueFilter(t *testing.T, name, epsilon string, n int) float64 {
	t.Helper()
	s := experimenttest.Must(all.ByName(name))(t)
	e := map[string]float64{"0.01": 0.01, "0.001": 0.001}[epsilon]
	plan := experimenttest.Must(s.Plan(n, filter.Config{Epsilon: e}))(t)
	c := caches()
	levels, err := payoff.NewLevels([]float64{float64(c.L1d), float64(c.L2), float64(c.L3)},
		[]payoff.Sized{{Bytes: 1 << 10, Time: 10}, {Bytes: 1 << 20, Time: 14}, {Bytes: 32 << 20, Time: 25}, {Bytes: 1 << 30, Time: 90}})
	if err != nil {
		t.Fatal(err)
	}
	factor := map[string]float64{"bloom": 1, "fuse": 0.9, "ribbon": 1.6, "cuckoo": 0.95, "splitblock": 0.85}[name]
	if epsilon == "0.001" {
		factor *= 1.3
	}
	return factor * levels.At(float64(plan.Bits)/8)
}

// madeUp is a run with the rows of the plan and values of the truth, with little noise.
func madeUp(t *testing.T) *runfolder.Run {
	t.Helper()
	kind := func(name string, m store.Medium) store.Kind {
		return store.Kind{Name: name, Medium: m, Many: m == store.Network}
	}
	kinds := []store.Kind{store.Map(), kind("pebble", store.Disk), kind("pebble-filter", store.Disk), kind("net", store.Network)}
	b := prepared(t, kinds, "--n=100000", "--filter=bloom,fuse,ribbon,cuckoo,splitblock", "--predict=xor", "--levels=1e3,3e3,1e4,3e4,1e5,3e5,1e6,3e6,1e7,3e7,1e8", "--reps=5")
	run := experimenttest.Planned(New(nil), b, func(r *runfolder.Row) {
		r.Value, r.Extra = truth(t, r.Cell()), make([]string, len(measuring.StoreColumns()))
		switch r.Metric {
		case Predicted, PredictedLone, BreakEvenMiss, BreakEvenQueries, LeastRate, MemoryLife, BitsPerKey, Admitted:
		default:
			r.Value, r.Unit = r.Value*(1+0.002*float64(r.Round%5)), runfolder.Nanoseconds
		}
	})
	run.Rows = slices.DeleteFunc(run.Rows, func(r runfolder.Row) bool { return r.Round < 1 || math.IsNaN(r.Value) })
	run.Meta.Sessions[0].Machine = &machine.Machine{CPU: caches()}
	return run
}

// truth is the value of a cell; NaN where the run has none.
func truth(t *testing.T, cell runfolder.Cell) float64 {
	p := experimenttest.Must(placeOf(cell.Point))(t)
	batch := counted(p.batch)
	members := map[string]float64{"0.5": 0.5, "0.9": 0.9, "1": 1}[p.members]
	c := payoff.Case{Rate: 0.01, Members: members, Hit: 1.5 * trueMiss(p.store, batch), Miss: trueMiss(p.store, batch)}
	if cell.Filter == "xor" || cell.Metric == LeastRate {
		return math.NaN()
	}
	if p.queries == attack {
		c.Rate = 1
	}
	if cell.Filter != none {
		c.Filter = trueFilter(t, cell.Filter, p.epsilon, max(smallest, p.n))
	}
	if p.batch > 1 && p.store != "net" {
		return math.NaN()
	}
	switch cell.Metric {
	case Filter:
		return trueLoop + c.Filter
	case LoneHit:
		return trueLoop + 1.5*c.Hit
	case LoneMiss:
		return trueLoop + c.Miss
	case PredictedLone:
		c.Hit *= 1.5
		return trueLoop + c.Guarded()
	case Hit:
		return trueLoop + c.Hit
	case Miss:
		return trueLoop + c.Miss
	case Total, Predicted:
		if cell.Filter == none {
			return trueLoop + c.Bare()
		}
		return trueLoop + c.Guarded()
	case Admitted:
		rate := 0.01
		if p.epsilon == "0.001" {
			rate = 0.001
		}
		if cell.Filter == cuckoo {
			rate *= 0.8
		}
		return rate
	case BitsPerKey, metric.Build:
		return 10
	case MemoryLife:
		return 3600
	}
	return math.NaN()
}

// Each claim is supported by a run of which it is true, and contradicted by rows
// doctored against it.
func TestClaims(t *testing.T) {
	of := madeUp(t)
	experimenttest.Supported(t, New(nil), of, map[string]claim.Verdict{"O3": claim.Contradicted}) // its map takes 8 ns
	at := func(r *runfolder.Row, place int, value string) bool { return r.Point.Value(place) == value }
	scale := func(m runfolder.Metric, by float64, where func(*runfolder.Row) bool) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Metric == m && r.Filter != none && where(r) {
				r.Value *= by
			}
		}
	}
	anywhere := func(*runfolder.Row) bool { return true }
	in := func(place int, value string) func(*runfolder.Row) bool {
		return func(r *runfolder.Row) bool { return at(r, place, value) }
	}
	without := func(m runfolder.Metric) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Metric == m {
				r.Round = 0
			}
		}
	}
	experimenttest.Verdicts(t, New(nil), of, []experimenttest.Case{
		{"O1", scale(Predicted, 1.08, anywhere), claim.Supported},
		{"O1", scale(Predicted, 1.15, anywhere), claim.Contradicted},
		{"O1", scale(Predicted, 0.85, in(0, "map")), claim.Contradicted},
		{"O1", scale(Predicted, 9, in(1, attack)), claim.Supported},
		{"O1", func(r *runfolder.Row) { // one round of five is disturbed
			if r.Metric == Total && r.Round == 2 {
				r.Value *= 30
			}
		}, claim.Supported},
		{"O1", without(Predicted), claim.NotTested},
		{"O8", scale(Predicted, 1.15, in(1, attack)), claim.Contradicted},
		{"O8", scale(Predicted, 1.15, in(1, mixed)), claim.Supported},
		{"O11", scale(Total, 1.15, in(2, "1")), claim.Supported},
		{"O11", scale(Total, 2, in(0, "map")), claim.Contradicted},
		{"O11", scale(Total, 0.8, in(0, "map")), claim.Contradicted},
		{"O11", scale(Total, 2, in(0, "net")), claim.Supported},
		{"O11", without(PredictedLone), claim.NotTested},
		{"O9", scale(Filter, 3, in(4, "300000")), claim.Supported},
		{"O9", func(r *runfolder.Row) {
			if n := r.Point.Value(4); r.Metric == Filter && r.Filter != none && strings.HasPrefix(n, "1") { // every other size
				r.Value *= 2
			}
		}, claim.Contradicted},
		{"O9", without(Filter), claim.NotTested},
		{"O10", scale(Filter, 1.3, func(r *runfolder.Row) bool { return r.Filter == blockedBloom }), claim.Contradicted},
		{"O10", scale(Admitted, 1.3, func(r *runfolder.Row) bool { return r.Filter == cuckoo }), claim.Contradicted},
		{"O10", without(Admitted), claim.NotTested},
		{"O2", scale(Total, 0.5, in(2, "1")), claim.Contradicted},
		{"O2", scale(Total, 0.5, func(r *runfolder.Row) bool { return at(r, 2, "1") && at(r, 0, "map") }), claim.Supported}, // a fifth of the cells
		{"O2", scale(Total, 0.5, in(2, "0")), claim.Supported},
		{"O2", without(Total), claim.NotTested},
		{"O3", scale(Total, 0.1, in(0, "map")), claim.Supported},
		{"O3", scale(Total, 0.1, func(r *runfolder.Row) bool { return at(r, 0, "map") && at(r, 5, "0.01") && r.Filter == "fuse" }), claim.Supported}, // some cells are enough
		{"O3", scale(Total, 0.1, in(0, "net")), claim.Contradicted},
		{"O4", scale(Total, 0.1, in(1, attack)), claim.Contradicted},
		{"O4", scale(Total, 0.1, func(r *runfolder.Row) bool { return at(r, 1, attack) && at(r, 0, "map") }), claim.Contradicted}, // not every cell
		{"O5", scale(Total, 0.1, anywhere), claim.Supported},
		{"O5", func(r *runfolder.Row) {
			if r.Metric == Total && r.Filter == none && at(r, 0, "pebble-filter") {
				r.Value = 2600
			}
		}, claim.Contradicted},
		{"O5", func(r *runfolder.Row) {
			if at(r, 0, "pebble") {
				r.Round = 0
			}
		}, claim.NotTested},
		{"O6", func(r *runfolder.Row) {
			if r.Metric == Miss && at(r, 3, "100") {
				r.Value *= 4
			}
		}, claim.Contradicted},
		{"O6", func(r *runfolder.Row) {
			if at(r, 3, "100") {
				r.Round = 0
			}
		}, claim.NotTested},
		{"O7", scale(MemoryLife, 0.4, anywhere), claim.Contradicted},
		{"O7", scale(MemoryLife, 1.8, anywhere), claim.Supported},
		{"O7", scale(MemoryLife, 2.5, anywhere), claim.Contradicted},
		{"O7", scale(MemoryLife, 0.4, in(5, "0.01")), claim.Contradicted}, // at one ε of two
	})
}

// One size of each level calibrates the model, and every level has one.
func TestCalibration(t *testing.T) {
	var list []payoff.Sized
	for _, bytes := range []float64{1 << 11, 1 << 14, 1 << 17, 1 << 19, 1 << 26, 1 << 27} {
		list = append(list, payoff.Sized{Bytes: bytes, Time: 1})
	}
	caches := levelsOf([]float64{1 << 15, 1 << 20, 1 << 25}, list)
	if !slices.Equal(caches, []float64{1 << 15, 1 << 20}) { // nothing was measured between L2 and L3
		t.Errorf("caches %v", caches)
	}
	var got []float64
	for _, s := range calibration(caches, list) {
		got = append(got, s.Bytes)
	}
	if !slices.Equal(got, []float64{1 << 14, 1 << 17, 1 << 26}) {
		t.Errorf("calibrated at %v", got)
	}
	if few := levelsOf([]float64{1 << 10, 1 << 30}, list); len(few) != 0 {
		t.Errorf("caches %v, with no size below the first and none beyond the last", few)
	}
}

// What repetition costs is drawn of the store with the most expensive misses.
func TestRepetition(t *testing.T) {
	tier.Check(t) // measures for seconds
	run := experimenttest.Run(t, New(kinds(slow{}, nil)), append(ownFlags(t), "--store=map,slow", "--eps=20%,50%", "--levels=0")...)
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Metric == Miss { // by no clock: the machine may be busy
			r.Value = 1000 * float64(r.Ops)
			if r.Point.Value(0) == "slow" {
				r.Value *= 100
			}
			r.CPU = int64(r.Value)
		}
	}
	s := experimenttest.Summary(t, New(nil), run)
	if at, _, ok := (&read{Summary: s}).repeated(); !ok || at.store != "slow" || at.n != 300 || at.epsilon != "0.2" {
		t.Errorf("%+v", at)
	}
	for _, l := range bilingual.Langs() {
		d, err := repetition(s.Meta).Draw(s, l)
		if err != nil || d == nil {
			t.Error(err)
		}
	}
}

// The lines say what follows from the truth; a run without their data has no figure.
func TestFigures(t *testing.T) {
	of := madeUp(t)
	s := experimenttest.Summary(t, New(nil), of)
	c := experimenttest.Must(costs(s, bilingual.English))(t)
	panel := c.Panels[0]
	if marks := panel.Marks; len(panel.Curves) != 6 || panel.Curves[0].Line[70].Y != missAt(70) || len(marks) != 4 || marks[0].Name != "map" || math.Abs(marks[3].X-20_000) > 100 {
		t.Errorf("%d lines, marks %v", len(panel.Curves), panel.Marks)
	}
	bloom := panel.Curves[1]
	low, high := trueFilter(t, "bloom", "0.01", 100_000), trueFilter(t, "bloom", "0.001", 100_000)
	for _, at := range []int{0, 100, 200} {
		miss := missAt(at)
		if want := min(low+0.01*miss, high+0.001*miss); bloom.Line[at].X != miss || math.Abs(bloom.Line[at].Y/want-1) > 0.01 {
			t.Errorf("bloom costs %v before a miss of %v, want %v", bloom.Line[at], miss, want)
		}
	}
	if len(bloom.Points) != 4 || math.Abs(bloom.Points[0].Value/(low+0.08)-1) > 0.02 {
		t.Errorf("measured: %v", bloom.Points)
	}
	experimenttest.NoFigures(t, New(nil), of, func(r runfolder.Row) bool { return r.Metric != Filter })
}

// The stretches have the cheapest line at each time of a miss, without gaps.
func TestCheapestAlong(t *testing.T) {
	straight := func(name string, fixed, share float64) line {
		return line{name: bilingual.Text{EN: name}, at: func(x float64) float64 { return fixed + share*x }}
	}
	list := cheapestAlong([]line{straight("none", 0, 1), straight("fast", 10, 0.01), straight("sharp", 30, 0.0001), straight("never", 31, 0.01)})
	if len(list) != 3 || list[0].From != shortestMiss || list[2].To != missAt(missSteps) {
		t.Fatalf("%+v", list)
	}
	for i, name := range []string{"none", "fast", "sharp"} {
		if list[i].Name.EN != name || i > 0 && list[i].From != list[i-1].To {
			t.Errorf("%+v", list[i])
		}
	}
	if at := list[1].From; at < 10 || at > 11.2 {
		t.Errorf("the fast one is the cheapest from %v on, want 10.1", at)
	}
	if at := list[2].From; at < 2000 || at > 2220 {
		t.Errorf("the sharp one is the cheapest from %v on, want 2020", at)
	}
}
