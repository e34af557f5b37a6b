package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// pkg is a package of the module and what it imports.
type pkg struct {
	path           string
	sources, tests []string // imports
	testFiles      int
}

// readPackages are the packages of the module in dir.
func readPackages(dir string) (list []pkg, err error) {
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}|{{.TestGoFiles}}{{.XTestGoFiles}}`, "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list in %s: %w", dir, err)
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(line, "|")
		list = append(list, pkg{f[0], strings.Fields(f[1]), strings.Fields(f[2]), strings.Count(f[3], "_test.go")})
	}
	return list, nil
}

// dependents are the packages whose tests depend on the one below internal/: itself first,
// then those that import it, and so on. Of equally near ones the one that imports less is
// first: its tests are built sooner.
func dependents(list []pkg, below string) (paths []string) {
	const never = 1 << 30
	steps := map[string]int{} // of imports, by sources alone: what a test imports no importer of its package has
	least := func(p pkg, imports []string) int {
		n := never
		if strings.HasSuffix(p.path, "/internal/"+below) {
			n = 0
		}
		for _, i := range imports {
			if s, is := steps[i]; is {
				n = min(n, s+1)
			}
		}
		return n
	}
	for before := -1; before != len(steps); { // the first found is the least
		before = len(steps)
		found := map[string]int{}
		for _, p := range list {
			if n := least(p, p.sources); n < never {
				found[p.path] = n
			}
		}
		steps = found
	}
	far := map[string]int{}
	for _, p := range list {
		if n := min(least(p, p.sources), least(p, p.tests)); n < never && p.testFiles > 0 {
			far[p.path] = n
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(p pkg) bool { _, is := far[p.path]; return !is })
	slices.SortStableFunc(list, func(a, b pkg) int {
		return cmp.Or(far[a.path]-far[b.path], len(a.sources)+len(a.tests)-len(b.sources)-len(b.tests))
	})
	for _, p := range list {
		paths = append(paths, p.path)
	}
	return paths
}
