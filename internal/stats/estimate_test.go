package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/racetest"
)

func TestMeanEstimate(t *testing.T) {
	x := []float64{9, 4, 4, 2, 5, 7, 5, 4}
	e, err := MeanEstimate(x)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := Describe(x)
	near(t, "value", e.Value, d.Mean)
	near(t, "low end", e.CI().Low, d.CI().Low)
	near(t, "high end", e.CI().High, d.CI().High)
	near(t, "p", e.Above(5), 0.5)
	near(t, "both sides", e.Above(4)+e.Below(4), 1)
	// The end of the interval is where p crosses half of 5 %.
	near(t, "p at the low end", e.Above(e.CI().Low), 0.025)
	near(t, "p at the high end", e.Below(e.CI().High), 0.025)
	near(t, "p at −∞", e.Above(math.Inf(-1)), 0)
	near(t, "p at ∞", e.Above(math.Inf(1)), 1)
	if _, err := MeanEstimate([]float64{1}); err == nil {
		t.Error("one value has no error")
	}

	same, err := MeanEstimate([]float64{0.1, 0.1, 0.1})
	if err != nil || same.SE != 0 {
		t.Errorf("%+v, %v", same, err)
	}
	near(t, "constant above", same.Above(0), 0)
	near(t, "constant not above itself", same.Above(0.1), 1)
	near(t, "constant not above more", same.Above(1), 1)
	near(t, "constant's interval", same.CI().Low, 0.1)

	mean, err := Mean([]float64{1, 2, 6})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean", mean, 3)
	if _, err := Mean(nil); err == nil {
		t.Error("no values have a mean")
	}
}

