package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/tier"
)

// By the median the two change places, and nothing else changes.
func TestDescribeByMedian(t *testing.T) {
	x := []float64{9, 1, 2, 3, 100, 4, 5, 6, 7, 8}
	mean, err := Describe(x)
	if err != nil {
		t.Fatal(err)
	}
	median, err := DescribeByMedian(x)
	if err != nil {
		t.Fatal(err)
	}
	if median.Mean != 5.5 || median.Median != 14.5 || mean.Mean != 14.5 {
		t.Errorf("median %v beside a mean of %v", median.Mean, median.Median)
	}
	if want := mean; median.Min != want.Min || median.Max != want.Max || median.SD != want.SD || median.N != want.N || median.Outliers != want.Outliers {
		t.Errorf("%+v, by the mean %+v", median, mean)
	}
	if !(median.HalfWidth < mean.HalfWidth/2) {
		t.Errorf("one outlier widens the interval of the median to ±%v, that of the mean is ±%v", median.HalfWidth, mean.HalfWidth)
	}
	if one, _ := DescribeByMedian([]float64{3}); one.Mean != 3 || !math.IsNaN(one.HalfWidth) {
		t.Errorf("of one value %v ± %v", one.Mean, one.HalfWidth)
	}
	if same, _ := DescribeByMedian([]float64{3, 3, 3}); same.HalfWidth != 0 {
		t.Errorf("of equal values ± %v", same.HalfWidth)
	}
	if _, err := DescribeByMedian(nil); err == nil {
		t.Error("a median of nothing")
	}
}

// The interval contains the true median in 93 % of the trials or more, of skewed
// values and of values with bursts too; of few values in more.
func TestCoverageOfTheMedian(t *testing.T) {
	tier.Check(t)
	r := rand.New(rand.NewPCG(1, 1))
	const trials = 2000
	for _, c := range []struct {
		name  string
		value func(float64) float64
		truth float64
	}{
		{"normal", func(v float64) float64 { return v }, 0},
		{"skewed", math.Exp, 1},
		{"bursts", func(v float64) float64 {
			if v > 0 && r.Float64() < 0.2 {
				return 10 * v
			}
			return v
		}, 0},
	} {
		for _, n := range []int{3, 5, 10, 30, 100} {
			hits := 0
			for range trials {
				x := make([]float64, n)
				for i := range x {
					x[i] = c.value(r.NormFloat64())
				}
				d, err := DescribeByMedian(x)
				if err != nil {
					t.Fatal(err)
				}
				if d.CI().Contains(c.truth) {
					hits++
				}
			}
			high := 0.965
			if n <= 10 {
				high = 0.995
			}
			if share := float64(hits) / trials; share < 0.93 || share > high {
				t.Errorf("%s, n = %d: %.3f of the intervals contain the median", c.name, n, share)
			}
		}
	}
}

// Of eleven values the interval is of the 3rd from either end, 3 and 9: below the 3rd are at most two
// of eleven throws of a coin, (1 + 11 + 55)/2¹¹.
func TestIntervalOfTheMedian(t *testing.T) {
	d, err := DescribeByMedian([]float64{11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6})
	if err != nil {
		t.Fatal(err)
	}
	z := math.Sqrt2 * math.Erfinv(1-2*67.0/2048)
	near(t, "half-width", d.HalfWidth, 2.228138852*(9-3)/(2*z))
}
