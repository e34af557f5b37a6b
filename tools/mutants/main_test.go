package main

import (
	"bytes"
	"context"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// The list fits the tree: every error is there once, its text occurs once, what stands there
// instead is Go, and tests depend on it.
func TestErrorsFitTheTree(t *testing.T) {
	root, err := moduleRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := readPackages(root)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range mutants() {
		if seen[m.name] || seen[m.id()] || m.name == "" || m.old == m.new {
			t.Errorf("%q: want a name of its own and a change of its own", m.name)
		}
		seen[m.name], seen[m.id()] = true, true
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
		if len(dependents(packages, path.Dir(m.file))) == 0 {
			t.Errorf("%s: no tests depend on %s", m.name, m.file)
		}
	}
	if len(mutants()) < 40 {
		t.Errorf("%d errors, want 40 or more", len(mutants()))
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
		{[]string{"-tier=long"}, 2, "want test or check"},
		{[]string{"-tier=check"}, 2, "want the -results"},
		{[]string{"-summary"}, 2, "want the -results"},
		{[]string{"-sample=-1"}, 2, "want 0 or more"},
		{[]string{"-summary", "-results", filepath.Join(t.TempDir(), "none")}, 1, "none"},
	} {
		var out bytes.Buffer
		if code := run(t.Context(), c.args, &out, &out); code != c.code || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: exit code %d, want %d; want %q in\n%s", c.args, code, c.code, c.want, out.String())
		}
	}
}

// Nearest first: the package, what imports it in sources or tests, what imports that. What
// a test imports does not reach the importers of its package; what has no tests is left out.
func TestDependents(t *testing.T) {
	list := []pkg{
		{"m/internal/far", []string{"m/internal/near"}, nil, 1},
		{"m/internal/near", []string{"m/internal/a", "fmt"}, nil, 1},
		{"m/internal/helper", []string{"m/internal/a"}, nil, 0},
		{"m/internal/apart", nil, []string{"m/internal/helper"}, 1},
		{"m/internal/beyond", []string{"m/internal/apart"}, nil, 1},
		{"m/internal/a", nil, []string{"m/internal/a"}, 2},
		{"m/internal/both", []string{"m/internal/far"}, []string{"m/internal/a"}, 1},
		{"m/cmd", []string{"m/internal/beyond"}, nil, 1},
	}
	for below, want := range map[string]string{"a": "a near both far apart", "apart": "apart beyond cmd", "beyond": "beyond cmd", "none": ""} {
		var got []string
		for _, p := range dependents(list, below) {
			got = append(got, path.Base(p))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("on %s depend %q, want %q", below, got, want)
		}
	}
}

// A sample is drawn by the seed, and stays nearly the same where the list grows.
func TestDraw(t *testing.T) {
	list := mutants()
	shared := func(a, b []mutant) (n int) {
		for _, m := range a {
			if slices.Contains(b, m) {
				n++
			}
		}
		return n
	}
	one := draw(list, 60, 1)
	if len(one) != 60 || shared(one, draw(list, 60, 1)) != 60 || shared(one, draw(list, 60, 2)) > 30 {
		t.Errorf("%d drawn, of which another seed has %d", len(one), shared(one, draw(list, 60, 2)))
	}
	if n := shared(one, draw(list[5:], 60, 1)); n < 55 {
		t.Errorf("five errors more change %d of the sample", 60-n)
	}
	if n := len(draw(list[:3], 60, 1)); n != 3 {
		t.Errorf("%d drawn of 3", n)
	}
}

