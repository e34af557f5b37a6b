package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Line is an ordinary least-squares fit y = Intercept + Slope·x.
type Line struct {
	N                int
	Slope, Intercept float64
	SlopeSE          float64  // NaN for two points, as are SlopeCI and P
	SlopeCI          Interval // Slope ± t(0.975, n−2)·SlopeSE
	P                float64  // two-sided, of Slope = 0; NaN for a constant y
	R2               float64  // NaN for a constant y

	meanX, sxx, s float64 // s: residual standard error
}

// ErrVertical is the error of points that share one x.
var ErrVertical = errors.New("all points have one x: want at least two")

// OLS fits a line through the points by least squares. Formulas: Draper and
// Smith, Applied Regression Analysis, 3rd ed., ch. 1.
func OLS(x, y []float64) (Line, error) {
	if err := checkPoints(x, y); err != nil {
		return Line{}, err
	}
	l := Line{N: len(x), meanX: stat.Mean(x, nil)}
	l.Intercept, l.Slope = stat.LinearRegression(x, y, nil, false)
	l.R2 = stat.RSquared(x, y, nil, l.Intercept, l.Slope)
	if slices.Min(y) == slices.Max(y) { // rounding gives a constant a slope
		l.Intercept, l.Slope, l.R2 = y[0], 0, math.NaN()
	}
	var rss float64
	for i := range x {
		r := y[i] - l.At(x[i])
		rss += r * r
		l.sxx += (x[i] - l.meanX) * (x[i] - l.meanX)
	}
	df := float64(len(x) - 2)
	l.s = math.Sqrt(rss / df) // 0/0 for two points: NaN
	if df == 0 {
		l.s = math.NaN() // rounding may leave a residual, and s = ∞
	}
	l.SlopeSE = l.s / math.Sqrt(l.sxx)
	half := tQuantileOf(df) * l.SlopeSE
	l.SlopeCI = Interval{l.Slope - half, l.Slope + half}
	l.P = tP(l.Slope/l.SlopeSE, df)
	return l, nil
}

// At is the line's y at x.
func (l Line) At(x float64) float64 { return l.Intercept + l.Slope*x }

// Band is the half-width at x of the 95 % confidence band of the mean response,
// t(0.975, n−2)·s·√(1/n + (x−x̄)²/Sxx). It is no prediction band of single values.
// NaN for two points.
func (l Line) Band(x float64) float64 {
	d := x - l.meanX
	return tQuantile(l.N-2) * l.s * math.Sqrt(1/float64(l.N)+d*d/l.sxx)
}

// Slope is a nonparametric slope.
type Slope struct {
	Slope float64
	CI    Interval // NaN for too few points
}

// TheilSen is the median of the slopes between all pairs of points with
// different x, with the interval that inverts Kendall's test (Sen, Journal of
// the American Statistical Association 63, 1968; normal approximation without
// ties). It is robust to outliers.
func TheilSen(x, y []float64) (Slope, error) {
	if err := checkPoints(x, y); err != nil {
		return Slope{}, err
	}
	var slopes []float64
	for i := range x {
		for j := range i {
			if x[i] != x[j] {
				slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
			}
		}
	}
	slices.Sort(slopes)
	s := Slope{quantile(slopes, 0.5), Interval{math.NaN(), math.NaN()}}

	n, pairs := float64(len(x)), float64(len(slopes))
	c := distuv.UnitNormal.Quantile((1+Level)/2) * math.Sqrt(n*(n-1)*(2*n+5)/18)
	low, high := int(math.Floor((pairs-c)/2)), int(math.Ceil((pairs+c)/2)) // ranks low and high+1, from 1
	if low >= 1 && high+1 <= len(slopes) {
		s.CI = Interval{slopes[low-1], slopes[high]}
	}
	return s, nil
}

func checkPoints(x, y []float64) error {
	if len(x) != len(y) {
		return fmt.Errorf("%d x and %d y: want equal numbers", len(x), len(y))
	}
	if err := checkSample(x); err != nil {
		return fmt.Errorf("x: %w", err)
	}
	if err := checkSample(y); err != nil {
		return fmt.Errorf("y: %w", err)
	}
	if slices.Min(x) == slices.Max(x) {
		return ErrVertical
	}
	return nil
}

// Scaled is the line in another unit of y: all values times f.
func (l Line) Scaled(f float64) Line {
	l.Slope, l.Intercept = l.Slope*f, l.Intercept*f
	l.SlopeSE, l.s = l.SlopeSE*f, l.s*f
	l.SlopeCI = l.SlopeCI.Scaled(f)
	return l
}

// Scaled is the slope in another unit of y.
func (s Slope) Scaled(f float64) Slope { return Slope{s.Slope * f, s.CI.Scaled(f)} }
