package knuthliang

import (
	"slices"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// TestEnglishFacts: known counts of the two English files.
func TestEnglishFacts(t *testing.T) {
	r, hyphenex := english(t)
	if len(r.Patterns) != 4938 || len(r.Exceptions) != 14 || r.LeftMin != 2 || r.RightMin != 3 {
		t.Errorf("patterns-en.tex: %d patterns, %d exceptions, minima %d/%d; want 4938, 14, 2/3", len(r.Patterns), len(r.Exceptions), r.LeftMin, r.RightMin)
	}
	never, outside := 0, 0
	for _, e := range hyphenex {
		if len(e.Breaks) == 0 {
			never++
		}
		if n := len(e.Word); len(e.Breaks) > 0 && (e.Breaks[0] < 2 || e.Breaks[len(e.Breaks)-1] > n-3) {
			outside++
		}
	}
	if len(hyphenex) != 1753 || never != 47 || outside != 187 {
		t.Errorf("hyphenex.tex: %d words, %d without hyphen, %d with one outside the minima; want 1753, 47, 187", len(hyphenex), never, outside)
	}
	if n := NewStore(hyphenex).Len(); n != 1753 {
		t.Errorf("store of hyphenex: %d words, want 1753", n)
	}
	if n := NewStore(slices.Concat(r.Exceptions, hyphenex)).Len(); n != 1766 {
		t.Errorf("store of both: %d words, want 1766", n)
	}
	both := 0 // digits at both ends
	for _, p := range r.Patterns {
		if isDigit(rune(p.Text[0])) && isDigit(rune(p.Text[len(p.Text)-1])) {
			both++
		}
	}
	if both != 46 {
		t.Errorf("%d patterns with digits at both ends, want 46", both)
	}
}

// TestWholeList compares the automaton with the reference on every word of the
// list, under both token rules, and counts the words on which the rules differ.
func TestWholeList(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	list := words(t)
	r, hyphenex := english(t)
	a := compile(t, r)
	tex, hypher := NewTeX(a, r.Exceptions, hyphenex), NewHypher(a, r.Exceptions, hyphenex)
	ref := newReference(t, r, r.Exceptions, hyphenex)
	nonLetters, letters, bad := 0, 0, 0
	for i := range list.Len() {
		w := list.At(i)
		tm, _ := tex.Mask(w)
		hm, fits := hypher.Mask(w)
		if !fits {
			t.Fatalf("%q does not fit", w)
		}
		for _, c := range []struct {
			name string
			got  uint64
			want []int
		}{{"TeX", tm, ref.TeX(w, false)}, {"hypher", hm, ref.Hypher(w)}} {
			if c.got != maskOfBreaks(c.want) {
				if bad++; bad < 10 {
					t.Errorf("%s %q: %b, want %v", c.name, w, c.got, c.want)
				}
			}
		}
		if tm != hm {
			if allLetters(w) {
				letters++
			} else {
				nonLetters++
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d differences", bad)
	}
	if nonLetters != 35288 || letters != 173 {
		t.Errorf("hypher's rule differs from TeX's on %d tokens with non-letters and %d of letters, want 35288 and 173", nonLetters, letters)
	}
}

func allLetters(s string) bool {
	for i := range len(s) {
		if !isASCIILetter(s[i]) {
			return false
		}
	}
	return true
}
