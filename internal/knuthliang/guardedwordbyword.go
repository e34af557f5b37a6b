package knuthliang

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/wordlist"
)

// WordMark stands at each break of what PassWords appends: a soft hyphen, as in npm hypher.
const WordMark = string(softHyphen)

// PassWords hyphenates every token of the list by npm hypher's rule, one after the other, as
// the thesis's chapter 5 describes it: the lower-cased word is asked of the guard, if admitted
// of the store, and hyphenated by the patterns if it is not stored. It appends each
// hyphenated word to dst, in the case of the token. Pass gives the same counts for less: it
// computes the patterns of many words at once, before guard and store are asked.
func (g *Guarded) PassWords(dst []byte, words *wordlist.List) ([]byte, Counts) {
	c := Counts{Words: words.Len()}
	for token := range words.Each() {
		breaks := 0
		dst, breaks = g.appendWord(dst, token, &c)
		c.Breaks += breaks
	}
	return dst, c
}

// appendWord appends the hyphenated token and returns the number of its breaks.
func (g *Guarded) appendWord(dst []byte, token string, c *Counts) ([]byte, int) {
	if mask, ok := g.stored(token, c); ok {
		if len(token) > maskRunes && utf8.RuneCountInString(token) > maskRunes {
			return g.appendStoredLong(dst, token)
		}
		return appendMarked(dst, token, WordMark, mask, 0), bits.OnesCount64(mask)
	}
	if strings.Contains(token, WordMark) {
		return append(dst, token...), 0
	}
	if mask, fits := g.Patterns.Mask(token); fits {
		return appendMarked(dst, token, WordMark, mask, 0), bits.OnesCount64(mask)
	}
	breaks := g.Patterns.AppendBreaks(nil, token)
	return appendMarkedAt(dst, token, WordMark, breaks), len(breaks)
}

// stored asks the guard for the lower-cased token, and the store if the guard admits it.
func (g *Guarded) stored(token string, c *Counts) (mask uint64, ok bool) {
	if g.Store == nil {
		return 0, false
	}
	word := strings.ToLower(token)
	if g.Guard != nil && !g.Guard.Contains(word) {
		return 0, false
	}
	c.Lookups++
	if mask, ok = g.Store.Lookup(word); ok {
		c.Exceptions++
	}
	return mask, ok
}

// appendStoredLong is appendWord for a stored word of more runes than a mask has bits.
func (g *Guarded) appendStoredLong(dst []byte, token string) ([]byte, int) {
	word := strings.ToLower(token)
	if s, ok := g.Store.(interface {
		AppendBreaks(dst []int, word string) ([]int, bool)
	}); ok {
		breaks, _ := s.AppendBreaks(nil, word)
		return appendMarkedAt(dst, token, WordMark, breaks), len(breaks)
	}
	mask, _ := g.Store.Lookup(word)
	return appendMarked(dst, token, WordMark, mask, 0), bits.OnesCount64(mask)
}
