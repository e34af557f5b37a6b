package workload

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
)

// Middle is the value of an axis around which the others are varied: the one wanted
// or, where it is not there, the middle of the list.
func Middle[T comparable](list []T, wanted T) T {
	for _, v := range list {
		if v == wanted {
			return v
		}
	}
	return list[(len(list)-1)/2]
}

// Held is where an axis of a run stands while others are varied: Middle of its values, empty
// where the run lacks it.
func Held(m *runfolder.Meta, a axis.Named, wanted string) string {
	i := m.Axis(a.AxisName())
	if i < 0 || len(m.Axes[i].Values) == 0 {
		return ""
	}
	return Middle(m.Axes[i].Values, wanted)
}

// Largest is the largest number of keys up to a bound, by which a prediction goes of more;
// the smallest of all where each is above it. sizes are ascending.
func Largest(sizes []int, most int) int {
	largest := sizes[0]
	for _, n := range sizes {
		if n <= most {
			largest = n
		}
	}
	return largest
}
