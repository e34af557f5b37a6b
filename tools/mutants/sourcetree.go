package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleRoot is the folder of the go.mod at or above dir.
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s is in no module: want the repository", dir)
		}
	}
}

// copyTree copies the files of the tree, without what git and builds keep and without the
// results of this command, and gives their checksum. It is one of the tree that is tested:
// this list of errors is not part of it, so that it may grow.
func copyTree(to, from, results string) (tree string, err error) {
	if results, err = filepath.Abs(results); err != nil {
		return "", err
	}
	sum := sha256.New()
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if rel == ".git" || rel == "bin" || rel == "dist" {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case !d.Type().IsRegular() || name == results:
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if filepath.Dir(rel) != filepath.Join("tools", "mutants") {
			fmt.Fprintf(sum, "%s\x00%d\x00%s", rel, len(text), text)
		}
		return os.WriteFile(target, text, info.Mode().Perm()|0o200)
	})
	return fmt.Sprintf("%.6x", sum.Sum(nil)), err
}

// revision is what git calls the tree, empty where it says nothing.
func revision(root string) string {
	cmd := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*")
	cmd.Dir = root
	out, _ := cmd.Output()
	return strings.TrimSpace(string(out))
}
