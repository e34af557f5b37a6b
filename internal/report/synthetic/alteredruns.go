package synthetic

import (
	"errors"
	"slices"
	"time"

	"hyphbench/internal/runfolder"
)

// Slower makes the times of the run so many times as long.
func Slower(run *runfolder.Run, times float64) {
	for i := range run.Rows {
		if row := &run.Rows[i]; row.Timed() {
			row.Value *= times
		}
	}
}

// Design makes the run one of another design.
func Design(run *runfolder.Run, design string) {
	run.Meta.Design = design
	for i := range run.Rows {
		run.Rows[i].Design = design
	}
}

// Shard leaves of the run what a shard measures: the warm-up and its rounds.
func Shard(run *runfolder.Run, shard runfolder.Shard) {
	run.Meta.Shard = &shard
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool { return !shard.Has(row.Round) })
}

// Decided leaves of the run what one measures that is to decide which of its two structures is
// faster by a metric, after two looks.
func Decided(run *runfolder.Run, by runfolder.Metric) {
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool { return row.Metric != by || run.Meta.IsBaseline(row.Filter) })
	run.Meta.Baselines, run.Meta.Looks = nil, []int{run.Meta.Reps / 3, run.Meta.Reps}
	run.Meta.SetParameter(runfolder.Decide, "in 3 looks")
}

// Later makes the run begin so much later.
func Later(run *runfolder.Run, by time.Duration) {
	for i := range run.Meta.Sessions {
		s := &run.Meta.Sessions[i]
		s.Start, s.End = s.Start.Add(by), s.End.Add(by)
	}
}

// Write keeps a run in a new folder below parent, as one that was measured is kept: with its
// seals, in its state. It returns the folder.
func Write(parent string, run *runfolder.Run) (dir string, err error) {
	meta := run.Meta
	sessions := meta.Sessions
	meta.Sessions = sessions[:1]
	if meta.Columns == nil {
		meta.Columns = runfolder.Columns(meta.Axes)
	}
	w, err := runfolder.Create(parent, meta)
	if err != nil {
		return "", err
	}
	for _, row := range run.All() {
		w.Meta.Sessions = sessions[:max(row.Session, 1)] // Append writes into the last one
		if err := w.Append(row); err != nil {
			return "", errors.Join(err, w.Close(runfolder.Failed, err))
		}
	}
	w.Meta.Sessions = sessions
	return w.Dir, w.Close(meta.State, nil)
}