// The first tier tries all or the sample, the second what the first let pass and the
// sample; what is in the file of results is not tried again, unless the tree has changed.
func TestTiers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	list := mutants()[:5]
	first := map[string]outcome{list[0].name: caught, list[1].name: unnoticed, list[2].name: caught, list[3].name: invalid, list[4].name: unnoticed}
	begin := func(tier, tree string, stopAfter int, chosen, sample []mutant) (tried []string, out string) {
		t.Helper()
		r, err := openResults(file, tree)
		if err != nil {
			t.Fatal(err)
		}
		r.revision = "abc"
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var text bytes.Buffer
		_ = options{tier: tier, chosen: chosen, sample: sample}.tryEach(ctx, r, func(_ context.Context, m mutant) result {
			if len(tried) == stopAfter {
				stop()
				return result{outcome: caught}
			}
			tried = append(tried, m.name)
			if tier == "check" {
				return result{outcome: map[bool]outcome{true: unnoticed, false: caught}[m == list[4]]}
			}
			return result{outcome: first[m.name]}
		}, &text)
		return tried, text.String()
	}
	expect := func(tried []string, want ...mutant) {
		t.Helper()
		if !slices.EqualFunc(tried, want, func(name string, m mutant) bool { return name == m.name }) {
			t.Errorf("tried %q, want %q", tried, want)
		}
	}
	tried, _ := begin("test", "one", 2, list, nil)
	expect(tried, list[:2]...)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(whole, `{"name":"cut`...), 0o644); err != nil {
		t.Fatal(err)
	}
	tried, out := begin("test", "one", 9, list, nil)
	expect(tried, list[2:]...)
	if want := "make test: 2 of 4 (50.0 %)"; !strings.Contains(out, want) {
		t.Errorf("want %q in\n%s", want, out)
	}
	tried, out = begin("check", "one", 9, list, list[2:3])
	expect(tried, list[1], list[2], list[4])
	for _, want := range []string{
		"make check: 3 of 4 (75.0 %)", "unnoticed: " + list[4].name, "invalid: " + list[3].name, "revision abc",
		"make test, a sample of 1: 1 of 1", "make check, a sample of 1: 1 of 1 (100.0 %)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	tried, _ = begin("check", "one", 9, list, nil)
	expect(tried)
	tried, _ = begin("test", "two", 9, list, list[3:])
	expect(tried, list[3:]...)
	var summary bytes.Buffer
	if code := run(t.Context(), []string{"-summary", "-results", file}, &summary, &summary); code != 0 || !strings.Contains(summary.String(), "make test: 0 of 1 ") {
		t.Errorf("exit code %d, not of the last tree:\n%s", code, summary.String())
	}
}

