package sample

import (
	"fmt"
	"testing"

	"hyphbench/internal/runfolder"
)

// Values come in the order of rounds, whatever that of the rows; equal rounds
// of two sessions in the order of sessions.
func TestValuesInTheOrderOfRounds(t *testing.T) {
	cell := runfolder.Cell{Filter: "bloom", Metric: "query", Point: "10,0"}
	s := grouped(t,
		row(1, 3, "bloom", 6, "10", "0"), row(2, 1, "bloom", 8, "10", "0"), row(1, 1, "bloom", 2, "10", "0"),
		row(1, 0, "bloom", 99, "10", "0"), row(1, 2, "bloom", 4, "10", "0"))
	if got := fmt.Sprint(s.Cell(cell).Values()); got != "[1 4 2 3]" {
		t.Errorf("%s, want [1 4 2 3]", got)
	}
	if got := fmt.Sprint(s.Lines([]runfolder.Cell{cell})); got != "[[1] [4] [2] [3]]" {
		t.Errorf("%s", got)
	}
}

// A round is a pair in its own session only, although both sessions measured a
// round of its number in full.
func TestSessionsArePairedApart(t *testing.T) {
	a, b := runfolder.Cell{Filter: "bloom", Metric: "query", Point: "10,0"}, runfolder.Cell{Filter: "map", Metric: "query", Point: "10,0"}
	s := grouped(t,
		row(1, 1, "bloom", 2, "10", "0"), row(2, 1, "bloom", 20, "10", "0"),
		row(2, 1, "map", 40, "10", "0"), row(1, 1, "map", 4, "10", "0"), row(2, 2, "map", 60, "10", "0"))
	if got := fmt.Sprint(s.Lines([]runfolder.Cell{a, b})); got != "[[1 2] [10 20]]" {
		t.Errorf("%s", got)
	}
	if got := s.Lines([]runfolder.Cell{b, a}); fmt.Sprint(got) != "[[2 1] [20 10]]" {
		t.Errorf("%v", got)
	}
}
