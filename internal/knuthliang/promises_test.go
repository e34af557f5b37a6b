package knuthliang

import (
	"strings"
	"testing"

	"hyphbench/internal/wordlist"
)

// TestNoAllocations: no allocation per word.
func TestNoAllocations(t *testing.T) {
	r, hyphenex := english(t)
	a := compile(t, r)
	exceptions := append(r.Exceptions, hyphenex...)
	tex, hypher, store := NewTeX(a, exceptions), NewHypher(a, exceptions), NewStore(exceptions)
	tokens := []string{"hyphenation", "Academy", "academy's", "a-b", "naïveté", "supercalifragilisticexpialidocious", strings.Repeat("hyphen", 10), "...", "ÉTABLISSEMENT"}
	dst := make([]byte, 0, 1024)
	breaks := make([]int, 0, 128)
	for _, token := range tokens {
		for name, f := range map[string]func(){
			"Automaton.Mask":          func() { a.Mask(token) },
			"TeX.Mask":                func() { tex.Mask(token) },
			"TeX.AppendBreaks":        func() { tex.AppendBreaks(breaks, token) },
			"TeX.AppendHyphenated":    func() { tex.AppendHyphenated(dst, token, "-") },
			"Hypher.Mask":             func() { hypher.Mask(token) },
			"Hypher.AppendHyphenated": func() { hypher.AppendHyphenated(dst, token, "\u00ad") },
			"ExactStore.Lookup":       func() { store.Lookup(token) },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("%s(%q): %v allocations", name, token, n)
			}
		}
	}

	var many []string
	for range 1000 {
		many = append(many, tokens...)
	}
	list := wordlist.Of(many...)
	masks := make([]uint64, list.Len())
	if n := testing.AllocsPerRun(5, func() { tex.Masks(masks, list) }); n != 0 {
		t.Errorf("TeX.Masks over %d words: %v allocations", list.Len(), n)
	}
	g := &Guarded{Guard: sieveOf(exceptions), Store: store, Patterns: a}
	// The guard takes strings: a batch allocates one, a word none.
	most := float64(list.Len()/batchWords + 10)
	if n := testing.AllocsPerRun(5, func() { g.Pass(list) }); n > most {
		t.Errorf("Guarded.Pass over %d words: %v allocations, want at most %v", list.Len(), n, most)
	}
}

// TestSizes: memory of the automaton.
func TestSizes(t *testing.T) {
	r, hyphenex := english(t)
	if n := compile(t, r).Bytes(); n > 600<<10 {
		t.Errorf("the English automaton takes %d bytes, want at most 600 KiB", n)
	} else {
		t.Logf("English automaton: %d bytes", n)
	}
	t.Logf("store of hyphenex: %d bytes", NewStore(hyphenex).Bytes())
}

// TestLongWords: words and tokens of any length.
func TestLongWords(t *testing.T) {
	r, hyphenex := english(t)
	a := compile(t, r)
	ref := newReference(t, r, hyphenex)
	tex, hypher := NewTeX(a, hyphenex), NewHypher(a, hyphenex)
	for n := 55; n <= 75; n++ {
		agreeWith(t, a, tex, hypher, ref, strings.Repeat("hyphenation", 8)[:n])
		agreeWith(t, a, tex, hypher, ref, "'"+strings.Repeat("associate", 9)[:n]+"'s")
	}
	agreeWith(t, a, tex, hypher, ref, strings.Repeat("hyphenation", 1000))
	agreeWith(t, a, tex, hypher, ref, strings.Repeat("9", 5000)+"hyphenation"+strings.Repeat("-", 3000))

	megabyte := strings.Repeat("hyphenation", 100_000)
	if n := len(tex.AppendBreaks(nil, megabyte)); n < 10 || n > 61 {
		t.Errorf("TeX finds %d breaks in a megabyte, want those of its first 63 letters", n)
	}
	breaks := a.AppendBreaks(nil, megabyte)
	if len(breaks) < 290_000 || breaks[len(breaks)-1] > len(megabyte)-3 {
		t.Errorf("%d breaks in a megabyte as one word, the last at %d", len(breaks), breaks[len(breaks)-1])
	}
}
