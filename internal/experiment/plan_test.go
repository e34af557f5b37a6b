package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"hyphbench/internal/runfolder"
)

// counted is a plan of one block of three steps that counts how often its
// repetitions are made.
func counted(times int, made *int) Plan {
	return Plan{{Times: times, Steps: func(i int) []Step {
		*made++
		var steps []Step
		for _, name := range []string{"a", "b", "c"} {
			steps = append(steps, Step{Round: i + 1, Cell: runfolder.Cell{Filter: name, Metric: "m"}})
		}
		return steps
	}}}
}

// A plan of any length is counted from one repetition of each block.
func TestWeight(t *testing.T) {
	for _, c := range []struct {
		times int
		want  int64 // −1: too many to count
	}{
		{0, 0}, {1, 3}, {1e9, 3e9}, {math.MaxInt64 / 3, math.MaxInt64 / 3 * 3}, {math.MaxInt64/3 + 1, -1}, {math.MaxInt64, -1},
	} {
		made := 0
		got, err := counted(c.times, &made).Weight()
		if c.want >= 0 && (err != nil || got != c.want) || c.want < 0 && !errors.Is(err, errCountless) {
			t.Errorf("%d repetitions weigh %d, %v; want %d", c.times, got, err, c.want)
		}
		if made > 1 {
			t.Errorf("%d of %d repetitions were made to count them", made, c.times)
		}
	}
	heavy := Plan{Once([]Step{{Weight: math.MaxInt64 - 5}}), Once([]Step{{Weight: 5}})}
	if got, err := heavy.Weight(); err != nil || got != math.MaxInt64 {
		t.Errorf("%d, %v", got, err)
	}
	heavy = append(heavy, Once([]Step{{}}))
	if _, err := heavy.Weight(); err == nil {
		t.Error("an overflow was not noticed")
	}
}

// bench measures the plan; it interrupts the run after so many measurements.
type bench struct {
	plan      Plan
	left      int
	interrupt func()
}

func (b *bench) Describe(m *runfolder.Meta) {}
func (b *bench) Plan(int) Plan              { return b.plan }
func (b *bench) Measure(context.Context, Step) (*Measurement, error) {
	if b.left--; b.left == 0 {
		b.interrupt()
	}
	return &Measurement{Unit: "1", CPU: runfolder.NoCPU}, nil
}

// A run makes the repetitions of its plan when it comes to them, and a resumed
// one those behind it once more; it looks at one twice, to count. A plan of a billion
// repetitions begins at once.
func TestRunMakesNoMoreThanItMeasures(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	for session := range 3 {
		made := 0
		ctx, interrupt := context.WithCancel(t.Context())
		b := &bench{counted(1e9, &made), 100, interrupt}
		var last Progress
		if err := Run(ctx, b, w, func(p Progress) { last = p }); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		measured := 100 * (session + 1)
		if want := 2 + (measured+3)/3; made > want {
			t.Errorf("session %d made %d repetitions, want %d", session, made, want)
		}
		if w.Count() != measured || last.Done != int64(measured) || last.Total != 3e9 {
			t.Errorf("session %d: %d rows, progress %+v", session, w.Count(), last)
		}
		if err := w.Close(runfolder.Interrupted, nil); err != nil {
			t.Fatal(err)
		}
		var err error
		if w, err = runfolder.Resume(w.Dir); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	if err := w.Each(func(r runfolder.Row) {
		if key := fmt.Sprint(r.Round, r.Cell()); seen[key] {
			t.Errorf("%s was measured twice", key)
		} else {
			seen[key] = true
		}
	}); err != nil || len(seen) != 300 {
		t.Errorf("%d rows, %v", len(seen), err)
	}
	if err := w.Close(runfolder.Interrupted, nil); err != nil {
		t.Fatal(err)
	}
}

// A run that is resumed remembers a key for each row on disk, and no row.
func TestResumptionRemembersKeys(t *testing.T) {
	w := begun(t, runfolder.Columns(nil, "own"))
	const rows, cells = 100_000, 50
	for i := range rows {
		row := runfolder.Row{Round: i/cells + 1, Filter: fmt.Sprint("filter ", i%cells), Metric: "m", Extra: []string{"0"}}
		if err := w.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(runfolder.Interrupted, nil); err != nil {
		t.Fatal(err)
	}
	before := held()
	w, err := runfolder.Resume(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := onDisk(w)
	if err != nil {
		t.Fatal(err)
	}
	perRow := (held() - before) / rows
	t.Logf("%d bytes a row", perRow)
	if perRow > 64 { // of a map that has just grown
		t.Errorf("%d bytes a row are kept", perRow)
	}
	if last := (Step{Round: rows / cells, Cell: runfolder.Cell{Filter: "filter 7", Metric: "m"}}); !m.has(last) || w.Count() != rows {
		t.Errorf("%d rows, the last round is missing", w.Count())
	}
	if err := w.Close(runfolder.Interrupted, nil); err != nil {
		t.Fatal(err)
	}
}

func held() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// A plan that cannot be counted is refused before anything is measured.
func TestRunRefuses(t *testing.T) {
	w := begun(t, runfolder.Columns(nil))
	defer w.Close(runfolder.Interrupted, nil)
	made := 0
	b := &bench{plan: counted(math.MaxInt64, &made)}
	if err := Run(t.Context(), b, w, func(Progress) {}); !errors.Is(err, errCountless) || w.Count() != 0 {
		t.Errorf("%v, %d rows", err, w.Count())
	}
}

// Every round makes all visits once, in another order than the one before;
// neither depends on the session, whose warm-up has a number of its own.
func TestInterleaved(t *testing.T) {
	visits := []string{"a", "b", "c", "d", "e", "f"}
	plan := func(session int, seed uint64) (warmUp string, rounds []string) {
		p := Interleaved(session, 3, seed, visits, func(v string, round int) []Step {
			return []Step{{Round: round, Cell: runfolder.Cell{Filter: v}}}
		})
		rounds = make([]string, 3)
		for s := range p.All() {
			if s.Round < 1 {
				if s.Round != -session {
					t.Errorf("session %d warms up in round %d", session, s.Round)
				}
				warmUp += s.Cell.Filter
				continue
			}
			rounds[s.Round-1] += s.Cell.Filter
		}
		return warmUp, rounds
	}
	warmUp, rounds := plan(0, 1)
	if warmUp != "abcdef" {
		t.Errorf("the warm-up is %s", warmUp)
	}
	for i, r := range rounds {
		letters := []byte(r)
		slices.Sort(letters)
		if string(letters) != "abcdef" || slices.Index(rounds, r) != i {
			t.Errorf("round %d is %s, of %v", i+1, r, rounds)
		}
	}
	if _, later := plan(4, 1); !slices.Equal(later, rounds) {
		t.Errorf("a later session has %v, the first one %v", later, rounds)
	}
	if _, other := plan(0, 2); slices.Equal(other, rounds) {
		t.Errorf("another seed has the same order %v", other)
	}
}
