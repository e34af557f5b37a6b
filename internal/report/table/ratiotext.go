package table

import "math"

// lopsided is how much farther one end of an interval lies from the value than
// the other, for both to be named.
const lopsided = 1.25

// Ratio writes a ratio with its interval in few digits, "1.025 ± 0.003": ± reaches
// to the farther end, and is rounded up. Where the ends lie too differently far
// it names both, "6.4 [3.3, 12.4]".
func Ratio(value, low, high float64) string {
	farther, nearer := max(high-value, value-low), min(high-value, value-low)
	if !(farther > 0) {
		text, _ := Interval(value, math.NaN(), math.NaN())
		return text
	}
	if farther > lopsided*nearer && farther > value/20 {
		text, interval := Interval(value, low, high)
		return text + " " + interval
	}
	decimals := min(max(1-digits(farther), 0), 9)
	if lead := farther * math.Pow10(decimals); lead < 2 { // 1 alone would be rounded up to twice as much
		decimals++
	}
	unit := math.Pow10(-decimals)
	return Number(value, decimals) + " ± " + Number(math.Ceil(farther/unit-1e-9)*unit, decimals)
}
