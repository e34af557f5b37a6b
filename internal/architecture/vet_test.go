package architecture

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// tools/vet.sh says of a package what go vet says of it, and fails.
func TestVetFindsErrors(t *testing.T) {
	tier.Check(t) // builds a module of its own
	script, err := filepath.Abs("../../tools/vet.sh")
	if err != nil {
		t.Fatal(err)
	}
	for print, wrong := range map[string]bool{`fmt.Printf("%d\n", "one")`: true, `fmt.Printf("%s\n", "one")`: false} {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module vetted\n\ngo 1.25\n", "main.go": "package main\n\nimport \"fmt\"\n\nfunc main() { " + print + " }\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("sh", script, "./...")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if (err != nil) != wrong || strings.Contains(string(out), "wrong type string") != wrong {
			t.Errorf("%s: %v\n%s", print, err, out)
		}
	}
}
