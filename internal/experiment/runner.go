package experiment

import (
	"context"
	"fmt"
	"runtime"

	"hyphbench/internal/runfolder"
)

// Progress says how far a run is. It is reported between steps only.
type Progress struct {
	Done, Total int64 // steps by their weight, those of earlier sessions included
	Step        Step
}

// Run measures every step of bench whose row is not in w yet. It locks one
// operating-system thread, so that CPU time is the thread's own. It returns
// ctx's error soon after ctx is cancelled, between two steps.
func Run(ctx context.Context, bench Bench, w *runfolder.Writer, observe func(Progress)) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

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
	progress := Progress{Total: total}
	for step := range plan.All() {
		if step.Round != progress.Step.Round { // flushes the rows of the last round
			if err := w.Checkpoint(); err != nil {
				return err
			}
		}
		progress.Step = step
		progress.Done += int64(step.weight())
		if measured.has(step) || stateful != nil && stateful.Done(step) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := bench.Measure(ctx, step)
		if err != nil {
			return fmt.Errorf("%s: %w", step.name(&w.Meta), err)
		}
		if m != nil {
			if err := w.Append(step.row(w.Meta.Design, m)); err != nil {
				return err
			}
		}
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

// measured tells which steps have left a row. It takes 16 bytes a row, so that
// a long run can be resumed: cells are few and stand in it once.
type measured struct {
	cells map[runfolder.Cell]int
	rows  map[repetition]struct{}
}

// repetition identifies a step that leaves a row.
type repetition struct{ round, cell int }

func onDisk(w *runfolder.Writer) (measured, error) {
	m := measured{map[runfolder.Cell]int{}, map[repetition]struct{}{}}
	err := w.Each(func(r runfolder.Row) {
		cell, known := m.cells[r.Cell()]
		if !known {
			cell = len(m.cells)
			m.cells[r.Cell()] = cell
		}
		m.rows[repetition{r.Round, cell}] = struct{}{}
	})
	return m, err
}

func (m measured) has(s Step) bool {
	cell, known := m.cells[s.Cell]
	if !known {
		return false
	}
	_, found := m.rows[repetition{s.Round, cell}]
	return found
}
