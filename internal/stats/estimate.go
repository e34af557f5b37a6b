package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a value with its standard error: (Value − truth)/SE follows
// Student's t with DF degrees of freedom. SE is 0 for an exact value.
type Estimate struct{ Value, SE, DF float64 }

// MeanEstimate is the mean of at least two independent values.
func MeanEstimate(x []float64) (Estimate, error) {
	if err := checkSample(x); err != nil {
		return Estimate{}, err
	}
	if len(x) < 2 {
		return Estimate{}, fmt.Errorf("%d values have no standard error: want at least 2", len(x))
	}
	if slices.Min(x) == slices.Max(x) { // rounding gives a constant an error
		return Estimate{x[0], 0, float64(len(x) - 1)}, nil
	}
	mean, sd := stat.MeanStdDev(x, nil)
	return Estimate{mean, stat.StdErr(sd, float64(len(x))), float64(len(x) - 1)}, nil
}

// Mean is the arithmetic mean.
func Mean(x []float64) (float64, error) {
	if err := checkSample(x); err != nil {
		return 0, err
	}
	mean := stat.Mean(x, nil)
	return mean, nil
}

// Contrast is Σ weight·mean over unpaired samples, with the degrees of freedom of
// Welch and Satterthwaite. Each sample needs two values. With the weights 1 and −1
// it is Welch's test (Biometrika 34, 1947).
func Contrast(weights []float64, samples [][]float64) (Estimate, error) {
	if len(weights) != len(samples) {
		return Estimate{}, fmt.Errorf("%d weights for %d samples: want equal numbers", len(weights), len(samples))
	}
	var e Estimate
	var variance, squares float64
	for i, x := range samples {
		m, err := MeanEstimate(x)
		if err != nil {
			return Estimate{}, fmt.Errorf("sample %d: %w", i+1, err)
		}
		e.Value += weights[i] * m.Value
		v := weights[i] * weights[i] * m.SE * m.SE
		variance += v
		squares += v * v / m.DF
	}
	e.SE, e.DF = math.Sqrt(variance), variance*variance/squares
	return e, nil
}

// SlopeEstimate is the slope of the line; its SE is NaN for two points.
func (l Line) SlopeEstimate() Estimate {
	return Estimate{l.Slope, l.SlopeSE, float64(l.N - 2)}
}

// Scaled is the estimate in another unit: times f.
func (e Estimate) Scaled(f float64) Estimate {
	return Estimate{e.Value * f, e.SE * math.Abs(f), e.DF}
}

// Minus is the difference of two independent estimates, with the degrees of
// freedom of Welch and Satterthwaite.
func (e Estimate) Minus(f Estimate) Estimate {
	ve, vf := e.SE*e.SE, f.SE*f.SE
	return Estimate{e.Value - f.Value, math.Sqrt(ve + vf), (ve + vf) * (ve + vf) / (ve*ve/e.DF + vf*vf/f.DF)}
}

// CI is the two-sided interval at Level.
func (e Estimate) CI() Interval { return e.Interval(1 - Level) }

// Interval is the two-sided interval that misses the truth with probability
// alpha.
func (e Estimate) Interval(alpha float64) Interval {
	if e.SE == 0 {
		return Interval{e.Value, e.Value}
	}
	if !(e.DF > 0) {
		return Interval{math.NaN(), math.NaN()}
	}
	half := distuv.StudentsT{Sigma: 1, Nu: e.DF}.Quantile(1-alpha/2) * e.SE
	return Interval{e.Value - half, e.Value + half}
}

// Above is the one-sided p value of the hypothesis that the truth is at most
// bound: a small one shows that it is above. NaN without a degree of freedom.
func (e Estimate) Above(bound float64) float64 { return oneSided(e.Value-bound, e.SE, e.DF) }

// Below is the one-sided p value of the hypothesis that the truth is at least
// bound.
func (e Estimate) Below(bound float64) float64 { return oneSided(bound-e.Value, e.SE, e.DF) }

// P is the two-sided p value of the hypothesis that the truth is 0.
func (e Estimate) P() float64 { return min(1, 2*min(e.Above(0), e.Below(0))) }

func oneSided(distance, se, df float64) float64 {
	switch {
	case math.IsInf(distance, 1) || se == 0 && distance > 0:
		return 0
	case math.IsInf(distance, -1) || se == 0:
		return 1
	case !(df > 0):
		return math.NaN()
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.CDF(-distance / se)
}
