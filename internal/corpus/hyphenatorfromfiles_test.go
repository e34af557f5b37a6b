package corpus

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func embedded(t testing.TB) Files {
	t.Helper()
	files, err := LoadFiles("")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestLoadEmbeddedFiles(t *testing.T) {
	files := embedded(t)
	h, err := files.Load()
	if err != nil {
		t.Fatal(err)
	}
	keys := h.Keys()
	if len(h.Rules.Patterns) != 4938 || len(h.Rules.Exceptions) != 14 || keys.Len() != 1753 || h.Store.Len() != 1753 {
		t.Errorf("%d patterns, %d exceptions of their own, %d keys, %d words stored; want 4938, 14, 1753, 1753",
			len(h.Rules.Patterns), len(h.Rules.Exceptions), keys.Len(), h.Store.Len())
	}
	for i, e := range h.Exceptions {
		if keys.At(i) != e.Word {
			t.Fatalf("key %d is %q, its exception %q", i, keys.At(i), e.Word)
		}
	}
	inputs, err := files.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]runfolder.Input{files.Patterns.Input, files.Exceptions[0].Input}, inputs); d != "" {
		t.Errorf("parsed counts against pinned ones: %s", d)
	}
	if notes := files.Notes(); notes != nil {
		t.Errorf("notes %q on the thesis's own files", notes)
	}
}

// TestLoadAgainstReference compares a loaded hyphenator with the plain
// algorithm.
func TestLoadAgainstReference(t *testing.T) {
	h, err := embedded(t).Load()
	if err != nil {
		t.Fatal(err)
	}
	reference, err := knuthliang.NewReference(h.Rules, h.Exceptions)
	if err != nil {
		t.Fatal(err)
	}
	words := wordlist.Of("academy", "Hyphenation", "table", "ANOMALIES", "zygote")
	want := knuthliang.Counts{Words: words.Len(), Lookups: words.Len(), Exceptions: 3} // academy, table, anomalies
	for _, word := range words.All() {
		want.Breaks += len(reference.Hypher(word))
	}
	if got := h.Guarded(nil).Pass(words); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	got := h.Guarded(guardOf("academy")).Pass(words)
	if got.Lookups != 1 || got.Exceptions != 1 {
		t.Errorf("%+v behind a guard that admits one word", got)
	}
}

type guardOf string

func (g guardOf) Contains(word string) bool { return word == string(g) }

func TestFilesMerge(t *testing.T) {
	dir := t.TempDir()
	patterns := write(t, filepath.Join(dir, "p.tex"), `\patterns{a1b c1d}\hyphenation{own-word}`)
	one := write(t, filepath.Join(dir, "one.tex"), `\hyphenation{ab-cd e-f ab-c-d}`)
	two := write(t, filepath.Join(dir, "two.tex"), `\hyphenation{gh ef}`)
	files, err := LoadFiles(patterns, one, two)
	if err != nil {
		t.Fatal(err)
	}
	h, err := files.Load()
	if err != nil {
		t.Fatal(err)
	}
	want := []knuthliang.Exception{
		{Word: "abcd", Breaks: []int{2, 3}, Line: 1},
		{Word: "ef", Line: 1},
		{Word: "gh", Line: 1},
	}
	if d := cmp.Diff(want, h.Exceptions); d != "" {
		t.Errorf("the later exception in the place of the earlier: %s", d)
	}
	if d := cmp.Diff([]string{"abcd", "ef", "gh"}, h.Keys().All()); d != "" {
		t.Error(d)
	}
	if mask, ok := h.Store.Lookup("ef"); !ok || mask != 0 {
		t.Errorf("ef is stored with %b, %v", mask, ok)
	}
	all := MergeExceptions(h.Rules.Exceptions, h.Exceptions)
	if len(all) != 4 || all[0].Word != "ownword" {
		t.Errorf("merged with the pattern file's own: %+v", all)
	}

	inputs, err := files.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	var counts []int
	for _, in := range inputs {
		counts = append(counts, in.Count)
	}
	if d := cmp.Diff([]int{2, 3, 2}, counts); d != "" {
		t.Errorf("patterns and exceptions, duplicates included: %s", d)
	}
	if files.Patterns.Input.Count != 0 {
		t.Error("Inputs changed the files")
	}
	if notes := files.Notes(); len(notes) != 3 || !strings.Contains(notes[0], "p.tex") || !strings.Contains(notes[2], "two.tex") {
		t.Errorf("notes %q", notes)
	}
	if inputs, err := (Files{Patterns: files.Patterns}).Inputs(); err != nil || len(inputs) != 1 {
		t.Errorf("patterns alone: %v, %v", inputs, err)
	}
}

func TestFilesErrors(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.tex")
	for _, paths := range [][]string{{missing}, {"", missing}} {
		if _, err := LoadFiles(paths[0], paths[1:]...); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing) {
			t.Errorf("%q: error %v, want one that names the missing file", paths, err)
		}
	}
	bad := write(t, filepath.Join(dir, "bad.tex"), "\n\\patterns{12}\\hyphenation{-}")
	for _, paths := range [][]string{{bad}, {"", bad}} {
		files, err := LoadFiles(paths[0], paths[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := files.Load(); err == nil || !strings.HasPrefix(err.Error(), bad+":2: ") {
			t.Errorf("Load of %q: error %v, want one at line 2", paths, err)
		}
		if _, err := files.Inputs(); err == nil || !strings.HasPrefix(err.Error(), bad+":2: ") {
			t.Errorf("Inputs of %q: error %v, want one at line 2", paths, err)
		}
	}
}

// BenchmarkLoad is what the thesis's experiment times as "init", less the
// filter.
func BenchmarkLoad(b *testing.B) {
	files := embedded(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := files.Load(); err != nil {
			b.Fatal(err)
		}
	}
}
