// Package stats holds the statistics of the reports, as pure functions on
// []float64.
//
// Guarantee: no function changes its arguments, panics or hides a value that
// is not a number: empty samples, NaN and ±Inf are errors. What a sample is
// too small or too constant to tell (the standard deviation of one value, R²
// of a constant) is NaN, and the function's comment says when.
// Cost: linear or n·log n, but for TheilSen (all pairs: n²·log n) and
// MannWhitney's exact distribution (small samples).
// Source: Student's t after gonum's distuv; Mann–Whitney after go-moremath;
// everything else is the textbook formula that its function names.
// docs/statistics.md explains the choices.
package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence of every interval in this package.
const Level = 0.95

// ErrEmpty says that there is nothing to compute from.
var ErrEmpty = errors.New("no values")

// Interval is a confidence interval at Level; both ends are NaN where the
// sample does not give one.
type Interval struct{ Low, High float64 }

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

func (i Interval) scaled(f float64) Interval { return Interval{i.Low * f, i.High * f} }

// Description sums up one sample, in the sample's unit.
type Description struct {
	N         int
	Mean      float64
	SD        float64 // with n−1; NaN for one value
	HalfWidth float64 // of the mean's interval, t(0.975, n−1)·s/√n; NaN for one value
	Median    float64
	Min, Max  float64
	Outliers  int // values beyond Tukey's fences
}

// CI is the interval of the mean.
func (d Description) CI() Interval {
	return Interval{d.Mean - d.HalfWidth, d.Mean + d.HalfWidth}
}

// Scaled is the description in another unit, f of which make one of the old;
// f must be positive.
func (d Description) Scaled(f float64) Description {
	for _, v := range []*float64{&d.Mean, &d.SD, &d.HalfWidth, &d.Median, &d.Min, &d.Max} {
		*v *= f
	}
	return d
}

// Describe sums up a sample.
func Describe(x []float64) (Description, error) {
	if err := check(x); err != nil {
		return Description{}, err
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	n := len(sorted)
	d := Description{
		N: n, Mean: sorted[0], SD: 0, Min: sorted[0], Max: sorted[n-1],
		Median: quantile(sorted, 0.5), Outliers: outliers(sorted),
	}
	if d.Min != d.Max { // else rounding would give a constant a deviation
		d.Mean, d.SD = meanSD(x)
	}
	if n < 2 {
		d.SD = math.NaN()
	}
	d.HalfWidth = tQuantile(n-1) * d.SD / math.Sqrt(float64(n))
	return d, nil
}

// outliers counts the values of a sorted sample beyond Tukey's inner fences,
// 1.5 interquartile ranges outside the quartiles (Tukey, Exploratory Data
// Analysis, 1977, ch. 2).
func outliers(sorted []float64) int {
	q1, q3 := quantile(sorted, 0.25), quantile(sorted, 0.75)
	low, high := q1-1.5*(q3-q1), q3+1.5*(q3-q1)
	count := 0
	for _, v := range sorted {
		if v < low || v > high {
			count++
		}
	}
	return count
}

// quantile interpolates linearly between order statistics (type 7 of Hyndman
// and Fan, The American Statistician 50, 1996; the default of R).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// meanSD is the mean and, with n−1, the standard deviation; two passes, since
// the usual single pass loses the variance of large, close values.
func meanSD(x []float64) (mean, sd float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	var sum, drift float64
	for _, v := range x {
		sum += (v - mean) * (v - mean)
		drift += v - mean
	}
	return mean + drift/n, math.Sqrt((sum - drift*drift/n) / (n - 1))
}

// Lag1 is the autocorrelation of consecutive values, in their order: near 0
// for independent ones, towards 1 for a drift. NaN for fewer than three
// values and for a constant.
func Lag1(x []float64) (float64, error) {
	if err := check(x); err != nil {
		return 0, err
	}
	if len(x) < 3 || slices.Min(x) == slices.Max(x) {
		return math.NaN(), nil
	}
	mean, _ := meanSD(x)
	var products, squares float64
	for i, v := range x {
		squares += (v - mean) * (v - mean)
		if i > 0 {
			products += (v - mean) * (x[i-1] - mean)
		}
	}
	return products / squares, nil
}

// Holm adjusts the p values of one family of tests so that the chance of any
// false rejection stays below the level (Holm, Scandinavian Journal of
// Statistics 6, 1979). A NaN stands for a test that was not carried out: it
// stays NaN and does not count.
func Holm(p []float64) []float64 {
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	adjusted := slices.Clone(p)
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, float64(len(order)-rank)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}

// tQuantile is the factor of a two-sided interval at Level; NaN without a
// degree of freedom.
func tQuantile(df int) float64 { return tQuantileOf(float64(df)) }

func tQuantileOf(df float64) float64 {
	if !(df > 0) {
		return math.NaN()
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1 + Level) / 2)
}

// tP is the two-sided p value of Student's t; NaN where t or df do not exist.
func tP(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		return math.NaN()
	}
	return 2 * distuv.StudentsT{Sigma: 1, Nu: df}.CDF(-math.Abs(t))
}

// check refuses what no statistic can be computed from.
func check(x []float64) error {
	if len(x) == 0 {
		return ErrEmpty
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("value %d of %d is %v, not a finite number", i+1, len(x), v)
		}
	}
	return nil
}
