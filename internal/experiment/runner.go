package experiment

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
)

// Progress says how far a run is. It is reported between steps only.
type Progress struct {
	Done, Total   int64 // steps by their weight, those of earlier sessions included
	Rows, AllRows int64 // likewise, of the steps that leave a row; one without a value turns out to leave none
	Step          Step
	Left          func() (time.Duration, bool) // an estimate; false before there is one
}

// Run measures every step of bench whose row is not in w yet. It locks one
// operating-system thread, so that CPU time is the thread's own. It returns
// ctx's error soon after ctx is cancelled, between two steps.
func Run(ctx context.Context, bench Bench, w *runfolder.Writer, observe func(Progress)) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if w.Meta.Design == runfolder.Interleaved {
		defer timing.Ballast()()
	}

	stateful, _ := bench.(Stateful)
	if stateful != nil {
		if err := stateful.Attach(w); err != nil {
			return err
		}
	}
	plan := bench.Plan(len(w.Meta.Sessions) - 1)
	total, err := plan.Weight()
	if err != nil {
		return err
	}
	measured, err := onDisk(w)
	if err != nil {
		return err
	}
	done := func(s Step) bool { return stateful != nil && stateful.Done(s) }
	left := remaining(plan, measured, done)
	progress := Progress{Total: total, AllRows: left.AllRows, Left: left.Time}
	for step := range plan.All() {
		if step.Round != progress.Step.Round { // flushes the rows of the last round
			if err := w.Checkpoint(); err != nil {
				return err
			}
		}
		progress.Step = step
		if measured.has(step) || done(step) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		start := time.Now()
		m, err := bench.Measure(ctx, step)
		if err != nil {
			return fmt.Errorf("%s: %w", step.name(&w.Meta), err)
		}
		if m != nil {
			if err := w.Append(step.row(w.Meta.Design, m)); err != nil {
				return err
			}
		}
		left.took(step, m, time.Since(start))
		if m == nil {
			left.without(step)
		}
		progress.Done, progress.AllRows, progress.Rows = total-left.Steps, left.AllRows, left.AllRows-left.Rows
		observe(progress)
	}
	return w.Sync()
}

func (s Step) row(design string, m *Measurement) runfolder.Row {
	return runfolder.Row{
		Round: s.Round, Design: design,
		Filter: s.Cell.Filter, Metric: s.Cell.Metric, Point: s.Cell.Point,
		Value: m.Value, Unit: m.Unit, Ops: m.Ops, CPU: m.CPU, Extra: m.Extra,
	}
}

// measured tells which steps have left a row. It takes 16 bytes per row, so that
// a long run can be resumed: cells are few and stand in it once.
type measured struct {
	cells map[runfolder.Cell]int
	rows  map[repetition]struct{}
}

// repetition identifies a step that leaves a row.
type repetition struct{ round, cell int }

func newMeasured() measured {
	return measured{map[runfolder.Cell]int{}, map[repetition]struct{}{}}
}

func onDisk(w *runfolder.Writer) (measured, error) {
	m := newMeasured()
	err := w.Each(m.add)
	return m, err
}

func (m measured) add(r runfolder.Row) {
	cell, known := m.cells[r.Cell()]
	if !known {
		cell = len(m.cells)
		m.cells[r.Cell()] = cell
	}
	m.rows[repetition{r.Round, cell}] = struct{}{}
}

// perCell counts the rows of a cell, without those of the warm-up.
func (m measured) perCell() map[runfolder.Cell]int64 {
	rows := make([]int64, len(m.cells))
	for r := range m.rows {
		if r.round >= 1 {
			rows[r.cell]++
		}
	}
	counts := map[runfolder.Cell]int64{}
	for cell, i := range m.cells {
		counts[cell] = rows[i]
	}
	return counts
}

func (m measured) has(s Step) bool {
	cell, known := m.cells[s.Cell]
	if !known {
		return false
	}
	_, found := m.rows[repetition{s.Round, cell}]
	return found
}
