package runfolder

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// running is a run that is being written.
func running(t *testing.T, parent string, start time.Time) *Writer {
	t.Helper()
	w, err := Create(parent, Meta{Experiment: "test", Columns: Columns(nil), Sessions: []Session{{Start: start}}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// What a run tells is read again, and goes when it is finished.
func TestProgress(t *testing.T) {
	parent := t.TempDir()
	w := running(t, parent, time.Unix(1, 0).UTC())
	if p, err := ProgressOf(w.Dir); p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	want := Progress{Process: 7, Updated: time.Unix(2, 0).UTC(), Rows: 3, AllRows: 9, Round: 2, Share: 0.3, Left: time.Minute, Folder: "/", Resume: []string{"a", "b c"}}
	if err := SaveProgress(w.Dir, want); err != nil {
		t.Fatal(err)
	}
	if p, err := ProgressOf(w.Dir); err != nil || !reflect.DeepEqual(*p, want) {
		t.Errorf("%+v, %v", p, err)
	}
	if err := w.Close(Finished, nil); err != nil {
		t.Fatal(err)
	}
	if p, err := ProgressOf(w.Dir); p != nil || err != nil {
		t.Errorf("a finished run tells %v, %v", p, err)
	}
	if err := os.WriteFile(filepath.Join(w.Dir, progressFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ProgressOf(w.Dir); err == nil || !strings.Contains(err.Error(), progressFile) {
		t.Errorf("%v", err)
	}
}

// A run is under way while its writer lives, and no other one beside it is; whoever
// asks leaves the folder to the writers.
func TestActive(t *testing.T) {
	parent := t.TempDir()
	killed := running(t, parent, time.Unix(1, 0).UTC())
	if !Active(killed.Dir) || !Busy(parent) {
		t.Error("the run is not under way")
	}
	if err := killed.Release(); err != nil { // as the end of its process does
		t.Fatal(err)
	}
	if Active(killed.Dir) || Busy(parent) {
		t.Error("the run is under way after its process ended")
	}
	next := running(t, parent, time.Unix(2, 0).UTC())
	if Active(killed.Dir) || !Active(next.Dir) {
		t.Error("the killed run is taken for the one that is written")
	}
	if err := next.Close(Interrupted, nil); err != nil {
		t.Fatal(err)
	}
	if Active(next.Dir) {
		t.Error("an interrupted run is under way")
	}
	lastRow := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(killed.Dir, MeasurementsFile), lastRow, lastRow); err != nil {
		t.Fatal(err)
	}
	resumed, err := Resume(killed.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if end := resumed.Meta.Sessions[0].End; !end.Equal(lastRow) {
		t.Errorf("the session of the killed process ended at %v, want when its last row was written, %v", end, lastRow)
	}
	if err := resumed.Release(); err != nil {
		t.Fatal(err)
	}
	if Busy(t.TempDir()) {
		t.Error("an empty folder is busy")
	}
	if entries, _ := os.ReadDir(t.TempDir()); len(entries) > 0 {
		t.Errorf("asking left %v", entries)
	}
}

// Where no run can be written is found out before, and nothing is left there.
func TestCheckParent(t *testing.T) {
	dir := t.TempDir()
	if existing, err := CheckParent(filepath.Join(dir, "a", "b")); err != nil || existing != dir {
		t.Errorf("%s, %v, want %s", existing, err, dir)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("the check left %v", entries)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w := running(t, filepath.Join(dir, "runs"), time.Unix(1, 0).UTC())
	defer w.Release()
	bad := map[string]string{file: "is a file", filepath.Join(file, "below"): "is a file", w.Dir: "is a run itself"}
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	if probe, err := os.Create(filepath.Join(locked, "probe")); err != nil { // root may
		bad[locked] = "nothing can be written there"
	} else {
		probe.Close()
	}
	for parent, want := range bad {
		if _, err := CheckParent(parent); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", parent, err, want)
		}
	}
}
