package experimenttest

import (
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Alike is a step that is predicted to take so many times as long as one at another point.
// The struct has no name, so that lists need no keys.
type Alike = struct {
	Metric   runfolder.Metric
	At, Like runfolder.Point
	Factor   float64
}

// Likes holds the predictions of a bench to what is wanted of them.
func Likes(t testing.TB, b interface {
	Like(experiment.Step) (experiment.Step, float64)
}, list []Alike) {
	t.Helper()
	for _, c := range list {
		got, factor := b.Like(experiment.Step{Round: 3, Cell: runfolder.Cell{Metric: c.Metric, Point: c.At}})
		if got.Cell.Point != c.Like || factor != c.Factor || got.Round >= 3 {
			t.Errorf("%s at %q: %v × %+v, want %v × %q in an early round", c.Metric, c.At, factor, got, c.Factor, c.Like)
		}
	}
}
