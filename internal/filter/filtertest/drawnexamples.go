package filtertest

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/filter"
)

// Drawn compares what is drawn in the worked examples of an explanation, which are the lines
// that begin with four columns or more, with the lines that a test made of the structure's
// own state. What is drawn can so be nothing that the structure does not do.
func Drawn(t TB, e filter.Explanation, want ...string) {
	t.Helper()
	var drawn []string
	for line := range strings.SplitSeq(e.Examples, "\n") {
		if strings.HasPrefix(line, "    ") {
			drawn = append(drawn, line)
		}
	}
	if !slices.Equal(drawn, want) {
		t.Errorf("drawn is\n%s\nand the structure gives\n%s", strings.Join(drawn, "\n"), strings.Join(want, "\n"))
	}
}

// Row is a line of a drawing: a label and what is at each position, below each other in the
// rows of one drawing.
func Row[T any](label string, at ...T) string {
	line := fmt.Sprintf("    %-18s", label)
	for _, x := range at {
		line += fmt.Sprintf("%3v", x)
	}
	return strings.TrimRight(line, " ")
}

// Positions are 0 to n − 1, as the head of a drawing.
func Positions(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Marks are n positions with a mark at some of them.
func Marks[P int | uint64](n int, mark string, at ...P) []string {
	list := make([]string, n)
	for _, i := range at {
		list[i] = mark
	}
	return list
}
