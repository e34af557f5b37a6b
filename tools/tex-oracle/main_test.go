package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

func needTeX(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("tex"); err != nil {
		t.Skip("tex is not installed (Debian: texlive-binaries, texlive-base)")
	}
}

func rootFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHyphenate(t *testing.T) {
	needTeX(t)
	files := [][]byte{rootFile(t, "patterns-en.tex"), rootFile(t, "hyphenex.tex")}
	tokens := []string{"academy", "anomalies", "o'clock", "{hyphenation}", "\\Hyphenation%", "a-b", "#^^41$&_~", "table", strings.Repeat("hyphenation", 8)}
	want := []string{"acad-emy", "anom-a-lies", "o'clock", "{hy-phen-a-tion}", "\\Hy-phen-a-tion%", "a-b", "#^^41$&_~", "ta-ble"}
	got, err := hyphenate(t.Context(), "tex", files, 2, 3, tokens)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got[:len(want)]); d != "" {
		t.Error(d)
	}
	if long := got[len(want)]; len(long) <= 88 || strings.Contains(long[len(long)-25:], "-") {
		t.Errorf("beyond 63 letters: %s", long)
	}
	// The patterns alone break it elsewhere.
	got, err = hyphenate(t.Context(), "tex", files[:1], 2, 3, []string{"anomalies"})
	if err != nil || got[0] != "anom-alies" {
		t.Errorf("patterns alone: %v, %v", got, err)
	}
}

func TestHyphenateErrors(t *testing.T) {
	needTeX(t)
	if _, err := hyphenate(t.Context(), "tex", nil, 2, 3, []string{"naïve"}); err == nil || !strings.Contains(err.Error(), "printable ASCII") {
		t.Errorf("not ASCII: %v", err)
	}
	if _, err := hyphenate(t.Context(), "no-such-tex", nil, 2, 3, []string{"a"}); err == nil || !strings.Contains(err.Error(), "texlive-binaries") {
		t.Errorf("no such program: %v", err)
	}
	if _, err := hyphenate(t.Context(), "tex", [][]byte{[]byte("\\patterns{a1 b1b2c3 1}\\undefined")}, 2, 3, []string{"a"}); err == nil || !strings.Contains(err.Error(), "! ") {
		t.Errorf("a file that TeX rejects: %v", err)
	}
}

func TestRun(t *testing.T) {
	needTeX(t)
	words := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(words, []byte("hyphenation\nYing-yong\nABBREVIATION's\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join("..", "..", "data")
	files := []string{"-patterns", filepath.Join(data, "patterns-en.tex"), "-exceptions", filepath.Join(data, "hyphenex.tex")}
	var out, errs bytes.Buffer
	if code := run(t.Context(), append(files, "-words", words, "-random", "2000", "-seed", "7"), &out, &errs); code != 0 {
		t.Errorf("exit %d\n%s%s", code, &out, &errs)
	}
	if n := strings.Count(out.String(), " 0 differences"); n != 4 {
		t.Errorf("%d comparisons without a difference, want 4:\n%s", n, &out)
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"-nonsense"}, 2},
		{[]string{"stray"}, 2},
		{append(files, "-words", "no-such-file"), 1},
	} {
		if code := run(t.Context(), c.args, &out, &errs); code != c.code {
			t.Errorf("%q: exit %d, want %d", c.args, code, c.code)
		}
	}
}

func TestRandomTokens(t *testing.T) {
	exceptions, err := knuthliang.ParseExceptions("hyphenex.tex", rootFile(t, "hyphenex.tex"))
	if err != nil {
		t.Fatal(err)
	}
	list := wordlist.Of("hyphenation", "o'clock", "a-b")
	a, b := randomTokens(5000, 3, list, exceptions), randomTokens(5000, 3, list, exceptions)
	if d := cmp.Diff(a, b); d != "" {
		t.Error("one seed, two results:", d)
	}
	if cmp.Equal(a, randomTokens(5000, 4, list, exceptions)) {
		t.Error("two seeds, one result")
	}
	has := map[string]int{}
	for _, token := range a {
		switch n := len(token); {
		case n == 63:
			has["63"]++
		case n > 63:
			has["longer"]++
		}
		if strings.ContainsAny(token, punctuation) {
			has["punctuation"]++
		}
		if strings.ContainsAny(token, "0123456789") {
			has["digits"]++
		}
		if strings.Contains(token, "-") {
			has["hyphen"]++
		}
		if strings.ToLower(token) != token {
			has["capitals"]++
		}
	}
	for _, kind := range []string{"63", "longer", "punctuation", "digits", "hyphen", "capitals"} {
		if has[kind] < 50 {
			t.Errorf("%d tokens with %s, want at least 50 of 5000", has[kind], kind)
		}
	}
}
