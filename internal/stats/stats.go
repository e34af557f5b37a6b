// Package stats has the statistics of the reports, as pure functions on
// []float64.
//
// Guarantee: no function changes its arguments or panics. An empty sample, NaN and
// ±Inf are errors. A statistic that the sample does not determine (the standard
// deviation of one value, R² of a constant) is NaN; the function's comment says
// when.
// Cost: linear or n·log n, but for TheilSen (all pairs: n²·log n) and
// MannWhitney's exact distribution (small samples).
// Source: means, deviations and lines by gonum's stat, Student's t by its distuv, Mann–Whitney
// by go-moremath, else the textbook formulas cited at their functions.
package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence of every interval in this package.
const Level = 0.95

// ErrEmpty is the error of an empty sample.
var ErrEmpty = errors.New("no values")

// Interval is a confidence interval at Level. Both ends are NaN when the sample
// does not determine it.
type Interval struct{ Low, High float64 }

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// Scaled is the interval times a factor.
func (i Interval) Scaled(f float64) Interval { return Interval{i.Low * f, i.High * f} }

// Description is the summary of a sample, in the sample's unit.
type Description struct {
	N         int
	Mean      float64
	SD        float64 // with n−1; NaN for one value
	HalfWidth float64 // of the mean's interval, t(0.975, n−1)·s/√n; NaN for one value
	Median    float64
	Min, Max  float64
	Outliers  int // values beyond Tukey's fences

	// Ends are those of the interval where they lie unequally far from Mean: HalfWidth is then
	// to the farther one. Zero: Mean ± HalfWidth.
	Ends Interval
}

// Around is the description with another mean and its interval, whose ends may lie unequally far
// from it, such as those of a logarithm.
func (d Description) Around(mean float64, in Interval) Description {
	d.Mean, d.Ends, d.HalfWidth = mean, in, max(in.High-mean, mean-in.Low)
	return d
}

// CI is the interval of the mean.
func (d Description) CI() Interval {
	if d.Ends != (Interval{}) {
		return d.Ends
	}
	return Interval{d.Mean - d.HalfWidth, d.Mean + d.HalfWidth}
}

// Scaled is the description in another unit: all values times f > 0.
func (d Description) Scaled(f float64) Description {
	for _, v := range []*float64{&d.Mean, &d.SD, &d.HalfWidth, &d.Median, &d.Min, &d.Max} {
		*v *= f
	}
	d.Ends = d.Ends.Scaled(f)
	return d
}

// Describe summarises a sample.
func Describe(x []float64) (Description, error) {
	if err := checkSample(x); err != nil {
		return Description{}, err
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	n := len(sorted)
	d := Description{
		N: n, Mean: sorted[0], SD: 0, Min: sorted[0], Max: sorted[n-1],
		Median: quantile(sorted, 0.5), Outliers: outliers(sorted),
	}
	if d.Min != d.Max { // rounding gives a constant a deviation
		d.Mean, d.SD = stat.MeanStdDev(x, nil)
	}
	if n < 2 {
		d.SD = math.NaN()
	}
	d.HalfWidth = tQuantile(n-1) * stat.StdErr(d.SD, float64(n))
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

// Quantile of a sample that ascends, by linear interpolation; NaN for an empty one.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	return quantile(sorted, p)
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

// Interpolate is the line through points of ascending x at a place; NaN outside of them.
func Interpolate(x, y []float64, at float64) float64 {
	for i := 1; i < len(x); i++ {
		if x[i-1] <= at && at <= x[i] {
			return y[i-1] + (y[i]-y[i-1])*(at-x[i-1])/(x[i]-x[i-1])
		}
	}
	return math.NaN()
}

// Lag1 is the lag-1 autocorrelation of a series: near 0 for independent values,
// towards 1 for a drift. NaN for fewer than three values and for a constant.
func Lag1(x []float64) (float64, error) {
	if err := checkSample(x); err != nil {
		return 0, err
	}
	if len(x) < 3 || slices.Min(x) == slices.Max(x) {
		return math.NaN(), nil
	}
	mean := stat.Mean(x, nil)
	var products, squares float64
	for i, v := range x {
		squares += (v - mean) * (v - mean)
		if i > 0 {
			products += (v - mean) * (x[i-1] - mean)
		}
	}
	return products / squares, nil
}

// Holm adjusts the p values of a family of tests: comparing them with a level
// bounds the family-wise error rate by it, whatever the dependence of the tests
// (Holm, Scandinavian Journal of Statistics 6, 1979). NaN is a test that was not
// carried out: it stays NaN and does not count.
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

// tQuantile is the factor of a two-sided interval at Level; NaN for df ≤ 0.
func tQuantile(df int) float64 { return tQuantileOf(float64(df)) }

func tQuantileOf(df float64) float64 {
	if !(df > 0) {
		return math.NaN()
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1 + Level) / 2)
}

// tP is the two-sided p value of Student's t; NaN for t = NaN or df ≤ 0.
func tP(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		return math.NaN()
	}
	return 2 * distuv.StudentsT{Sigma: 1, Nu: df}.CDF(-math.Abs(t))
}

// checkSample returns an error for an empty sample and for values that are not
// finite.
func checkSample(x []float64) error {
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