// What the first package that fails says is the verdict; what was interrupted after it is not.
func TestVerdict(t *testing.T) {
	for text, want := range map[string]result{
		"ok  \tm/a\t1s\n--- FAIL: TestX (0.1s)\n    x_test.go:3: no\nFAIL\nFAIL\tm/b\t1s\n": {caught, "TestX in m/b", "-run=^TestX$ m/b"},
		"--- FAIL: TestX (0.1s)\n    --- FAIL: TestX/a.b/c (0.0s)\nFAIL\tm/b\t1s\n":         {caught, "TestX/a.b/c in m/b", `-run=^TestX$/^a\.b$/^c$ m/b`},
		"--- FAIL: TestX (0.1s)\nFAIL\tm/b\t1s\n# m/c\nFAIL\tm/c [build failed]\n":          {caught, "TestX in m/b", "-run=^TestX$ m/b"},
		"panic: test timed out after 1s\n\trunning tests:\nFAIL\tm/b\t1s\n":                 {caught, "panic: test timed out after 1s in m/b", "m/b"},
		"# m/a\na.go:3:1: undefined: y\nFAIL\tm/a [build failed]\n":                         {invalid, "it does not build: a.go:3:1: undefined: y in m/a", ""},
		"go: no module\n": {invalid, "go test: go: no module", ""},
	} {
		if got := verdict(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// A tree has another checksum where a file has, but for the list of errors and the results.
func TestTreeIsWhatIsTested(t *testing.T) {
	from := t.TempDir()
	tree := func(name, text string) string {
		t.Helper()
		name = filepath.Join(from, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		tree, err := copyTree(t.TempDir(), from, filepath.Join(from, "results"))
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	one := tree("internal/a/a.go", "package a")
	for name, same := range map[string]bool{"tools/mutants/mutantlist.go": true, "results": true, "bin/a": true, "internal/a/b.go": false} {
		if got := tree(name, "package b"); (got == one) != same {
			t.Errorf("with %s the tree is %s, without %s", name, got, one)
		}
		if err := os.Remove(filepath.Join(from, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// A module of one function, of which the test looks at one branch, that of an importer in
// the first tier at another and in the second at the third.
func TestTry(t *testing.T) {
	tier.Check(t)
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "tree")
	for name, text := range map[string]string{
		"go.mod":               "module small\n\ngo 1.25\n",
		"internal/a/a.go":      "package a\n\nfunc Sign(x int) int {\n\tif x < 0 {\n\t\treturn -1\n\t}\n\tif x > 0 {\n\t\treturn 1\n\t}\n\treturn 0\n}\n",
		"internal/a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(-3) != -1 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n",
		"internal/b/b_test.go": "package b\n\nimport (\n\t\"os\"\n\t\"small/internal/a\"\n\t\"testing\"\n)\n\nfunc TestOne(t *testing.T) {\n\tt.Run(\"positive\", func(t *testing.T) {\n\t\tif a.Sign(3) != 1 {\n\t\t\tt.Error(\"wrong\")\n\t\t}\n\t})\n\tif os.Getenv(\"HYPHBENCH_CHECK\") == \"1\" && a.Sign(0) != 0 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n",
		".git":                 "",
		"bin/program":          "",
		"results":              "",
	} {
		file := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := copyTree(dir, from, filepath.Join(from, "results")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".git", "bin", "results"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was copied", name)
		}
	}
	packages, err := readPackages(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := dependents(packages, "a")
	if len(all) != 2 {
		t.Fatalf("on a depend %q, want a and b", all)
	}
	try := tester{dir: dir, packages: packages, timeout: time.Minute, sound: map[string]result{}}
	if r := try.test(t.Context(), all); r.outcome != unnoticed {
		t.Fatalf("without an error: %s", r)
	}
	for _, c := range []struct {
		old, new, want string
		check          bool
	}{
		{"return -1", "return -2", "noticed by TestSign in small/internal/a", false},
		{"return -1", "panic(1)", "noticed by ", false},
		{"return 1", "return 2", "noticed by TestOne/positive in small/internal/b", false},
		{"return 0", "return 2", "NOT noticed", false},
		{"return 0", "return 2", "noticed by TestOne in small/internal/b", true},
		{"return 3", "return 2", "INVALID: the text of the error occurs 0 times", false},
		{"return", "return", "INVALID: the text of the error occurs 3 times", false},
		{"return 1", "return x +", "INVALID: it does not build", false},
		{"return 1", "return y", "INVALID: it does not build", false},
	} {
		try.check = c.check
		m := mutant{name: c.want, file: "a/a.go", old: c.old, new: c.new}
		if r := try.try(t.Context(), m); !strings.HasPrefix(r.String(), c.want) {
			t.Errorf("%q for %q: %s, want %s", c.new, c.old, r, c.want)
		}
	}
	if r := try.test(t.Context(), all); r.outcome != unnoticed {
		t.Errorf("an error was left in the tree: %s", r)
	}
	if _, is := try.sound["-run=^TestOne$/^positive$ small/internal/b"]; !is {
		t.Errorf("not tried without an error: %v", try.sound)
	}
	try.sound = map[string]result{"-run=^TestSign$ small/internal/a": {outcome: caught}}
	if r := try.try(t.Context(), mutant{file: "a/a.go", old: "return -1", new: "return 2"}); r.outcome != invalid {
		t.Errorf("tests that fail by themselves: %s", r)
	}
}
