package knuthliang

import (
	"fmt"
	"io"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Hyphenator marks the breaks of a token. TeX and Hypher are Hyphenators.
type Hyphenator interface {
	// AppendHyphenated appends token with mark at each break.
	AppendHyphenated(dst []byte, token string, mark string) []byte
}

// transformBlock is the size of one read. The buffer grows for a longer token.
const transformBlock = 64 << 10

// Transform copies text from r to w with every token hyphenated by h: mark is
// inserted at each break. Tokens are separated by Unicode's white space, which is
// preserved, as are bytes that are no UTF-8. Lines and tokens may have any length.
// Text read before an error is written.
func Transform(w io.Writer, r io.Reader, h Hyphenator, mark string) error {
	in := make([]byte, transformBlock)
	held := 0 // bytes of an unfinished token at the start of in
	var (
		out   []byte
		batch tokenBatch
	)
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
		out = batch.appendText(out[:0], string(in[:done]), h, mark)
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

// lastSpace returns the end of the last white space in text, 0 without any. The
// first known bytes have none.
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

// tokenBatch is the working memory of Transform.
type tokenBatch struct {
	batch
	masks  [batchWords]uint64
	starts [batchWords]uint32
	ends   [batchWords]uint32
}

// masker is a Hyphenator that answers a batch of tokens: those of ASCII by masks,
// in which positions are bytes, the others by unanswered.
type masker interface {
	masks(b *batch, dst []uint64, text string, starts, ends []uint32)
}

// appendText appends text with its tokens hyphenated.
func (t *tokenBatch) appendText(dst []byte, text string, h Hyphenator, mark string) []byte {
	m, _ := h.(masker)
	done, at := 0, 0 // text[:done] is in dst; the search for the next token begins at at
	for at < len(text) {
		n := 0
		for n < batchWords && at < len(text) {
			end, size := nextSpace(text, at)
			if end > at {
				t.starts[n], t.ends[n] = uint32(at), uint32(end)
				n++
			}
			at = end + size
		}
		if n == 0 {
			break
		}
		masks := t.masks[:n]
		if m != nil {
			m.masks(&t.batch, masks, text, t.starts[:n], t.ends[:n])
		}
		for i, mask := range masks {
			start := int(t.starts[i])
			if m == nil || mask == unanswered {
				end := int(t.ends[i])
				dst = append(dst, text[done:start]...)
				dst = h.AppendHyphenated(dst, text[start:end], mark)
				done = end
				continue
			}
			for ; mask != 0; mask &= mask - 1 {
				p := start + bits.TrailingZeros64(mask)
				dst = append(dst, text[done:p]...)
				dst = append(dst, mark...)
				done = p
			}
		}
	}
	return append(dst, text[done:]...)
}

// nextSpace returns the offset and the size of the first white space of text from
// at on; without any, the text's length and 0.
func nextSpace(text string, at int) (end, size int) {
	for at < len(text) {
		if len(text)-at >= 8 {
			// The high bit of each byte below '!' or beyond ASCII. Only the lowest
			// one set is exact.
			w := load64(text[at:])
			found := ((w-('!'*lowBits))&^w | w) & highBits
			if found == 0 {
				at += 8
				continue
			}
			at += bits.TrailingZeros64(found) / 8
		}
		c := text[at]
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			return at, 1
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(text[at:])
			if unicode.IsSpace(r) {
				return at, size
			}
			at += size
		default:
			at++
		}
	}
	return len(text), 0
}
