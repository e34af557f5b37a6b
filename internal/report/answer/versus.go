package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Versus says in a line which of two structures is faster, "cuckoo answers 1.71 ± 0.06 times
// faster than bloom (query, n = 100,000, ε = 0.1 %)", or that they are not separated, and by
// how much they differ at most; and in further lines what that holds for.
func Versus(s *report.Summary) (line string, more []string, err error) {
	v, err := compare.VersusOf(s)
	if err != nil {
		return "", nil, err
	}
	sizes, others := places(s.Meta, v.Points)
	at := fmt.Sprintf(" (%s)", strings.Join(append([]string{string(v.Metric.Name)}, sizes...), ", "))
	more = []string{fmt.Sprintf("± comes from a %.1f %% interval; %s; result examined %d of at most %d times", 100*(1-stats.WrongInLook), rounds(v.Rounds, s.Meta.Looks), len(s.Meta.Looks), stats.Looks)}
	if len(others) > 0 {
		more = append(more, "measured at "+strings.Join(others, ", "))
	}
	return versus(v) + at, more, nil
}

// rounds are those that are compared. A round that an interruption cut is in the looks alone.
func rounds(whole int, looks []int) string {
	if n := len(looks); n > 0 && looks[n-1] > whole {
		return fmt.Sprintf("%d whole rounds of %d", whole, looks[n-1])
	}
	return fmt.Sprintf("%d rounds", whole)
}

// versus is the verdict without its place. The faster one is its subject.
func versus(v *compare.Versus) string {
	is := "is"
	if v.Metric.Name == metric.Query {
		is = "answers"
	}
	times := func(faster, slower string, value, low, high float64) string {
		value, low, high, unit := share(value, low, high)
		return fmt.Sprintf("%s %s %s %s faster than %s", faster, is, table.Ratio(value, low, high), unit, slower)
	}
	switch value, low, high := v.Value, v.CI.Low, v.CI.High; {
	case !v.Separated() && !(v.Least() < 1):
		return fmt.Sprintf("not decided: after %d rounds %s and %s may still differ by %s; want a longer --time", v.Rounds, v.A, v.B, bound(v.Least()))
	case !v.Separated():
		return fmt.Sprintf("not separated: %s and %s differ by less than %s", v.A, v.B, bound(v.Least()))
	case value < 1:
		return times(v.B, v.A, value, low, high)
	default:
		return times(v.A, v.B, 1/value, 1/high, 1/low)
	}
}

// bound is the least difference that is excluded, rounded up: "4 %", "a factor of 2.4".
func bound(share float64) string {
	up := func(v float64) string {
		unit := math.Pow10(int(math.Floor(math.Log10(v))) - 1)
		return table.Significant(math.Ceil(v/unit-1e-9)*unit, 2)
	}
	switch {
	case math.IsNaN(share) || math.IsInf(share, 0):
		return "any factor"
	case share >= 1:
		return "a factor of " + up(1+share)
	case share <= 0:
		return "0 %"
	}
	return up(100*share) + " %"
}

// places are where the points lie, an axis each: counts and rates, and the others.
func places(m *runfolder.Meta, points []runfolder.Point) (sizes, others []string) {
	for i, a := range m.Axes {
		var values []string
		for _, p := range points {
			if v := p.Value(i); v != "" {
				label := a.Label(v)
				if a.Kind == axis.RateKind {
					label += " %"
				}
				values = append(values, label)
			}
		}
		slices.Sort(values)
		if values = slices.Compact(values); len(values) == 0 {
			continue
		}
		text := a.Symbol() + " = " + strings.Join(values, " and ")
		if a.Kind == axis.CountKind || a.Kind == axis.RateKind {
			sizes = append(sizes, text)
		} else {
			others = append(others, text)
		}
	}
	return sizes, others
}
