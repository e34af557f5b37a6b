package choose

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
)

// Duration writes ns with three digits.
func Duration(ns float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.size*0.9995 {
			return number(ns/u.size) + " " + u.name
		}
	}
	return number(ns) + " ns"
}

// optional is a time, or a dash for none.
func optional(ns float64) string {
	if math.IsNaN(ns) || math.IsInf(ns, 0) {
		return "–"
	}
	return Duration(ns)
}

// ratioText writes a ratio with two decimals, a large one with three digits.
func ratioText(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return number(v)
}

// number writes three digits.
func number(v float64) string {
	if v >= 1000 {
		return count(v)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// percent writes a share in per cent, with three digits.
func percent(share float64) string { return number(100 * share) }

// count writes a large number with two digits and zeros, in groups.
func count(v float64) string {
	if math.IsInf(v, 0) || v >= 1e15 {
		return "more than 10^15"
	}
	if v < 1 {
		return "1"
	}
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(v))-1))
	return axis.Grouped(int(math.Round(v/unit) * unit))
}

func bytesText(bits float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{8e9, "GB"}, {8e6, "MB"}, {8e3, "kB"}} {
		if bits >= u.size {
			return number(bits/u.size) + " " + u.name
		}
	}
	if bits <= 8 {
		return "1 byte"
	}
	return number(math.Ceil(bits/8)) + " bytes"
}

// times says by how much one of two times is more or less than the other, of which
// factor is the larger by the smaller.
func times(factor float64, direction string) string {
	if factor >= 2 && direction == "less" {
		return number(factor) + " times faster"
	}
	if factor >= 2 {
		return number(factor) + " times " + direction
	}
	part := factor - 1
	if direction == "less" {
		part = 1 - 1/factor
	}
	return fmt.Sprintf("%.0f %% %s", 100*part, direction)
}

// names joins the names of some, and counts the others.
func names(list []Ranked) string {
	const most = 6
	var words []string
	for i, r := range list {
		if i == most {
			return strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(list)-most)
		}
		words = append(words, r.said())
	}
	return strings.Join(words, ", ")
}
