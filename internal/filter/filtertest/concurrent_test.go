package filtertest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestConcurrent: the checks that are kept under the race detector are those
// that start goroutines, themselves or by a function of this package.
func TestConcurrent(t *testing.T) {
	starts, calls := callsOf(t)
	var reach func(name string, seen map[string]bool) bool
	reach = func(name string, seen map[string]bool) bool {
		if seen[name] {
			return false
		}
		seen[name] = true
		return starts[name] || slices.ContainsFunc(slices.Collect(maps.Keys(calls[name])), func(c string) bool { return reach(c, seen) })
	}
	var want []string
	for _, c := range checks() {
		full := runtime.FuncForPC(reflect.ValueOf(c.run).Pointer()).Name()
		if reach(full[strings.LastIndex(full, ".")+1:], map[string]bool{}) {
			want = append(want, c.name)
		}
	}
	if got := concurrent(); !slices.Equal(got, want) {
		t.Errorf("concurrent() is %q, but goroutines are started in %q", got, want)
	}
}

// callsOf tells which functions of this package start goroutines, by a go
// statement or a method Go, and which functions each of them names.
func callsOf(t *testing.T) (starts map[string]bool, calls map[string]map[string]bool) {
	t.Helper()
	starts, calls = map[string]bool{}, map[string]map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			named := map[string]bool{}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					starts[f.Name.Name] = true
				case *ast.SelectorExpr:
					starts[f.Name.Name] = starts[f.Name.Name] || n.Sel.Name == "Go"
				case *ast.Ident:
					named[n.Name] = true
				}
				return true
			})
			calls[f.Name.Name] = named
		}
	}
	return starts, calls
}
