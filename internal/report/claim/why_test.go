package claim

import (
	"strings"
	"testing"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// The reason of an inconclusive verdict tells a p that was raised by the
// correction from one that was large before.
func TestWhyInconclusive(t *testing.T) {
	claims := ofSource("thesis", tested("T1", 0.03), tested("T2", 0.4), tested("T3", 0.001))
	for i, r := range Evaluate(&report.Summary{Meta: &runfolder.Meta{}}, claims) {
		want := []string{
			"p = 0.03 is significant alone, but not after the correction",
			"the interval reaches to both sides",
			"the whole interval agrees",
		}[i]
		if !strings.HasPrefix(r.Why, want) {
			t.Errorf("%s, p = %v: %q, want %q", r.ID, r.P, r.Why, want)
		}
	}
}

// A verdict says that it rests on the size of its family where one test more would raise its p above
// Alpha: that one multiplies it by one more than those that it stands before.
func TestWhyOfFamily(t *testing.T) {
	const rests = "; with one test more of its source it would be inconclusive"
	for _, c := range []struct {
		p    []float64
		want []bool
	}{
		{[]float64{0.026}, []bool{true}}, {[]float64{0.024}, []bool{false}},
		{[]float64{0.026, 0.017}, []bool{true, true}}, {[]float64{0.024, 0.016}, []bool{false, false}},
		{[]float64{0.9, 0.017}, []bool{false, true}}, {[]float64{0.06}, []bool{false}},
	} {
		var claims []Claim
		for _, p := range c.p {
			claims = append(claims, tested("T", p))
		}
		for i, r := range Evaluate(&report.Summary{Meta: &runfolder.Meta{}}, ofSource("thesis", claims...)) {
			if got := strings.HasSuffix(r.Why, rests); got != c.want[i] {
				t.Errorf("p = %v, number %d: %q", c.p, i+1, r.Why)
			}
		}
	}
}
