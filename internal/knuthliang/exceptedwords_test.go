package knuthliang

import (
	"slices"
	"testing"
)

func TestExcepted(t *testing.T) {
	e := NewExcepted(englishTeX(t), []Exception{{Word: "table"}, {Word: "academy", Breaks: []int{1}}})
	for word, want := range map[string][]int{"Table": nil, "ACADEMY": {1}, "hyphenation": {2, 6, 7}} {
		if got := e.AppendBreaks(nil, word); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
}
