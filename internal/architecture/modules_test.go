package architecture

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What is built with further modules, as the program with more stores and the peers, is a module
// of its own that imports packages of this one: a module that these come to need must be in its
// go.mod and its go.sum, or it does not build.
func TestFurtherModulesHaveWhatTheyImport(t *testing.T) {
	files, err := filepath.Glob("../../*/*/go.mod")
	if err != nil || len(files) < 2 {
		t.Fatalf("modules: %q, %v", files, err)
	}
	tried := 0
	for _, file := range files {
		dir := filepath.Dir(file)
		packages := imported(t, dir)
		if len(packages) == 0 {
			continue
		}
		tried++
		args := append([]string{"list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}{{end}}{{end}}"}, packages...)
		out, err := exec.Command("go", args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		needed := strings.Fields(string(out))
		slices.Sort(needed)
		for _, path := range slices.Compact(needed) {
			version := requirement(t, file, path)
			if version == "" {
				t.Errorf("%s has not %s, which it needs: want 'go mod tidy' there", file, path)
				continue
			}
			if !slices.ContainsFunc(lines(t, filepath.Join(dir, "go.sum")), func(line string) bool { return strings.HasPrefix(line, path+" "+version+" h1:") }) {
				t.Errorf("%s has no sum of %s %s: want 'go mod tidy' there", dir, path, version)
			}
		}
	}
	if tried < 2 {
		t.Errorf("%d of %q import packages of this module: want bench/stores and bench/peers at least", tried, files)
	}
}

// imported are the packages of this module that the files of a folder import, those of tests too.
func imported(t *testing.T, dir string) (packages []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range parsed.Imports {
			if path, err := strconv.Unquote(of.Path.Value); err == nil && strings.HasPrefix(path, module) && !slices.Contains(packages, path) {
				packages = append(packages, path)
			}
		}
	}
	return packages
}

// requirement is the version of a module that a go.mod asks for, empty of none.
func requirement(t *testing.T, file, path string) string {
	t.Helper()
	for _, line := range lines(t, file) {
		if f := strings.Fields(strings.TrimPrefix(line, "require ")); len(f) > 1 && f[0] == path {
			return f[1]
		}
	}
	return ""
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}
