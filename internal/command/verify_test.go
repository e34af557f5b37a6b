package command

import (
	"testing"

	"hyphbench/internal/report/claim"
)

// A verdict of one machine closes the gate only where all machines together have none.
func TestGatedByMachines(t *testing.T) {
	gate := []claim.Verdict{claim.Contradicted}
	on := []claim.On{{Where: "a machine", Result: claim.Result{Verdict: claim.Contradicted}}}
	for _, c := range []struct {
		all  claim.Verdict
		want claim.Verdict
	}{
		{claim.Supported, ""},
		{claim.Inconclusive, ""},
		{claim.NotTested, claim.Contradicted},
		{claim.Contradicted, claim.Contradicted},
	} {
		if got, _ := gated(gate, claim.Result{Verdict: c.all, On: on}); got != c.want {
			t.Errorf("%s of all machines: %q closes the gate, want %q", c.all, got, c.want)
		}
	}
}
