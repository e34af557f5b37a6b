package axis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ShareText is the shortest decimal of a share: "0.25".
func ShareText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// ParseShare reads a share: "0.25", "25%", 0 and 1 included.
func ParseShare(s string) (float64, error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	digits = strings.TrimSpace(digits)
	v, err := strconv.ParseFloat(digits, 64)
	if err == nil && percent {
		// Divided by 100, 0.07 % would be another text than 0.0007.
		v, err = strconv.ParseFloat(strconv.FormatFloat(v, 'f', -1, 64)+"e-2", 64)
	}
	if err != nil || !(v >= 0 && v <= 1) {
		return 0, fmt.Errorf("share %q: want a number from 0 to 1, or from 0%% to 100%%", s)
	}
	return v + 0, nil // no negative zero
}

// ParseShares reads a comma list of shares and returns them ascending, each
// once.
func ParseShares(s string) ([]float64, error) {
	var list []float64
	for part := range strings.SplitSeq(s, ",") {
		v, err := ParseShare(part)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
