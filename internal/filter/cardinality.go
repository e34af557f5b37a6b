package filter

import "math"

// Estimate is a number of keys that is estimated from cells, and the standard deviation
// of the estimate over hash functions.
type Estimate struct{ Keys, Deviation float64 }

// EstimateSize is how many different keys a filter has.
func EstimateSize(f Sizer) Estimate {
	n := f.Size()
	return Estimate{n, f.SizeDeviation(n)}
}

// EstimateUnion is how many different keys two filters have together.
func EstimateUnion(f, g Sizer) (Estimate, error) {
	n, err := f.SizeWith(g)
	if err != nil {
		return Estimate{}, err
	}
	return Estimate{n, f.SizeDeviation(n)}, nil
}

// EstimateCommon is how many keys are in both filters: |A| + |B| − |A ∪ B|. It may be
// below 0 where few are.
//
// Its deviation follows from that of the three terms. Their errors go together as far as
// their keys do: where keys fall independently the covariance of the sizes of S and T is
// the variance V of the size of S ∩ T. Hence V(A ∪ B) + 2·V(A ∩ B) − V(A) − V(B).
func EstimateCommon(f, g Sizer) (Estimate, error) {
	a, b := f.Size(), g.Size()
	union, err := f.SizeWith(g)
	if err != nil {
		return Estimate{}, err
	}
	common := a + b - union
	if math.IsNaN(common) { // all cells of a filter are taken
		return Estimate{math.NaN(), math.Inf(1)}, nil
	}
	variance := func(n float64) float64 {
		deviation := f.SizeDeviation(max(0, n))
		return deviation * deviation
	}
	return Estimate{common, math.Sqrt(max(0, variance(union)+2*variance(common)-variance(a)-variance(b)))}, nil
}
