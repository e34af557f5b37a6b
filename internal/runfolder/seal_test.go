package runfolder

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/tier"
)

// rechained is a measurements.csv with texts replaced and all checksums right
// for what it holds then.
func rechained(text string, replace ...string) string {
	for i := 0; i < len(replace); i += 2 {
		at := strings.LastIndex(text, replace[i])
		text = text[:at] + replace[i+1] + text[at+len(replace[i]):]
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	c := chain(0).next([]byte(lines[0]))
	for i, line := range lines[1:] {
		body := line[:strings.LastIndexByte(line, ',')]
		c = c.next([]byte(body))
		lines[i+1] = body + "," + c.String()
	}
	return strings.Join(lines, "\n") + "\n"
}

func flipped(text []byte, at, bit int) []byte {
	text = bytes.Clone(text)
	text[at] ^= 1 << bit
	return text
}

// everything makes the tests of faults try every bit and every length, which
// 'make faults' does, rather than a sample.
func everything() bool { return os.Getenv("FAULTS") == "all" }

// stride is how many cases a test of faults goes on after one.
func stride() int {
	if everything() {
		return 1
	}
	return tier.Of(97, 11) // prime to the 8 bits of a byte
}

// kinds are the states in which a run can be found.
func kinds() []string { return []string{Running, Interrupted, Failed, Finished} }

// found makes a run in the state and returns its folder with the contents of
// its two files. One that is running is as a kill left it: its rows are newer
// than its run.json.
func found(t *testing.T, state string) (dir string, files map[string][]byte) {
	t.Helper()
	w := written(t, t.TempDir())
	if state == Running {
		w.Release()
	} else if err := w.Close(state, nil); err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for _, name := range []string{MetaFile, MeasurementsFile} {
		text, err := os.ReadFile(filepath.Join(w.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = text
	}
	return w.Dir, files
}

// No bit of the two files of a run can change unnoticed, whatever state the run
// is in, also when the run is looked for from its parent.
func TestEveryFlip(t *testing.T) {
	for _, state := range kinds() {
		dir, files := found(t, state)
		for name, text := range files {
			path := filepath.Join(dir, name)
			tried, unnoticed := 0, 0
			for i := 0; i < 8*len(text); i += stride() {
				tried++
				os.WriteFile(path, flipped(text, i/8, i%8), 0o644)
				_, err := Open(dir)
				_, above := Open(filepath.Dir(dir))
				if err == nil || above == nil {
					unnoticed++
					t.Errorf("%s, %s: bit %d of byte %d (%q) changed, unnoticed", state, name, i%8, i/8, text[i/8])
				} else if !strings.Contains(err.Error(), path) {
					t.Errorf("%s, %s: the error does not name the file: %v", state, name, err)
				}
			}
			os.WriteFile(path, text, 0o644)
			t.Logf("%s, %s: %d of %d single-bit flips, %d unnoticed", state, name, tried, 8*len(text), unnoticed)
		}
	}
}

// No file of a run can be cut unnoticed. Of a run that was killed, what comes
// after the last record in run.json can: the kill may have come before it. Then
// whole rows are read, and as many as there are.
func TestEveryCut(t *testing.T) {
	for _, state := range kinds() {
		dir, files := found(t, state)
		for name, text := range files {
			path := filepath.Join(dir, name)
			for n := len(text) - 1; n >= 0; n -= tier.Of(7, 1) {
				os.WriteFile(path, text[:n], 0o644)
				run, err := Open(dir)
				legal := state == Running && name == MeasurementsFile && bytes.Contains(text[:n], []byte("\n"))
				switch {
				case !legal && err == nil:
					t.Errorf("%s, %s cut to %d of %d bytes, unnoticed", state, name, n, len(text))
				case !legal && !strings.Contains(err.Error(), path):
					t.Errorf("%s, %s: the error does not name the file: %v", state, name, err)
				case legal && err != nil:
					t.Errorf("%s, %s cut to %d of %d bytes: %v", state, name, n, len(text), err)
				case legal && len(run.Rows) != bytes.Count(text[:n], []byte("\n"))-1:
					t.Errorf("%s, %s cut to %d bytes: %d rows", state, name, n, len(run.Rows))
				}
			}
			os.WriteFile(path, text, 0o644)
		}
	}
}

// Rows that run.json has recorded cannot be cut off a run that was killed later.
func TestCheckpoint(t *testing.T) {
	w := written(t, t.TempDir())
	defer w.Release()
	w.saved = time.Time{}
	if err := w.Checkpoint(); err != nil {
		t.Fatal(err)
	}
	if err := w.Append(row("fp", 4)); err != nil {
		t.Fatal(err)
	}
	if err := w.Checkpoint(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(w.Dir, MeasurementsFile)
	text, _ := os.ReadFile(name)
	for lines, want := range map[int]int{5: 4, 4: 3, 3: -1, 1: -1} {
		os.WriteFile(name, []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:lines], "")), 0o644)
		run, err := Open(w.Dir)
		if want < 0 && (err == nil || !strings.Contains(err.Error(), "the file was cut")) || want >= 0 && (err != nil || len(run.Rows) != want) {
			t.Errorf("cut to %d lines: %v, want %d rows", lines, err, want)
		}
	}
}

// What was edited is named with the line where there is one.
func TestDamagedMeta(t *testing.T) {
	dir, files := found(t, Finished)
	name := filepath.Join(dir, MetaFile)
	text := string(files[MetaFile])
	line := 1 + strings.Count(text[:strings.Index(text, `"check":`)], "\n")
	for _, c := range []struct{ old, new, want string }{
		{`"rows": 3`, `"rows": 2`, "run.json: the file was changed after hyphbench wrote it (its seal is "},
		{`"rows": 3,`, `"rows": 3`, "run.json:LINE: the file was changed after hyphbench wrote it"},
		{sealMark, `"sael": "sha256:`, "run.json: the file does not end with its seal"},
		{"\"\n}\n", "\"\n}\n\n", "run.json: the file does not end with its seal"},
		{"\n", "\r\n", "run.json: the file does not end with its seal"},
		{text, "", "run.json:1: unexpected end of JSON input"},
		{"hyphbench-run/2", "hyphbench-run/3", "run.json: the file was changed"},
	} {
		changed := strings.ReplaceAll(text, c.old, c.new)
		if changed == text {
			t.Fatalf("%q is not in run.json", c.old)
		}
		os.WriteFile(name, []byte(changed), 0o644)
		_, err := Open(dir)
		if err == nil || !strings.Contains(err.Error(), strings.Replace(c.want, "LINE", strconv.Itoa(line), 1)) {
			t.Errorf("%q for %q: %v, want an error with %q", c.new, c.old, err, c.want)
		}
	}
}
