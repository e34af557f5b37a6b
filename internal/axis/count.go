package axis

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxCount is the largest count: every whole number up to it is a float64.
const maxCount = 1 << 53

// Grouped writes a whole number with a comma every three digits, "466,550".
func Grouped(n int) string { return Readable(strconv.Itoa(n)) }

// Readable is a decimal number as readers have it: a comma every three digits of its whole
// part, a true minus, none before zero. Any other text stays.
func Readable(number string) string {
	digits, negative := strings.CutPrefix(number, "-")
	whole := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	for i := whole - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if negative && strings.Trim(digits, "0.") != "" {
		return "−" + digits
	}
	return digits
}

// ParseCount reads a whole number, 0 or more: "1753", "1e6", "1M", "100k",
// "1_000_000". k, M and G are 10³, 10⁶ and 10⁹.
func ParseCount(s string) (int, error) {
	text, factor := strings.ReplaceAll(strings.TrimSpace(s), "_", ""), 1.0
	for _, unit := range []struct {
		names string
		size  float64
	}{{"kK", 1e3}, {"M", 1e6}, {"G", 1e9}} {
		if rest := strings.TrimRight(text, unit.names); len(rest) == len(text)-1 {
			text, factor = strings.TrimSpace(rest), unit.size
			break
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	switch v *= factor; {
	case err == nil && factor == 1 && strings.Contains(text, ".") && !strings.ContainsAny(text, "eE"): // 100.000 may be meant as 100,000
		return 0, fmt.Errorf("count %q: want a whole number without a point, such as 1753, 1e6 or 100k", s)
	case errors.Is(err, strconv.ErrRange) || err == nil && !(0 <= v && v <= maxCount) && v == math.Trunc(v):
		return 0, fmt.Errorf("count %q is out of range: want a whole number from 0 to %s", s, Grouped(maxCount))
	case err != nil || v != math.Trunc(v):
		return 0, fmt.Errorf("count %q: want a whole number, such as 1753, 1e6 or 100k", s)
	}
	return int(v), nil
}

// ParseCounts reads a comma list of counts and ranges and returns them
// ascending, each once. A range is "from..to:xF", each point F times the one
// before, or "from..to:step"; it must reach its end. The factor of a range
// that gives none is 10.
func ParseCounts(s string) ([]int, error) {
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		from, to, isRange := strings.Cut(part, "..")
		if len(part) > 1 && strings.Trim(part, "0") == "" { // of 100,000
			return nil, fmt.Errorf("counts %q: a comma separates counts: write 100000, 100k or 100_000", s)
		}
		if !isRange {
			n, err := ParseCount(part)
			if err != nil {
				return nil, err
			}
			list = append(list, n)
			continue
		}
		points, err := countRange(part, from, to)
		if err != nil {
			return nil, err
		}
		list = append(list, points...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

func countRange(part, from, to string) ([]int, error) {
	to, stepText, given := strings.Cut(to, ":")
	if !given {
		stepText = "x10"
	}
	stepText, times := strings.CutPrefix(stepText, "x")
	low, err := ParseCount(from)
	if err != nil {
		return nil, err
	}
	high, err := ParseCount(to)
	if err != nil {
		return nil, err
	}
	step, err := ParseCount(stepText)
	if err != nil {
		return nil, err
	}
	switch {
	case low > high:
		return nil, fmt.Errorf("range %q descends: want %d..%d", part, high, low)
	case times && (step < 2 || low == 0):
		return nil, fmt.Errorf("range %q: want a factor of 2 or more and a start of 1 or more", part)
	case !times && step == 0:
		return nil, fmt.Errorf("range %q: want a step of 1 or more", part)
	}
	var points []int
	for n := low; ; {
		points = append(points, n)
		if n == high {
			return points, nil
		}
		last := n
		if times {
			n *= step
		} else {
			n += step
		}
		if n > high || n <= last {
			return nil, fmt.Errorf("range %q does not reach its end: its last point is %d", part, last)
		}
		if len(points) == maxPoints {
			return nil, fmt.Errorf("range %q has more than %d points: want fewer", part, maxPoints)
		}
	}
}

// Span are the whole numbers from one to another.
func Span(from, to int) (list []int) {
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	return list
}
