package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"hyphbench/internal/tier"
)

const module = "hyphbench/"

// ground are the packages that know nothing of experiments, structures and
// reports.
func ground() []string {
	return []string{"axis", "bilingual", "canvas", "renamed", "runfolder", "timing", "heapmemory", "inputfile", "selection", "sample", "metric", "stats", "machine", "wordlist", "knuthliang", "libhyphen", "markup", "nearest", "loopbacknetwork", "payoff"}
}

// graph is who imports whom, tests left out, by paths below internal/.
type graph map[string][]string

// wall forbids imports.
type wall struct {
	why  string
	from func(pkg string) bool
	to   func(from, pkg string) bool
}

// within reports whether a package is one of the folders or below it.
func within(pkg string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return pkg == f || strings.HasPrefix(pkg, f+"/") })
}

// folder is the experiment that a package belongs to, empty for the contract,
// the list of all, what experiments are made of and what serves tests.
func folder(pkg string) string {
	rest, ok := strings.CutPrefix(pkg, "experiment/")
	if name, _, _ := strings.Cut(rest, "/"); ok && name != "all" && name != "experimenttest" && name != "trial" {
		return name
	}
	return ""
}

func walls() []wall {
	return []wall{
		{"a report knows rows, no experiment, no structure and no input",
			func(p string) bool { return within(p, "report") },
			func(_, p string) bool {
				return within(p, "experiment", "filter", "corpus", "knuthliang", "calibration", "command")
			}},
		{"ground knows nothing of what stands on it",
			func(p string) bool { return within(p, ground()...) },
			func(_, p string) bool {
				return within(p, "report", "experiment", "filter", "corpus", "store", "calibration", "command")
			}},
		{"inputs know nothing of what is measured with them",
			func(p string) bool { return within(p, "corpus") },
			func(_, p string) bool { return within(p, "report", "experiment", "filter", "calibration", "command") }},
		{"a structure knows keys and hashes",
			func(p string) bool { return within(p, "filter") && !within(p, "filter/filtertest") },
			func(_, p string) bool {
				return within(p, "report", "experiment", "corpus", "runfolder", "calibration", "command")
			}},
		{"a store knows keys and values",
			func(p string) bool { return within(p, "store") },
			func(_, p string) bool {
				return within(p, "report", "experiment", "filter", "corpus", "runfolder", "calibration", "command")
			}},
		{"flag values and keys know no experiment",
			func(p string) bool { return within(p, "flagvalue", "workload") },
			func(_, p string) bool {
				return within(p, "report", "experiment", "measuring", "glossary", "calibration", "command")
			}},
		{"one experiment knows nothing of another",
			func(p string) bool { return folder(p) != "" },
			func(from, p string) bool { return folder(p) != "" && folder(p) != folder(from) }},
		{"the list of all experiments is for commands",
			func(p string) bool { return !within(p, "command") },
			func(_, p string) bool { return p == "experiment/all" }},
		{"a run is measured for any caller, and is read by others",
			func(p string) bool { return within(p, "harness") },
			func(_, p string) bool { return within(p, "settings", "choose", "experiment/all") || folder(p) != "" }},
		{"commands are the top",
			func(p string) bool { return !within(p, "command") },
			func(_, p string) bool { return within(p, "command") }},
	}
}

// broken lists the imports that go through a wall.
func broken(g graph) []string {
	var list []string
	for pkg, imports := range g {
		for _, to := range imports {
			for _, w := range walls() {
				if w.from(pkg) && w.to(pkg, to) {
					list = append(list, fmt.Sprintf("%s imports %s: %s", pkg, to, w.why))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// touch reads the properties of every source file, so that a changed one
// invalidates the cached result of the test: the test runner does not see what
// other programs read.
func touch(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" {
			_, err = os.Stat(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// load reads the import graph of the module.
func load(t *testing.T) graph {
	t.Helper()
	touch(t)
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	g := graph{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return g
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module+"internal/")
		g[name] = nil
		for _, i := range p.Imports {
			if to, ok := strings.CutPrefix(i, module+"internal/"); ok {
				g[name] = append(g[name], to)
			}
		}
	}
}

func TestWalls(t *testing.T) {
	g := load(t)
	if len(g) < 20 || len(g["report"]) == 0 {
		t.Fatalf("only %d packages were found", len(g))
	}
	for _, b := range broken(g) {
		t.Error(b)
	}
	for _, name := range ground() {
		if _, there := g[name]; !there {
			t.Errorf("the ground package %s is gone", name)
		}
	}
}

// A broken wall is detected.
func TestBrokenWallsAreDetected(t *testing.T) {
	for from, to := range map[string]string{
		"report/figure":     "experiment/thesis",
		"report/claim":      "filter/bloom",
		"report":            "corpus",
		"sample":            "report",
		"runfolder":         "experiment",
		"filter/cuckoo":     "runfolder",
		"experiment/thesis": "experiment/fbl",
		"calibration":       "experiment/all",
		"experiment":        "command",
		"store":             "runfolder",
	} {
		if got := broken(graph{from: {to}}); len(got) == 0 {
			t.Errorf("%s may import %s", from, to)
		}
	}
	for from, to := range map[string]string{
		"report/claim": "sample", "experiment/thesis": "report/claim", "command": "experiment/all",
		"experiment/thesis/published": "experiment/thesis", "experiment/all": "experiment/fbl", "filter/bloom": "wordlist",
	} {
		if got := broken(graph{from: {to}}); len(got) != 0 {
			t.Errorf("%v", got)
		}
	}
}

// strays are the places outside of an experiment's folder and of package
// metric where a metric is named in a string: every constant of the type
// runfolder.Metric that is written as a literal.
func strays(pkgs []*packages.Package) []string {
	var list []string
	for _, p := range pkgs {
		name := strings.TrimPrefix(p.PkgPath, module+"internal/")
		if name == "metric" || folder(name) != "" || within(name, "report/synthetic", "experiment/experimenttest") {
			continue
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				of := p.TypesInfo.Types[literal]
				if isMetric(of.Type) && of.Value != nil && constant.StringVal(of.Value) != "" {
					list = append(list, fmt.Sprintf("%s: %s names a metric in a string", p.Fset.Position(literal.Pos()), literal.Value))
				}
				return true
			})
		}
	}
	return list
}

func isMetric(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "Metric" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == module+"internal/runfolder"
}

func TestMetricsStayInTheirFolders(t *testing.T) {
	tier.Check(t) // loads the types of all packages
	touch(t)
	mode := packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	pkgs, err := packages.Load(&packages.Config{Mode: mode}, module+"internal/...")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Fatal(e)
		}
		if folder(strings.TrimPrefix(p.PkgPath, module+"internal/")) != "" {
			for _, of := range p.TypesInfo.Types {
				if isMetric(of.Type) && of.Value != nil {
					found++
				}
			}
		}
	}
	if found == 0 {
		t.Error("no experiment names a metric: the test looks at the wrong type")
	}
	for _, s := range strays(pkgs) {
		t.Error(s)
	}
}
