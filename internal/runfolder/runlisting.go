package runfolder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Runs lists the folders of the runs at and below dir, at any depth, in the order
// of their names. Folders whose name begins with a dot are left out.
func Runs(dir string) (list []string, err error) {
	err = Walk(dir, func(dir string, _ *Meta) { list = append(list, dir) })
	slices.Sort(list)
	return list, err
}

// Walk visits the runs that Runs lists, each once. dir may be a symbolic link, and what
// lies in it as well, as where the disks of many machines are linked into one folder.
// Links further down are not followed: they could lead anywhere, and round in circles.
func Walk(dir string, visit func(dir string, m *Meta)) error {
	w := walk{seen: map[string]bool{}, visit: visit}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return err
		}
	}
	links, err := w.below(dir)
	for _, link := range links {
		if filepath.Dir(link) != filepath.Clean(dir) || err != nil {
			continue
		}
		info, missing := os.Stat(link)
		if missing != nil || !info.IsDir() {
			continue
		}
		to, missing := filepath.EvalSymlinks(link)
		if missing == nil {
			_, err = w.below(to)
		}
	}
	return err
}

// walk is a visit of many folders.
type walk struct {
	seen  map[string]bool // runs, by their absolute paths without links
	visit func(dir string, m *Meta)
}

// below visits the runs at and below a folder, and returns the links that it saw.
func (w *walk) below(dir string) (links []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&fs.ModeSymlink != 0 && !strings.HasPrefix(d.Name(), ".") {
			links = append(links, path)
		}
		if err != nil || !d.IsDir() {
			return err
		}
		if path != dir && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		meta, err := readMeta(path)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errForeign):
			return nil
		case err != nil:
			return err
		}
		place, err := Place(path)
		if err != nil {
			return err
		}
		if !w.seen[place] {
			w.visit(path, meta)
		}
		w.seen[place] = true
		return fs.SkipDir // a run holds no other
	})
	return links, err
}

// Place is the absolute path of a folder without links, by which two names of one folder
// are the same.
func Place(dir string) (string, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}
