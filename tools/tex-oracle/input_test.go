package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
)

// TestInput compares patterns that come from another file by \input with TeX:
// Norwegian, whose two forms have exceptions of their own to common patterns. The
// words are those of ASCII: TeX has the others in another encoding.
func TestInput(t *testing.T) {
	needTeX(t)
	words := norwegian(t)
	for _, language := range []string{"nb", "nn"} {
		file := "hyph-" + language + ".tex"
		out, err := exec.Command("kpsewhich", file).Output()
		if err != nil {
			t.Skipf("%s is not installed (Debian: texlive-lang-european): %v", file, err)
		}
		rules, err := corpus.ReadRules(strings.TrimSpace(string(out)), corpus.InstalledTrees)
		if err != nil {
			t.Fatal(err)
		}
		a, err := knuthliang.Compile(rules)
		if err != nil {
			t.Fatal(err)
		}
		ours := knuthliang.NewTeX(a, rules.Exceptions)
		answers, err := hyphenate(t.Context(), "tex", [][]byte{eightBit(file)}, rules.LeftMin, rules.RightMin, words)
		if err != nil {
			t.Fatal(err)
		}
		different, breaks := 0, 0
		for i, word := range words {
			breaks += strings.Count(answers[i], "-")
			if got := string(ours.AppendHyphenated(nil, word, "-")); got != answers[i] {
				if different++; different <= 10 {
					t.Errorf("%s: %s, TeX %s", language, got, answers[i])
				}
			}
		}
		if breaks < len(words) {
			t.Errorf("%s: TeX has only %d breaks in %d words", language, breaks, len(words))
		}
		t.Logf("%s: %d words, %d breaks, %d differences", language, len(words), breaks, different)
	}
}

// eightBit reads a file of hyph-utf8 as the formats of TeX Live do: with the letters
// beyond ASCII in TeX's own encoding.
func eightBit(file string) []byte {
	var b bytes.Buffer
	b.WriteString("\\chardef\\active=13 \\catcode9=10\n")
	for c := 0x80; c <= 0xff; c++ {
		fmt.Fprintf(&b, "\\lccode%d=%d\n", c, c)
	}
	fmt.Fprintf(&b, "\\input conv-utf8-ec.tex\n\\input %s\n", file)
	return b.Bytes()
}

// norwegian are words of a Norwegian list, the exceptions first.
func norwegian(t *testing.T) []string {
	t.Helper()
	src, err := os.ReadFile("/usr/share/dict/bokmaal")
	if err != nil {
		t.Skipf("word list is absent (Debian: wnorwegian): %v", err)
	}
	words := []string{"attende", "betre", "Attende"}
	n := 0
	for word := range strings.Lines(string(src)) {
		word = strings.TrimSpace(word)
		if n++; n%20 == 0 && word != "" && strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz") == "" {
			words = append(words, word)
		}
	}
	return words
}
