package figure

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/report"
)

// Between measured ε a line of theory is as planned: level where one table serves, with an
// upright step to the next; where the plan is another than what was measured it is not drawn.
func TestTheoryBetweenPoints(t *testing.T) {
	along := scale{extent{0, 10}, false}
	stairs := func(x float64) float64 { return math.Floor(x/2) + 1 }
	one := looked{Series: &report.Series{}}
	line := upTo([]XY{{1, 1}}, 5, one, along, 3, stairs)
	steps := 0
	for i, at := range line[1:] {
		before := line[i]
		switch {
		case before.X == at.X && before.Y != at.Y:
			steps++
			if at.X != 2 && math.Abs(at.X-4) > 0.05 && math.Abs(at.X-2) > 0.05 {
				t.Errorf("a step at %v", at.X)
			}
		case before.Y != at.Y:
			t.Errorf("slanted from %v to %v", before, at)
		}
	}
	if end := line[len(line)-1]; steps != 2 || end != (XY{5, 3}) {
		t.Errorf("%d steps, to %v", steps, end)
	}
	other := func(float64) float64 { return 7 }
	if line := upTo([]XY{{1, 1}}, 5, one, along, 3, other); !slices.Equal(line, []XY{{5, 3}}) {
		t.Errorf("not what was measured: %v", line)
	}
}
