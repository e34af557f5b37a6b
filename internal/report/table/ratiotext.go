package table

import (
	"math"
	"strings"
)

// lopsided is how much farther one end of an interval lies from the value than
// the other, for both to be named.
const lopsided = 1.25

// Lopsided reports whether Ratio names both ends of an interval.
func Lopsided(value, low, high float64) bool {
	farther, nearer := max(high-value, value-low), min(high-value, value-low)
	return farther > lopsided*nearer && farther > value/20
}

// RatioEnds writes a ratio with both ends of its interval, "6.4 [3.3, 12.4]".
func RatioEnds(value, low, high float64) string {
	text, interval := Interval(value, low, high)
	return strings.TrimSpace(text + " " + interval)
}

// Ratio writes a ratio with its interval in few digits, "1.025 ± 0.003": ± reaches
// to the farther end, and is rounded up. Where the ends lie too differently far
// it names both, "6.4 [3.3, 12.4]".
func Ratio(value, low, high float64) string {
	farther := max(high-value, value-low)
	if !(farther > 0) {
		return RatioEnds(value, math.NaN(), math.NaN())
	}
	if Lopsided(value, low, high) {
		return RatioEnds(value, low, high)
	}
	decimals := min(max(1-digits(farther), 0), 9)
	if lead := farther * math.Pow10(decimals); lead < 2 { // 1 alone would be rounded up to twice as much
		decimals++
	}
	unit := math.Pow10(-decimals)
	return Number(value, decimals) + " ± " + Number(math.Ceil(farther/unit-1e-9)*unit, decimals)
}
