package runfolder

import (
	"cmp"
	"slices"
	"strings"

	"hyphbench/internal/axis"
)

// Point is a place on the axes of a run: one value for each axis in the order
// of Meta.Axes, joined by commas, empty where the cell does not lie on the
// axis. The empty Point is the place off all axes, of a baseline.
type Point string

// At is the point of the values.
func At(values ...string) Point {
	p := strings.Join(values, ",")
	if strings.Trim(p, ",") == "" {
		return ""
	}
	return Point(p)
}

// Value is the value on axis i, empty where there is none.
func (p Point) Value(i int) string {
	if p == "" || i < 0 {
		return ""
	}
	rest := string(p)
	for range i {
		var found bool
		if _, rest, found = strings.Cut(rest, ","); !found {
			return ""
		}
	}
	value, _, _ := strings.Cut(rest, ",")
	return value
}

// With is the point moved to another value on axis i, of n axes.
func (p Point) With(i, n int, value string) Point {
	values := make([]string, n)
	for j := range values {
		values[j] = p.Value(j)
	}
	values[i] = value
	return At(values...)
}

// Axis is the index of an axis, −1 where the run does not have it.
func (m *Meta) Axis(name string) int {
	return slices.IndexFunc(m.Axes, func(a axis.Axis) bool { return a.Name == name })
}

// Values are those of an axis, none where the run does not have it.
func (m *Meta) Values(name string) []string {
	if i := m.Axis(name); i >= 0 {
		return m.Axes[i].Values
	}
	return nil
}

// Counts are those of the values of an axis that are whole numbers.
func (m *Meta) Counts(name string) (list []int) {
	for _, v := range m.Values(name) {
		if n, err := axis.ParseCount(v); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// Rates are the asked false-positive rates of the run.
func (m *Meta) Rates() (list []axis.Rate) {
	for _, v := range m.Values(axis.Epsilon) {
		if r, err := axis.ParseRate(v); err == nil {
			list = append(list, r)
		}
	}
	return list
}

// On is the value of a point on the axis of the name, empty where there is
// none.
func (m *Meta) On(name string, p Point) string { return p.Value(m.Axis(name)) }

// Epsilon is the asked false-positive rate at a point, 0 where there is none.
func (m *Meta) Epsilon(p Point) axis.Rate {
	r, err := axis.ParseRate(m.On(axis.Epsilon, p))
	if err != nil {
		return 0
	}
	return r
}

// Compare orders points axis by axis.
func (m *Meta) Compare(p, q Point) int {
	if p == q {
		return 0
	}
	for i, a := range m.Axes {
		if c := a.Compare(p.Value(i), q.Value(i)); c != 0 {
			return c
		}
	}
	return cmp.Compare(p, q)
}

// Beside names the values of a point on the axes but for ε: "n=70 b=8".
func (m *Meta) Beside(p Point) string {
	var parts []string
	for i, a := range m.Axes {
		if v := p.Value(i); v != "" && a.Name != axis.Epsilon {
			parts = append(parts, a.Name+"="+v)
		}
	}
	return strings.Join(parts, " ")
}

// Place names a point within a sentence: " at 3 %", " at 3 %, n=1000"; empty
// off all axes.
func (m *Meta) Place(p Point) string {
	text := m.Beside(p)
	if e := m.Epsilon(p); e != 0 {
		text = strings.TrimSuffix(e.Percent()+" %, "+text, ", ")
	}
	if text == "" {
		return ""
	}
	return " at " + text
}

// IsBaseline reports whether the name stands for a baseline of the run and not
// for a structure.
func (m *Meta) IsBaseline(name string) bool { return slices.Contains(m.Baselines, name) }

// Named names all values of a point: "epsilon=0.01 n=70".
func (m *Meta) Named(p Point) string {
	var parts []string
	for i, a := range m.Axes {
		if v := p.Value(i); v != "" {
			parts = append(parts, a.Name+"="+v)
		}
	}
	return strings.Join(parts, " ")
}

// Placed lists the axes on which any of the points has a value.
func (m *Meta) Placed(points []Point) []int {
	return m.axesOn(points, func(p Point, i int) bool { return p.Value(i) != "" })
}

// Varied lists the axes on which the points differ.
func (m *Meta) Varied(points []Point) []int {
	return m.axesOn(points, func(p Point, i int) bool { return p.Value(i) != points[0].Value(i) })
}

func (m *Meta) axesOn(points []Point, is func(Point, int) bool) []int {
	var list []int
	for i := range m.Axes {
		if slices.ContainsFunc(points, func(p Point) bool { return is(p, i) }) {
			list = append(list, i)
		}
	}
	return list
}

// Headings are those of columns for some of the axes.
func (m *Meta) Headings(axes []int) []string {
	var list []string
	for _, i := range axes {
		list = append(list, m.Axes[i].Heading())
	}
	return list
}

// Labels writes a point in these columns.
func (m *Meta) Labels(axes []int, p Point) []string {
	var list []string
	for _, i := range axes {
		list = append(list, m.Axes[i].Label(p.Value(i)))
	}
	return list
}
