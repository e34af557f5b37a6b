package command

import "testing"

// A number of keys that no experiment can have is a wrong call, as any other wrong value.
func TestExitCodeOfKeys(t *testing.T) {
	for _, experiment := range []string{"lookup", "space"} {
		for _, n := range []string{"0", "1e12"} {
			hyphbench(t.Context(), t, program(), exitUsage, "run", experiment, "--n="+n, "--out="+t.TempDir(), "--dry-run")
		}
	}
}
