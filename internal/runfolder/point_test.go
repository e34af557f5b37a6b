package runfolder

import (
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/axis"
)

func points() *Meta {
	return &Meta{Axes: []axis.Axis{axis.Rates(nil), axis.Counts("n", nil), axis.Names("order")}, Baselines: []string{"none"}}
}

func TestPoint(t *testing.T) {
	m := points()
	p := At("0.03", "1000", "")
	if p.Value(0) != "0.03" || p.Value(1) != "1000" || p.Value(2) != "" || p.Value(9) != "" || m.On("n", p) != "1000" || m.On("load", p) != "" {
		t.Errorf("%q is read wrongly", p)
	}
	if q := p.With(1, 3, ""); q != "0.03,," || q.With(0, 3, "") != "" {
		t.Errorf("moved to %q", q)
	}
	if At("", "", "") != "" {
		t.Error("no values make a point")
	}
	for p, want := range map[Point]string{p: " at 3 %, n=1000", At("", "7"): " at n=7", At("0.005"): " at 0.5 %", "": ""} {
		if got := m.Place(p); got != want {
			t.Errorf("%q is %q, want %q", p, got, want)
		}
	}
}

// Points are ordered axis by axis, counts as numbers.
func TestComparePoints(t *testing.T) {
	want := []Point{"", At("", "9"), At("", "10"), At("0.02"), At("0.02", "5", "a"), At("0.02", "5", "b"), At("0.1")}
	got := slices.Clone(want)
	slices.Reverse(got)
	if slices.SortFunc(got, points().Compare); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAxesOfPoints(t *testing.T) {
	m := points()
	list := []Point{At("0.03", "9"), At("0.03", "10"), ""}
	if got := m.Placed(list); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("placed on %v", got)
	}
	if got := m.Varied(list[:2]); !slices.Equal(got, []int{1}) {
		t.Errorf("varied on %v", got)
	}
	if got := m.Varied(nil); got != nil {
		t.Errorf("no points differ on %v", got)
	}
	axes := []int{0, 1}
	if h, l := m.Headings(axes), m.Labels(axes, list[0]); !slices.Equal(h, []string{"ε %", "n"}) || !slices.Equal(l, []string{"3", "9"}) {
		t.Errorf("%q: %q", h, l)
	}
	if got := m.Labels(axes, ""); !slices.Equal(got, []string{"", ""}) {
		t.Errorf("off all axes: %q", got)
	}
}

func ExampleMeta_Place() {
	m := &Meta{Axes: []axis.Axis{axis.Rates(nil), axis.Counts("n", nil)}}
	fmt.Println("bloom" + m.Place(At("0.01", "1000")))
	// Output: bloom at 1 %, n=1000
}
