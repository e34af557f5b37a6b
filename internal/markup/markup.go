// Package markup hyphenates the text in HTML and LaTeX documents and changes nothing else.
//
// Guarantee: the output without the inserted marks is the input, byte for byte, whatever the
// input is. A doubtful word is not changed, such as a word that continues after a tag, a brace
// or an accent.
// Cost: a document streams. HTML is written tag by tag, LaTeX line by line; what is finished is
// written before more is read.
// Source: the tokenizer of golang.org/x/net/html, whose tokens keep their bytes; the HTML
// Living Standard, 13.1.2.4 (optional tags); TeX's categories of characters (The TeXbook,
// chapter 7).
package markup

import (
	"bufio"
	"fmt"
	"io"
	"unicode"
)

// Breaker finds the breaks of a token, text without white space.
type Breaker interface {
	// AppendBreaks appends the breaks as ascending positions in runes.
	AppendBreaks(dst []int, token string) []int
}

// output is a buffered writer that is flushed whenever more input is read: a pipe
// has the output for all its input.
type output struct {
	*bufio.Writer
	in io.Reader
}

func newOutput(w io.Writer, r io.Reader) *output {
	return &output{bufio.NewWriterSize(w, 1<<16), r}
}

// Read flushes and reads.
func (o *output) Read(p []byte) (int, error) {
	if err := o.flush(); err != nil {
		return 0, err
	}
	return o.in.Read(p)
}

func (o *output) flush() error {
	if err := o.Flush(); err != nil {
		return fmt.Errorf("writing hyphenated text: %w", err)
	}
	return nil
}

// inWord reports whether a rune may stand inside a word.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
