package runfolder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Runs are found at any depth, in the order of their names; hidden folders, files of
// others and what lies within a run are left out.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	w := written(t, t.TempDir())
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b/c/run", "a", "a/within", ".hidden/run", "d"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(w.Dir)); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(dir, "other", MetaFile)
	if err := errors.Join(os.Mkdir(filepath.Dir(other), 0o755), os.WriteFile(other, []byte(`{"schema": "run/2"}`), 0o644)); err != nil {
		t.Fatal(err)
	}
	got, err := Runs(dir)
	want := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b/c/run"), filepath.Join(dir, "d")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := Runs(want[0]); err != nil || !slices.Equal(got, want[:1]) {
		t.Errorf("a run itself: %v, %v", got, err)
	}
	if _, err := Runs(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(want[2], MetaFile), []byte(`{"schema": "hyphbench-run/99"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Runs(dir); err == nil || !strings.Contains(err.Error(), "run.json") {
		t.Errorf("a damaged run: %v", err)
	}
}

// The folder itself may be a link, and what lies in it; a run is listed once, and a link
// further down is not followed.
func TestRunsThroughLinks(t *testing.T) {
	disk, dir := t.TempDir(), t.TempDir()
	w := written(t, t.TempDir())
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"disk/a/run", "disk/b/deep/run"} {
		if err := os.CopyFS(filepath.Join(disk, name), os.DirFS(w.Dir)); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][2]string{
		{filepath.Join(disk, "disk"), "whole"},
		{filepath.Join(disk, "disk/a"), "node1"},
		{filepath.Join(disk, "disk/b"), "node2"},
		{filepath.Join(dir, "nowhere"), "broken"},
		{dir, "circle"},
		{filepath.Join(disk, "disk/a"), ".hidden"},
	} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Skip(err) // a system without links
		}
	}
	if err := os.Symlink(dir, filepath.Join(disk, "disk/b/deep/up")); err != nil {
		t.Fatal(err)
	}
	place := func(name string) string {
		path, err := Place(name)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	want := []string{place(filepath.Join(disk, "disk/a/run")), place(filepath.Join(disk, "disk/b/deep/run"))}
	for _, name := range []string{dir, filepath.Join(dir, "whole")} {
		if got, err := Runs(name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	if _, err := Runs(filepath.Join(dir, "broken")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nothing: %v", err)
	}
	beside := filepath.Join(dir, "own", "run")
	if err := os.CopyFS(beside, os.DirFS(w.Dir)); err != nil {
		t.Fatal(err)
	}
	if got, err := Runs(dir); err != nil || len(got) != 3 || !slices.Contains(got, beside) {
		t.Errorf("%v, %v, want %s too", got, err, beside)
	}
}
