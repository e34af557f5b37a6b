package filter

import (
	"os/exec"
	"strings"
	"testing"
)

// TestInlined asks the compiler whether the parts of a query in other packages
// cost a call.
func TestInlined(t *testing.T) {
	out, err := exec.Command("go", "build", "-gcflags=-m", "hyphbench/internal/filter").CombinedOutput()
	if err != nil {
		t.Skipf("needs the go command: %v\n%s", err, out)
	}
	for _, function := range []string{"(*Hasher).Usual", "(*Hasher).Seeded", "Fingerprint", "Mix"} {
		if !strings.Contains(string(out), "can inline "+function+"\n") {
			t.Errorf("%s is not inlined", function)
		}
	}
}
