package figure

import (
	"math"
	"slices"
)

// rankedAxis is the axis that all panels share.
type rankedAxis struct {
	extent
	log bool
}

// at is the place of a value, 0 to 1, and below 0 for all that a logarithmic
// axis cannot show.
func (a rankedAxis) at(v float64) float64 {
	if a.log && v < a.low {
		return -1
	}
	if a.log {
		return logScale{}.Normalize(a.low, a.high, v)
	}
	return (v - a.low) / (a.high - a.low)
}

// newAxis has room for all means, and for intervals up to a fifth more at
// either end: one of two repetitions may be ten times as wide as all else.
func (r *ranked) newAxis() rankedAxis {
	means, whole := nothing(), nothing()
	means.include(r.level)
	r.each(func(d rankedDot) {
		means.include(d.mean)
		whole.include(d.low, d.high)
	})
	a := rankedAxis{extent: means, log: means.low > 0 && means.high >= 5*means.low}
	to, back := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if a.log {
		to, back = func(v float64) float64 { return math.Log(max(v, means.low/1e3)) }, math.Exp
	}
	room := extent{to(means.low), to(means.high)}.padded(0.2)
	held := extent{max(to(whole.low), room.low), min(to(whole.high), room.high)}
	held.include(to(means.low), to(means.high))
	held = held.padded(0.04)
	if !a.log && means.low >= 0 && (held.low < 0 || means.low < 0.4*means.high) {
		held.low = 0
	}
	a.extent = extent{back(held.low), back(held.high)}
	r.each(func(d rankedDot) { r.cut = r.cut || d.low < a.low || d.high > a.high })
	return a
}

func (r *ranked) each(f func(rankedDot)) {
	for _, g := range r.groups {
		for _, row := range g.rows {
			for _, d := range row.dots {
				f(d)
			}
		}
	}
}

// label names the axis, and says how it is cut.
func (r *ranked) label() string {
	p := valuePanel(newPlot(""), r.metric, r.lang)
	label := p.label
	switch {
	case r.of.OfAsked:
		label = Text{"Measured rate (% of the ε asked for)", "Razão medida (% do ε pedido)"}.In(r.lang)
	case !r.metric.Timed():
		label = r.scale.Unit
	}
	switch {
	case r.axis.log:
		label += Text{", logarithmic axis", ", eixo logarítmico"}.In(r.lang)
	case r.axis.low > 0:
		label += Text{"; the axis does not start at zero", "; o eixo não começa em zero"}.In(r.lang)
	}
	return label
}

// text is a mean in three digits or more.
func (r *ranked) text(v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.Abs(v) >= 1000:
		return count(int(math.Round(v)), r.lang)
	case math.Abs(v) >= 99.95:
		return number(v, 0, r.lang)
	case math.Abs(v) >= 9.995:
		return number(v, 1, r.lang)
	}
	return number(v, 2, r.lang)
}

type rankedTick struct {
	value float64
	label string
}

// ticks has about five labels, which a narrow panel has room for.
func (r *ranked) ticks() []rankedTick {
	var list []rankedTick
	if !r.axis.log {
		for _, t := range ticks(r.axis.low, r.axis.high, 4, r.lang) {
			list = append(list, rankedTick{t.Value, t.Label})
		}
		return list
	}
	label := func(v float64) string {
		if v >= 1 {
			return count(int(math.Round(v)), r.lang)
		}
		return number(v, int(math.Ceil(-math.Log10(v)-1e-9)), r.lang)
	}
	from, to := math.Floor(math.Log10(r.axis.low)), math.Ceil(math.Log10(r.axis.high))
	every := 1.0
	if to-from > 4 {
		every = 2
	}
	var between []float64 // labelled too, where powers of ten alone are too few
	switch span := math.Log10(r.axis.high / r.axis.low); {
	case span < 1.7:
		between = []float64{2, 5}
	case span < 2.6:
		between = []float64{3}
	}
	for e := from; e <= to; e++ {
		for f := 1.0; f < 10; f++ {
			v := f * math.Pow(10, e)
			if v < r.axis.low || v > r.axis.high {
				continue
			}
			t := rankedTick{value: v}
			if f == 1 && math.Mod(e, every) == 0 || slices.Contains(between, f) {
				t.label = label(v)
			}
			list = append(list, t)
		}
	}
	return list
}
