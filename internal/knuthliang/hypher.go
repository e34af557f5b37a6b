package knuthliang

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Hypher hyphenates tokens as the npm package hypher 0.2.5 does: the whole token
// is the word, and characters without patterns are letters. An exception is found
// by the whole token in any case and taken as written. A token with a soft hyphen
// (U+00AD) gets no other breaks. Unlike in the package a literal underscore is no
// boundary, positions are runes, and no break precedes a combining mark. It is
// safe for concurrent use.
type Hypher struct {
	a     *Automaton
	store *ExactStore
	pre   *prefilter
}

// NewHypher makes a Hypher of patterns and lists of exceptions. The later of two
// exceptions for one word counts.
func NewHypher(a *Automaton, exceptions ...[]Exception) *Hypher {
	all := slices.Concat(exceptions...)
	return &Hypher{a: a, store: NewStore(all), pre: newPrefilter(all)}
}

// Mask returns the breaks of a token: bit i is a break before its rune i. For a
// token of more than 64 runes fits is false and the mask is 0; AppendBreaks
// answers those.
func (h *Hypher) Mask(token string) (mask uint64, fits bool) {
	if l := h.a.lanes; l != nil {
		if mask, ok := l.mask(&l.whole, token); ok && h.pre.excludes(token) {
			return mask, true
		}
	}
	if len(token) > maskRunes && utf8.RuneCountInString(token) > maskRunes {
		return 0, false
	}
	var buf [maskRunes * utf8.UTFMax]byte
	if mask, ok := lookup(h.store, appendLower(buf[:0], token)); ok {
		return mask, true
	}
	if strings.Contains(token, string(softHyphen)) {
		return 0, true
	}
	return h.a.Mask(token)
}

// masks sets dst[i] to the mask of text[starts[i]:ends[i]] when that is ASCII
// and no candidate for an exception, else to unanswered. There are at most
// batchWords words.
func (h *Hypher) masks(b *batch, dst []uint64, text string, starts, ends []uint32) {
	for _, i := range h.a.wholeMasks(b, dst, h.pre, text, starts, ends) {
		dst[i] = unanswered
	}
}

// AppendBreaks appends the breaks of token as ascending positions in runes. The
// token may have any length.
func (h *Hypher) AppendBreaks(dst []int, token string) []int {
	if mask, fits := h.Mask(token); fits {
		return appendBits(dst, mask, 0)
	}
	if breaks, ok := h.store.AppendBreaks(dst, lowerRunes(token)); ok {
		return breaks
	}
	if strings.Contains(token, string(softHyphen)) {
		return dst
	}
	return h.a.AppendBreaks(dst, token)
}

// AppendHyphenated appends token with mark at each break.
func (h *Hypher) AppendHyphenated(dst []byte, token string, mark string) []byte {
	if breaks, fits := h.Mask(token); fits {
		return appendMarked(dst, token, mark, breaks, 0)
	}
	return appendMarkedAt(dst, token, mark, h.AppendBreaks(nil, token))
}
