package figure

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Mark is a place on the axis with a name, such as the size of a cache.
type Mark struct {
	X    float64
	Name string
}

// uprights are lines across a panel, each with its name to the right of it at one end, in
// rows where names are close.
type uprights struct {
	line   draw.LineStyle
	names  text.Style
	beside vg.Length // from the line to its name
	in     vg.Length // from the edge of the panel to the first row; below zero from the top downwards
	apart  vg.Length // from row to row, likewise
}

// paint draws the marks that the axis shows. A line ends at its own name, so that it goes
// through no other one.
func (u uprights) paint(c graph, marks []Mark) {
	edge := c.Min.Y
	if u.apart < 0 {
		edge = c.Max.Y
	}
	var taken rows
	for _, m := range slices.SortedStableFunc(slices.Values(marks), func(a, b Mark) int { return cmp.Compare(a.X, b.X) }) {
		if !c.xs.has(m.X) {
			continue
		}
		x, bottom, top := c.x(m.X), c.Min.Y, c.Max.Y
		name := vg.Point{X: x + u.beside}
		row := taken.add(span{name.X, name.X + u.names.Width(m.Name)})
		name.Y = edge + u.in + u.apart*vg.Length(row)
		switch {
		case row > 0 && u.apart < 0:
			top = name.Y
		case row > 0:
			bottom = name.Y
		}
		c.StrokeLine2(u.line, x, bottom, x, top)
		c.FillText(u.names, name, m.Name)
	}
}

// rows are names above each other where they are close.
type rows [][]span

// add is the row of a name, which it takes: the one behind all that lack the room.
func (r *rows) add(s span) int {
	row := 0
	for i, taken := range *r {
		if !s.free(taken, 1) {
			row = i + 1
		}
	}
	if row == len(*r) {
		*r = append(*r, nil)
	}
	(*r)[row] = append((*r)[row], s)
	return row
}
