package experiment

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"hyphbench/internal/runfolder"
)

// Progress says how far a run is. It is reported between steps only.
type Progress struct {
	Done, Total int // steps by their weight, those of earlier sessions included
	Step        Step
}

// Run measures every step of bench whose row is not in w yet. It holds on to
// one operating-system thread, so that CPU time is the thread's own. It
// returns ctx's error soon after ctx is cancelled, between two steps.
func Run(ctx context.Context, bench Bench, w *runfolder.Writer, observe func(Progress)) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	stateful, _ := bench.(Stateful)
	if stateful != nil {
		if err := stateful.Attach(w); err != nil {
			return err
		}
	}
	steps := bench.Steps(len(w.Meta.Sessions) - 1)
	done := onDisk(w.Rows)
	progress := Progress{}
	for _, step := range steps {
		progress.Total += max(1, step.Weight)
	}
	for i, step := range steps {
		progress.Step = step
		progress.Done += max(1, step.Weight)
		if done[step.Key()] || stateful != nil && stateful.Done(step) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := bench.Measure(ctx, step)
		if err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		if m != nil {
			if err := w.Append(step.row(w.Meta.Design, m)); err != nil {
				return err
			}
		}
		if i+1 == len(steps) || steps[i+1].Round != step.Round {
			if err := w.Sync(); err != nil {
				return err
			}
		}
		observe(progress)
	}
	return nil
}

func (s Step) row(design string, m *Measurement) runfolder.Row {
	return runfolder.Row{
		Round: s.Round, Design: design,
		Filter: s.Cell.Filter, Epsilon: s.Cell.Epsilon, Metric: s.Cell.Metric,
		Value: m.Value, Unit: m.Unit, Ops: m.Ops, CPU: m.CPU,
		Extra: slices.Concat(s.ID, m.Extra),
	}
}

// String names the step in errors: "bloom, ε = 0.01, hyphenate, round 3".
func (s Step) String() string {
	parts := []string{s.Cell.Filter}
	if s.Cell.Epsilon != 0 {
		parts = append(parts, "ε = "+s.Cell.Epsilon.String())
	}
	parts = append(parts, s.Cell.Metric)
	parts = append(parts, s.ID...)
	return strings.Join(parts, ", ") + fmt.Sprintf(", round %d", s.Round)
}

// StepKey identifies a step; the cell of a step and its ID are together
// unique within a round.
type StepKey struct {
	Round int
	Cell  runfolder.Cell
	ID    string
}

func (s Step) Key() StepKey { return StepKey{s.Round, s.Cell, strings.Join(s.ID, ",")} }

// onDisk returns the keys of the steps that the rows stand for. Every prefix
// of a row's own columns is entered, since a step's ID may be any of them.
func onDisk(rows []runfolder.Row) map[StepKey]bool {
	done := make(map[StepKey]bool, len(rows))
	for _, r := range rows {
		for n := range len(r.Extra) + 1 {
			done[StepKey{r.Round, r.Cell(), strings.Join(r.Extra[:n], ",")}] = true
		}
	}
	return done
}
