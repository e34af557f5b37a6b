package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// kept is the path of a store in a folder, which make has written, now or earlier. It
// gets its name when it is complete.
func kept(folder, name string, make func(path string) error) (string, error) {
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	part := path + ".part"
	if err := os.RemoveAll(part); err != nil {
		return "", err
	}
	if err := make(part); err != nil {
		return "", errors.Join(err, os.RemoveAll(part))
	}
	return path, os.Rename(part, path)
}
