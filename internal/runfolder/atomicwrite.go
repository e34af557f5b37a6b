package runfolder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A temporary file is .NAME-RANDOM.tmp beside NAME; the folder of a run that is
// not complete yet is .new-RANDOM beside the runs. A killed process leaves them.
const (
	tmpPrefix, tmpSuffix = ".", ".tmp"
	newPrefix            = ".new-"
)

// WriteFile replaces a file atomically: after a crash it holds the old text or
// the new one.
func WriteFile(name string, text []byte) error {
	err := writeFile(name, text)
	if errors.Is(err, errSwept) { // another writer took the file for a stale one
		err = writeFile(name, text)
	}
	return err
}

// errSwept says that a temporary file was gone before it was renamed.
var errSwept = errors.New("the temporary file was removed by another process")

func writeFile(name string, text []byte) error {
	return replaceFile(name, text, (*os.File).Sync)
}

// replaceFile replaces a file atomically. flush has it on the disk itself before.
func replaceFile(name string, text []byte, flush func(*os.File) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), tmpPrefix+filepath.Base(name)+"-*"+tmpSuffix)
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Path = name // that of the temporary file says nothing
	}
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // after the rename there is nothing to remove
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(0o644), flush(tmp), tmp.Close()); err != nil {
		return err
	}
	err = os.Rename(tmp.Name(), name)
	if _, gone := os.Lstat(tmp.Name()); errors.Is(err, fs.ErrNotExist) && errors.Is(gone, fs.ErrNotExist) {
		return errors.Join(errSwept, err)
	}
	return err
}

// stale lists the temporary files in the folder of a run and in the folders
// below it. Whether a process still writes them, the lock tells.
func stale(dir string) []string {
	var files []string
	entries, _ := os.ReadDir(dir) // what cannot be read is not swept
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			within, _ := os.ReadDir(path)
			for _, f := range within {
				if temporary(f) {
					files = append(files, filepath.Join(path, f.Name()))
				}
			}
		case temporary(e):
			files = append(files, path)
		}
	}
	return files
}

func temporary(e fs.DirEntry) bool {
	return e.Type().IsRegular() && strings.HasPrefix(e.Name(), tmpPrefix) && strings.HasSuffix(e.Name(), tmpSuffix)
}

// sweep removes what killed processes left in the folder of a run. The lock is
// held.
func sweep(dir string) {
	for _, file := range stale(dir) {
		os.Remove(file)
	}
}

// sweepParent removes the folders that killed processes left half made, and the files by
// which they tried whether they can write. The lock is held.
func sweepParent(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), newPrefix) {
			os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}
