package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linked is a package of the program for one system, as go list describes it.
type linked struct {
	ImportPath string
	Dir        string
	Standard   bool
	EmbedFiles []string
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// packages are those that the program for a system is linked from.
func (t *toolchain) packages(ctx context.Context, for_ target) ([]linked, error) {
	list, err := t.call(ctx, for_, "list", "-deps", "-json=ImportPath,Dir,Standard,EmbedFiles,Module", "./cmd/hyphbench")
	if err != nil {
		return nil, err
	}
	var packages []linked
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p linked
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// module is a module of a program with the files that say its terms.
type module struct {
	path, version, dir string
	notices            []string // below dir, with slashes
	fonts              []string
}

// folder is where the terms of the module stand in the archive.
func (m module) folder() string { return path.Join("licenses", m.path+"@"+m.version) }

// A file or folder that says terms, by its name.
var (
	noticeName   = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents|authors|contributors)([-._].*)?$`)
	noticeFolder = regexp.MustCompile(`(?i)^(licen[cs]es|third[-_]party([-_](licen[cs]es|notices))?)$`)
	grant        = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying)`)
)

// elsewhere are terms under another name: those of packages below an import path.
func elsewhere() map[string]string {
	return map[string]string{"golang.org/x/image/font/gofont": "font/gofont/ttfs/README"}
}

// modules are those of the packages, with their terms. A module without a licence
// is an error, as its program must not be given away.
func modules(packages []linked) ([]module, error) {
	byDir := map[string]*module{}
	for _, p := range packages {
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		m := byDir[p.Module.Dir]
		if m == nil {
			m = &module{path: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
			byDir[p.Module.Dir] = m
		}
		// The terms of a package stand in its folder or in one above it.
		for dir := p.Dir; ; dir = filepath.Dir(dir) {
			found, err := noticesIn(m.dir, dir)
			if err != nil {
				return nil, err
			}
			m.notices = append(m.notices, found...)
			if len(dir) <= len(m.dir) {
				break
			}
		}
		for below, file := range elsewhere() {
			if p.ImportPath == below || strings.HasPrefix(p.ImportPath, below+"/") {
				m.notices = append(m.notices, file)
				m.fonts = append(m.fonts, path.Base(p.ImportPath))
			}
		}
		for _, name := range p.EmbedFiles {
			if ext := strings.ToLower(path.Ext(name)); ext == ".ttf" || ext == ".otf" || ext == ".pfb" {
				m.fonts = append(m.fonts, path.Base(name))
			}
		}
	}
	var list []module
	for _, m := range byDir {
		slices.Sort(m.notices)
		m.notices = slices.Compact(m.notices)
		slices.Sort(m.fonts)
		if !slices.ContainsFunc(m.notices, func(name string) bool { return grant.MatchString(path.Base(name)) }) {
			return nil, fmt.Errorf("module %s@%s has no licence: want a file LICENSE or COPYING in %s", m.path, m.version, m.dir)
		}
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return list, nil
}

// noticesIn are the files with terms in a folder of a module, and all files of its
// folders of licences.
func noticesIn(root, dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []string
	add := func(name string) error {
		rel, err := filepath.Rel(root, name)
		list = append(list, filepath.ToSlash(rel))
		return err
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case e.Type().IsRegular() && noticeName.MatchString(e.Name()) && path.Ext(e.Name()) != ".go":
			err = add(name)
		case e.IsDir() && noticeFolder.MatchString(e.Name()):
			err = filepath.WalkDir(name, func(name string, e fs.DirEntry, err error) error {
				if err != nil || !e.Type().IsRegular() {
					return err
				}
				return add(name)
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// notices are the files of an archive that say the terms of all that is linked or
// embedded, with their index.
func (t *toolchain) notices(list []module, goVersion string) ([]file, error) {
	golang := module{path: "go", version: strings.TrimPrefix(goVersion, "go"), dir: t.goroot, notices: []string{"LICENSE", "PATENTS"}}
	list = append(slices.Clone(list), golang)
	var files []file
	for _, m := range list {
		for _, name := range m.notices {
			content, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(name)))
			if err != nil {
				return nil, fmt.Errorf("terms of %s@%s: %w", m.path, m.version, err)
			}
			files = append(files, text(path.Join(m.folder(), name), content))
		}
	}
	return append(files, text("THIRD-PARTY.md", index(list))), nil
}

// index lists the modules with the files of their terms.
func index(list []module) []byte {
	var b bytes.Buffer
	b.WriteString("# What is in the program\n\n" +
		"The program holds the work of others. Each keeps its own terms, which are in\n" +
		"these files, as their authors have them. The data files are in `NOTICE.md`.\n\n")
	for _, m := range list {
		name := m.path + " " + m.version
		if m.path == "go" {
			name = "Go " + m.version + ", its standard library"
		}
		fmt.Fprintf(&b, "* %s\n", name)
		for _, notice := range m.notices {
			fmt.Fprintf(&b, "  * `%s`\n", path.Join(m.folder(), notice))
		}
		if len(m.fonts) > 0 {
			fmt.Fprintf(&b, "  * fonts: %s\n", strings.Join(m.fonts, ", "))
		}
	}
	return b.Bytes()
}

// dataFiles are the embedded inputs' notices: NOTICE.md, which must name every
// embedded file and font, the copyright files, and the files whose header is their
// notice.
func (t *toolchain) dataFiles(packages []linked, list []module) ([]file, error) {
	notice, err := os.ReadFile(filepath.Join(t.root, "NOTICE.md"))
	if err != nil {
		return nil, err
	}
	files := []file{text("NOTICE.md", notice)}
	for _, p := range packages {
		if p.ImportPath != "hyphbench/data" {
			continue
		}
		for _, name := range p.EmbedFiles {
			if !bytes.Contains(notice, []byte("`data/"+name+"`")) {
				return nil, fmt.Errorf("NOTICE.md does not name data/%s, which is embedded", name)
			}
		}
		kept, err := filepath.Glob(filepath.Join(p.Dir, "*"))
		if err != nil {
			return nil, err
		}
		for _, name := range kept {
			if base := filepath.Base(name); strings.HasPrefix(base, "COPYRIGHT") || slices.Contains(p.EmbedFiles, base) && filepath.Ext(base) == ".tex" {
				content, err := os.ReadFile(name)
				if err != nil {
					return nil, err
				}
				files = append(files, text("data/"+base, content))
			}
		}
	}
	for _, m := range list {
		if len(m.fonts) > 0 && !bytes.Contains(notice, []byte(m.path)) {
			return nil, fmt.Errorf("NOTICE.md does not name the fonts of %s, which are embedded", m.path)
		}
	}
	return files, nil
}
