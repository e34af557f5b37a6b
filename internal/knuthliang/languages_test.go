package knuthliang

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/libhyphen/libhyphentest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// The pattern files of other languages are not in the repository. Debian has them
// in texlive-lang-portuguese, texlive-lang-european and texlive-lang-german, word
// lists in wportuguese and wnorwegian, the independent implementation in
// libhyphen-dev.
const hyphUTF8 = "/usr/share/texlive/texmf-dist/tex/generic/hyph-utf8/patterns/tex"

func languageRules(t *testing.T, file string) *Rules {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(hyphUTF8, file))
	if err != nil {
		t.Skipf("pattern file is absent (Debian: texlive-lang-portuguese, -european, -german): %v", err)
	}
	r, err := ParsePatternFiles(file, src, openIn(hyphUTF8))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// openIn opens the files of a folder for \input.
func openIn(dir string) Open {
	return func(name string) (string, []byte, error) {
		src, err := os.ReadFile(filepath.Join(dir, name))
		return name, src, err
	}
}

// dictionary reads the words of letters of a list, lower-cased.
func dictionary(t *testing.T, path string, most int) []string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("word list is absent (Debian: wportuguese, wnorwegian): %v", err)
	}
	if !utf8.Valid(src) { // the Norwegian list is Latin-1
		r := make([]rune, len(src))
		for i, c := range src {
			r[i] = rune(c)
		}
		src = []byte(string(r))
	}
	var all []string
	for word := range strings.Lines(string(src)) {
		word = strings.ToLower(strings.TrimSpace(word))
		if strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 && word != "" {
			all = append(all, word)
		}
	}
	var words []string // spread over the whole list
	for i := 0; i < len(all); i += max(1, len(all)/most) {
		words = append(words, all[i])
	}
	return words
}

// libhyphen hyphenates words with libhyphen. The patterns are prepared by its own
// script.
func libhyphen(t *testing.T, r *Rules, words []string) [][]int {
	t.Helper()
	const script = "/usr/share/libhyphen/substrings.pl"
	if _, err := exec.LookPath("perl"); err != nil {
		t.Skip("perl is not installed")
	}
	if _, err := os.Stat(script); err != nil {
		t.Skipf("libhyphen is not installed (Debian: libhyphen-dev): %v", err)
	}
	var patterns strings.Builder
	for _, p := range r.Patterns {
		fmt.Fprintln(&patterns, p.Text)
	}
	dir := t.TempDir()
	plain, dic := filepath.Join(dir, "patterns"), filepath.Join(dir, "patterns.dic")
	if err := os.WriteFile(plain, []byte(patterns.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	libhyphentest.Run(t, "", "perl", script, plain, dic, "UTF-8", strconv.Itoa(r.LeftMin), strconv.Itoa(r.RightMin))
	return libhyphentest.Breaks(t, dic, words)
}

// TestLanguagesAgainstLibhyphen compares two languages with an independent
// implementation on at least 50,000 words each.
func TestLanguagesAgainstLibhyphen(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	for _, c := range []struct {
		file, words string
		patterns    int
		left, right int
	}{
		{"hyph-pt.tex", "/usr/share/dict/portuguese", 307, 2, 3},
		{"hyph-nb.tex", "/usr/share/dict/bokmaal", 27448, 2, 2}, // by \input hyph-no.tex
	} {
		t.Run(c.file, func(t *testing.T) {
			r := languageRules(t, c.file)
			if len(r.Patterns) != c.patterns || r.LeftMin != c.left || r.RightMin != c.right {
				t.Errorf("%d patterns, minima %d/%d, want %d, %d/%d", len(r.Patterns), r.LeftMin, r.RightMin, c.patterns, c.left, c.right)
			}
			words := dictionary(t, c.words, 80_000)
			if len(words) < 50_000 {
				t.Fatalf("%d words, want at least 50,000", len(words))
			}
			a := compile(t, r)
			bad, breaks, accents := 0, 0, 0
			for i, want := range libhyphen(t, r, words) {
				breaks += len(want)
				if len(words[i]) > utf8.RuneCountInString(words[i]) {
					accents++
				}
				if mask, fits := a.Mask(words[i]); !fits || mask != maskOfBreaks(want) {
					if bad++; bad <= 10 {
						t.Errorf("%s: %v, libhyphen %v", words[i], appendBits(nil, mask, 0), want)
					}
				}
			}
			if bad > 0 {
				t.Errorf("%d of %d words differ", bad, len(words))
			}
			t.Logf("%d words (%d beyond ASCII), %d breaks, %d differences", len(words), accents, breaks, bad)
		})
	}
}

// TestLanguagesLoad loads every installed pattern file of hyph-utf8 and compares
// a few words with the reference.
func TestLanguagesLoad(t *testing.T) {
	racetest.OneGoroutine(t)
	files, _ := filepath.Glob(filepath.Join(hyphUTF8, "hyph-*.tex"))
	if len(files) == 0 {
		t.Skip("no pattern files of other languages are installed (Debian: texlive-lang-german, texlive-lang-european)")
	}
	sizes := map[string]int{"hyph-de-1996.tex": 30_000, "hyph-hu.tex": 60_000}
	for _, file := range files {
		name := filepath.Base(file)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParsePatternFiles(name, src, openIn(hyphUTF8))
		if err != nil && strings.Contains(err.Error(), "is empty") { // Arabic, Persian
			t.Log(err)
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		if len(r.Patterns) < sizes[name] {
			t.Errorf("%s: %d patterns, want at least %d", name, len(r.Patterns), sizes[name])
		}
		delete(sizes, name)
		a := compile(t, r)
		ref := newReference(t, r, r.Exceptions)
		tex, hypher := NewTeX(a, r.Exceptions), NewHypher(a, r.Exceptions)
		for i := 0; i < len(r.Patterns); i += 1 + len(r.Patterns)/60 { // words made of the language's own patterns
			var word strings.Builder
			for j := range 4 {
				letters, _, _ := r.Patterns[(i*7+j*131)%len(r.Patterns)].Split()
				word.WriteString(strings.Trim(string(letters), "."))
			}
			agreeWith(t, a, tex, hypher, ref, word.String())
			agreeWith(t, a, tex, hypher, ref, strings.ToUpper(word.String())+"s")
		}
		t.Logf("%s: %d patterns, automaton of %d bytes", name, len(r.Patterns), a.Bytes())
	}
	for name := range sizes {
		t.Logf("%s is not installed (Debian: texlive-lang-german, texlive-lang-european)", name)
	}
}
