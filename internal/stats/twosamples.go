package stats

import (
	"errors"
	"fmt"
	"math"

	moremath "github.com/aclements/go-moremath/stats"
)

// Ratio compares two samples of times: the logarithm of how many times longer
// those of a are. It is the trimmed mean of the differences of logarithms where the
// i-th values are a pair, such as those of one round, else the difference of their
// trimmed means (Yuen).
func Ratio(a, b []float64, paired bool) (Estimate, error) {
	x, err := Logs(a)
	if err != nil {
		return Estimate{}, err
	}
	y, err := Logs(b)
	if err != nil {
		return Estimate{}, err
	}
	if !paired {
		return Yuen([]float64{1, -1}, [][]float64{x, y})
	}
	if len(x) != len(y) {
		return Estimate{}, fmt.Errorf("%d values cannot be paired with %d: want equal numbers", len(x), len(y))
	}
	for i := range x {
		x[i] -= y[i]
	}
	return TrimmedEstimate(x)
}

// Logs are the logarithms of times, which must be positive.
func Logs(times []float64) ([]float64, error) {
	list := make([]float64, len(times))
	for i, v := range times {
		if !(v > 0) {
			return nil, fmt.Errorf("value %d is %v: want a time above 0", i+1, v)
		}
		list[i] = math.Log(v)
	}
	return list, nil
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
