package axis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Rate is a false-positive rate ε, an exact decimal in units of 10⁻¹², so that a
// sweep has exactly the points named, the last one included, and a rate has
// one text wherever it appears. A sweep in floats loses its last
// point: 0.01 added up to 0.20 gives 19 values, not 20. The zero Rate stands
// for "no rate" and is written as the empty string.
type Rate uint64

// Per is how many units make the rate 1.
const Per = 1_000_000_000_000

const decimals = 12 // of a rate

// String is the shortest decimal, "0.1" for 10 %; empty for no rate.
func (v Rate) String() string {
	if v == 0 {
		return ""
	}
	return strings.TrimRight(fmt.Sprintf("0.%012d", uint64(v)), "0")
}

// Percent is the rate in per cent without the sign, "10" or "0.5".
func (v Rate) Percent() string {
	s := fmt.Sprintf("%d.%010d", v/(Per/100), v%(Per/100))
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Float is the rate as a number.
func (v Rate) Float() float64 { return float64(v) / Per }

// ParseRate reads one rate: "0.01", ".01", "1e-2" or "1%".
func ParseRate(s string) (Rate, error) {
	v, err := parse(s)
	if err == nil && (v == 0 || v >= Per) {
		err = fmt.Errorf("ε = %q is out of range: want 0 < ε < 1, or 0 %% < ε < 100 %%", s)
	}
	if err != nil {
		return 0, err
	}
	return Rate(v), nil
}

// parse reads a decimal, with or without an exponent and a per-cent sign, in units
// of 10⁻¹².
func parse(s string) (uint64, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	digits, exponent, fits := cutExponent(strings.TrimSpace(digits))
	whole, frac, point := strings.Cut(digits, ".")
	scale := decimals
	if percent {
		scale = decimals - 2
	}
	if !fits || whole+frac == "" || (point && frac == "") || strings.Trim(whole+frac, "0123456789") != "" {
		return 0, fmt.Errorf("ε = %q is not a number: want a rate such as 0.01, 1e-2 or 1%%", s)
	}
	whole, frac = shift(whole, frac, exponent)
	frac = strings.TrimRight(frac, "0")
	whole = strings.TrimLeft(whole, "0")
	if len(frac) > scale {
		return 0, fmt.Errorf("ε = %q is too fine: want at most twelve digits after the point", s)
	}
	if len(whole) > 4 {
		return 0, fmt.Errorf("ε = %q is out of range: want 0 < ε < 1", s)
	}
	var v uint64
	for _, d := range whole + frac + strings.Repeat("0", scale-len(frac)) {
		v = v*10 + uint64(d-'0')
	}
	return v, nil
}

// maxExponent bounds that of a decimal, beyond what any rate has.
const maxExponent = 99

// cutExponent splits "1e-3" into "1" and −3. It reports whether what follows the e is
// an exponent.
func cutExponent(s string) (digits string, exponent int, ok bool) {
	at := strings.IndexAny(s, "eE")
	if at < 0 {
		return s, 0, true
	}
	exponent, err := strconv.Atoi(s[at+1:])
	return s[:at], exponent, err == nil && -maxExponent <= exponent && exponent <= maxExponent
}

// shift moves the point of a decimal by some digits, to the right where exponent is
// positive.
func shift(whole, frac string, exponent int) (string, string) {
	zeros := strings.Repeat("0", max(exponent, -exponent))
	if exponent < 0 {
		whole = zeros + whole
		at := len(whole) + exponent
		return whole[:at], whole[at:] + frac
	}
	frac += zeros
	return whole + frac[:exponent], frac[exponent:]
}

// ParseRates reads a comma list of rates and ranges and returns them ascending,
// each once. A range is "from..to" or "from..to:step"; its step is 0.01 unless
// given, and its end point must be reached.
func ParseRates(s string) ([]Rate, error) {
	var list []Rate
	for _, part := range strings.Split(s, ",") {
		from, to, isRange := strings.Cut(part, "..")
		if !isRange {
			v, err := ParseRate(part)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
			continue
		}
		points, err := sweep(part, from, to)
		if err != nil {
			return nil, err
		}
		list = append(list, points...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// maxPoints bounds a range with a mistyped step.
const maxPoints = 10_000

func sweep(part, from, to string) ([]Rate, error) {
	to, stepText, hasStep := strings.Cut(to, ":")
	lo, err := ParseRate(from)
	if err != nil {
		return nil, err
	}
	hi, err := ParseRate(to)
	if err != nil {
		return nil, err
	}
	step := uint64(Per / 100)
	if hasStep {
		if step, err = parse(stepText); err != nil {
			return nil, err
		}
	}
	span := uint64(hi) - uint64(lo)
	switch {
	case lo > hi:
		return nil, fmt.Errorf("ε range %q descends: want %s..%s", part, hi, lo)
	case step == 0:
		return nil, fmt.Errorf("ε range %q has a step of 0: want a larger one", part)
	case span/step >= maxPoints:
		return nil, fmt.Errorf("ε range %q has more than %d points: want fewer", part, maxPoints)
	case span%step != 0 && !hasStep:
		return nil, fmt.Errorf("ε range %q does not end on a step of 0.01: want the step given, as in %s..%s:%s", part, lo, hi, Rate(span))
	case span%step != 0:
		return nil, fmt.Errorf("ε range %q does not reach its end: the last step before it is %s", part, hi-Rate(span%step))
	}
	points := make([]Rate, 0, span/step+1)
	for v := uint64(lo); v <= uint64(hi); v += step {
		points = append(points, Rate(v))
	}
	return points, nil
}