// The weights 1 and −1 give Welch's test.
func TestContrast(t *testing.T) {
	a, b := sleep()[0], sleep()[1]
	e, err := Contrast([]float64{1, -1}, [][]float64{a, b})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", e.Value, -1.58)
	near(t, "degrees of freedom", e.DF, 17.776473516)
	near(t, "low end", e.CI().Low, -3.365483246)
	near(t, "high end", e.CI().High, 0.205483246)
	near(t, "p", e.P(), 0.079394141)
	ea, _ := MeanEstimate(a)
	eb, _ := MeanEstimate(b)
	near(t, "minus", ea.Minus(eb).SE, e.SE)
	near(t, "minus: degrees of freedom", ea.Minus(eb).DF, e.DF)
	if _, err := Contrast([]float64{1}, [][]float64{a, b}); err == nil {
		t.Error("one weight for two samples")
	}
	if _, err := Contrast([]float64{1, 1}, [][]float64{a, {1}}); err == nil {
		t.Error("a sample of one value")
	}
	constant, err := Contrast([]float64{1, -1}, [][]float64{{2, 2}, {1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "constants differ", constant.P(), 0)
}

func TestSlopeEstimate(t *testing.T) {
	l, err := OLS([]float64{1, 2, 3, 4}, []float64{2, 3, 5, 4})
	if err != nil {
		t.Fatal(err)
	}
	e := l.SlopeEstimate()
	near(t, "p", e.P(), l.P)
	near(t, "low end", e.CI().Low, l.SlopeCI.Low)
	near(t, "scaled", e.Scaled(-2).CI().High, -2*l.SlopeCI.Low)
	near(t, "low end of the line in another unit", l.Scaled(1000).SlopeCI.Low, 1000*l.SlopeCI.Low)
	near(t, "high end of the line in another unit", l.Scaled(1000).SlopeCI.High, 1000*l.SlopeCI.High)
}

func TestPartialConjunction(t *testing.T) {
	p := []float64{0.5, 0.001, 0.01, 0.02}
	for u, want := range map[int]float64{0: 0, 1: 0.004, 2: 0.03, 3: 0.04, 4: 0.5, 5: 1} {
		near(t, "p", PartialConjunction(p, u), want)
	}
	if n := AtLeast(p, 0.05); n != 3 {
		t.Errorf("at least %d, want 3", n)
	}
	if n := AtLeast(p, 0.001); n != 0 {
		t.Errorf("at least %d, want 0", n)
	}
	if n := AtLeast(nil, 0.05); n != 0 {
		t.Errorf("at least %d of none", n)
	}
	if p[0] != 0.5 {
		t.Error("the argument was changed")
	}
}

// "More than half of the statements are true" is accepted in no more than α of
// the cases in which just half of them are.
func TestPartialConjunctionHoldsItsLevel(t *testing.T) {
	racetest.OneGoroutine(t)
	r := rand.New(rand.NewPCG(3, 1))
	const n, trials = 10, 4000
	wrong := 0
	for range trials {
		p := make([]float64, n)
		for i := n / 2; i < n; i++ { // the others are true beyond doubt: p = 0
			p[i] = r.Float64()
		}
		if PartialConjunction(p, n/2+1) <= 0.05 {
			wrong++
		}
	}
	if float64(wrong) > trials*0.065 {
		t.Errorf("wrong in %d of %d", wrong, trials)
	}
}

// A disturbance changes neither the trimmed mean nor its error, nor what is thought of the
// memory of the values. Of three 0 and three 1 in turn, 18 in all, 12 of the 17 neighbours
// are equal: ρ = (12 − 5)/18, without its bias (7 + 1)/14 = 4/7, and 18 values are worth
// 18·3/11 of independent ones.
func TestDisturbancesHaveNoMemory(t *testing.T) {
	quiet := []float64{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}
	hit := slices.Clone(quiet)
	hit[4], hit[10], hit[13] = 90, 70, -80
	independent := math.Sqrt(4.5/17) / (0.6 * math.Sqrt(18)) // Tukey and McLaughlin's error
	want := Estimate{0.5, independent * math.Sqrt(11.0/3), 11 * 3.0 / 11}
	for _, x := range [][]float64{quiet, hit} {
		e, err := SerialEstimate(x)
		if err != nil || e.Value != want.Value || math.Abs(e.SE/want.SE-1) > 1e-12 || math.Abs(e.DF/want.DF-1) > 1e-12 {
			t.Errorf("%v: %+v, %v, want %+v", x, e, err, want)
		}
	}
}

// The coverage of the intervals of autocorrelated values is nearly nominal; that
// of intervals for independent values is not.
func TestSerialEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	const trials = 2000
	for _, c := range []struct {
		memory    float64
		low, high float64
	}{{0, 0.94, 0.99}, {0.3, 0.92, 0.98}, {0.6, 0.90, 0.97}} {
		hits, naive := 0, 0
		for range trials {
			x, v := make([]float64, 30), r.NormFloat64()/math.Sqrt(1-c.memory*c.memory)
			for i := range x {
				v = c.memory*v + r.NormFloat64()
				x[i] = v
			}
			e, err := SerialEstimate(x)
			if err != nil {
				t.Fatal(err)
			}
			if e.CI().Contains(0) {
				hits++
			}
			if plain, _ := MeanEstimate(x); plain.CI().Contains(0) {
				naive++
			}
		}
		share := float64(hits) / trials
		t.Logf("memory %v: %.3f, as independent values %.3f", c.memory, share, float64(naive)/trials)
		if share < c.low || share > c.high {
			t.Errorf("memory %v: the interval contains the truth in %.3f of the trials, want %v to %v", c.memory, share, c.low, c.high)
		}
	}
	for _, x := range [][]float64{{1, 1, 1, 1, 1, 1, 1}, {1, 2}} {
		if e, err := SerialEstimate(x); err != nil || math.IsNaN(e.SE) {
			t.Errorf("%v: %+v, %v", x, e, err)
		}
	}
}

// Five values are taken as independent whatever their memory. Of six in a row ρ without its bias is
// above 1: they are worth two, the least. Many are worth n·0.01/1.99 at least.
func TestValuesOfSeries(t *testing.T) {
	for n, worth := range map[int]float64{5: 5, 6: 2, 1000: 1000 * 0.01 / 1.99} {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i)
		}
		apart, err := TrimmedEstimate(x)
		if err != nil {
			t.Fatal(err)
		}
		e, err := SerialEstimate(x)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "value", e.Value, apart.Value)
		near(t, "error", e.SE, apart.SE*math.Sqrt(float64(n)/worth))
		near(t, "degrees of freedom", e.DF, apart.DF*worth/float64(n))
	}
}
