package knuthliang

import (
	"testing"

	"hyphbench/internal/wordlist"
)

// TestMinimaOfExceptions: TeX's minima, 2 and 3 letters in English, hold for
// exceptions too; npm hypher takes them as written.
func TestMinimaOfExceptions(t *testing.T) {
	r, _ := english(t)
	g := &Guarded{
		Store:    NewStore([]Exception{{Word: "example", Breaks: []int{1, 2, 4, 5}}}),
		Patterns: compile(t, r),
	}
	list := wordlist.Of("Example", "example.")
	if got, want := g.PassTeX(list), (Counts{Words: 2, Breaks: 4, Exceptions: 2, Lookups: 2}); got != want {
		t.Errorf("TeX: %+v, want %+v", got, want)
	}
	if got, want := g.Pass(list.First(1)), (Counts{Words: 1, Breaks: 4, Exceptions: 1, Lookups: 1}); got != want {
		t.Errorf("npm hypher: %+v, want %+v", got, want)
	}
}

// TestMinimaByLetters: TeX's minima count letters, not bytes, of a word with letters beyond ASCII.
func TestMinimaByLetters(t *testing.T) {
	rules, err := ParsePatterns("letters.tex", []byte("\\patterns{a1ç o1r ç1ã d1é é1c}"))
	if err != nil {
		t.Fatal(err)
	}
	g := &Guarded{
		Store:    NewStore([]Exception{{Word: "coração", Breaks: []int{2, 4, 6}}}),
		Patterns: compile(t, rules),
	}
	// 7 letters and 9 bytes; the last break leaves one letter, fewer than the minimum of 3.
	if got, want := g.PassTeX(wordlist.Of("coração")), (Counts{Words: 1, Breaks: 2, Exceptions: 1, Lookups: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
