package sample

import (
	"slices"
	"testing"

	"hyphbench/internal/runfolder"
)

// A round has its layout whatever is counted in it: memory that is measured in the first round
// alone makes that no fuller than the others. One that two layouts share has none.
func TestCountsDoNotMakeRoundsWhole(t *testing.T) {
	run := run()
	run.Meta.Sessions = []runfolder.Session{{Layout: 1}, {Layout: 2}}
	for _, at := range [][2]int{{1, 1}, {1, 2}, {2, 4}, {2, 5}} {
		run.Rows = append(run.Rows, row(at[0], at[1], "bloom", float64(at[1]), "10", "0"), row(at[0], at[1], "map", 2*float64(at[1]), "10", "0"))
	}
	run.Rows = append(run.Rows, row(1, 3, "bloom", 3, "10", "0"), row(2, 3, "map", 6, "10", "0")) // a layout each
	memory := row(1, 1, "bloom", 8, "10", "0")
	memory.Metric, memory.Unit, memory.Ops = "bits_per_key", "bits", 1
	run.Rows = append(run.Rows, memory)
	s, err := New(run)
	if err != nil {
		t.Fatal(err)
	}
	lines := s.Lines([]runfolder.Cell{row(0, 0, "bloom", 0, "10", "0").Cell(), row(0, 0, "map", 0, "10", "0").Cell()})
	if want := [][]float64{{0.5, 1}, {1, 2}, {2, 4}, {2.5, 5}}; !slices.EqualFunc(lines, want, slices.Equal) {
		t.Errorf("lines %v, want %v", lines, want)
	}
	if layouts, want := s.Layouts(), [][]int{{0, 1}, {2, 3}}; !slices.EqualFunc(layouts, want, slices.Equal) {
		t.Errorf("layouts %v, want %v", layouts, want)
	}
}

// A session of another layout that has no row, such as one that was interrupted in its warm-up,
// leaves a run of one layout: a round that lacks a time of the run counts for the cells it has.
func TestLayoutWithoutRows(t *testing.T) {
	run := run(row(1, 1, "bloom", 2, "10", "0"), row(1, 1, "map", 4, "10", "0"), row(1, 2, "bloom", 6, "10", "0"), row(2, -1, "bloom", 8, "10", "0"))
	run.Meta.Sessions = []runfolder.Session{{Layout: 1}, {Layout: 2}}
	s, err := New(run)
	if err != nil {
		t.Fatal(err)
	}
	lines := s.Lines([]runfolder.Cell{row(0, 0, "bloom", 0, "10", "0").Cell()})
	if want := [][]float64{{1}, {3}}; !slices.EqualFunc(lines, want, slices.Equal) || s.Layouts() != nil {
		t.Errorf("lines %v, want %v; layouts %v", lines, want, s.Layouts())
	}
}
