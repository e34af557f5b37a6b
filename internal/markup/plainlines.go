package markup

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Lines hyphenates plain text line by line.
type Lines struct {
	Mark string
	Text Text
}

// Text hyphenates text that is longer than a token.
type Text interface {
	// AppendText appends text with mark at its breaks.
	AppendText(dst []byte, text, mark string) []byte
}

// Hyphenate copies a text from r to w with its lines hyphenated.
func (l Lines) Hyphenate(w io.Writer, r io.Reader) error {
	return eachLine(w, r, func(line []byte) []byte {
		content := bytes.TrimRight(line, "\r\n")
		out := l.Text.AppendText(nil, string(content), l.Mark)
		return append(out, line[len(content):]...)
	})
}

// eachLine copies from r to w what change makes of every line, line ends included.
func eachLine(w io.Writer, r io.Reader, change func(line []byte) []byte) error {
	out := newOutput(w, r)
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			out.Write(change(line))
		}
		if err == nil {
			continue
		}
		if failed := out.flush(); failed != nil {
			return failed
		}
		if err == io.EOF {
			return nil
		}
		return fmt.Errorf("reading text: %w", err)
	}
}
