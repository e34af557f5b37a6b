package lookup

import (
	"context"
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// invented is a machine on which a key takes a µs to be made or built in, a query ten ms
// whatever the set, all half more past those that are measured, and a cell's first section thrice
// as long as the others.
type invented struct {
	largest int
	seen    map[runfolder.Cell]bool
}

func (m invented) load(s madeSet) float64 { return 1e-6 * float64(s.n) }

func (m invented) measure(_ context.Context, s experiment.Step) (float64, error) {
	n, err := axis.ParseCount(s.Cell.Point.Value(placeN))
	took := 0.01
	if s.Cell.Point.Value(placeOrder) == "" {
		took = 1e-6 * float64(n)
	}
	if n > m.largest {
		took *= uncached
	}
	if !m.seen[s.Cell] && n < workload.Million {
		took *= 3
	}
	m.seen[s.Cell] = true
	return took, err
}

// The prediction has all steps and the making of all sets, and counts first sections
// once.
func TestPredict(t *testing.T) {
	for _, flags := range [][]string{
		{"--n=1e3,1e4,1e5", "--reps=20"},
		{"--n=1e4,1e6,1e7", "--reps=20"},
		{"--n=1e6,1e8", "--reps=20"},
		{"--n=1e3,1e5", "--reps=7", "--full"},
		{"--preset=fan2014"},
	} {
		b := prepared(t, append(flags, "--filter=map,bloom,cuckoo", "--goroutines=1,2")...)
		p := b.newPrediction()
		m := invented{p.largest, map[runfolder.Cell]bool{}}
		p.load, p.measure = m.load, m.measure
		for step, times := range b.Plan(0).Kinds() {
			if err := p.add(t.Context(), step, float64(times)); err != nil {
				t.Fatal(err)
			}
		}
		m.seen = map[runfolder.Cell]bool{}
		last, took := madeSet{}, 0.0
		for step := range b.Plan(0).All() {
			n, err := axis.ParseCount(step.Cell.Point.Value(placeN))
			if err != nil {
				t.Fatal(err)
			}
			if s := (madeSet{n, step.Round}); s != last {
				took += m.load(s)
				last = s
			}
			s, err := m.measure(t.Context(), step)
			if err != nil {
				t.Fatal(err)
			}
			took += s
		}
		if math.Abs(p.total/took-1) > 0.02 {
			t.Errorf("%v: %.2f s predicted, %.2f s taken", flags, p.total, took)
		}
	}
}

// Steps of large sets are measured on a million keys, those of many rounds in the second.
func TestPredictLike(t *testing.T) {
	b := prepared(t, "--n=1e4,1e6,1e7", "--reps=20", "--filter=bloom")
	p := b.newPrediction()
	for _, c := range []struct{ of, want madeSet }{
		{madeSet{10_000, 0}, madeSet{10_000, 0}}, {madeSet{10_000, 1}, madeSet{10_000, 1}}, {madeSet{10_000, 4}, madeSet{10_000, 2}},
		{madeSet{workload.Million, 4}, madeSet{workload.Million, 1}}, {madeSet{workload.TenMillion, 2}, madeSet{workload.Million, 1}},
	} {
		if got := p.measuredAs(c.of); got != c.want {
			t.Errorf("%v is measured as %v, want %v", c.of, got, c.want)
		}
	}
	if b.x.reps.Value = 3; p.measuredAs(madeSet{10_000, 3}) != (madeSet{10_000, 1}) {
		t.Error("of three rounds two are measured beforehand")
	}
	step := experiment.Step{Round: 2, Cell: runfolder.Cell{Filter: bloom, Metric: Among, Point: runfolder.At("10000000", "0.05", "0", shuffled, "2", "0.5")}}
	if got := p.like(step, madeSet{workload.Million, 1}); got.Round != 1 || got.Cell.Point != runfolder.At("1000000", "0.05", "0", shuffled, "2", "0.5") {
		t.Errorf("like %+v", got)
	}
}
