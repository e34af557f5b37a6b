package knuthliang

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// Hyphenator marks the breaks of one token; TeX and Hypher do.
type Hyphenator interface {
	// AppendHyphenated appends token with mark at each break.
	AppendHyphenated(dst []byte, token string, mark string) []byte
}

// transformBlock is how much is read at once; a longer token makes the buffer
// grow to hold it.
const transformBlock = 64 << 10

// Transform copies text from r to w with every token hyphenated by h, mark
// standing at each break. Tokens are what white space (as Unicode has it)
// separates; the white space itself is kept, and so are bytes that are no
// UTF-8. Lines and tokens may have any length. What was read before an error
// is written.
func Transform(w io.Writer, r io.Reader, h Hyphenator, mark string) error {
	in := make([]byte, transformBlock)
	held := 0 // bytes at the start of in that belong to an unfinished token
	var out []byte
	for {
		if held == len(in) {
			in = append(in, make([]byte, len(in))...)
		}
		n, err := r.Read(in[held:])
		ended := err != nil
		if err != nil && err != io.EOF {
			err = fmt.Errorf("reading text: %w", err)
		}
		filled := held + n
		done := filled
		if !ended {
			done = lastSpace(in[:filled], held)
		}
		out = appendText(out[:0], string(in[:done]), h, mark)
		if len(out) > 0 {
			if _, werr := w.Write(out); werr != nil {
				return fmt.Errorf("writing hyphenated text: %w", werr)
			}
		}
		held = copy(in, in[done:filled])
		if err == io.EOF {
			return nil
		}
		if ended {
			return err
		}
	}
}

// lastSpace returns the end of the last white space in text, 0 when there is
// none; the first known bytes hold none.
func lastSpace(text []byte, known int) int {
	for i := len(text); i > 0 && i > known-utf8.UTFMax; {
		r, size := utf8.DecodeLastRune(text[:i])
		if unicode.IsSpace(r) {
			return i
		}
		i -= size
	}
	return 0
}

// appendText appends text with its tokens hyphenated.
func appendText(dst []byte, text string, h Hyphenator, mark string) []byte {
	for len(text) > 0 {
		end, size := nextSpace(text)
		if end > 0 {
			dst = h.AppendHyphenated(dst, text[:end], mark)
		}
		dst = append(dst, text[end:end+size]...)
		text = text[end+size:]
	}
	return dst
}

// nextSpace returns where the first white space of text begins and its size;
// without any, the text's length and 0.
func nextSpace(text string) (at, size int) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			if unicode.IsSpace(r) {
				return i, size
			}
			i += size - 1
			continue
		}
		if c == ' ' || '\t' <= c && c <= '\r' {
			return i, 1
		}
	}
	return len(text), 0
}
