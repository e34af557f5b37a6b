package hyphenators

import (
	"io"
	"testing"

	"hyphbench/internal/corpus"
)

// A language that is named, or patterns that are, are those of all its varieties; American English
// by default is no other English.
func TestOwnLanguage(t *testing.T) {
	for _, c := range []struct {
		options  Options
		own, tag string
		is       bool
	}{
		{Options{}, "en-us", "en", true}, {Options{}, "en-us", "en-US", true}, {Options{}, "en-us", "en-GB", false}, {Options{}, "en-us", "pt", false},
		{Options{Language: "pt"}, "pt", "pt-BR", true}, {Options{Language: "de"}, "de-1996", "de-CH", true}, {Options{Language: "pt"}, "pt", "en", false},
		{Options{Patterns: "hyph-pt.tex"}, "pt", "pt_BR", true}, {Options{Patterns: "own.tex"}, "", "pt", false},
	} {
		l := Languages{Options: c.options, ownTag: c.own}
		if got := l.isOwn(c.tag); got != c.is {
			t.Errorf("%+v: text in %s is of the own language: %v", c.options, c.tag, got)
		}
	}
}

// The minima of the flags are those of their own sides. English text has the exceptions of
// hyphenex too where another language is the own one.
func TestMinimaAndExceptions(t *testing.T) {
	for _, c := range []struct {
		left, right int
		want        string
	}{{0, 0, "hy-phen-a-tion"}, {3, 0, "hyphen-a-tion"}, {0, 5, "hy-phen-ation"}, {3, 5, "hyphen-ation"}} {
		l := Languages{Options: Options{Rule: RuleNatural, Left: c.left, Right: c.right}, Warn: io.Discard}
		h, err := l.Own()
		if err != nil {
			t.Fatal(err)
		}
		if got := string(h.AppendHyphenated(nil, "hyphenation", "-")); got != c.want {
			t.Errorf("minima of %d and %d: %s, want %s", c.left, c.right, got, c.want)
		}
	}
	files, err := corpus.LoadFiles("")
	if err != nil {
		t.Fatal(err)
	}
	list, err := files.ParseExceptions()
	if err != nil {
		t.Fatal(err)
	}
	l := Languages{Options: Options{Rule: RuleNatural, Language: "pt"}, Warn: io.Discard, ownTag: "pt"}
	b, err := l.OfTag("en")
	if err != nil || b == nil {
		t.Fatal(b, err)
	}
	plain, err := l.load("", nil)
	if err != nil {
		t.Fatal(err)
	}
	kept, patterns := 0, 0
	for _, e := range list {
		if len(b.AppendBreaks(nil, e.Word)) == len(e.Breaks) {
			kept++
		}
		if len(plain.AppendBreaks(nil, e.Word)) == len(e.Breaks) {
			patterns++
		}
	}
	if kept < 2*patterns { // those whose breaks the minima admit
		t.Errorf("%d of %d exceptions are kept, %d by the patterns alone", kept, len(list), patterns)
	}
}
