package table

import (
	"math"
	"testing"
)

// ± reaches to the farther end of the interval; where the ends lie too
// differently far both are named.
func TestRatio(t *testing.T) {
	for _, c := range []struct {
		value, low, high float64
		want             string
	}{
		{1.0246, 1.0218, 1.0273, "1.025 ± 0.003"},
		{1.046, 1.027, 1.066, "1.05 ± 0.02"},
		{1.53, 1.49, 1.57, "1.53 ± 0.04"},
		{15.1, 14.05, 16.2, "15.1 ± 1.1"},
		{1.046, 1.0248, 1.0672, "1.05 ± 0.03"}, // rounded up
		{1.046, 1.026, 1.066, "1.05 ± 0.02"},   // a binary fraction beside 0.02 is 0.02
		{1.02, 1.019, 1.0235, "1.020 ± 0.004"}, // lopsided, by less than a twentieth
		{6.4, 3.3, 12.4, "6.4 [3.3, 12.4]"},
		{1.05, 0.77, 1.43, "1.05 [0.77, 1.43]"},
		{2, 2, 2, "2"},
		{2, math.NaN(), math.NaN(), "2"},
		{math.NaN(), math.NaN(), math.NaN(), Blank},
	} {
		if got := Ratio(c.value, c.low, c.high); got != c.want {
			t.Errorf("%v in %v…%v: %q, want %q", c.value, c.low, c.high, got, c.want)
		}
	}
}

// A list of names and values keeps its names where lines are wrapped.
func TestHanging(t *testing.T) {
	const text = "filters     bloom, cuckoo, xor, fuse\nshort\nthe machine is virtual: others may\n"
	const want = "filters     bloom,\n            cuckoo, xor,\n            fuse\nshort\nthe machine is virtual:\n  others may\n"
	if got := Hanging(text, "            ", 25); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
