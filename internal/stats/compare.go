package stats

import (
	"errors"
	"fmt"

	moremath "github.com/aclements/go-moremath/stats"
)

// TrimmedRatio compares two samples of logarithms: the trimmed mean of their
// differences where the i-th values are a pair, such as those of one round, else
// the difference of their trimmed means (Yuen).
func TrimmedRatio(a, b []float64, paired bool) (Estimate, error) {
	if !paired {
		return Yuen([]float64{1, -1}, [][]float64{a, b})
	}
	if len(a) != len(b) {
		return Estimate{}, fmt.Errorf("%d values cannot be paired with %d: want equal numbers", len(a), len(b))
	}
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	return TrimmedEstimate(differences)
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
