package markup

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// htmlText is a token with the white space before it and its character references. A
// reference is one rune, and stays whole.
type htmlText struct {
	raw   []byte
	runes []rune  // as decoded
	at    []int32 // of each rune in raw
}

// decode decodes the first rune of a text.
func decode(raw []byte) (r rune, size int) {
	if r, size = utf8.DecodeRune(raw); r == '&' {
		return reference(raw)
	}
	return r, size
}

// reference decodes the character reference at the start of raw. What is none is an
// ampersand; one of several runes is a replacement character.
func reference(raw []byte) (r rune, size int) {
	size = 1
	longest := 40 // of a name; a number may have any
	if size < len(raw) && raw[size] == '#' {
		size, longest = 2, len(raw)
	}
	for size < min(len(raw), longest) && isAlphanumeric(raw[size]) {
		size++
	}
	if size < len(raw) && raw[size] == ';' {
		size++
	}
	text := string(raw[:size])
	decoded := html.UnescapeString(text)
	if decoded == text {
		return '&', 1
	}
	r, n := utf8.DecodeRuneInString(decoded)
	if n < len(decoded) {
		return utf8.RuneError, size
	}
	return r, size
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

func beginsInWord(raw []byte) bool {
	r, size := decode(raw)
	return size > 0 && inWord(r)
}

func endsInWord(raw []byte) (ends bool) {
	for len(raw) > 0 {
		r, size := decode(raw)
		ends, raw = inWord(r), raw[size:]
	}
	return ends
}

func (t htmlText) endsInWord() bool { return inWord(t.runes[len(t.runes)-1]) }

// cut makes t the first token of a text and returns the rest of it.
func (t *htmlText) cut(text []byte) (rest []byte) {
	t.runes, t.at = t.runes[:0], t.at[:0]
	end, word := 0, false
	for end < len(text) {
		r, size := decode(text[end:])
		space := unicode.IsSpace(r)
		if space && word {
			break
		}
		word = word || !space
		t.runes, t.at = append(t.runes, r), append(t.at, int32(end))
		end += size
	}
	t.raw = text[:end]
	return text[end:]
}

func (t htmlText) clone() htmlText {
	return htmlText{slices.Clone(t.raw), slices.Clone(t.runes), slices.Clone(t.at)}
}

// marked is the token with marks at its breaks; a nil Breaker has none.
func (t htmlText) marked(b Breaker, mark string) []byte {
	if b == nil {
		return t.raw
	}
	space := 0
	for space < len(t.runes) && unicode.IsSpace(t.runes[space]) {
		space++
	}
	var out []byte
	from := int32(0)
	for _, p := range b.AppendBreaks(nil, string(t.runes[space:])) {
		at := t.at[space+p]
		out = append(append(out, t.raw[from:at]...), mark...)
		from = at
	}
	return append(out, t.raw[from:]...)
}
