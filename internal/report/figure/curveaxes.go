package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"hyphbench/internal/bilingual"
)

func (c *CurvePanel) plane(l bilingual.Lang) plane {
	xs, xMarks := c.places(l)
	ys, yMarks := c.rising(l)
	if !(ys.high > ys.low) { // of zeros alone, or of nothing
		ys = scale{extent{c.Low, c.Low + 1}, false}
	}
	p := plane{
		x: newRuler(xs, tickStyle().Font.Size), y: newRuler(ys, tickStyle().Font.Size), xMarks: xMarks, yMarks: yMarks,
		xLabel: xs.ofPlaces(c.XLabel.In(l), l), yLabel: c.YLabel.In(l), remark: cmp.Or(c.remark.In(l), ys.remark(l)), label: axisStyle(), share: c.share, mute: c.mute,
		top: 5, // half of a number
	}
	if c.bars {
		p.x = p.x.bare()
		p.x.tick.Color = color.Transparent
	}
	c.cut = c.cuts(ys)
	p.content = func(data graph) { curvePlot{data, c, l}.paint() }
	return p
}

// rising is the y axis: the given one, or one that holds all points.
func (c *CurvePanel) rising(l bilingual.Lang) (scale, []tick) {
	if c.yScale != nil {
		return *c.yScale, c.yScale.ticks(c.yMarks, l)
	}
	ys, lowest := nothing(), math.Inf(1)
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			ys.include(p.Value, p.high())
			if p.Value > 0 {
				lowest = min(lowest, p.Value)
			}
		}
	}
	if c.Level > 0 {
		ys.include(c.Level)
		lowest = min(lowest, c.Level)
	}
	high := ys.high * 1.05
	if c.High > 0 {
		ys.high, high = c.High, c.High
	}
	if c.Log {
		low, high := scale{extent{lowest, ys.high}, true}.decades()
		whole := scale{extent{math.Pow(10, low), math.Pow(10, high)}, true}
		return whole, whole.powers(1, 9, l)
	}
	return scale{extent{c.Low, high}, false}, ticks(c.Low, high, 5, l)
}

// places is the x axis: names, or the places of the curves where they are few,
// or every whole number.
func (c *CurvePanel) places(l bilingual.Lang) (scale, []tick) {
	const wholeNumbers, roundMarks = 20, 8
	if c.xScale != nil {
		return *c.xScale, c.xMarks
	}
	if c.bars {
		return scale{extent{-0.6, float64(len(c.Names)) - 0.4}, false}, c.nameTicks()
	}
	x := extent{c.From, c.To}
	for _, curve := range c.Curves { // those beside a place too
		for _, at := range curve.X {
			x.include(at)
		}
	}
	xs := scale{x.padded(0.03), false}
	if c.Names != nil {
		return xs, c.nameTicks()
	}
	if c.LogX {
		return c.logarithmic(l)
	}
	if c.Round {
		return xs, ticks(c.From, c.To, roundMarks, l)
	}
	labels := map[float64]string{}
	for _, curve := range c.Curves {
		if curve.Look.Bare { // a theory, drawn at every place
			continue
		}
		for _, x := range curve.X {
			labels[x] = bilingual.Number(x, -1, l)
		}
	}
	if len(labels) > fewPlaces && c.To-c.From >= fewPlaces && c.To-c.From <= wholeNumbers {
		return xs, ticks(xs.low, xs.high, int(math.Ceil(xs.high-xs.low)), l)
	}
	return markedScale(labels, l)
}

// logarithmic is the x axis of LogX.
func (c *CurvePanel) logarithmic(l bilingual.Lang) (scale, []tick) {
	room := max(1.1, math.Pow(c.To/c.From, 0.04))
	xs := scale{extent{c.From / room, c.To * room}, true}
	if c.To < 100*c.From {
		return xs, xs.ticks(6, l)
	}
	return xs, xs.powers(1, 9, l)
}

// nameTicks labels the whole numbers that have names.
func (c *CurvePanel) nameTicks() (list []tick) {
	for i, name := range c.Names {
		list = append(list, tick{Value: c.From + float64(i), Label: name})
	}
	return list
}

// cuts reports whether the panel ends within an interval that it draws.
func (c *CurvePanel) cuts(ys scale) bool {
	return slices.ContainsFunc(c.Curves, func(curve Curve) bool {
		return !curve.Look.Bare && slices.ContainsFunc(curve.Points, func(p CurvePoint) bool { return ys.has(p.Value) && ys.cuts(p) })
	})
}
