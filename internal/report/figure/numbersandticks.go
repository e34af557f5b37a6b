package figure

import (
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
)

// step is 1, 2, 5 or, from 25 on, 2.5 times a power of ten, so that about n
// steps fill span.
func step(span float64, n int) float64 {
	raw := span / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 2.5, 5} {
		if f == 2.5 && power < 10 { // would need one more decimal
			continue
		}
		if f*power >= raw*0.999 {
			return f * power
		}
	}
	return 10 * power
}

// tick is a mark on an axis; a minor one has no label.
type tick struct {
	Value float64
	Label string
}

func (t tick) IsMinor() bool { return t.Label == "" }

// ticks are round numbers within an axis, about n of them.
func ticks(low, high float64, n int, l bilingual.Lang) []tick {
	if !(high > low) {
		return nil
	}
	by := step(high-low, n)
	decimals := max(0, -int(math.Floor(math.Log10(by)+1e-9)))
	var list []tick
	for i := math.Ceil(low/by - 1e-9); i*by <= high+by*1e-9; i++ {
		list = append(list, tick{Value: i * by, Label: bilingual.Number(i*by, decimals, l)})
	}
	return list
}

// axisLabel names an axis below a figure: "ε (%)".
func axisLabel(s *report.Summary, a axis.Axis, l bilingual.Lang) string {
	if a.Kind == axis.RateKind {
		return a.Symbol() + " (%)"
	}
	return say(s, a.Symbol(), l)
}

// perStep names what a slope is per, as axis.Axis.Step does.
func perStep(s *report.Summary, a axis.Axis, l bilingual.Lang) string {
	if l == bilingual.Portuguese && a.Kind == axis.RateKind {
		return "ponto percentual de " + a.Symbol()
	}
	return say(s, a.Step(), l)
}

// extent is the range of an axis.
type extent struct{ low, high float64 }

func nothing() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) include(values ...float64) {
	for _, v := range values {
		if !math.IsNaN(v) {
			e.low, e.high = min(e.low, v), max(e.high, v)
		}
	}
}

// and is the extent of both.
func (e extent) and(other extent) extent {
	return extent{min(e.low, other.low), max(e.high, other.high)}
}

// padded leaves a share of the span free at both ends; a single value gets
// some room too.
func (e extent) padded(share float64) extent {
	span := e.high - e.low
	if span == 0 {
		span = max(math.Abs(e.high), 1) * 0.2
	}
	return extent{e.low - share*span, e.high + share*span}
}
