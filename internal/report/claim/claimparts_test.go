package claim_test

import (
	"math"
	"testing"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// The worst part is the one nearest to the end of the region, or the furthest outside, and
// one that is outside contradicts a claim.
func TestParts(t *testing.T) {
	inside, outside := []float64{0.70, 0.71, 0.69, 0.70}, []float64{0.31, 0.30, 0.29, 0.30}
	for name, c := range map[string]struct {
		region   claim.Region
		worst    string
		holds    bool
		opposing bool
	}{
		"above both":  {claim.Above(0.1), "outside", true, false},
		"above one":   {claim.Above(0.5), "outside", false, true},
		"below both":  {claim.Below(0.9), "inside", true, false},
		"around one":  {claim.Region{Low: 0.6, High: 0.8}, "outside", false, true},
		"around both": {claim.Region{Low: 0.2, High: 0.71}, "inside", true, false},
	} {
		p := claim.Parts{Claimed: c.region}
		p.AddMean("inside", inside)
		p.AddMean("outside", outside)
		p.AddMean("one value", []float64{5})
		o := p.Outcome("t", "share", "%", 100)
		worst, e := p.Worst()
		if p.Len() != 2 || worst != c.worst || o.Holds != c.holds || (o.Opposes < 0.01) != c.opposing || o.Effect.Value != 100*e.Value {
			t.Errorf("%s: %s is the worst of %d, %+v", name, worst, p.Len(), o)
		}
		if s := p.Spread("t", "share", "%", 100); s.Detail != "2 places; worst at "+c.worst || math.Abs(s.Effect.Range.Low-30) > 1e-9 || math.Abs(s.Effect.Range.High-70) > 1e-9 || s.Holds != o.Holds {
			t.Errorf("%s: %+v", name, s)
		}
		if c.holds && !(o.Supports < 0.05) {
			t.Errorf("%s: %v", name, o.Supports)
		}
	}
}

// A mean is support where no place is significantly outside: opposites with the right mean are a
// contradiction, few events that happen to lie outside are none. What is outside in the mean is
// contradicted too.
func TestTogether(t *testing.T) {
	near, noise := []float64{0.99, 1.01, 1.00, 1.00}, []float64{0.2, 2.6, 0.3, 1.7}
	for name, c := range map[string]struct {
		mean     []float64
		places   [][]float64
		supports bool
		opposes  bool
		effect   string
	}{
		"all near":       {near, [][]float64{near, {1.02, 1.03, 1.01, 1.02}}, true, false, "1 to 1.02 ×"},
		"opposites":      {near, [][]float64{{0.5, 0.51, 0.49, 0.5}, {1.5, 1.51, 1.49, 1.5}}, false, true, "0.5 to 1.5 ×"},
		"few events":     {near, [][]float64{near, noise}, true, false, "1 to 1.2 ×"},
		"off on average": {[]float64{1.2, 1.21, 1.19, 1.2}, [][]float64{noise, noise}, false, true, "1.2 × [−0.6, 3.0]"},
		"nothing known":  {noise, [][]float64{noise, near}, false, false, "1 to 1.2 ×"},
	} {
		var all claim.Together
		all.Means.AddMean("the mean", c.mean)
		for _, values := range c.places {
			all.Each.AddMean("a place", values)
		}
		o := all.Outcome(claim.Region{Low: 0.9, High: 1.1}, "t", "ratio", "×", 1)
		if (o.Supports < 0.01) != c.supports || (o.Opposes < 0.01) != c.opposes || o.Effect.String() != c.effect {
			t.Errorf("%s: %v for, %v against, %s", name, o.Supports, o.Opposes, o.Effect)
		}
	}
}

// A place that lies outside takes the support from the means where it does so by a verdict's own level
// on one side, half of Alpha, and not before; and what opposes is the stronger of both.
func TestTogetherAtTheLevel(t *testing.T) {
	const se, at = 0.01, 1.1
	for off, taken := range map[float64]bool{1.9: false, 2.0: true} { // one-sided p 0.029 and 0.023
		var all claim.Together
		all.Means.Add("the mean", stats.Estimate{Value: 1, SE: se, DF: 1e6})
		all.Each.Add("a place", stats.Estimate{Value: at + off*se, SE: se, DF: 1e6})
		supports, opposes := all.Within(claim.Region{Low: 0.9, High: at})
		if want := map[bool]float64{false: 0, true: 1}[taken]; math.Abs(supports-want) > 1e-9 || math.Abs(opposes-math.Erfc(off/math.Sqrt2)/2) > 1e-5 {
			t.Errorf("%v errors outside: %v for, %v against", off, supports, opposes)
		}
		all.Means, all.Each = all.Each, all.Means
		if _, opposes := all.Within(claim.Region{Low: 0.9, High: at}); math.Abs(opposes-math.Erfc(off/math.Sqrt2)/2) > 1e-5 {
			t.Errorf("means %v errors outside: %v against", off, opposes)
		}
	}
}
