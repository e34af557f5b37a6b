package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// pkg is a package of the module and what it imports, as go list says it.
type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles          []string
}

func (p pkg) tested() bool      { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }
func (p pkg) imports() []string { return slices.Concat(p.Imports, p.TestImports, p.XTestImports) }

// readPackages are the packages of the module in dir.
func readPackages(dir string) (list []pkg, err error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles", "./...")
	var out, said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, said.Bytes())
	}
	for d := json.NewDecoder(&out); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}

// dependents are the packages whose tests depend on the one below internal/: itself first,
// then those that import it, and so on. Of equally near ones the one that imports less is
// first: its tests are built sooner.
func dependents(list []pkg, below string) (paths []string) {
	steps := map[string]int{} // of imports, by sources alone: what a test imports no importer of its package has
	least := func(p pkg, imports []string) (int, bool) {
		least, found := steps[p.ImportPath]
		for _, i := range imports {
			if n, is := steps[i]; is && (!found || n+1 < least) {
				least, found = n+1, true
			}
		}
		return least, found
	}
	for _, p := range list {
		if strings.HasSuffix(p.ImportPath, "/internal/"+below) {
			steps[p.ImportPath] = 0
		}
	}
	for before := -1; before != len(steps); { // from outside in, so that the first found is the least
		before = len(steps)
		next := map[string]int{}
		for _, p := range list {
			if n, found := least(p, p.Imports); found {
				next[p.ImportPath] = n
			}
		}
		steps = next
	}
	far := map[string]int{}
	list = slices.Clone(list)
	list = slices.DeleteFunc(list, func(p pkg) bool {
		n, found := least(p, p.imports())
		far[p.ImportPath] = n
		return !found || !p.tested()
	})
	slices.SortStableFunc(list, func(a, b pkg) int {
		return cmp.Or(far[a.ImportPath]-far[b.ImportPath], len(a.imports())-len(b.imports()))
	})
	for _, p := range list {
		paths = append(paths, p.ImportPath)
	}
	return paths
}
