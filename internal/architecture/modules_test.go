package architecture

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The program with more stores is a module of its own, with all packages of this one: a module
// that the program comes to need must be in its go.mod and its go.sum, or it does not build.
func TestStoresHasModulesOfProgram(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}{{end}}{{end}}", module+"cmd/hyphbench").Output()
	if err != nil {
		t.Fatal(err)
	}
	needed := strings.Fields(string(out))
	if !slices.Contains(needed, "go.etcd.io/bbolt") {
		t.Fatalf("bbolt is not among the modules of the program: %q", needed)
	}
	slices.Sort(needed)
	for _, path := range slices.Compact(needed) {
		version := requirement(t, path)
		if version == "" {
			t.Errorf("bench/stores/go.mod has not %s, which the program needs: want 'go mod tidy' in bench/stores", path)
			continue
		}
		if !slices.ContainsFunc(linesOf(t, "go.sum"), func(line string) bool { return strings.HasPrefix(line, path+" "+version+" h1:") }) {
			t.Errorf("bench/stores/go.sum has not %s %s: want 'go mod tidy' in bench/stores", path, version)
		}
	}
}

// requirement is the version of a module that bench/stores/go.mod asks for, empty of none.
func requirement(t *testing.T, path string) string {
	t.Helper()
	for _, line := range linesOf(t, "go.mod") {
		if f := strings.Fields(strings.TrimPrefix(line, "require ")); len(f) > 1 && f[0] == path {
			return f[1]
		}
	}
	return ""
}

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "bench", "stores", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}
