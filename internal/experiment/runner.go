package experiment

import (
	"context"
	"fmt"
	"runtime"

	"hyphbench/internal/runfolder"
)

// Progress says how far a run is. It is reported between steps only.
type Progress struct {
	Done, Total int // steps by their weight, those of earlier sessions included
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
	measured := onDisk(w.Rows)
	progress := Progress{Total: plan.Weight()}
	for step := range plan.All() {
		if step.Round != progress.Step.Round { // flushes the rows of the last round
			if err := w.Sync(); err != nil {
				return err
			}
		}
		progress.Step = step
		progress.Done += step.weight()
		if measured[repetition{step.Round, step.Cell}] || stateful != nil && stateful.Done(step) {
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

// repetition identifies a step that leaves a row.
type repetition struct {
	round int
	cell  runfolder.Cell
}

func onDisk(rows []runfolder.Row) map[repetition]bool {
	measured := make(map[repetition]bool, len(rows))
	for _, r := range rows {
		measured[repetition{r.Round, r.Cell()}] = true
	}
	return measured
}
