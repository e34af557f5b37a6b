package experimenttest

import (
	"slices"

	"hyphbench/internal/runfolder"
)

// Times multiplies a value.
func Times(f float64) func(float64) float64 { return func(v float64) float64 { return f * v } }

// Plus adds to a value.
func Plus(f float64) func(float64) float64 { return func(v float64) float64 { return v + f } }

// Rows are those of a run that a test changes.
type Rows func(*runfolder.Row) bool

// Of are the rows of a structure: those of the metrics, or all where none is named.
func Of(filter string, metrics ...runfolder.Metric) Rows {
	return func(r *runfolder.Row) bool {
		return r.Filter == filter && (len(metrics) == 0 || slices.Contains(metrics, r.Metric))
	}
}

// At are those of them at a value of an axis, the nth of a point.
func (of Rows) At(axis int, value string) Rows {
	return of.If(func(r *runfolder.Row) bool { return r.Point.Value(axis) == value })
}

// If are those of them that something holds for.
func (of Rows) If(holds func(*runfolder.Row) bool) Rows {
	return func(r *runfolder.Row) bool { return of(r) && holds(r) }
}

// Are gives them other values, and as much more CPU time where they have one.
func (of Rows) Are(value func(*runfolder.Row) float64) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if !of(r) {
			return
		}
		v := value(r)
		if r.CPU != runfolder.NoCPU {
			r.CPU = int64(v / r.Value * float64(r.CPU))
		}
		r.Value = v
	}
}

// Is gives them a value.
func (of Rows) Is(v float64) func(*runfolder.Row) {
	return of.Are(func(*runfolder.Row) float64 { return v })
}

// Times multiplies their values.
func (of Rows) Times(f float64) func(*runfolder.Row) {
	return of.Are(func(r *runfolder.Row) float64 { return f * r.Value })
}

// Plus adds to their values.
func (of Rows) Plus(v float64) func(*runfolder.Row) {
	return of.Are(func(r *runfolder.Row) float64 { return r.Value + v })
}

// Gone takes them away.
func (of Rows) Gone() func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if of(r) {
			r.Filter = "other"
		}
	}
}

// Together makes several changes.
func Together(doctors ...func(*runfolder.Row)) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		for _, doctor := range doctors {
			doctor(r)
		}
	}
}

// Scale multiplies the values of a structure's metric, and the CPU time where they have
// one.
func Scale(filter string, m runfolder.Metric, f float64) func(*runfolder.Row) {
	return Of(filter, m).Times(f)
}

// Gone takes away the rows of a structure: those of the metrics, or all where none is
// named.
func Gone(filter string, metrics ...runfolder.Metric) func(*runfolder.Row) {
	return Of(filter, metrics...).Gone()
}

// InRound changes the rows of one round.
func InRound(round int, doctor func(*runfolder.Row)) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if r.Round == round {
			doctor(r)
		}
	}
}
