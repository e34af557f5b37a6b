package runfolder

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A baseline is a copy with the run's own seals. It stays when the run is gone, and
// is no run of the folder that it is kept in.
func TestBaselines(t *testing.T) {
	parent := t.TempDir()
	dir := closedRun(t, parent, Finished)
	b := Baselines(filepath.Join(parent, ".baselines"))
	if list, err := b.List(); err != nil || list != nil {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := b.Open("main"); err == nil || !strings.Contains(err.Error(), "'hyphbench baseline save main' makes it") {
		t.Error(err)
	}
	if err := b.Save("main", dir, false); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{MetaFile, MeasurementsFile} {
		if a, c := textOf(t, dir, file), textOf(t, filepath.Join(string(b), "main"), file); !bytes.Equal(a, c) {
			t.Errorf("%s differs", file)
		}
	}
	if runs, err := Runs(parent); err != nil || len(runs) != 1 || runs[0] != dir {
		t.Errorf("runs %q, %v", runs, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	run, err := b.Open("main")
	if err != nil || !run.Sealed || len(run.Rows) == 0 {
		t.Fatalf("%+v, %v", run, err)
	}
	if _, err := b.Open("mian"); !errors.Is(err, ErrBaseline) || !strings.Contains(err.Error(), "want one of main") {
		t.Error(err)
	}
	if err := b.Remove("main"); err != nil {
		t.Fatal(err)
	}
	if err := b.Remove("main"); !errors.Is(err, ErrBaseline) {
		t.Error(err)
	}
}

// A name is taken once, unless force says so; and it is a name, not a path.
func TestBaselineNames(t *testing.T) {
	parent := t.TempDir()
	dir := closedRun(t, parent, Finished)
	b := Baselines(filepath.Join(parent, "kept"))
	if err := b.Save("a", dir, false); err != nil {
		t.Fatal(err)
	}
	if err := b.Save("a", dir, false); err == nil || !strings.Contains(err.Error(), `baseline "a" exists`) {
		t.Error(err)
	}
	if err := b.Save("a", dir, true); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"", ".", "..", "../a", "a/b", ".a", `a\b`, "a b"} {
		for what, err := range map[string]error{"save": b.Save(name, dir, true), "remove": b.Remove(name)} {
			if !errors.Is(err, ErrBaseline) {
				t.Errorf("%s %q: %v", what, name, err)
			}
		}
	}
	entries, err := os.ReadDir(string(b))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if err := b.Save("b", filepath.Join(parent, "nothing"), false); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// What is not finished, or damaged, is no baseline.
func TestNoBaseline(t *testing.T) {
	parent := t.TempDir()
	b := Baselines(filepath.Join(parent, "kept"))
	if err := b.Save("a", closedRun(t, parent, Interrupted), false); err == nil || !strings.Contains(err.Error(), "is not finished") {
		t.Error(err)
	}
	dir := closedRun(t, parent, Finished)
	text := textOf(t, dir, MeasurementsFile)
	if err := os.WriteFile(filepath.Join(dir, MeasurementsFile), text[:len(text)-3], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := b.Save("a", dir, false); err == nil {
		t.Error("a damaged run is kept")
	}
	if list, err := b.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func textOf(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// closedRun is a run of three measurements that ended so.
func closedRun(t *testing.T, parent, state string) string {
	t.Helper()
	w := written(t, parent)
	if err := w.Close(state, nil); err != nil {
		t.Fatal(err)
	}
	return w.Dir
}
