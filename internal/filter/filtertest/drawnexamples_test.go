package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
)

// A drawing that has a line too many, one too few or another one is noticed; its words are
// the author's.
func TestDrawn(t *testing.T) {
	head, state := Row("bit", Positions(3)...), Row("+ a", Marks(3, "▼", 2)...)
	e := filter.Explanation{Examples: "\n  A figure.\n\n" + head + "\n" + state + "\n\n  What it says."}
	Drawn(t, e, head, state)
	for name, lines := range map[string][]string{
		"no line":  nil,
		"too few":  {head},
		"too many": {head, state, state},
		"another":  {head, Row("+ a", Marks(3, "▼", 1)...)},
		"in turn":  {state, head},
	} {
		r := recorder{"drawing", map[string][]string{}}
		if Drawn(r, e, lines...); len(r.failed) == 0 {
			t.Errorf("%s is not noticed", name)
		}
	}
}
