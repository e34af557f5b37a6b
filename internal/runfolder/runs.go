package runfolder

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
)

// Runs lists the folders of the runs at and below dir, at any depth, in the order
// of their names. Folders whose name begins with a dot are left out.
func Runs(dir string) (list []string, err error) {
	err = Walk(dir, func(dir string, _ *Meta) { list = append(list, dir) })
	return list, err
}

// Walk visits the runs that Runs lists.
func Walk(dir string, visit func(dir string, m *Meta)) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
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
		visit(path, meta)
		return fs.SkipDir // a run holds no other
	})
}
