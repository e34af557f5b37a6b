package knuthliang

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// HypherText hyphenates text as hyphenateText of npm hypher 0.2.5 does: words of
// more than four UTF-16 units, made of letters, marks, digits, apostrophes and _,
// each as Hypher does; a slash between words gets a zero-width space after it. The
// package lists the letters of some scripts; here they are Unicode's. It is safe
// for concurrent use.
type HypherText struct{ h *Hypher }

// NewHypherText makes a HypherText.
func NewHypherText(h *Hypher) *HypherText { return &HypherText{h} }

const (
	zeroWidthSpace = "\u200b"
	// hypherShortest is the longest word that hyphenateText leaves alone.
	hypherShortest = 4
)

// AppendText appends text, with mark at each break and zero-width spaces after
// slashes.
func (t *HypherText) AppendText(dst []byte, text, mark string) []byte {
	for at := 0; at < len(text); {
		// Signs and a word follow each other; either may be empty.
		word := at + indexFunc(text[at:], isHypherWord)
		end := word + indexFunc(text[word:], func(r rune) bool { return !isHypherWord(r) })
		signs := text[at:word]
		dst = append(dst, signs...)
		if strings.Contains(signs, "/") && at > 0 && word < len(text) && !besideSpace(signs) {
			dst = append(dst, zeroWidthSpace...)
		}
		if length16(text[word:end]) > hypherShortest {
			dst = t.h.AppendHyphenated(dst, text[word:end], mark)
		} else {
			dst = append(dst, text[word:end]...)
		}
		at = end
	}
	return dst
}

// indexFunc is strings.IndexFunc with the length of s for none.
func indexFunc(s string, f func(rune) bool) int {
	if i := strings.IndexFunc(s, f); i >= 0 {
		return i
	}
	return len(s)
}

func isHypherWord(r rune) bool {
	switch r {
	case '_', '\'', '’', softHyphen, '\u200d':
		return true
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// besideSpace reports whether white space stands beside a slash.
func besideSpace(signs string) bool {
	runes := []rune(signs)
	for i, r := range runes[1:] {
		if r == '/' && unicode.IsSpace(runes[i]) || unicode.IsSpace(r) && runes[i] == '/' {
			return true
		}
	}
	return false
}

// length16 is the length of s in UTF-16 units, JavaScript's.
func length16(s string) (n int) {
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
