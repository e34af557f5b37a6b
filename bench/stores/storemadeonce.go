package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sumSuffix ends the name of the file beside a store that holds its checksum.
const sumSuffix = ".sha256"

// kept is the path of a store in a folder, which make has written, now or earlier. It
// gets its name when it is complete. What is no longer as it was written is made anew:
// SQLite has no checksums of its own and would answer with a flipped bit.
func kept(folder, name string, make func(path string) error) (string, error) {
	path := filepath.Join(folder, name)
	want, err := os.ReadFile(path + sumSuffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err == nil {
		switch sum, err := sumOf(path); {
		case err == nil && sum == string(want):
			return path, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
	}
	part := path + ".part"
	if err := errors.Join(os.RemoveAll(path+sumSuffix), os.RemoveAll(path), os.RemoveAll(part)); err != nil {
		return "", err
	}
	if err := make(part); err != nil {
		return "", errors.Join(err, os.RemoveAll(part))
	}
	sum, err := sumOf(part)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(part))
	}
	return path, os.WriteFile(path+sumSuffix, []byte(sum), 0o600)
}

// sumOf is the SHA-256 of a file, or of all files in a folder with their names.
func sumOf(path string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %d\n", inside, info.Size())
		_, err = io.Copy(h, f)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
