package experimenttest

import (
	"slices"

	"hyphbench/internal/runfolder"
)

// Times multiplies a value.
func Times(f float64) func(float64) float64 { return func(v float64) float64 { return f * v } }

// Plus adds to a value.
func Plus(f float64) func(float64) float64 { return func(v float64) float64 { return v + f } }

// Scale multiplies the values of a structure's metric, and the CPU time where they have
// one.
func Scale(filter string, m runfolder.Metric, f float64) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if r.Filter != filter || r.Metric != m {
			return
		}
		r.Value *= f
		if r.CPU != runfolder.NoCPU {
			r.CPU = int64(f * float64(r.CPU))
		}
	}
}

// Gone takes away the rows of a structure: those of the metrics, or all where none is
// named.
func Gone(filter string, metrics ...runfolder.Metric) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if r.Filter == filter && (len(metrics) == 0 || slices.Contains(metrics, r.Metric)) {
			r.Filter = "other"
		}
	}
}

// InRound changes the rows of one round.
func InRound(round int, doctor func(*runfolder.Row)) func(*runfolder.Row) {
	return func(r *runfolder.Row) {
		if r.Round == round {
			doctor(r)
		}
	}
}
