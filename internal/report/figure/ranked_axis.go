package figure

import "math"

// newAxis is the axis that all panels share.
func (r *ranked) newAxis() scale {
	means, whole := nothing(), nothing()
	means.include(r.level)
	r.each(func(d rankedDot) {
		means.include(d.mean)
		whole.include(d.low, d.high)
	})
	a := newScale(ByRange, means, whole)
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
	label := valueLabel(r.summary, r.metric, r.of.Label, r.lang)
	if r.of.OfAsked {
		label = ofAskedLabel().In(r.lang)
	}
	switch remark := r.axis.remark(r.lang); {
	case remark == "":
		return label
	case r.axis.log:
		return label + ", " + remark
	default:
		return label + "; " + remark
	}
}

func (r *ranked) text(v float64) string { return threeDigits(v, r.lang) }

// threeDigits writes a number in three digits or more.
func threeDigits(v float64, l Lang) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case math.Abs(v) >= 1000:
		return Count(int(math.Round(v)), l)
	case math.Abs(v) >= 99.95:
		return number(v, 0, l)
	case math.Abs(v) >= 9.995:
		return number(v, 1, l)
	}
	return number(v, 2, l)
}
