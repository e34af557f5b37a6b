package synthetic

import (
	"fmt"
	"math"
	"slices"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

// On is a machine that does not exist.
type On struct {
	Model  string  // of its processor; empty for Model
	Speed  float64 // its times are so many times as long; 0 for 1
	Effect float64 // on it the times of all structures but the first are e^Effect times as long
	Rounds int     // it lost all of its rounds but so many; 0 for none lost
}

// Model is the processor of synthetic machines.
const Model = "Synthetic CPU"

// Note is that of a run on synthetic machines, for every output.
const Note = "synthetic: made of random numbers for a test; measured on no machine"

// Machines makes a run as merged from shards, one of each machine: round r is that of
// machine r mod n.
func Machines(o Options, machines ...On) *runfolder.Run {
	run := Run(o)
	n := len(machines)
	run.Meta.Notes = append(run.Meta.Notes, Note)
	start := run.Meta.Start()
	run.Meta.Sessions = nil
	for i, m := range machines {
		if m.Model == "" {
			m.Model = Model
		}
		began := start.Add(time.Duration(i) * time.Second)
		run.Meta.Sessions = append(run.Meta.Sessions, runfolder.Session{
			Start: began, End: began.Add(time.Minute), Shard: &runfolder.Shard{Index: i, Of: n},
			Machine: &machine.Machine{OS: "linux", Arch: "amd64", System: "synthetic", Kernel: "0", Virtual: "no",
				CPU: machine.CPU{Model: m.Model, LogicalCores: 2}, Boot: fmt.Sprintf("synthetic%d", i)},
		})
	}
	for i := range run.Rows {
		row := &run.Rows[i]
		at := max(row.Round, 0) % n
		row.Session = at + 1
		if !row.Timed() {
			continue
		}
		if speed := machines[at].Speed; speed > 0 {
			row.Value *= speed
		}
		if row.Filter != run.Meta.Filters[0] && !run.Meta.IsBaseline(row.Filter) {
			row.Value *= math.Exp(machines[at].Effect)
		}
		row.Value = math.Round(row.Value)
	}
	run.Rows = slices.DeleteFunc(run.Rows, func(row runfolder.Row) bool {
		most := machines[row.Session-1].Rounds
		return most > 0 && row.Round > most*n
	})
	slices.SortStableFunc(run.Rows, func(a, b runfolder.Row) int { return a.Session - b.Session })
	for i := range run.Rows {
		run.Rows[i].Seq = i + 1
	}
	return run
}
