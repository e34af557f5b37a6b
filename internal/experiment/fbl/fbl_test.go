package fbl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

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
		b.workers = c.workers
		for start := 0; start < 150; start += c.cut {
			sums, err := b.simulate(t.Context(), start, min(start+c.cut, 150))
			if err != nil {
				t.Fatal(err)
			}
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

// fblRun runs the experiment in a folder of its own, in sessions; each is
// stopped after so many reports of progress, 0 for the one that finishes.
func fblRun(t *testing.T, iterations, chunk int, sessions []int) ([]runfolder.Row, *runfolder.Writer) {
	t.Helper()
	dir := t.TempDir()
	var w *runfolder.Writer
	for i, stop := range sessions {
		b := experimenttest.Prepared[*bench](t, New(), "--seed=3", fmt.Sprintf("--iterations=%d", iterations))
		b.chunk = chunk
		session := runfolder.Session{Start: time.Unix(int64(i), 0).UTC()}
		var err error
		if i == 0 {
			meta := runfolder.Meta{Schema: runfolder.Schema, Experiment: "fbl", State: runfolder.Running, Sessions: []runfolder.Session{session}}
			b.Describe(&meta)
			w, err = runfolder.Create(dir, meta)
		} else {
			if w, err = runfolder.Resume(w.Dir); err == nil {
				w.Meta.Sessions = append(w.Meta.Sessions, session)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		reports := 0
		err = experiment.Run(ctx, b, w, func(experiment.Progress) {
			if reports++; reports == stop {
				cancel()
			}
		})
		cancel()
		if last := i == len(sessions)-1; last != (err == nil) || err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("session %d: %v", i, err)
		}
		state := runfolder.Interrupted
		if err == nil {
			state = runfolder.Finished
		}
		if err := w.Close(state, nil); err != nil {
			t.Fatal(err)
		}
	}
	var rows []runfolder.Row
	if err := w.Each(func(r runfolder.Row) { rows = append(rows, r) }); err != nil {
		t.Fatal(err)
	}
	return rows, w
}

// TestFBLResumes: interrupted in the middle of the chunks, after the capacity
// and among the rows, a run ends with the rows of one that was not.
func TestFBLResumes(t *testing.T) {
	whole, _ := fblRun(t, 26, 10, []int{0})
	parts, _ := fblRun(t, 26, 10, []int{1, 1, 2, 100, 0})
	for i := range parts {
		parts[i].Session = 1 // of the last one
	}
	if d := cmp.Diff(whole, parts); d != "" {
		t.Error(d)
	}
}

// TestFBLRows: every point of Figures 5 and 6 has each of its metrics once
// under each quantisation, and a resumed run cannot take them for each other.
func TestFBLRows(t *testing.T) {
	rows, _ := fblRun(t, 40, 1000, []int{0})
	count := map[runfolder.Metric]int{}
	seen := map[runfolder.Cell]bool{}
	for _, r := range rows {
		count[r.Metric]++
		key := r.Cell()
		if seen[key] {
			t.Errorf("two rows %v", key)
		}
		seen[key] = true
		if math.IsNaN(r.Value) || r.Value < 0 {
			t.Errorf("row %v has the value %v", key, r.Value)
		}
	}
	const shapes = 16 + 14 // b with k = 7, and the other k with b = 8
	for _, metric := range []runfolder.Metric{Mean, SD, MSE, BitOccupancy, CellOccupancy, Overestimated} {
		want := shapes * 5 * 3
		if metric == Mean || metric == SD {
			want += 5 // of c itself
		}
		if count[metric] != want {
			t.Errorf("%d rows of %s, want %d", count[metric], metric, want)
		}
	}
	if got, want := count[QuantisationError], 16*3; got != want {
		t.Errorf("%d rows of %s, want %d", got, QuantisationError, want)
	}
	if got, want := count[CellCapacity], 16*3*5-5; got != want { // floor, b = 1: only c = 1 fills a cell
		t.Errorf("%d rows of %s, want %d", got, CellCapacity, want)
	}
	if got := count[BitCapacity]; got >= 16*3*5-5 || got < 200 {
		t.Errorf("%d rows of %s: those out of reach should be missing, and only those", got, BitCapacity)
	}
}

func TestFBLRefusesForeignSums(t *testing.T) {
	good, err := newBench(1, 10).simulate(t.Context(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
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
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
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

// TestFBLConfidences: c covers [0, 1] evenly, and the sums of c are right.
func TestFBLConfidences(t *testing.T) {
	b := newBench(9, 400)
	sums, err := b.simulate(t.Context(), 0, 400)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range elements() {
		mean := float64(0)
		sim := newSimulator(9)
		for it := range 400 {
			sim.confidences(it)
			for _, c := range sim.c[:n] {
				mean += float64(c) / unit / 400 / float64(n)
			}
		}
		got := sums.exact(Mean, i, n)
		if math.Abs(got.value-mean) > 1e-9 || math.Abs(mean-0.5) > 4*got.se {
			t.Errorf("n = %d: mean of c %v (± %v), want %v", n, got.value, got.se, mean)
		}
		sd := sums.exact(SD, i, n)
		if math.Abs(sd.value-math.Sqrt(1.0/12)) > 4*sd.se {
			t.Errorf("n = %d: standard deviation of c %v ± %v", n, sd.value, sd.se)
		}
	}
}

// TestFBLQuantisationError: the worst errors fill the bounds of equation 4,
// half of it where codes are rounded, and keep within.
func TestFBLQuantisationError(t *testing.T) {
	sums, err := newBench(2, 200).simulate(t.Context(), 0, 200)
	if err != nil {
		t.Fatal(err)
	}
	for b, worst := range sums.Worst {
		for q, bound := range []float64{unit, unit/2 + 1, unit} {
			if got := float64(worst[q]); got > bound || got < 0.99*bound {
				t.Errorf("b = %d, %v: the worst error is %.4f of a step", b+1, linear.Quantisation(q), got/unit)
			}
		}
	}
}

func BenchmarkFBLIteration(b *testing.B) {
	sim := newSimulator(1)
	sums := newSums(len(points()))
	for i := 0; b.Loop(); i++ {
		if err := sim.iterate(i, sums); err != nil {
			b.Fatal(err)
		}
	}
}

func TestShares(t *testing.T) {
	for _, q := range linear.Quantisations() {
		if q.String() == unquantised {
			t.Errorf("%v is also the name of no quantisation", q)
		}
	}
	if len(pointMetrics()) != len(pointValues{}) {
		t.Error("a point has metrics without values")
	}
}

// The golden files are of three batches, so that there are intervals, and wide ones.
func TestFBLFiguresGolden(t *testing.T) {
	s := summarize(t, experimenttest.Run(t, New(), "--iterations=100", "--seed=3"))
	for _, f := range figures(nil) {
		experimenttest.GoldenFigure(t, s, f, figure.English)
	}
	experimenttest.GoldenFigure(t, s, figures(nil)[1], figure.Portuguese)
}

// TestFBLFigures: a run of the experiment has the seven figures of the paper's
// evaluation, the same twice, in both languages, and none of another's.
func TestFBLFigures(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=40", "--seed=3")
	draw := func(dir string, l figure.Lang) []string {
		files, skipped, err := figure.Render(summarize(t, run), figures(nil), dir, []figure.Format{figure.SVG}, l, figure.Style{})
		if err != nil || len(skipped) > 0 {
			t.Fatal(err, skipped)
		}
		return files
	}
	for _, l := range figure.Langs() {
		a, b := t.TempDir(), t.TempDir()
		files := draw(a, l)
		draw(b, l)
		want := "fig-4 fig-5a fig-5b fig-5c fig-5d fig-6a fig-6b"
		var got []string
		for _, f := range files {
			got = append(got, strings.TrimSuffix(filepath.Base(f), l.Mark()+".svg"))
			first, err := os.ReadFile(filepath.Join(a, f))
			if err != nil {
				t.Fatal(err)
			}
			second, _ := os.ReadFile(filepath.Join(b, f))
			if !bytes.Equal(first, second) {
				t.Errorf("%s is another when drawn again", f)
			}
			if bytes.Contains(first, []byte("NaN")) || bytes.Contains(first, []byte("Inf")) {
				t.Errorf("%s holds a coordinate that is no number", f)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("figures %v, want %s", got, want)
		}
	}
}

// TestFBLFiguresWithoutRows: a run that was stopped before its rows has no
// figure, and says why.
func TestFBLFiguresWithoutRows(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=40", "--seed=3")
	run.Rows = run.Rows[:1]
	files, skipped, err := figure.Render(summarize(t, run), figures(nil), t.TempDir(), []figure.Format{figure.SVG}, figure.English, figure.Style{})
	if err != nil || len(files) > 0 || len(skipped) != 7 {
		t.Fatalf("%v, %v, %v", files, skipped, err)
	}
	for _, s := range skipped {
		if !strings.Contains(s.Reason, "no measurement of") {
			t.Errorf("figure %s is left out because %q", s.ID, s.Reason)
		}
	}
}

// A hundred times the iterations take many times as long, and nothing of the run is
// touched.
func TestPredict(t *testing.T) {
	few, many := newBench(1, 2_000), newBench(1, 200_000)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := few.Predict(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	tier.Check(t) // simulates for seconds
	short, err := few.Predict(t.Context())
	if err != nil || short <= 0 {
		t.Fatal(short, err)
	}
	long, err := many.Predict(t.Context())
	if err != nil || long < 5*short || long > time.Hour {
		t.Errorf("2,000 iterations take %v, 200,000 %v, %v", short, long, err)
	}
	if many.sums.Iterations != 0 {
		t.Errorf("the prediction left %d iterations", many.sums.Iterations)
	}
}
