package claim

import (
	"fmt"
	"math"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Sweep is the change of a filter's metric along a line over the distinct
// structures of a sweep, as a share of the mean. Points at which the structure
// is the same are repetitions of one structure and count as one point of the
// line, at the mean of their values. Of two structures it is the step from one
// to the other.
//
// It has up to three errors. That over repetitions is the one of the
// measurement. That within structures is from points that should be equal but
// for a slope. That over structures is from how far they lie off the line. To
// find a trend all of them must agree, or a bend or a staircase is taken for
// one. To deny a trend the first two are enough: the structures of the sweep are
// all there are, and the further they lie off a level line the less of a trend
// there is.
type Sweep struct {
	Find, Deny []stats.Estimate
	Plain      float64 // of the plain means
	Line       bool    // of the plain means: whether their own interval, over structures, contains 0
	Test       string
	Shape      string // what the structures do along the sweep, in words
}

// FindSweep estimates the change. label names the structure at a point; nil
// where every point has one of its own.
func FindSweep(d *Data, filter string, metric runfolder.Metric, label func(runfolder.Point) string) (Sweep, bool) {
	at := d.Points(metric, filter)
	if len(at) < 3 {
		return Sweep{}, false
	}
	along, symbol := d.Sweep(at)
	x := make([]float64, len(at))
	for i, p := range at {
		x[i] = d.Meta.Axes[along].X(p.Value(along))
	}
	cells := Cells(filter, metric, at)
	columns := d.Columns(cells)
	means, ok := Means(columns)
	if !ok {
		return Sweep{}, false
	}
	plain, ok := d.Plain(cells)
	if !ok {
		return Sweep{}, false
	}
	level, err := stats.Mean(means)
	plainLevel, err2 := stats.Mean(plain)
	if err != nil || err2 != nil || level == 0 || plainLevel == 0 {
		return Sweep{}, false
	}
	share := make([][]float64, len(columns))
	for i, column := range columns {
		plain[i] /= plainLevel
		for _, v := range column {
			share[i] = append(share[i], v/level)
		}
	}
	g := groupPoints(at, x, label)
	rounds, how, err := d.Contrast(share, g.line)
	if err != nil {
		return Sweep{}, false
	}
	value := make([]float64, len(at)) // of each point, against the mean of all
	for i := range at {
		e, _, err := d.Contrast(share, against(i, len(at)))
		if err != nil {
			return Sweep{}, false
		}
		value[i] = e.Value
	}
	s := Sweep{Plain: g.slope(plain) * g.span, Deny: []stats.Estimate{rounds.Scaled(g.span)}}
	s.Test = fmt.Sprintf("slope over %s: t over %s", symbol, how)
	if e, ok := g.within(value, rounds.Value); ok {
		s.Deny = append(s.Deny, e.Scaled(g.span))
		s.Test += fmt.Sprintf(", within %s structures", numeral(len(g.labels)))
	}
	s.Find = s.Deny
	if e, ok := g.between(value, rounds.Value); ok {
		s.Find = append(s.Find[:len(s.Find):len(s.Find)], e.Scaled(g.span))
		s.Test += fmt.Sprintf(" and over the %s", g.points())
	}
	over := s.Find[len(s.Find)-1]
	s.Line = Tested{Estimates: []stats.Estimate{{Value: s.Plain, SE: over.SE, DF: over.DF}}}.CI().Contains(0)
	s.Shape = g.shape(d, share, value, symbol)
	return s, true
}

// against weighs the i-th of n values against the mean of all.
func against(i, n int) []float64 {
	w := make([]float64, n)
	for j := range w {
		w[j] = -1 / float64(n)
	}
	w[i]++
	return w
}

// grouped are the points of a sweep by structure.
type grouped struct {
	x      []float64 // of each point
	of     []int     // structure of each point
	mean   []float64 // of x, of each structure
	size   []float64 // points of each structure
	labels []string
	middle float64   // of x
	sxx    float64   // Σ size·(mean − middle)²
	line   []float64 // weights of the points that make the slope
	span   float64   // of x: the whole sweep or, of two structures, the step
	own    bool      // every point is a structure of its own
}

func groupPoints(at []runfolder.Point, x []float64, label func(runfolder.Point) string) *grouped {
	g := &grouped{x: x}
	if label != nil {
		g.collect(at, label)
	}
	if len(g.labels) < 2 { // one structure: what differs is then the size alone
		g.labels, g.of = nil, nil
		g.collect(at, func(p runfolder.Point) string { return string(p) })
	}
	g.own = len(g.labels) == len(x)
	g.mean, g.size = make([]float64, len(g.labels)), make([]float64, len(g.labels))
	for i, v := range x {
		g.mean[g.of[i]] += v
		g.size[g.of[i]]++
		g.middle += v / float64(len(x))
	}
	for k := range g.mean {
		g.mean[k] /= g.size[k]
		g.sxx += g.size[k] * (g.mean[k] - g.middle) * (g.mean[k] - g.middle)
	}
	for i := range x {
		g.line = append(g.line, (g.mean[g.of[i]]-g.middle)/g.sxx)
	}
	g.span = x[len(x)-1] - x[0]
	if len(g.mean) == 2 {
		g.span = g.mean[1] - g.mean[0]
	}
	return g
}

func (g *grouped) collect(at []runfolder.Point, label func(runfolder.Point) string) {
	index := map[string]int{}
	for _, p := range at {
		name := label(p)
		k, ok := index[name]
		if !ok {
			k = len(g.labels)
			index[name], g.labels = k, append(g.labels, name)
		}
		g.of = append(g.of, k)
	}
}

// points names what the line goes through.
func (g *grouped) points() string {
	if g.own {
		return fmt.Sprintf("%d points", len(g.x))
	}
	return "structures"
}

func (g *grouped) slope(value []float64) float64 {
	sum := 0.0
	for i, v := range value {
		sum += g.line[i] * v
	}
	return sum
}

// means are those of the values of each structure.
func (g *grouped) means(value []float64) []float64 {
	m := make([]float64, len(g.labels))
	for i, v := range value {
		m[g.of[i]] += v / g.size[g.of[i]]
	}
	return m
}

// between has its error from the structures off the line.
func (g *grouped) between(value []float64, slope float64) (stats.Estimate, bool) {
	df := float64(len(g.labels) - 2)
	if df < 1 {
		return stats.Estimate{}, false
	}
	rss := 0.0
	for k, v := range g.means(value) {
		r := v - slope*(g.mean[k]-g.middle)
		rss += g.size[k] * r * r
	}
	return stats.Estimate{Value: slope, SE: math.Sqrt(rss / df / g.sxx), DF: df}, true
}

// within has it from the points off a common slope within their structures.
func (g *grouped) within(value []float64, slope float64) (stats.Estimate, bool) {
	df := float64(len(g.x) - len(g.labels) - 1)
	if df < 1 {
		return stats.Estimate{}, false
	}
	mean := g.means(value)
	var xx, xy, yy float64
	for i, v := range value {
		k := g.of[i]
		x, y := g.x[i]-g.mean[k], v-mean[k]
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	rss := max(0, yy-xy*xy/xx)
	return stats.Estimate{Value: slope, SE: math.Sqrt(rss / df / g.sxx), DF: df}, true
}

// Percent is the change as an effect, with the widest of the intervals that the likelier
// side has to agree on: found and denied are the p values of a trend and of none.
func (s Sweep) Percent(found, denied float64) Effect {
	errors := s.Find
	if denied < found {
		errors = s.Deny
	}
	e := Tested{Estimates: errors}.Percent("change over the sweep")
	e.Repeated = 100 * halfWidth(Tested{Estimates: s.Deny[:1]}.CI())
	return e
}

// Falls tests "falls by smallest or more", as a share of the mean.
func (s Sweep) Falls(smallest float64) (supports, opposes float64) {
	supports, _ = Tested{Estimates: s.Find, Claimed: Below(-smallest)}.P()
	_, opposes = Tested{Estimates: s.Deny, Claimed: Below(-smallest)}.P()
	return supports, opposes
}

// Level tests "changes by less than margin".
func (s Sweep) Level(margin float64) (supports, opposes float64) {
	supports, _ = Tested{Estimates: s.Deny, Claimed: Within(margin)}.P()
	_, opposes = Tested{Estimates: s.Find, Claimed: Within(margin)}.P()
	return supports, opposes
}
