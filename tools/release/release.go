package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed readme.tmpl
var readme string

// release writes the archives of the targets and their checksums into a folder,
// and says what it has written.
func release(ctx context.Context, stdout io.Writer, out string, targets []target) error {
	tools, err := newToolchain(ctx)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(tools.root, out)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	host, err := tools.host(ctx)
	if err != nil {
		return err
	}
	own := filepath.Join(dir, "own-"+host.program())
	from, err := tools.build(ctx, host, own)
	if err != nil {
		return err
	}
	if from.Modified {
		fmt.Fprintln(stdout, "The work tree is modified: the archives are of no revision.")
	}
	about, err := pages(ctx, own, from.Time)
	if err != nil {
		return err
	}
	var archives []file
	for _, t := range targets {
		program := filepath.Join(dir, strings.ReplaceAll(t.String(), "/", "-")+"-"+t.program())
		if t == host {
			program = own
		} else if _, err := tools.build(ctx, t, program); err != nil {
			return err
		}
		files, err := tools.contents(ctx, t, from, program)
		if err != nil {
			return err
		}
		folder := fmt.Sprintf("hyphbench-%s-%s-%s", versionName(from.Version), t.OS, t.Arch)
		var b bytes.Buffer
		if err := pack(&b, t, folder, slices.Concat(files, about), from.Time); err != nil {
			return err
		}
		archives = append(archives, text(folder+t.extension(), b.Bytes()))
		fmt.Fprintf(stdout, "%s  %.1f MB\n", folder+t.extension(), float64(b.Len())/1e6)
	}
	for _, f := range append(archives, sums(archives)) {
		if err := os.WriteFile(filepath.Join(out, f.name), f.text, 0o666); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(stdout, "Revision %s by %s. To compare: (cd %s && sha256sum --check %s)\n", from.Revision, from.Go, out, sumsFile)
	return err
}

// contents are the files of the archive of a system, but for what the program
// writes about itself.
func (t *toolchain) contents(ctx context.Context, for_ target, from origin, program string) ([]file, error) {
	packages, err := t.packages(ctx, for_)
	if err != nil {
		return nil, err
	}
	list, err := modules(packages)
	if err != nil {
		return nil, err
	}
	files, err := t.notices(list, from.Go)
	if err != nil {
		return nil, err
	}
	data, err := t.dataFiles(packages, list)
	if err != nil {
		return nil, err
	}
	files = append(files, data...)
	kept := []string{"LICENSE", "CITATION.cff"}
	if for_.OS == "linux" {
		kept = append(kept, "Containerfile")
	}
	for _, name := range kept {
		content, err := os.ReadFile(filepath.Join(t.root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, text(name, content))
	}
	page, err := aboutArchive(for_, from)
	if err != nil {
		return nil, err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	return append(files, page,
		file{for_.program(), 0o755, binary},
		file{"results", fs.ModeDir | 0o755, nil}), nil // the folder of the container's volume, and of runs
}

// aboutArchive is the archive's own README.
func aboutArchive(for_ target, from origin) (file, error) {
	page, err := template.New("readme").Parse(readme)
	if err != nil {
		return file{}, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, struct {
		origin
		target
		Program string
	}{from, for_, strings.TrimSuffix(for_.program(), ".exe")})
	return text("README.md", b.Bytes()), err
}
