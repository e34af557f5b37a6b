package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Trim is the share of the values that a trimmed mean leaves out at each end.
// On the times of a shared machine, whose disturbances come in bursts and on
// the slow side only, it finds a difference of 1 % in about a third of the
// repetitions that the plain mean takes (docs/measuring.md).
const Trim = 0.2

// cut is how many of n values are left out at each end, as in R: ⌊Trim·n⌋.
func cut(n int) int { return int(Trim * float64(n)) }

// fewest is the least number of values that an estimate with an error trims: of
// fewer, too few degrees of freedom would be left.
const fewest = 10

// spare is cut for an estimate with an error.
func spare(n int) int {
	if n < fewest {
		return 0
	}
	return cut(n)
}

// TrimmedMean is the mean of the values that are left when the ⌊n/5⌋ smallest
// and the ⌊n/5⌋ largest are gone.
func TrimmedMean(x []float64) (float64, error) {
	if err := checkSample(x); err != nil {
		return 0, err
	}
	mean, _ := trimmed(x, cut(len(x)))
	return mean, nil
}

// trimmed is the mean of x without its g smallest and g largest values, and x with these
// pulled in to the nearest of the others, in the order of x.
func trimmed(x []float64, g int) (mean float64, winsorised []float64) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	kept := sorted[g : len(x)-g]
	mean = stat.Mean(kept, nil)
	winsorised = make([]float64, len(x))
	for i, v := range x {
		winsorised[i] = min(max(v, kept[0]), kept[len(kept)-1])
	}
	return mean, winsorised
}

// TrimmedMeans are those of groups of values, which are given by their places.
func TrimmedMeans(x []float64, groups [][]int) (means []float64, err error) {
	for _, group := range groups {
		own := make([]float64, len(group))
		for i, at := range group {
			own[i] = x[at]
		}
		mean, err := TrimmedMean(own)
		if err != nil {
			return nil, err
		}
		means = append(means, mean)
	}
	return means, nil
}

// TrimmedEstimate is the trimmed mean of at least two independent values. Its
// error is that of the winsorised values, s/((1−2·Trim)·√n), with h−1 degrees of
// freedom for the h values left (Tukey and McLaughlin, Sankhyā A 25, 1963). Fewer
// than ten values are not trimmed.
func TrimmedEstimate(x []float64) (Estimate, error) {
	return TrimmedContrast([]float64{1}, [][]float64{x})
}

// TrimmedContrast is Σ weight·trimmed mean over columns of equal length, the
// i-th values of which were measured together, as in one round. The error is
// that of the rounds' sums Σ weight·winsorised value, so that it holds whatever
// the columns have in common. With one column it is TrimmedEstimate.
//
// Columns are trimmed each for itself: a disturbance hits a section, not a
// round.
func TrimmedContrast(weights []float64, columns [][]float64) (Estimate, error) {
	if len(weights) != len(columns) || len(columns) == 0 {
		return Estimate{}, fmt.Errorf("%d weights for %d columns: want equal numbers, 1 or more", len(weights), len(columns))
	}
	n := len(columns[0])
	if n < 2 {
		return Estimate{}, fmt.Errorf("%d values have no standard error: want at least 2", n)
	}
	sums := make([]float64, n)
	g := spare(n)
	var e Estimate
	for i, x := range columns {
		if len(x) != n {
			return Estimate{}, fmt.Errorf("column %d has %d values, the first has %d: want equal numbers", i+1, len(x), n)
		}
		if err := checkSample(x); err != nil {
			return Estimate{}, fmt.Errorf("column %d: %w", i+1, err)
		}
		mean, winsorised := trimmed(x, g)
		e.Value += weights[i] * mean
		for round, v := range winsorised {
			sums[round] += weights[i] * v
		}
	}
	e.DF = float64(n-2*g) - 1
	if slices.Min(sums) != slices.Max(sums) { // rounding gives a constant an error
		sd := stat.StdDev(sums, nil)
		e.SE = stat.StdErr(sd, float64(n))
		if g > 0 {
			e.SE /= 1 - 2*Trim
		}
	}
	return e, nil
}

// Centred takes the median of each round off its values: what is slow with the
// round as a whole is gone before columns are trimmed. A contrast whose weights
// add up to 0 estimates the same before and after.
func Centred(columns [][]float64) [][]float64 {
	list := make([][]float64, len(columns))
	round := make([]float64, len(columns))
	for r := range columns[0] {
		for i, x := range columns {
			round[i] = x[r]
		}
		slices.Sort(round)
		middle := quantile(round, 0.5)
		for i, x := range columns {
			list[i] = append(list[i], x[r]-middle)
		}
	}
	return list
}

// Yuen is Σ weight·trimmed mean over unpaired samples of two values or more
// each, with the degrees of freedom of Welch and Satterthwaite. With the weights
// 1 and −1 it is Yuen's test (Biometrika 61, 1974).
func Yuen(weights []float64, samples [][]float64) (Estimate, error) {
	if len(weights) != len(samples) {
		return Estimate{}, fmt.Errorf("%d weights for %d samples: want equal numbers", len(weights), len(samples))
	}
	var e Estimate
	var variance, squares float64
	for i, x := range samples {
		if err := checkSample(x); err != nil {
			return Estimate{}, fmt.Errorf("sample %d: %w", i+1, err)
		}
		g := spare(len(x))
		n, h := float64(len(x)), float64(len(x)-2*g)
		if h < 2 {
			return Estimate{}, fmt.Errorf("sample %d: %v values have no standard error: want at least 2", i+1, n)
		}
		mean, w := trimmed(x, g)
		sd := 0.0
		if slices.Min(w) != slices.Max(w) {
			sd = stat.StdDev(w, nil)
		}
		e.Value += weights[i] * mean
		v := weights[i] * weights[i] * (n - 1) * sd * sd / (h * (h - 1))
		variance += v
		squares += v * v / (h - 1)
	}
	e.SE, e.DF = math.Sqrt(variance), variance*variance/squares
	return e, nil
}
