package fbl

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/measuring"
)

// chunked is the experiment in small chunks, so that a short run has several.
type chunked struct{ experiment.Experiment }

func (x chunked) Prepare(ctx context.Context) (experiment.Bench, error) {
	b, err := x.Experiment.Prepare(ctx)
	if err == nil {
		b.(*bench).chunk = 8
	}
	return b, err
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: func() experiment.Experiment { return chunked{New()} }, Small: []string{"--iterations=20", "--codes"},
		Good: []string{"--iterations=1", "--iterations=10000000"}, Bad: [][]string{{"--iterations=0"}, {"--iterations=10000001"}},
		Arithmetic: []string{"L2", "L14", "L17", "L19"},
		Turned: map[string]string{
			"TestEdges": "L3 L4 L5 L6 L7 L8 L9 L12 L13", "TestEdgesOverK": "L10 L11", "TestEdgesOfFurtherNumbers": "L15 L22 L26", "TestEdgesOfBloom": "L16",
			"TestEdgesOfQuantisationOverB": "L18", "TestEdgesOfSpread": "L20", "TestEdgesOfFirstBits": "L21", "TestEdgesOfConstantOverK": "L23 L24",
			"TestCodes": "LC1", "TestEdgesOverHashes": "L25 L27", "TestEdgesOfAcceptable": "L28",
		},
	})
}

// TestFBLAgainstFilter compares the simulation with the structure itself, and
// makes the check fail.
func TestFBLAgainstFilter(t *testing.T) {
	for seed := range uint64(3) {
		if err := newBench(seed, 1).check(); err != nil {
			t.Error(err)
		}
	}
	b := newBench(1, 1)
	b.points = points()
	b.points[7].k++
	if b.check() == nil {
		t.Error("a point with another k than the simulation's goes unnoticed")
	}
}

// TestFBLWorkers: the number of workers and the cut into chunks change
// nothing.
func TestFBLWorkers(t *testing.T) {
	var want *sums
	for _, c := range []struct{ workers, cut int }{{1, 150}, {2, 150}, {7, 150}, {3, 40}} {
		b := newBench(5, 150)
		ctx := measuring.WithJobs(t.Context(), c.workers)
		for start := 0; start < 150; start += c.cut {
			sums := experimenttest.Must(b.simulate(ctx, start, min(start+c.cut, 150)))(t)
			b.sums.add(sums, b.points, b.chunk)
		}
		if want == nil {
			want = b.sums
		} else if d := cmp.Diff(want, b.sums); d != "" {
			t.Fatalf("%+v: %s", c, d)
		}
	}
	if other, err := newBench(6, 150).simulate(t.Context(), 0, 150); err != nil || cmp.Equal(want.Tallies, other.Tallies) {
		t.Errorf("another seed gives the same (%v)", err)
	}
}

func TestFBLRefusesForeignSums(t *testing.T) {
	good := experimenttest.Must(newBench(1, 10).simulate(t.Context(), 0, 10))(t)
	for name, change := range map[string]func(s *sums){
		"fewer points":     func(s *sums) { s.Tallies = s.Tallies[1:] },
		"too many":         func(s *sums) { s.Iterations = 11 },
		"half a chunk":     func(s *sums) { s.Iterations = 9 },
		"negative":         func(s *sums) { s.Iterations = -1000 },
		"a few capacities": func(s *sums) { s.Capacity = make([]capacity, 3) },
		"capacity too often": func(s *sums) {
			s.Capacity = make([]capacity, capacityIndex(17, 0, false, 0))
			s.Capacity[0].Reached = 11
		},
	} {
		s := *good
		change(&s)
		text := experimenttest.Must(json.Marshal(s))(t)
		if newBench(1, 10).Attach(memory{stateFile: text}) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, text := range []string{"", "{", "[]", `{"iterations":"x"}`} {
		if newBench(1, 10).Attach(memory{stateFile: []byte(text)}) == nil {
			t.Errorf("%q: accepted", text)
		}
	}
	if err := newBench(1, 10).Attach(memory{}); err != nil {
		t.Errorf("without a file: %v", err)
	}
}

// memory is an experiment.State without a folder.
type memory map[string][]byte

func (m memory) State(name string) ([]byte, error)       { return m[name], nil }
func (m memory) SetState(name string, text []byte) error { m[name] = text; return nil }

func BenchmarkFBLIteration(b *testing.B) {
	sim := newSimulator(1)
	sums := newSums(len(points()))
	for i := 0; b.Loop(); i++ {
		if err := sim.iterate(i, sums); err != nil {
			b.Fatal(err)
		}
	}
}

// The golden files are of three batches, so that there are intervals, and wide ones.
func TestFBLFiguresGolden(t *testing.T) {
	s := summarize(t, experimenttest.Run(t, New(), "--iterations=100", "--seed=3", "--codes"))
	for _, f := range figures(nil) {
		experimenttest.GoldenFigure(t, s, f, bilingual.English)
	}
	experimenttest.GoldenFigure(t, s, figures(nil)[1], bilingual.Portuguese)
}
