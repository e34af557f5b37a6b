package knuthliang

import (
	"strings"
	"testing"
	"unicode/utf8"

	"hyphbench/internal/wordlist"
)

// agreeInBulk compares the masks of a list with the reference.
func agreeInBulk(t *testing.T, tex *TeX, ref *Reference, tokens []string) {
	t.Helper()
	dst := make([]uint64, len(tokens))
	tex.Masks(dst, wordlist.Of(tokens...))
	for i, token := range tokens {
		want := maskOfBreaks(ref.TeX(token, false))
		if utf8.RuneCountInString(token) > maskRunes {
			want = 0
		}
		if dst[i] != want {
			t.Errorf("%q, token %d of %d: %b, want %b", token, i, len(tokens), dst[i], want)
		}
	}
}

// TestMasksOddTokens: tokens whose bytes lead to each of the special rows, alone
// and among others, with the minima of English and the least ones.
func TestMasksOddTokens(t *testing.T) {
	odd := []string{
		"", "'", "-", "x", "as", "table", "ACADEMY", "academy's", "Academy'", "academy'table", "academy-table",
		"'academy", "10-point", "o'clock", "associate's-x", "table.", "table,hyphenation", "naïve", "naïve-hyphenation",
		"table'é", "tableé", "é'hyphenation", "hyphenation\u00adtable", "table\xc3", "'\u0301table", "\u0301",
		strings.Repeat("x", 22) + "'s", strings.Repeat("hyphenation", 3)[:24], strings.Repeat("hyphenation", 3)[:25],
		strings.Repeat("hyphenation", 7), "-" + strings.Repeat("hyphenation", 2), "table's's's",
		"hyphenation-", "hyphenation'", // the prefilter takes them for hyphenations
	}
	var tokens []string
	for _, first := range odd {
		for _, second := range odd { // each after each
			tokens = append(tokens, first, second)
		}
	}
	r, hyphenex := english(t)
	exceptions := append(hyphenex[:len(hyphenex):len(hyphenex)],
		Exception{Word: "as", Breaks: []int{1}}, Exception{Word: "x"}, Exception{Word: "naïve", Breaks: []int{2}},
		Exception{Word: strings.Repeat("hyphenation", 3)[:24], Breaks: []int{5, 20}},
		Exception{Word: "hyphenation", Breaks: []int{4}}, Exception{Word: "hyphenations", Breaks: []int{3}})
	for _, minimum := range []int{2, 1} {
		r.LeftMin, r.RightMin = minimum, minimum
		tex, ref := NewTeX(compile(t, r), exceptions), newReference(t, r, exceptions)
		agreeInBulk(t, tex, ref, tokens)
		agreeInBulk(t, tex, ref, append(tokens, "\xff")) // word by word
		for _, token := range odd {
			agreeInBulk(t, tex, ref, []string{token})
		}
	}
}

// FuzzMasks compares the masks of a list of tokens with the reference under the
// English rules.
func FuzzMasks(f *testing.F) {
	rules, hyphenex := english(f)
	exceptions := append(rules.Exceptions, hyphenex...)
	tex, ref := NewTeX(compile(f, rules), exceptions), newReference(f, rules, exceptions)
	for _, seed := range []string{"", "hyphenation Academy's", "o'clock a-b naïve 'tis", "table'é \u0301 ...table " + strings.Repeat("hyphenation", 3)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := strings.Fields(text)
		agreeInBulk(t, tex, ref, tokens)
		// The last tokens of a list take the general path: not these.
		agreeInBulk(t, tex, ref, append(tokens, strings.Repeat("hyphenation", 3)))
	})
}
