package corpus

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hyphbench/data"
	"hyphbench/internal/axis"
	"hyphbench/internal/racetest"
)

// braces returns the words of src between \name{ and the next closing brace,
// without comments: enough of TeX to count the entries of the known files
// independently of the parser.
func braces(t *testing.T, src []byte, name string) []string {
	t.Helper()
	var plain strings.Builder
	for line := range strings.Lines(string(src)) {
		before, _, _ := strings.Cut(line, "%")
		plain.WriteString(before + "\n")
	}
	_, after, ok := strings.Cut(plain.String(), `\`+name+"{")
	body, _, closed := strings.Cut(after, "}")
	if !ok || !closed {
		t.Fatalf("no \\%s{…}", name)
	}
	return strings.Fields(body)
}

func TestEmbeddedMatchPins(t *testing.T) {
	racetest.OneGoroutine(t)
	bible, err := kingJames()
	if err != nil {
		t.Fatal(err)
	}
	list, err := scowl()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		source Source
		src    []byte
		count  int
	}{
		{Hyphenex(), data.Hyphenex, len(braces(t, data.Hyphenex, "hyphenation"))},
		{PatternsEN(), data.PatternsEN, len(braces(t, data.PatternsEN, "patterns"))},
		{SCOWL(), list, bytes.Count(list, []byte("\n"))},
		{KingJames(), bible, len(regexp.MustCompile(`[A-Za-z]+(?:'[A-Za-z]+)*`).FindAll(bible, -1))},
	} {
		if got := checksum(c.src); got != c.source.SHA256 {
			t.Errorf("%s: SHA-256 %s, pinned %s", c.source.Name, got, c.source.SHA256)
		}
		if got := int64(len(c.src)); got != c.source.Bytes {
			t.Errorf("%s: %d bytes, pinned %d", c.source.Name, got, c.source.Bytes)
		}
		if c.count != c.source.Count {
			t.Errorf("%s: counts %d, pinned %d", c.source.Name, c.count, c.source.Count)
		}
		if !c.source.Embedded {
			t.Errorf("%s: not marked as embedded", c.source.Name)
		}
	}
	if n := len(braces(t, data.PatternsEN, "hyphenation")); n != 14 {
		t.Errorf("patterns-en.tex has %d exceptions, want 14", n)
	}
	body := bytes.Count(data.Hyphenex[bytes.Index(data.Hyphenex, []byte("{\n"))+2:bytes.IndexByte(data.Hyphenex, '}')], []byte("\n"))
	if body != 1751 {
		t.Errorf("the body of hyphenex.tex has %d lines, want 1751", body)
	}
}

func TestThesisWordsMatchPin(t *testing.T) {
	w, err := LoadWords(sharedWords(t), Places{})
	if err != nil {
		t.Fatal(err)
	}
	want := ThesisWords()
	if !w.Input.Pinned || w.Input.Title != want.Title || w.Input.SHA256 != want.SHA256 ||
		w.Input.Bytes != want.Bytes || w.Input.Count != want.Count || w.Note != "" {
		t.Errorf("got %+v, note %q; want %+v", w.Input, w.Note, want)
	}
}

// sharedWords is the path of the thesis's list, which is not in the repository.
func sharedWords(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("HYPHBENCH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(dir, "data", "words.txt")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs the thesis's word list in $HYPHBENCH_SHARED/data: %v", err)
	}
	return path
}

// TestNoticeNamesSources compares NOTICE.md with the pinned checksums.
func TestNoticeNamesSources(t *testing.T) {
	notice, err := os.ReadFile(filepath.Join("..", "..", "NOTICE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Sources() {
		for _, want := range []string{s.Name, s.SHA256, axis.Grouped(s.Count)} {
			if !bytes.Contains(notice, []byte(want)) {
				t.Errorf("NOTICE.md does not name %q of %s", want, s.Title)
			}
		}
	}
	for name, packed := range map[string][]byte{"words-scowl.coded.gz": data.WordsSCOWL, "kjv.txt.bz2": data.KingJames} {
		if sum := checksum(packed); !bytes.Contains(notice, []byte(sum)) {
			t.Errorf("NOTICE.md does not name the checksum of %s, %s", name, sum)
		}
	}
}

func BenchmarkSCOWL(b *testing.B) {
	for b.Loop() {
		if _, err := scowl(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadWordsEmbedded(b *testing.B) {
	for b.Loop() {
		if _, err := LoadWords("", Places{}); err != nil {
			b.Fatal(err)
		}
	}
}
