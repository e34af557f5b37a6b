package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/racetest"
)

// near compares to a relative 1e-6, or exactly where want is 0 or NaN.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(want) && math.IsNaN(got) {
		return
	}
	if !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
		t.Errorf("%s = %.9g, want %.9g", what, got, want)
	}
}

func TestStudentT(t *testing.T) { // the usual tables
	for df, want := range map[int]float64{1: 12.706204736, 2: 4.302652730, 18: 2.100922040, 29: 2.045229642, 1000: 1.962339081} {
		near(t, "t(0.975)", tQuantile(df), want)
		near(t, "p", tP(want, float64(df)), 0.05)
	}
	near(t, "p of ∞", tP(math.Inf(1), 5), 0)
	near(t, "no degree of freedom", tQuantile(0), math.NaN())
}

func TestDescribe(t *testing.T) {
	x := []float64{9, 4, 4, 2, 5, 7, 5, 4}
	d, err := Describe(x)
	if err != nil {
		t.Fatal(err)
	}
	if x[0] != 9 || x[3] != 2 {
		t.Errorf("the argument was changed: %v", x)
	}
	near(t, "mean", d.Mean, 5)
	near(t, "sd", d.SD, 2.138089935)
	near(t, "half-width", d.HalfWidth, 1.787487977)
	near(t, "median", d.Median, 4.5)
	near(t, "min", d.Min, 2)
	near(t, "max", d.Max, 9)
	if d.N != 8 || d.Outliers != 1 { // quartiles 4 and 5.5, fences 1.75 and 7.75
		t.Errorf("n = %d, %d outliers, want 8 and 1", d.N, d.Outliers)
	}

	d, _ = Describe([]float64{0.1, 0.1, 0.1})
	near(t, "mean of a constant", d.Mean, 0.1)
	near(t, "sd of a constant", d.SD, 0)
	near(t, "half-width of a constant", d.HalfWidth, 0)

	d, _ = Describe([]float64{7})
	near(t, "mean of one", d.Mean, 7)
	near(t, "median of one", d.Median, 7)
	near(t, "sd of one", d.SD, math.NaN())
	near(t, "half-width of one", d.HalfWidth, math.NaN())

	d, _ = Describe([]float64{1e9 + 1, 1e9 + 2, 1e9 + 3})
	near(t, "sd of large, close values", d.SD, 1)
}

func TestOLS(t *testing.T) { // Anscombe's first set (1973), figures as R's lm
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	y := []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}
	l, err := OLS(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", l.Slope, 0.500090909)
	near(t, "intercept", l.Intercept, 3.000090909)
	near(t, "slope s.e.", l.SlopeSE, 0.117905501)
	near(t, "R²", l.R2, 0.666542460)
	near(t, "p", l.P, 0.002169629)
	near(t, "y at the mean", l.At(9), 7.500909091)
	near(t, "band at 0 = the intercept's interval", l.Band(0), tQuantile(9)*1.124746791)
	if l.Band(9) >= l.Band(8) || l.Band(14) <= l.Band(10) {
		t.Error("the band is not narrowest at the mean x")
	}

	l, _ = OLS([]float64{1, 2, 3}, []float64{0.1, 0.1, 0.1})
	near(t, "slope of a constant", l.Slope, 0)
	near(t, "s.e. of a constant", l.SlopeSE, 0)
	near(t, "p of a constant", l.P, math.NaN())
	near(t, "R² of a constant", l.R2, math.NaN())

	l, _ = OLS([]float64{1, 3}, []float64{2, 8})
	near(t, "slope of two points", l.Slope, 3)
	near(t, "s.e. of two points", l.SlopeSE, math.NaN())
	near(t, "band of two points", l.Band(2), math.NaN())
}

func TestTheilSen(t *testing.T) {
	x := []float64{1, 2, 3, 4, 10, 12, 18} // the example of Sen (1968), section 6
	y := []float64{9, 15, 19, 20, 45, 55, 78}
	s, err := TheilSen(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "slope", s.Slope, 4)
	if !s.CI.Contains(4) || s.CI.Low < 3 || s.CI.High > 6 {
		t.Errorf("interval %v", s.CI)
	}
	y[3] = -4000
	s, _ = TheilSen(x, y)
	if s.Slope < 3.5 || s.Slope > 4.5 {
		t.Errorf("one outlier moved the slope to %v", s.Slope)
	}
	s, _ = TheilSen([]float64{1, 2, 3}, []float64{1, 2, 4})
	near(t, "interval of three points", s.CI.Low, math.NaN())
}

// Student's sleep data (1908); figures as R's t.test gives them.
var sleep = func() [2][]float64 {
	return [2][]float64{
		{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0},
		{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4},
	}
}

func TestMannWhitney(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 0.1}, // 2 of the 20 orders
		{[]float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 2.0 / 70},
		{[]float64{1, 1}, []float64{1, 1}, 1},
		{slices.Repeat([]float64{1}, 60), slices.Repeat([]float64{1}, 60), 1},
	} {
		p, err := MannWhitney(c.a, c.b)
		if err != nil {
			t.Error(err)
		}
		near(t, "p", p, c.want)
	}
}

func TestHolm(t *testing.T) {
	nan := math.NaN()
	got := Holm([]float64{0.01, nan, 0.04, 0.03, 0.005, 0.9})
	for i, want := range []float64{0.04, nan, 0.09, 0.09, 0.025, 0.9} {
		near(t, "adjusted p", got[i], want)
	}
	if len(Holm(nil)) != 0 {
		t.Error("a family of none")
	}
	near(t, "largest adjusted p", Holm([]float64{0.6, 0.7})[1], 1)
}

