package stats

import (
	"fmt"
	"math"
	"slices"
)

// Trim is the share of the values that a trimmed mean leaves out at each end.
// On the times of a shared machine, whose disturbances come in bursts and on
// the slow side only, it finds a difference of 1 % in about a third of the
// repetitions that the plain mean takes (docs/measuring.md).
const Trim = 0.2

// cut is how many of n values are left out at each end, as in R: ⌊Trim·n⌋. Up to
// four values are all kept.
func cut(n int) int { return int(Trim * float64(n)) }

// TrimmedMean is the mean of the values that are left when the ⌊n/5⌋ smallest
// and the ⌊n/5⌋ largest are gone.
func TrimmedMean(x []float64) (float64, error) {
	if err := checkSample(x); err != nil {
		return 0, err
	}
	sorted := slices.Sorted(slices.Values(x))
	g := cut(len(x))
	mean, _ := meanSD(sorted[g : len(x)-g])
	return mean, nil
}

// Winsorised is x with its ⌊n/5⌋ smallest and largest values pulled in to the
// nearest of the others, in the order of x. x holds finite values.
func Winsorised(x []float64) []float64 {
	sorted := slices.Sorted(slices.Values(x))
	g := cut(len(x))
	low, high := sorted[g], sorted[len(x)-1-g]
	w := make([]float64, len(x))
	for i, v := range x {
		w[i] = min(max(v, low), high)
	}
	return w
}

// TrimmedEstimate is the trimmed mean of at least two independent values. Its
// error is that of the winsorised values, s/((1−2·Trim)·√n), with h−1 degrees of
// freedom for the h values left (Tukey and McLaughlin, Sankhyā A 25, 1963).
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
	var e Estimate
	for i, x := range columns {
		if len(x) != n {
			return Estimate{}, fmt.Errorf("column %d has %d values, the first has %d: want equal numbers", i+1, len(x), n)
		}
		mean, err := TrimmedMean(x)
		if err != nil {
			return Estimate{}, fmt.Errorf("column %d: %w", i+1, err)
		}
		e.Value += weights[i] * mean
		for round, v := range Winsorised(x) {
			sums[round] += weights[i] * v
		}
	}
	h := float64(n - 2*cut(n))
	e.DF = h - 1
	if slices.Min(sums) != slices.Max(sums) { // rounding gives a constant an error
		_, sd := meanSD(sums)
		e.SE = sd / math.Sqrt(float64(n)) / share(n)
	}
	return e, nil
}

// share is 1 − 2·Trim, or 1 for so few values that none is left out.
func share(n int) float64 {
	if cut(n) == 0 {
		return 1
	}
	return 1 - 2*Trim
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
		mean, err := TrimmedMean(x)
		if err != nil {
			return Estimate{}, fmt.Errorf("sample %d: %w", i+1, err)
		}
		n := float64(len(x))
		h := n - 2*float64(cut(len(x)))
		if h < 2 {
			return Estimate{}, fmt.Errorf("sample %d: %v values have no standard error: want at least 2", i+1, n)
		}
		w := Winsorised(x)
		sd := 0.0
		if slices.Min(w) != slices.Max(w) {
			_, sd = meanSD(w)
		}
		e.Value += weights[i] * mean
		v := weights[i] * weights[i] * (n - 1) * sd * sd / (h * (h - 1))
		variance += v
		squares += v * v / (h - 1)
	}
	e.SE, e.DF = math.Sqrt(variance), variance*variance/squares
	return e, nil
}
