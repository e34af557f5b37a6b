package knuthliang

import (
	"strings"
	"unicode/utf8"
)

// Words hyphenates single words. TeX is a Words.
type Words interface {
	// AppendBreaks appends the breaks of word as ascending positions in runes.
	AppendBreaks(dst []int, word string) []int
	// Letter reports whether r is part of a word.
	Letter(r rune) bool
}

// Natural hyphenates all words of a token: every run of letters, as Words hyphenates
// it alone. Text that only looks like words is left alone: a token with "://" or @
// or www. at its start, a word beside an underscore, a soft hyphen (its author broke
// it already) or a byte that is no UTF-8. It is safe for concurrent use if Words is.
type Natural struct {
	words Words
	tex   *TeX // words, when they are of this kind
}

// NewNatural makes a Natural.
func NewNatural(words Words) *Natural {
	tex, _ := words.(*TeX)
	return &Natural{words: words, tex: tex}
}

// AppendBreaks appends the breaks of token as ascending positions in runes. The
// token may have any length.
func (n *Natural) AppendBreaks(dst []int, token string) []int {
	if isAddress(token) {
		return dst
	}
	var (
		from, start = -1, 0 // of the run of letters, in bytes and in runes; from < 0: none
		spoiled     = false // the run is left alone
		at          = 0     // in runes
	)
	end := func(to int) {
		if from < 0 || spoiled {
			return
		}
		begin := len(dst)
		dst = n.words.AppendBreaks(dst, token[from:to])
		for i := range dst[begin:] {
			dst[begin+i] += start
		}
	}
	for i, r := range token {
		if n.words.Letter(r) {
			if from < 0 {
				from, start = i, at
			}
		} else {
			spoils := r == '_' || r == softHyphen || r == utf8.RuneError
			spoiled = spoiled || spoils
			end(i)
			from, spoiled = -1, spoils
		}
		at++
	}
	end(len(token))
	return dst
}

// AppendHyphenated appends token with mark at each break.
func (n *Natural) AppendHyphenated(dst []byte, token string, mark string) []byte {
	var buf [32]int
	return appendMarkedAt(dst, token, mark, n.AppendBreaks(buf[:0], token))
}

// isAddress reports whether a token is one of the network or of mail.
func isAddress(token string) bool {
	return strings.IndexByte(token, '@') >= 0 || strings.Contains(token, "://") || strings.HasPrefix(token, "www.")
}

// masks answers the tokens of letters, with signs of punctuation after them: they
// have one word, and TeX's rule is the same.
func (n *Natural) masks(b *batch, dst []uint64, text string, starts, ends []uint32) {
	if n.tex == nil {
		for i := range dst {
			dst[i] = unanswered
		}
		return
	}
	n.tex.masks(b, dst, text, starts, ends)
	for i := range dst {
		if !n.oneWord(text[starts[i]:ends[i]]) {
			dst[i] = unanswered
		}
	}
}

func (n *Natural) oneWord(token string) bool {
	i := 0
	for i < len(token) && n.tex.a.ascii[token[i]]&(notLetter|notASCII) == 0 {
		i++
	}
	for ; i < len(token); i++ {
		switch token[i] {
		case '.', ',', ';', ':', '!', '?', ')', '"':
		default:
			return false
		}
	}
	return true
}

// Letter reports whether r is a letter under TeX's rule.
func (t *TeX) Letter(r rune) bool { return r != '-' && t.a.class(r)&notLetterWide == 0 }
