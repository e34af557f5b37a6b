package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// tag is a name to be placed beside its dot.
type tag struct {
	dot           vg.Point
	width, height vg.Length // of the name
	box           vg.Rectangle
	ring          int // how far away it is; from 1 on with a leader
}

// Sizes of placing, in points.
const (
	tagNear  = 3.6 // from a dot's centre to a name beside it
	tagRings = 9
	tagRing  = 6.5 // from ring to ring
	tagTurns = 24  // directions in a ring

	farther = 2.5 // cost of a ring
)

// place finds places for names within an area, so that none covers another, a
// dot, or a line that is to stay free. Each takes the place of least cost in turn,
// given those of all others, until none moves. That depends on who comes first:
// the best of some orders counts. The same input gives the same places.
func place(tags []tag, area vg.Rectangle, lines [][2]vg.Point) {
	given := make([]int, len(tags))
	for i := range given {
		given[i] = i
	}
	by := func(compare func(i, j int) int) []int {
		order := slices.Clone(given)
		slices.SortStableFunc(order, compare)
		return order
	}
	upwards := by(func(i, j int) int { return cmp.Compare(tags[i].dot.Y, tags[j].dot.Y) })
	rightwards := by(func(i, j int) int { return cmp.Compare(tags[i].dot.X, tags[j].dot.X) })
	var best []tag
	least := math.Inf(1)
	for _, order := range [][]int{given, upwards, rightwards} {
		for range 2 { // backwards, too
			list := slices.Clone(tags)
			if c := settle(list, order, area, lines); c < least-1e-9 {
				best, least = list, c
			}
			slices.Reverse(order)
		}
	}
	copy(tags, best)
}

// settle places the names in an order and returns what that costs.
func settle(tags []tag, order []int, area vg.Rectangle, lines [][2]vg.Point) float64 {
	for i := range tags {
		tags[i].ring = -1 // nowhere
	}
	sum := math.Inf(1)
	const passes = 10
	for range passes {
		moved, cost := false, 0.0
		for _, i := range order {
			best, least := tags[i], math.Inf(1)
			for _, t := range tags[i].candidates() {
				if farther*float64(t.ring) >= least { // all that follow are at least as far
					break
				}
				if c := t.cost(i, tags, area, lines); c < least-1e-9 {
					best, least = t, c
				}
			}
			moved = moved || best.box != tags[i].box
			tags[i] = best
			cost += least
		}
		sum = cost
		if !moved {
			break
		}
	}
	return sum
}

// candidates are the places beside the dot, then those on rings around it.
func (t tag) candidates() (list []tag) {
	at := func(ring int, x, y vg.Length) {
		t.ring = ring
		t.box.Min = vg.Point{X: t.dot.X + x, Y: t.dot.Y + y}
		t.box.Max = vg.Point{X: t.box.Min.X + t.width, Y: t.box.Min.Y + t.height}
		list = append(list, t)
	}
	right, left, middle := vg.Length(tagNear), -tagNear-t.width, -t.width/2
	above, below, level := vg.Length(2.2), -2.2-t.height, -t.height/2
	for _, xy := range [][2]vg.Length{{right, level}, {right, above}, {right, below}, {left, level}, {left, above}, {left, below}, {middle, above + 1}, {middle, below - 1}} {
		at(0, xy[0], xy[1])
	}
	for ring := 1; ring <= tagRings; ring++ {
		for turn := range tagTurns {
			sin, cos := math.Sincos(2 * math.Pi * float64(turn) / tagTurns)
			r := tagNear + tagRing*vg.Length(ring)
			x, y := r*vg.Length(cos), r*vg.Length(sin)-t.height/2
			switch { // the box begins where the ring ends
			case cos < -0.01:
				x -= t.width
			case cos < 0.01:
				x -= t.width / 2
			}
			at(ring, x, y)
		}
	}
	return list
}

// leader is from the dot to the nearest edge of the name.
func (t tag) leader() [2]vg.Point {
	to := vg.Point{X: min(max(t.dot.X, t.box.Min.X), t.box.Max.X), Y: min(max(t.dot.Y, t.box.Min.Y+1.5), t.box.Max.Y-1.5)}
	return [2]vg.Point{t.dot, to}
}

// cost is 0 for a name right beside its dot with nothing in the way.
func (t tag) cost(self int, tags []tag, area vg.Rectangle, lines [][2]vg.Point) float64 {
	const covers, crosses, touches = 100, 25, 12 // a name or dot; a leader; a line
	cost := farther * float64(t.ring)
	if t.ring == 0 { // beside is nicer than above
		cost += math.Abs(float64((t.box.Min.Y+t.box.Max.Y)/2-t.dot.Y)) / 20
	}
	if t.box.Min.X < area.Min.X || t.box.Max.X > area.Max.X || t.box.Min.Y < area.Min.Y || t.box.Max.Y > area.Max.Y {
		cost += 10 * covers
	}
	leader := t.leader()
	for i, o := range tags {
		if i == self {
			continue
		}
		if grown(dotBox(o.dot), 0).meets(t.box) {
			cost += covers
		}
		if t.ring > 0 && grown(dotBox(o.dot), -0.8).cut(leader) {
			cost += crosses
		}
		if o.ring < 0 { // not placed yet
			continue
		}
		if grown(o.box, 0.4).meets(t.box) {
			cost += covers
		}
		if t.ring > 0 && grown(o.box, 0).cut(leader) {
			cost += crosses
		}
		if o.ring > 0 && grown(t.box, 0).cut(o.leader()) {
			cost += crosses
		}
		if t.ring > 0 && o.ring > 0 && crossing(leader, o.leader()) {
			cost += crosses
		}
	}
	if slices.ContainsFunc(lines, grown(t.box, 0).cut) {
		cost += touches
	}
	return cost
}

// dotBox is what a dot covers.
func dotBox(at vg.Point) vg.Rectangle {
	const r = 2.6
	return vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}}
}

// box is a rectangle that may be cut.
type box vg.Rectangle

func grown(r vg.Rectangle, by vg.Length) box {
	return box{Min: vg.Point{X: r.Min.X - by, Y: r.Min.Y - by}, Max: vg.Point{X: r.Max.X + by, Y: r.Max.Y + by}}
}

func (b box) meets(r vg.Rectangle) bool {
	return b.Min.X < r.Max.X && r.Min.X < b.Max.X && b.Min.Y < r.Max.Y && r.Min.Y < b.Max.Y
}

// cut reports whether a line goes through the box: Liang and Barsky's test.
func (b box) cut(line [2]vg.Point) bool {
	from, to := vg.Length(0), vg.Length(1)
	dx, dy := line[1].X-line[0].X, line[1].Y-line[0].Y
	for _, e := range [][2]vg.Length{{-dx, line[0].X - b.Min.X}, {dx, b.Max.X - line[0].X}, {-dy, line[0].Y - b.Min.Y}, {dy, b.Max.Y - line[0].Y}} {
		p, q := e[0], e[1]
		switch {
		case p == 0 && q < 0:
			return false
		case p < 0:
			from = max(from, q/p)
		case p > 0:
			to = min(to, q/p)
		}
	}
	return from < to
}

// crossing reports whether two lines have an inner point in common.
func crossing(a, b [2]vg.Point) bool {
	side := func(l [2]vg.Point, p vg.Point) vg.Length {
		return (l[1].X-l[0].X)*(p.Y-l[0].Y) - (l[1].Y-l[0].Y)*(p.X-l[0].X)
	}
	return side(a, b[0])*side(a, b[1]) < 0 && side(b, a[0])*side(b, a[1]) < 0
}