func TestLag1(t *testing.T) {
	r, _ := Lag1([]float64{1, 2, 3, 4, 5})
	near(t, "of a ramp", r, 0.4)
	r, _ = Lag1([]float64{1, -1, 1, -1})
	near(t, "of an alternation", r, -0.75)
	r, _ = Lag1([]float64{2, 2, 2})
	near(t, "of a constant", r, math.NaN())
}

// The coverage of the intervals is nominal: of 2,000 samples of normal noise,
// 0.95 ± 0.02 (four standard errors).
func TestCoverage(t *testing.T) {
	racetest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 20)
	for i := range x {
		x[i] = float64(i + 1)
	}
	const trials = 2000
	hits := map[string]int{}
	count := func(name string, hit bool) {
		if hit {
			hits[name]++
		}
	}
	for range trials {
		y, a, b := make([]float64, 20), make([]float64, 20), make([]float64, 20)
		for i := range y {
			y[i] = 100 - 3*x[i] + 5*r.NormFloat64()
			round := r.NormFloat64() // common to a pair
			a[i] = math.Exp(round + 0.1*r.NormFloat64() + 0.05)
			b[i] = math.Exp(round + 0.1*r.NormFloat64())
		}
		l, _ := OLS(x, y)
		count("slope", l.SlopeCI.Contains(-3))
		count("band", math.Abs(l.At(2)-94) <= l.Band(2))
		s, _ := TheilSen(x, y)
		count("Theil–Sen", s.CI.Contains(-3))
		ratio, _ := Ratio(a, b, true)
		count("ratio", ratio.CI().Contains(0.05))
		noise := make([]float64, 5)
		for i := range noise {
			noise[i] = 7 + r.NormFloat64()
		}
		m, _ := Describe(noise)
		count("mean", math.Abs(m.Mean-7) <= m.HalfWidth)
	}
	for _, name := range []string{"slope", "band", "Theil–Sen", "ratio", "mean"} {
		if share := float64(hits[name]) / trials; share < 0.93 || share > 0.97 {
			t.Errorf("the interval of the %s contains the truth in %.1f %% of trials, want 93 to 97 %%", name, 100*share)
		}
	}
}

func TestErrors(t *testing.T) {
	nan, ok := []float64{1, math.NaN(), 3}, []float64{1, 2, 3}
	calls := map[string]func(x []float64) error{
		"Describe":    func(x []float64) error { _, err := Describe(x); return err },
		"Lag1":        func(x []float64) error { _, err := Lag1(x); return err },
		"OLS x":       func(x []float64) error { _, err := OLS(x, ok[:len(x)]); return err },
		"OLS y":       func(x []float64) error { _, err := OLS(ok[:len(x)], x); return err },
		"TheilSen":    func(x []float64) error { _, err := TheilSen(ok[:len(x)], x); return err },
		"MannWhitney": func(x []float64) error { _, err := MannWhitney(x, ok); return err },
		"TrimmedMean": func(x []float64) error { _, err := TrimmedMean(x); return err },
	}
	for name, call := range calls {
		if err := call(nil); !errors.Is(err, ErrEmpty) {
			t.Errorf("%s of nothing: %v", name, err)
		}
		if err := call(nan); err == nil {
			t.Errorf("%s of NaN: no error", name)
		}
		if err := call([]float64{1, math.Inf(1), 3}); err == nil {
			t.Errorf("%s of ∞: no error", name)
		}
	}
	if _, err := OLS([]float64{2, 2}, []float64{1, 3}); !errors.Is(err, ErrVertical) {
		t.Errorf("vertical line: %v", err)
	}
	for name, call := range map[string]func() error{
		"OLS of unequal lengths":   func() error { _, err := OLS(ok, ok[:2]); return err },
		"pairs of unequal lengths": func() error { _, err := Ratio(ok, ok[:2], true); return err },
		"a ratio to zero":          func() error { _, err := Ratio(ok, []float64{1, 0, 2}, true); return err },
		"a ratio of zero":          func() error { _, err := Ratio([]float64{1, 0, 2}, ok, false); return err },
	} {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestInterpolate(t *testing.T) {
	x, y := []float64{10, 20, 40}, []float64{0, -10, -20}
	for at, want := range map[float64]float64{10: 0, 15: -5, 30: -15, 40: -20} {
		if got := Interpolate(x, y, at); got != want {
			t.Errorf("%v at %v, want %v", got, at, want)
		}
	}
	if !math.IsNaN(Interpolate(x, y, 9)) || !math.IsNaN(Interpolate(x, y, 41)) || !math.IsNaN(Interpolate(nil, nil, 1)) {
		t.Error("there is a number outside")
	}
}

// The fences are no outliers: of quartiles 1 and 3 they are −2 and 6. Two values have no neighbours
// to be like.
func TestBounds(t *testing.T) {
	for out, want := range map[float64]int{0: 0, 0.001: 2} {
		if d, err := Describe([]float64{-2 - out, 1, 2, 3, 6 + out}); err != nil || d.Outliers != want {
			t.Errorf("%v beyond the fences: %d outliers, want %d (%v)", out, d.Outliers, want, err)
		}
	}
	if r, err := Lag1([]float64{1, 2}); err != nil || !math.IsNaN(r) {
		t.Errorf("of two values ρ is %v, %v", r, err)
	}
}
