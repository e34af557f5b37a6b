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
