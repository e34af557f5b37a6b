package runfolder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A torn line is cut off when the run is resumed, before anything follows it:
// a shorter line must not leave its end behind.
func TestResumeCutsBeforeItWrites(t *testing.T) {
	w := written(t, t.TempDir())
	name := filepath.Join(w.Dir, MeasurementsFile)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w.file.Close()
	w.Release()
	torn := string(whole) + "4,1,interleaved,bloom,0.1,query," + strings.Repeat("7", 200)
	if err := os.WriteFile(name, []byte(torn), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Resume(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(name); string(got) != string(whole) {
		t.Errorf("resumed with\n%s\nwant\n%s", got, whole)
	}
	if err := r.Append(row("fp", 1)); err != nil {
		t.Fatal(err)
	}
	r.Close(Finished, nil)
	if run, err := Open(w.Dir); err != nil || len(run.Rows) != 4 {
		t.Errorf("%v", err)
	}
}

// Rows tell the session in which they were measured.
func TestRowsTellTheirSession(t *testing.T) {
	w := written(t, t.TempDir())
	w.Close(Interrupted, nil)
	r, err := Resume(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	r.Meta.Sessions = append(r.Meta.Sessions, Session{Start: noon})
	if err := r.Append(row("fp", 1)); err != nil {
		t.Fatal(err)
	}
	r.Close(Finished, nil)
	run, err := Open(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := run.Rows[2], run.Rows[3]; first.Session != 1 || last.Session != 2 || last.Seq != 4 {
		t.Errorf("sessions %d and %d, row %d", first.Session, last.Session, last.Seq)
	}
}

// Of a file without checksums the order is all that can be checked.
func TestOrderWithoutChecksums(t *testing.T) {
	header := strings.Join(fixed(), ",") + "\n"
	line := func(seq string) string { return seq + ",1,thesis,bloom,0.01,init,5,ns,1,\n" }
	m := &Meta{Schema: schema1, Axes: meta(noon).Axes}
	for body, ok := range map[string]bool{
		line("1") + line("2"): true, line("2") + line("4"): true, line("2") + line("1"): false, line("1") + line("1"): false,
	} {
		if _, err := parseTable("x", strings.NewReader(header+body), m, func(Row, *kindInFile) {}); (err == nil) != ok {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// The checksum of a line depends on all lines before it, and each byte of it.
func TestChain(t *testing.T) {
	a := chain(0).next([]byte("header"))
	if a.next([]byte("line")) == chain(0).next([]byte("line")) || a.next([]byte("line")) == a.next([]byte("lime")) || a.next([]byte("x")).next([]byte("line")) == a.next([]byte("y")).next([]byte("line")) {
		t.Error("lines of different files have one checksum")
	}
	// CRC-32C of "0123456789" is 280c069e (as of "0" and "123456789" behind it).
	if got := chain(0).next([]byte("123456789")).String(); got != "280c069e" {
		t.Errorf("the checksum is %s, want CRC-32C", got)
	}
}

// What killed processes left in a run's folder and below it is removed, and nothing else; not while a
// run is written beside it.
func TestTidy(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "run")
	left := []string{filepath.Join(dir, tmpPrefix+"1"+tmpSuffix), filepath.Join(dir, "figures", tmpPrefix+"2"+tmpSuffix)}
	kept := []string{filepath.Join(dir, "run.json"), filepath.Join(dir, tmpPrefix+"3"), filepath.Join(dir, "figures", "4"+tmpSuffix)}
	if err := os.MkdirAll(filepath.Join(dir, "figures"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range append(left, kept...) {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	there := func(files []string) (n int) {
		for _, file := range files {
			if _, err := os.Stat(file); err == nil {
				n++
			}
		}
		return n
	}
	lock, err := lockParent(parent)
	if err != nil {
		t.Fatal(err)
	}
	if Tidy(dir); there(left) != 2 {
		t.Error("files of a run that is being written were removed")
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if Tidy(dir); there(left) != 0 || there(kept) != 3 {
		t.Errorf("%d of 2 files are left, %d of 3 are kept", there(left), there(kept))
	}
}
