package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
)

// write makes a file and its folders.
func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadWordsSearch(t *testing.T) {
	racetest.OneGoroutine(t)
	dir := t.TempDir()
	places := Places{Data: filepath.Join(dir, "data"), Cache: filepath.Join(dir, "cache")}
	load := func(path, wantWord, wantPath string) {
		t.Helper()
		w, err := LoadWords(path, places)
		if err != nil {
			t.Fatal(err)
		}
		if w.List.At(0) != wantWord || w.Path != wantPath || w.Input.Pinned {
			t.Errorf("got %q from %q, pinned %v; want %q from %q", w.List.At(0), w.Path, w.Input.Pinned, wantWord, wantPath)
		}
		if w.Note == "" {
			t.Error("no note, although this is not the thesis's list")
		}
		if w.Input.Count != w.List.Len() || w.Input.Role != RoleWords {
			t.Errorf("input %+v of a list of %d words", w.Input, w.List.Len())
		}
	}

	load("", "A", "") // nothing there: embedded
	cached := write(t, filepath.Join(places.Cache, "words.txt"), "cached\n")
	load("", "cached", cached)
	project := write(t, filepath.Join(places.Data, "words.txt"), "project\n")
	load("", "project", project)
	given := write(t, filepath.Join(dir, "mine.txt"), "given\r\nwords\r\n")
	load(given, "given", given)
}

func TestLoadWordsNames(t *testing.T) {
	dir := t.TempDir()
	w, err := LoadWords("", Places{})
	if err != nil {
		t.Fatal(err)
	}
	want := runfolder.Input{Role: RoleWords, Name: "american-english-insane", Title: SCOWL().Title,
		SHA256: SCOWL().SHA256, Bytes: SCOWL().Bytes, Count: SCOWL().Count}
	if d := cmp.Diff(want, w.Input); d != "" {
		t.Error(d)
	}
	for _, part := range []string{SCOWL().Title, "663,473", "not the thesis's", "466,550", "data fetch"} {
		if !strings.Contains(w.Note, part) {
			t.Errorf("note %q does not contain %q", w.Note, part)
		}
	}

	w, err = LoadWords(write(t, filepath.Join(dir, "mine.txt"), "a\nb\n"), Places{})
	if err != nil {
		t.Fatal(err)
	}
	want = runfolder.Input{Role: RoleWords, Name: "mine.txt", Title: "mine.txt",
		SHA256: checksum([]byte("a\nb\n")), Bytes: 4, Count: 2}
	if d := cmp.Diff(want, w.Input); d != "" {
		t.Error(d)
	}
	if strings.Contains(w.Note, dir) {
		t.Errorf("note %q holds a path", w.Note)
	}
}

func TestLoadWordsErrors(t *testing.T) {
	dir := t.TempDir()
	full := Places{Data: filepath.Dir(write(t, filepath.Join(dir, "data", "words.txt"), "word\n"))}

	missing := filepath.Join(dir, "missing.txt")
	if _, err := LoadWords(missing, full); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("a missing file that was named: %v, want an error that names it and no other list", err)
	}
	empty := write(t, filepath.Join(dir, "empty.txt"), "\n\n")
	if _, err := LoadWords(empty, full); err == nil || !strings.Contains(err.Error(), "no words") {
		t.Errorf("an empty list: %v", err)
	}
	// A malformed file ends the search too.
	bad := write(t, filepath.Join(dir, "bad", "words.txt"), "good\nb\xff\n")
	if _, err := LoadWords("", Places{Data: filepath.Dir(bad)}); err == nil || !strings.Contains(err.Error(), bad+":2:") {
		t.Errorf("a list that is not UTF-8: %v, want an error at line 2", err)
	}
	if err := os.Remove(bad); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(bad, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadWords("", Places{Data: filepath.Dir(bad)}); err == nil {
		t.Error("a folder in place of words.txt was skipped")
	}
}

func TestDefaultPlaces(t *testing.T) {
	p := DefaultPlaces()
	if p.Data != "data" {
		t.Errorf("data folder %q, want data", p.Data)
	}
	if p.Cache != "" && filepath.Base(p.Cache) != "hyphbench" {
		t.Errorf("cache %q, want a folder named hyphbench", p.Cache)
	}
}

func TestLoadTeXFiles(t *testing.T) {
	files, err := LoadExceptions()
	if err != nil {
		t.Fatal(err)
	}
	patterns, err := LoadPatterns("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file File
		want Source
	}{{files[0], Hyphenex()}, {patterns, PatternsEN()}} {
		want := runfolder.Input{Role: c.want.Role, Name: c.want.Name, Title: c.want.Title,
			SHA256: c.want.SHA256, Bytes: c.want.Bytes, Count: c.want.Count, Pinned: true}
		if d := cmp.Diff(want, c.file.Input); d != "" {
			t.Error(d)
		}
		if c.file.Note != "" || c.file.Name != c.want.Name {
			t.Errorf("%s: name %q, note %q", c.want.Name, c.file.Name, c.file.Note)
		}
	}

	dir := t.TempDir()
	one := write(t, filepath.Join(dir, "one.tex"), `\hyphenation{o-ne}`)
	two := write(t, filepath.Join(dir, "two.tex"), `\hyphenation{t-wo}`)
	files, err = LoadExceptions(two, one)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || files[0].Name != two || string(files[1].Src) != `\hyphenation{o-ne}` {
		t.Errorf("got %+v", files)
	}
	for _, f := range files {
		if f.Input.Pinned || f.Input.Count != 0 || f.Note == "" || strings.Contains(f.Note, dir) || f.Input.Title != filepath.Base(f.Name) {
			t.Errorf("got %+v", f)
		}
	}

	missing := filepath.Join(dir, "missing.tex")
	if _, err := LoadExceptions(one, missing); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
		t.Errorf("a missing file of exceptions: %v", err)
	}
	if _, err := LoadPatterns(missing); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "patterns") {
		t.Errorf("a missing file of patterns: %v", err)
	}
}

func TestVerify(t *testing.T) {
	racetest.OneGoroutine(t)
	dir := t.TempDir()
	states := func(p Places) []State {
		var got []State
		for _, s := range Verify(p) {
			got = append(got, s.State)
		}
		return got
	}
	places := Places{Data: filepath.Join(dir, "data"), Cache: filepath.Join(dir, "cache")}
	if d := cmp.Diff([]State{OK, OK, OK, OK, Absent, Absent}, states(places)); d != "" {
		t.Error(d)
	}
	write(t, filepath.Join(places.Data, "words.txt"), "other\n")
	if err := os.MkdirAll(filepath.Join(places.Cache, "words.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]State{OK, OK, OK, OK, Different, Unreadable}, states(places)); d != "" {
		t.Error(d)
	}
	t.Run("the thesis's list", func(t *testing.T) {
		real := filepath.Dir(sharedWords(t))
		if d := cmp.Diff([]State{OK, OK, OK, OK, OK}, states(Places{Data: real})); d != "" {
			t.Error(d)
		}
	})
}
