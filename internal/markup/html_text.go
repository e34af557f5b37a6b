package markup

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// htmlText is a piece of text with its character references. A reference is one
// rune, and stays whole.
type htmlText struct {
	raw   []byte
	runes []rune // as decoded
	at    []int  // of each rune in raw
}

func newHTMLText(raw []byte) htmlText {
	t := htmlText{raw: raw}
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		if r == '&' {
			r, size = reference(raw[i:])
		}
		t.runes = append(t.runes, r)
		t.at = append(t.at, i)
		i += size
	}
	return t
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

func (t htmlText) beginsInWord() bool { return len(t.runes) > 0 && inWord(t.runes[0]) }

func (t htmlText) endsInWord() bool {
	return len(t.runes) > 0 && inWord(t.runes[len(t.runes)-1])
}

// next cuts the first token off, with the white space before it. spaceAfter tells
// whether more follows.
func (t *htmlText) next() (token htmlText, spaceAfter, ok bool) {
	if len(t.runes) == 0 {
		return htmlText{}, false, false
	}
	n := 0
	for n < len(t.runes) && unicode.IsSpace(t.runes[n]) {
		n++
	}
	for n < len(t.runes) && !unicode.IsSpace(t.runes[n]) {
		n++
	}
	end := len(t.raw)
	if n < len(t.runes) {
		end = t.at[n]
	}
	begin := t.at[0]
	token = htmlText{raw: t.raw[begin:end], runes: t.runes[:n], at: make([]int, n)}
	for i, at := range t.at[:n] {
		token.at[i] = at - begin
	}
	t.runes, t.at = t.runes[n:], t.at[n:]
	if len(t.runes) == 0 {
		return token, false, true
	}
	return token, true, true
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
	from := 0
	for _, p := range b.AppendBreaks(nil, string(t.runes[space:])) {
		at := t.at[space+p]
		out = append(append(out, t.raw[from:at]...), mark...)
		from = at
	}
	return append(out, t.raw[from:]...)
}
