package table

import (
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/stats"
)

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		mean, half float64
		want       string
	}{
		{3574.0333, 33.2, "3,574.0 ± 33.2"},
		{104.3, 14.04, "104.3 ± 14.0"},
		{71.23456, 0.01234, "71.235 ± 0.012"},
		{4630.4, 120.3, "4,630 ± 120"},
		{1.009, 0.031, "1.009 ± 0.031"},
		{0.000123456, 0.0000061, "0.0001235 ± 0.0000061"},
		{16803, 0, "16,803"},
		{-8276155, 1079678, "−8,276,155 ± 1,079,678"},
		{9.58528, 0, "9.585"},
		{0.0100123, 0, "0.01001"},
	} {
		d := stats.Description{Mean: c.mean, HalfWidth: c.half}
		if got := PlusMinus(d, DecimalsOf([]stats.Description{d})); got != c.want {
			t.Errorf("%v ± %v is written %s, want %s", c.mean, c.half, got, c.want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 466550: "466,550", -1234: "−1,234", -123: "−123", 1234567: "1,234,567"} {
		if got := axis.Grouped(n); got != want {
			t.Errorf("axis.Grouped(%d) = %s, want %s", n, got, want)
		}
	}
	if got := Number(-0.0001, 2); got != "0.00" {
		t.Errorf("negative zero: %s", got)
	}
}

func TestPValue(t *testing.T) {
	for p, want := range map[float64]string{0.00004: "<0.0001", 0.00423: "0.0042", 0.0104: "0.010", 0.364: "0.364", 1: "1.000"} {
		if got := PValue(p); got != want {
			t.Errorf("p = %v is written %s, want %s", p, got, want)
		}
	}
}

// What has no interval is written in digits: no reader counts zeros in a power of ten.
func TestShort(t *testing.T) {
	for v, want := range map[float64]string{669123: "669,123", 1178.4: "1,178", -2500: "−2,500", -0.5: "−0.5", 0.05: "0.05", 12.3456: "12.35", 999.96: "1,000", 0: "0", 1e18: "1e+18"} {
		if got := Short(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

func TestChange(t *testing.T) {
	for v, want := range map[float64]string{1.55: "+1.55", -64: "−64", 0: "+0", 12345.6: "+12,346"} {
		if got := Change(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// A value has the digits that its interval leaves.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		value, low, high float64
		want             string
	}{
		{1.04612, 1.02711, 1.06599, "1.046 [1.027, 1.066]"},
		{1204.4, 1101.2, 1307.9, "1,204 [1,101 to 1,308]"},
		{1.5004, 1.4404, 1.5604, "1.500 [1.440, 1.560]"}, // a half-width of 0.06
		{0.0000012346, 0.0000012311, 0.0000012379, "0.000001235 [0.000001231, 0.000001238]"},
		{3, 3, 3, "3 [3, 3]"},
		{2.5, math.NaN(), math.NaN(), "2.5 "},
	} {
		if text, interval := Interval(c.value, c.low, c.high); text+" "+interval != c.want {
			t.Errorf("%v in %v…%v is written %s %s, want %s", c.value, c.low, c.high, text, interval, c.want)
		}
	}
	if got := Span(30, 30) + " " + Span(12, 13); got != "30 12–13" {
		t.Error(got)
	}
	if got := Exact(1.0/3) + " " + Exact(0.1+0.2); got != "0.333333333333 0.3" {
		t.Error(got)
	}
	for se, want := range map[float64]int{0: 3, 0.1979: 3, 0.00123: 4, 12.3: 0, 2.92: 3} {
		if got := SlopeDecimals(se); got != want {
			t.Errorf("a slope with a standard error of %v has %d decimals, want %d", se, got, want)
		}
	}
}
