package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/stats"
)

// Blank stands for an unknown value.
const Blank = "–"

// Number writes v for a reader with fixed decimals, blank for NaN.
func Number(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Blank
	}
	return axis.Readable(strconv.FormatFloat(v, 'f', decimals, 64))
}

// DecimalsOf chooses the decimals of a column: two significant digits of the
// smallest half-width, one decimal if it is below 100, but no more than five
// digits of a usual mean, so that a figure shows what was measured and no
// noise. A column of whole numbers has none.
func DecimalsOf(cells []stats.Description) int {
	whole, narrowest := true, math.Inf(1)
	var means []float64
	for _, d := range cells {
		whole = whole && d.Mean == math.Trunc(d.Mean) && !(d.HalfWidth > 0)
		means = append(means, math.Abs(d.Mean))
		if d.HalfWidth > 0 {
			narrowest = min(narrowest, d.HalfWidth)
		}
	}
	if whole {
		return 0
	}
	decimals := 4 - digits(median(means))
	if !math.IsInf(narrowest, 1) {
		decimals = min(decimals+1, decimalsFor(narrowest, 100, 1))
	}
	return min(max(decimals, 0), 9)
}

// Short writes v with four significant digits, as Significant does.
func Short(v float64) string { return Significant(v, 4) }

// Significant writes v with that many significant digits, or all those of its whole part,
// "669,123": only what no column holds gets a power of ten.
func Significant(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	if strings.Contains(text, "e+") && math.Abs(v) < 1e15 {
		return Number(v, 0)
	}
	return axis.Readable(text)
}

// Change is a difference of per cent with its sign, "+1.5", "−64".
func Change(percent float64) string {
	if percent < 0 {
		return Significant(percent, 3)
	}
	return "+" + Significant(percent, 3)
}

// decimalsFor shows two significant digits of an uncertainty, and no fewer
// than least decimals of one below limit.
func decimalsFor(uncertainty, limit float64, least int) int {
	decimals := min(max(2-digits(uncertainty), 0), 9)
	if uncertainty < limit {
		decimals = max(decimals, least)
	}
	return decimals
}

// SlopeDecimals is how many decimals a slope is written with, after its
// standard error.
func SlopeDecimals(se float64) int {
	if !(se > 0) {
		return 3
	}
	return decimalsFor(se, 10, 3)
}

// digits is how many digits v has before the point: 0 for 0.5, −1 for 0.05.
func digits(v float64) int {
	if v == 0 {
		return 1
	}
	return int(math.Floor(math.Log10(v))) + 1
}

func median(x []float64) float64 {
	d, err := stats.Describe(x)
	if err != nil {
		return 0
	}
	return d.Median
}

// PlusMinus is a mean with the half-width of its interval, which a constant
// and a single value do not have.
func PlusMinus(d stats.Description, decimals int) string {
	if d.HalfWidth > 0 {
		return Number(d.Mean, decimals) + " ± " + Number(d.HalfWidth, decimals)
	}
	return Number(d.Mean, decimals)
}

// PValue is a p with two significant digits, at most four decimals.
func PValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return Blank
	case p < 0.0001:
		return "<0.0001"
	case p < 0.01:
		return Number(p, 4)
	}
	return Number(p, 3)
}

// Bool is a yes or no for programs, empty where it is not known.
func Bool(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

// Span writes "30", or "12–13" where cells differ.
func Span(low, high int) string {
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d–%d", low, high)
}

// Exact is v for programs, with twelve digits, more than any clock gives and
// few enough to hide the rounding of a unit's factor; empty for NaN.
func Exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 12, 64)
}

// Interval writes a value and its interval with the digits that the interval's
// width leaves, "1.046 [1.027, 1.066]"; the value alone, as short as it is,
// where there is none.
func Interval(value, low, high float64) (text, interval string) {
	if !(high >= low) {
		if Exact(value) == "" {
			return Blank, ""
		}
		return Short(value), ""
	}
	decimals := 0
	if high > low {
		decimals = decimalsFor((high-low)/2, 0, 0)
	}
	return Number(value, decimals), Ends(low, high, decimals)
}

// Ends writes an interval, "[1.027, 1.066]", of large numbers "[1,101 to 1,308]": a comma
// would be one of three.
func Ends(low, high float64, decimals int) string {
	from, to, between := Number(low, decimals), Number(high, decimals), ", "
	if strings.Contains(from+to, ",") {
		between = " to "
	}
	return "[" + from + between + to + "]"
}
