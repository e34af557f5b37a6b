package markup

import (
	"io"
	"unicode"
	"unicode/utf8"
)

// LaTeX says how a LaTeX document is hyphenated.
type LaTeX struct {
	Mark    string // inserted at a break
	Breaker Breaker
}

// kind is what a byte of a line is.
type kind uint8

const (
	other  kind = iota // no text: commands, math, comments
	text               // text, white space included
	glue               // no text, and a word goes on behind it: accents
	hidden             // no text, and a word may go on behind it: braces, \emph
)

// Hyphenate copies a document from r to w with its text hyphenated. Left alone are
// the preamble, commands and their arguments, except those of commands that print
// them, such as \emph and \section; math; verbatim text; comments; words with
// accents by commands or with \- in them.
func (l LaTeX) Hyphenate(w io.Writer, r io.Reader) error {
	d := &latexDocument{LaTeX: l}
	return eachLine(w, r, d.line)
}

// line returns a line with its text hyphenated.
func (d *latexDocument) line(line []byte) []byte {
	kinds, joined := d.scan(line)
	out := make([]byte, 0, len(line)+len(line)/4)
	for at := 0; at < len(line); {
		if kinds[at] != text {
			out = append(out, line[at])
			at++
			continue
		}
		if r, size := utf8.DecodeRune(line[at:]); unicode.IsSpace(r) {
			out = append(out, line[at:at+size]...)
			at += size
			continue
		}
		end := tokenEnd(line, kinds, at)
		if d.goesOn(line, kinds, at, end) {
			out = append(out, line[at:end]...)
		} else {
			out = appendMarked(out, line[at:end], d.Mark, d.Breaker)
		}
		at = end
	}
	d.continued = joined
	return out
}

// tokenEnd returns the end of the token that begins at at: white space, or what is
// no text.
func tokenEnd(line []byte, kinds []kind, at int) int {
	for at < len(line) && kinds[at] == text {
		r, size := utf8.DecodeRune(line[at:])
		if unicode.IsSpace(r) {
			break
		}
		at += size
	}
	return at
}

// goesOn reports whether a word goes on beyond the token line[from:to].
func (d *latexDocument) goesOn(line []byte, kinds []kind, from, to int) bool {
	before := from - 1
	for before >= 0 && kinds[before] == hidden {
		before--
	}
	after := to
	for after < len(line) && kinds[after] == hidden {
		after++
	}
	switch {
	case before < 0 && d.continued && allSpace(line[:from], kinds):
		return true
	case before >= 0 && kinds[before] == glue, after < len(line) && kinds[after] == glue:
		return true
	case before >= 0 && before < from-1 && kinds[before] == text:
		if r, _ := utf8.DecodeLastRune(line[:before+1]); inWord(r) {
			return true
		}
	}
	if after > to && after < len(line) && kinds[after] == text {
		r, _ := utf8.DecodeRune(line[after:])
		return inWord(r)
	}
	return false
}

// allSpace reports whether a line's start has nothing but white space and braces.
func allSpace(start []byte, kinds []kind) bool {
	for i, c := range start {
		if kinds[i] != hidden && c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// appendMarked appends a token with marks at its breaks.
func appendMarked(dst, token []byte, mark string, b Breaker) []byte {
	breaks := b.AppendBreaks(nil, string(token))
	n, from := 0, 0
	for at := range string(token) {
		if len(breaks) == 0 {
			break
		}
		if n == breaks[0] {
			dst = append(append(dst, token[from:at]...), mark...)
			from, breaks = at, breaks[1:]
		}
		n++
	}
	return append(dst, token[from:]...)
}
