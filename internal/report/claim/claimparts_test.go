package claim_test

import (
	"testing"

	"hyphbench/internal/report/claim"
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
		if c.holds && !(o.Supports < 0.05) {
			t.Errorf("%s: %v", name, o.Supports)
		}
	}
}
