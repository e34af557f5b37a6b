package figure

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
)

// Limits of the places on an axis.
const (
	fewPlaces  = 6  // have a label each
	manyPlaces = 40 // have no marks of their own
)

// placesOf is the horizontal axis of series, linear or logarithmic, with its marks.
func placesOf(all []looked, l bilingual.Lang) (scale, []tick) {
	labels := map[float64]string{}
	for _, s := range all {
		for i := range s.Cells {
			labels[s.X(i)] = placeText(s.Axis, s.Values[i], l)
		}
	}
	return markedScale(labels, l)
}

// placeText is a value below an axis; one of many digits in powers of ten.
func placeText(a axis.Axis, value string, l bilingual.Lang) string {
	const longest = 7
	text := bilingual.Decimal(a.Label(value), l)
	if x := a.X(value); a.Kind == axis.RateKind && len(text) > longest && x > 0 {
		return shortPower(x, l)
	}
	return text
}

// shortPower writes a small number as "2e-9".
func shortPower(v float64, l bilingual.Lang) string {
	e := int(math.Floor(math.Log10(v) + 1e-9))
	return bilingual.Decimal(strconv.FormatFloat(math.Round(v/math.Pow(10, float64(e))*1e6)/1e6, 'f', -1, 64), l) + "e" + strconv.Itoa(e)
}

// markedScale is the axis of places that have labels.
func markedScale(labels map[float64]string, l bilingual.Lang) (scale, []tick) {
	xs, e := slices.Sorted(maps.Keys(labels)), nothing()
	e.include(xs...)
	a := scale{e, crowded(xs)}.padded(0.03)
	if a.log {
		a = scale{e, true}.padded(0.04)
	}
	return a, a.marks(xs, labels, l)
}

// crowded reports whether places that ascend need a logarithmic axis: they span
// powers of ten, and a linear one would put half of them into its first fifth.
func crowded(xs []float64) bool {
	first, last := xs[0], xs[len(xs)-1]
	if first <= 0 || last < 20*first {
		return false
	}
	if len(xs) == 2 {
		return last >= 50*first
	}
	middle := (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
	return middle-first < 0.2*(last-first)
}

// marks of an axis: few places are labelled themselves, of more round numbers.
func (a scale) marks(xs []float64, labels map[float64]string, l bilingual.Lang) (list []tick) {
	mark := func(x float64, label string) { list = append(list, tick{Value: x, Label: label}) }
	if len(xs) <= fewPlaces {
		for _, x := range xs {
			mark(x, labels[x])
		}
		if a.log {
			for _, t := range a.ticks(6, l) {
				mark(t.Value, "")
			}
		}
		return distinctMarks(list)
	}
	first, last := xs[0], xs[len(xs)-1]
	if a.log {
		return a.ticks(6, l)
	}
	list = ticks(first, last, 5, l)
	if len(list) > 1 && list[0].Value-first >= 0.5*(list[1].Value-list[0].Value) {
		list = append([]tick{{Value: first, Label: labels[first]}}, list...)
	}
	if len(xs) <= manyPlaces {
		for _, x := range xs {
			mark(x, "")
		}
	} else {
		for _, t := range ticks(a.low, a.high, 25, l) {
			mark(t.Value, "")
		}
	}
	return distinctMarks(list)
}

// distinctMarks drops marks without a label where another one stands.
func distinctMarks(list []tick) []tick {
	slices.SortStableFunc(list, func(a, b tick) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(list, func(a, b tick) bool {
		return b.Label == "" && math.Abs(a.Value-b.Value) <= 1e-9*math.Abs(b.Value)
	})
}
