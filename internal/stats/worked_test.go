package stats

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// Worked examples, calculated apart from this code.

// The 21 slopes of Sen's example in order are 1, 2.5, 11/3, 26/7, 3.75, …,
// 46/11, 35/8, 5, 5, 6. z·√(7·6·19/18) = 13.05, so that the ranks are
// ⌊(21 − 13.05)/2⌋ = 3 and ⌈(21 + 13.05)/2⌉ + 1 = 19.
func TestTheilSenRanks(t *testing.T) {
	s, err := TheilSen([]float64{1, 2, 3, 4, 10, 12, 18}, []float64{9, 15, 19, 20, 45, 55, 78})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", s.Slope, 4)
	near(t, "lower end", s.CI.Low, 11.0/3)
	near(t, "upper end", s.CI.High, 5)

	// The slopes of squares at 1 … 10 are the sums x + x', of which the 45 in
	// order are known. z·√(10·9·25/18) = 21.9: ranks 11 and 35.
	var x, y []float64
	for i := range 10 {
		x, y = append(x, float64(i+1)), append(y, float64((i+1)*(i+1)))
	}
	s, err = TheilSen(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope of squares", s.Slope, 11)
	near(t, "lower end of squares", s.CI.Low, 8)
	near(t, "upper end of squares", s.CI.High, 14)
}

// Over all orders of n values the truth, 0, lies outside as often as Kendall's
// count of inversions falls beyond the ranks: as the numbers of permutations by
// inversions have it (1, 5, 14, … of 6 values), never above 5 %.
func TestTheilSenOverAllOrders(t *testing.T) {
	racetest.OneGoroutine(t)
	for n, want := range map[int]int{
		6: 2 * (1 + 5),                       // ranks 2 and 14 of 15
		7: 2 * (1 + 6 + 20),                  // 3 and 19 of 21
		8: 2 * (1 + 7 + 27 + 76 + 174 + 343), // 6 and 23 of 28
	} {
		if !tier.Checking() && n > 6 { // 5,040 orders and more
			continue
		}
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(i), float64(i)
		}
		missed, orders := 0, 0
		permute(y, 0, func() {
			orders++
			if s, err := TheilSen(x, y); err != nil || !s.CI.Contains(0) {
				missed++
			}
		})
		if missed != want || float64(missed) > 0.05*float64(orders) {
			t.Errorf("n = %d: the interval misses the truth in %d of %d orders, want %d", n, missed, orders, want)
		}
	}
}

// permute visits all orders of y from position k on.
func permute(y []float64, k int, visit func()) {
	if k == len(y) {
		visit()
		return
	}
	for i := k; i < len(y); i++ {
		y[k], y[i] = y[i], y[k]
		permute(y, k+1, visit)
		y[k], y[i] = y[i], y[k]
	}
}

// The band of Anscombe's line: t(0.975, 9)·s·√(1/11 + (x − 9)²/110).
func TestBand(t *testing.T) {
	l, err := OLS([]float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}, []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68})
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]float64{4: 1.577941371, 9: 0.843445141, 14: 1.577941371, 20: 3.052758777} {
		near(t, fmt.Sprintf("band at %v", x), l.Band(x), want)
		near(t, fmt.Sprintf("band at %v in another unit", x), l.Scaled(1000).Band(x), 1000*want)
	}
	near(t, "lower end of the slope", l.SlopeCI.Low, 0.233370136)
	near(t, "upper end of the slope", l.SlopeCI.High, 0.766811682)
	near(t, "degrees of freedom", l.SlopeEstimate().DF, 9)
}

// Samples of unequal size and spread, where Welch's degrees of freedom are
// neither n − 2 nor that of either sample.
func TestWelch(t *testing.T) {
	e, err := Contrast([]float64{1, -1}, [][]float64{
		{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4},
		{27.1, 22.0, 20.8, 23.4, 23.4, 23.5},
	})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", e.Value, -2.546666667)
	near(t, "standard error", e.SE, 1.127655244)
	near(t, "degrees of freedom", e.DF, 12.316615391)
	near(t, "p", e.P(), 0.042808162)
	near(t, "lower end", e.CI().Low, -4.996629680)
	near(t, "upper end", e.CI().High, -0.096703653)

	// Weights other than ±1 enter squared.
	e, err = Contrast([]float64{0.5, 0.5, -1}, [][]float64{{5.1, 4.9, 5.6}, {6.0, 6.4, 5.7, 6.2}, {5.0, 5.3, 5.2, 5.6, 4.8}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "contrast", e.Value, 0.4575)
	near(t, "standard error", e.SE, 0.186564332)
	near(t, "degrees of freedom", e.DF, 7.883459446)
	near(t, "p", e.P(), 0.040224535)
}

// One-sided p values of Student's t, as tables have them.
func TestOneSided(t *testing.T) {
	for _, c := range []struct{ t, df, p float64 }{{2.5, 3, 0.0438533235}, {1.2, 9, 0.1303865987}, {2.045, 29, 0.0250120380}} {
		e := Estimate{Value: 10 + 2*c.t, SE: 2, DF: c.df}
		near(t, "above", e.Above(10), c.p)
		near(t, "below", e.Below(10), 1-c.p)
		near(t, "two-sided against 0", Estimate{c.t, 1, c.df}.P(), 2*c.p)
		near(t, "at its own level", e.Interval(2*c.p).Low, 10)
	}
}

// Holm multiplies the smallest p by the number of tests, the next by one less,
// and never lets one fall below that before it (as R's p.adjust).
func TestHolmSteps(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.02, 0.03}, []float64{0.03, 0.04, 0.04}},
		{[]float64{0.04, 0.01}, []float64{0.04, 0.02}},
		{[]float64{0.02, 0.02, 0.02}, []float64{0.06, 0.06, 0.06}},
		{[]float64{0.001, 0.02, 0.021, 0.5}, []float64{0.004, 0.06, 0.06, 0.5}},
		{[]float64{0.03, math.NaN(), math.NaN()}, []float64{0.03, math.NaN(), math.NaN()}}, // a family of one
	} {
		for i, got := range Holm(c.p) {
			near(t, fmt.Sprintf("%v: adjusted p %d", c.p, i), got, c.want[i])
		}
	}
}

// An interval at another level: half of alpha on either side.
func TestIntervalLevels(t *testing.T) {
	e := Estimate{Value: 1, SE: 0.5, DF: 9}
	for alpha, q := range map[float64]float64{0.05: 2.262157163, 0.01: 3.249835542, 0.1: 1.833112933} {
		near(t, "low", e.Interval(alpha).Low, 1-0.5*q)
		near(t, "high", e.Interval(alpha).High, 1+0.5*q)
	}
}
