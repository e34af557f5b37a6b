package stats

import (
	"errors"
	"fmt"
	"math"

	moremath "github.com/aclements/go-moremath/stats"
)

// Ratio is a geometric mean of ratios a/b.
type Ratio struct {
	N     int
	Ratio float64
	CI    Interval // NaN for one pair
	P     float64  // two-sided, of Ratio = 1; NaN for one pair or equal ratios
}

// PairedRatio compares measurements in pairs, such as those of one round: the
// geometric mean of a[i]/b[i], its interval from Student's t on the logarithms.
// Pairing cancels disturbances common to a pair. All values must be positive.
func PairedRatio(a, b []float64) (Ratio, error) {
	if len(a) != len(b) {
		return Ratio{}, fmt.Errorf("%d values cannot be paired with %d: want equal numbers", len(a), len(b))
	}
	logs := make([]float64, len(a))
	for i := range a {
		if !(a[i] > 0) || !(b[i] > 0) {
			return Ratio{}, fmt.Errorf("pair %d is %v and %v: want positive values", i+1, a[i], b[i])
		}
		logs[i] = math.Log(a[i] / b[i])
	}
	d, err := Describe(logs)
	if err != nil {
		return Ratio{}, err
	}
	n := float64(d.N)
	return Ratio{
		N: d.N, Ratio: math.Exp(d.Mean),
		CI: Interval{math.Exp(d.Mean - d.HalfWidth), math.Exp(d.Mean + d.HalfWidth)},
		P:  tP(d.Mean/(d.SD/math.Sqrt(n)), n-1),
	}, nil
}

// MannWhitney is the two-sided p value of the U test of the hypothesis that
// neither sample tends to larger values, whatever their distribution. It is exact
// for small samples, and 1 when all values are equal.
func MannWhitney(a, b []float64) (float64, error) {
	for _, side := range []struct {
		name string
		x    []float64
	}{{"first", a}, {"second", b}} {
		if err := checkSample(side.x); err != nil {
			return 0, fmt.Errorf("%s sample: %w", side.name, err)
		}
	}
	r, err := moremath.MannWhitneyUTest(a, b, moremath.LocationDiffers)
	if errors.Is(err, moremath.ErrSamplesEqual) {
		return 1, nil
	}
	if err != nil {
		return 0, err
	}
	return r.P, nil
}
