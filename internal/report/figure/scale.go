package figure

import (
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
)

// Scaling says how an axis is divided.
type Scaling int

const (
	ByRange     Scaling = iota // logarithmic if the largest number is five times the smallest or more
	Linear                     // in any case
	Logarithmic                // numbers that are not positive have no place on it
)

// scale is the axis of a figure that paints its panels itself.
type scale struct {
	extent
	log bool
}

// at is the place of a value, 0 to 1 within the axis, and below 0 for what a
// logarithmic one cannot show.
func (a scale) at(v float64) float64 {
	switch {
	case !a.log:
		return (v - a.low) / (a.high - a.low)
	case v <= 0:
		return -1
	}
	return math.Log(v/a.low) / math.Log(a.high/a.low)
}

// padded leaves a share of the span free at both ends.
func (a scale) padded(share float64) scale {
	if !a.log {
		return scale{a.extent.padded(share), false}
	}
	room := math.Pow(a.high/a.low, share)
	return scale{extent{a.low / room, a.high * room}, true}
}

// value is what stands at a place of an axis, 0 to 1.
func (a scale) value(at float64) float64 {
	if a.log {
		return a.low * math.Pow(a.high/a.low, at)
	}
	return a.low + at*(a.high-a.low)
}

// has reports whether a value is within the axis.
func (a scale) has(v float64) bool { return v >= a.low && v <= a.high }

// cuts reports whether the axis ends within the interval of a mean.
func (a scale) cuts(p CurvePoint) bool { return p.low() < a.low || p.high() > a.high }

// logarithmic is the decision for numbers of an extent.
func (s Scaling) logarithmic(of extent) bool {
	switch s {
	case Linear:
		return false
	case Logarithmic:
		return of.low > 0
	}
	return of.low > 0 && of.high >= 5*of.low
}

// fifth is the room that most axes have for intervals at either end: one of two repetitions
// may be ten times as wide as all else.
const fifth = 0.2

// newScale has room for all means, and for intervals up to so many times their span more at
// either end.
func newScale(s Scaling, means, whole extent, more float64) scale {
	a := scale{log: s.logarithmic(means)}
	to, back := func(v float64) float64 { return v }, func(v float64) float64 { return v }
	if a.log {
		to, back = func(v float64) float64 { return math.Log(max(v, means.low/1e3)) }, math.Exp
	}
	room := extent{to(means.low), to(means.high)}.padded(more)
	held := extent{max(to(whole.low), room.low), min(to(whole.high), room.high)}
	held.include(to(means.low), to(means.high))
	held = held.padded(0.04)
	if !a.log && means.low >= 0 && (held.low < 0 || means.low < 0.4*means.high) {
		held.low = 0
	}
	a.extent = extent{back(held.low), back(held.high)}
	return a
}

// manyDecades is from how many powers of ten on they alone have marks.
const manyDecades = 7

// ticks has about n labels, on a logarithmic axis about five, at round numbers where it has
// no two powers of ten, or their halves and fifths. A narrow panel has
// room for so many.
func (a scale) ticks(n int, l bilingual.Lang) []tick {
	if !a.log {
		return ticks(a.low, a.high, n, l)
	}
	every, marks := 1, 9
	switch from, to := a.decades(); {
	case to-from > manyDecades:
		every, marks = 2, 1
	case to-from > 4:
		every = 2
	}
	var between []float64 // labelled too, where powers of ten alone are too few
	switch span := math.Log10(a.high / a.low); {
	case span < 1.7:
		between = []float64{2, 5}
	case span < 2.6:
		between = []float64{3}
	}
	list := a.powers(every, marks, l, between...)
	if labelled := slices.DeleteFunc(slices.Clone(list), tick.IsMinor); len(labelled) < 2 { // a part of a decade
		return ticks(a.low, a.high, n, l)
	}
	return list
}

// decades are the powers of ten around the axis.
func (a scale) decades() (from, to float64) {
	return math.Floor(math.Log10(a.low)), math.Ceil(math.Log10(a.high))
}

