package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/choose"
)

// The code that choose prints for a library builds, and answers for a key.
func TestObtainableCode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for each library")
	}
	for _, l := range choose.Libraries() {
		t.Run(l.Structure, func(t *testing.T) {
			if l.Module != "" && moduleVersion(l.Module) != l.Version {
				t.Errorf("%s is %s here, not %s", l.Module, moduleVersion(l.Module), l.Version)
			}
			for _, keyed := range []bool{false, true} {
				if keyed && !l.Hashed {
					continue
				}
				code := l.Code(1000, 0.01, keyed)
				name := filepath.Join(t.TempDir(), "main.go")
				if err := os.WriteFile(name, []byte(code), 0o600); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command("gofmt", "-l", name).CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("gofmt: %s %v\n%s", out, err, code)
				}
				out, err := exec.Command("go", "run", name).CombinedOutput()
				if err != nil || !strings.Contains(string(out), "a true") {
					t.Errorf("%s\n%s%v", code, out, err)
				}
			}
		})
	}
}
