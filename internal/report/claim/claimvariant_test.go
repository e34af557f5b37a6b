package claim

import (
	"strings"
	"testing"

	"hyphbench/internal/stats"
)

// A verdict that another form of what the claim speaks of does not have names the other's, with
// its effect, and is marked where both are decided; one that it shares, or that one of the two
// lacks, does not.
func TestVariants(t *testing.T) {
	on := func(id, variant string, v Verdict, effect float64) Result {
		r := Result{Claim: Claim{ID: id}, Outcome: Outcome{Effect: Effect{Name: "cuckoo / Bloom", Unit: "×", Value: effect, CI: stats.Interval{Low: effect - 0.017, High: effect + 0.023}}}, Verdict: v, Why: "because"}
		if variant != "" {
			r.Variant = Variant{ID: variant, Remark: "depends on storage"}
		}
		return r
	}
	for _, c := range []struct {
		a, b        Verdict
		named, want bool
	}{
		{Supported, Contradicted, true, true}, {Supported, Inconclusive, true, false}, {Inconclusive, Supported, true, false}, {Contradicted, Supported, true, true},
		{Supported, Supported, false, false}, {Supported, NotTested, false, false}, {NotTested, Supported, false, false},
	} {
		results := []Result{on("T7", "T7-array", c.a, 1.165), on("T7-array", "", c.b, 0.897), on("T8", "no such", Supported, 1)}
		vary(results)
		if got := results[0].Word() == string(c.a)+" (depends on storage)"; got != c.want {
			t.Errorf("%s beside %s is %q", c.a, c.b, results[0].Word())
		}
		mark := map[bool]string{true: "depends on storage: "}[c.want]
		if got := strings.Contains(results[0].Why, "; "+mark+"T7-array is "+string(c.b)+", cuckoo / Bloom 0.897 × [0.880, 0.920]"); got != c.named {
			t.Errorf("%s beside %s: %s", c.a, c.b, results[0].Why)
		}
		if results[1].Remark != "" || results[2].Remark != "" {
			t.Error("a claim without another form has a remark")
		}
	}
}
