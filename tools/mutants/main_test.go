package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The list fits the tree: every error's text occurs once, what stands there
// instead is Go, and the packages that should notice it have tests.
func TestErrorsFitTheTree(t *testing.T) {
	root, err := moduleRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range mutants() {
		if seen[m.name] || m.name == "" || m.old == m.new {
			t.Errorf("%q: want a name of its own and a change", m.name)
		}
		seen[m.name] = true
		text, err := os.ReadFile(filepath.Join(root, "internal", m.file))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		wrong, err := m.apply(string(text))
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, wrong, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		for _, p := range m.packages() {
			if tests, err := filepath.Glob(filepath.Join(root, p, "*_test.go")); err != nil || len(tests) == 0 {
				t.Errorf("%s: no tests in %s", m.name, p)
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d errors, want 40 or more", len(seen))
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-list", "-run", "^T10: at"}, 0, "T10: at ≤ 3 %"},
		{[]string{"-run", "("}, 2, "missing closing"},
		{[]string{"T10"}, 2, "-run chooses errors"},
		{[]string{"-x"}, 2, "not defined"},
	} {
		var out bytes.Buffer
		if code := run(t.Context(), c.args, &out, &out); code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: exit code %d, want %d; want %q in\n%s", c.args, code, c.code, c.want, out.String())
		}
	}
}

// A module of one function, of which the test looks at one branch.
func TestTry(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "tree")
	for name, text := range map[string]string{
		"go.mod":               "module small\n\ngo 1.25\n",
		"internal/a/a.go":      "package a\n\nfunc Sign(x int) int {\n\tif x < 0 {\n\t\treturn -1\n\t}\n\treturn 1\n}\n",
		"internal/a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(-3) != -1 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n",
		".git":                 "",
		"bin/program":          "",
	} {
		file := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyTree(dir, from); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".git", "bin"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was copied", name)
		}
	}
	try := tester{dir: dir, timeout: time.Minute, sound: map[string]result{}}
	if r := try.test(t.Context(), []string{"./internal/a"}); r.outcome != unnoticed {
		t.Fatalf("without an error: %s", r)
	}
	for _, c := range []struct {
		old, new, want string
	}{
		{"return -1", "return -2", "noticed by TestSign"},
		{"return -1", "panic(1)", "noticed by "},
		{"return 1", "return 2", "NOT noticed"},
		{"return 3", "return 2", "INVALID: the text of the error occurs 0 times"},
		{"return", "return", "INVALID: the text of the error occurs 2 times"},
		{"return 1", "return x +", "INVALID: it does not build"},
		{"return 1", "return y", "INVALID: it does not build"},
	} {
		m := mutant{name: c.want, file: "a/a.go", old: c.old, new: c.new}
		if r := try.try(t.Context(), m); !strings.HasPrefix(r.String(), c.want) {
			t.Errorf("%q for %q: %s, want %s", c.new, c.old, r, c.want)
		}
	}
	if r := try.test(t.Context(), []string{"./internal/a"}); r.outcome != unnoticed {
		t.Errorf("an error was left in the tree: %s", r)
	}
	try.sound = map[string]result{"./internal/a": {caught, "TestSign"}}
	if r := try.try(t.Context(), mutant{file: "a/a.go", old: "return 1", new: "return 2"}); r.outcome != invalid {
		t.Errorf("tests that fail by themselves: %s", r)
	}
}
