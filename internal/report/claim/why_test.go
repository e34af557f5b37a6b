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