// powers labels every first or second power of ten, and those times some digits, with short
// marks between: so many to a power.
func (a scale) powers(every, marks int, l bilingual.Lang, digits ...float64) (list []tick) {
	from, to := a.decades()
	for e := from; e <= to; e++ {
		for f := 1.0; f <= float64(marks); f++ {
			v := f * math.Pow(10, e)
			if !a.has(v) {
				continue
			}
			t := tick{Value: v}
			if f == 1 && math.Mod(e, float64(every)) == 0 || slices.Contains(digits, f) {
				t.Label = powerLabel(v, l)
			}
			list = append(list, t)
		}
	}
	return list
}

// powerLabel is a number on a logarithmic axis.
func powerLabel(v float64, l bilingual.Lang) string {
	switch {
	case v >= 0.999:
		return bilingual.Count(int(math.Round(v)), l)
	case v < 0.99e-6:
		return shortPower(v, l)
	}
	return bilingual.Number(v, int(math.Ceil(-math.Log10(v)-1e-9)), l)
}

// named is the label of an axis of values, which says how it is cut.
func (a scale) named(label string, l bilingual.Lang) string {
	switch {
	case a.log:
		return label + ", " + a.remark(l)
	case a.low > 0:
		return label + "; " + a.remark(l)
	}
	return label
}

// ofPlaces is the label of an axis of places, which says only where it is logarithmic.
func (a scale) ofPlaces(label string, l bilingual.Lang) string {
	if a.log {
		return a.named(label, l)
	}
	return label
}

// remark says how an axis is cut; empty for one from zero.
func (a scale) remark(l bilingual.Lang) string {
	switch {
	case a.log:
		return bilingual.Text{EN: "logarithmic axis", PT: "eixo logarítmico"}.In(l)
	case a.low > 0:
		return bilingual.Text{EN: "axis does not start at zero", PT: "o eixo não começa em zero"}.In(l)
	}
	return ""
}

// labelOf names the numbers of a figure of many structures, which may be shares of the requested ε.
func labelOf(s *report.Summary, m *report.Metric, label bilingual.Text, ofAsked bool, l bilingual.Lang) string {
	if ofAsked {
		return bilingual.Text{EN: "Measured rate (% of the requested ε)", PT: "Razão medida (% do ε pedido)"}.In(l)
	}
	return valueLabel(s, m, label, l)
}

// valueLabel names the axis of a metric: by the label with the unit of a time,
// or without a label by the unit.
func valueLabel(s *report.Summary, m *report.Metric, label bilingual.Text, l bilingual.Lang) string {
	text := label.In(l)
	switch {
	case text == "" && m.Timed():
		text = bilingual.Text{EN: "Execution time", PT: "Tempo de execução"}.In(l)
	case text == "":
		return say(s, shown(m).Unit, l)
	}
	if m.Timed() {
		unit, _, _ := strings.Cut(shown(m).Unit, "/")
		text += " (" + unit + ")"
	}
	return text
}

// ofAsked is the unit of a rate that is drawn as a share of the requested ε.
func ofAsked(l bilingual.Lang) string {
	return bilingual.Text{EN: "% of the requested ε", PT: "% do ε pedido"}.In(l)
}

// shown is the unit in which a figure of many structures has a metric: a share
// says more than a count.
func shown(m *report.Metric) metric.Scale {
	if m.Timed() {
		return m.Scales[0]
	}
	return m.Scales[len(m.Scales)-1]
}

// isValue writes a place on an axis: "ε = 1 %".
func isValue(s *report.Summary, a axis.Axis, value string, l bilingual.Lang) string {
	text := bilingual.Decimal(a.Label(value), l)
	switch a.Kind {
	case axis.RateKind:
		text += bilingual.Text{EN: "\u00a0%", PT: "%"}.In(l)
	case axis.NameKind:
		text = say(s, value, l)
	}
	return say(s, a.Symbol(), l) + " = " + text
}
