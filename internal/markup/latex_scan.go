package markup

import (
	"bytes"
	"unicode/utf8"
)

// latexDocument is the state between two lines.
type latexDocument struct {
	LaTeX
	preamble  bool   // \documentclass was read, \begin{document} was not
	ended     bool   // \end{document} was read
	until     string // all up to here is left alone: the end of an environment or of math; empty: none
	verbatim  bool   // up to there a % and a \ are characters
	argument  argument
	continued bool // a word goes on from the line before, which a comment ended
}

// argument is what is being left alone of a command's arguments.
type argument struct {
	open  byte // { or [ of the one that is being read; 0: none
	depth int  // of braces in it
	more  int  // in braces, still to come
	next  bool // one may follow at the start of the next line
}

// everyArgument is more than a command has.
const everyArgument = 1 << 30

// lineScan finds out what the bytes of a line are.
type lineScan struct {
	*latexDocument
	line  []byte
	kinds []kind
	at    int
}

// scan says what the bytes of a line are, and whether a comment joins its last word
// to the next line.
func (d *latexDocument) scan(line []byte) (kinds []kind, joined bool) {
	s := &lineScan{latexDocument: d, line: line, kinds: make([]kind, len(line))}
	if len(bytes.TrimSpace(line)) == 0 { // the end of a paragraph ends what was left open
		if d.until == "$" || d.until == "$$" {
			d.until = ""
		}
		if d.argument.open == '[' {
			d.argument = argument{}
		}
	}
	if d.argument.next {
		d.argument.next = false
		s.spaces(other)
		s.arguments()
	}
	for s.at < len(line) {
		joined = s.step()
	}
	return s.kinds, joined
}

// step reads a character, a command, or all that is left alone. It reports whether
// it was a comment in a word.
func (s *lineScan) step() (joined bool) {
	switch {
	case s.ended:
		s.at = len(s.line)
		return false
	case s.preamble:
		s.toBody()
		return false
	case s.until != "":
		s.toEnd()
		return false
	case s.argument.open != 0:
		s.inArgument()
		return false
	}
	switch c := s.line[s.at]; c {
	case '%':
		before, _ := utf8.DecodeLastRune(s.line[:s.at])
		if s.at > 0 && s.kinds[s.at-1] != other && inWord(before) {
			s.kinds[s.at] = glue
			joined = true
		}
		s.at = len(s.line)
	case '\\':
		s.command()
	case '$':
		s.until = "$"
		if bytes.HasPrefix(s.line[s.at:], []byte("$$")) {
			s.until = "$$"
		}
		s.at += len(s.until)
	case '{', '}':
		s.put(hidden, 1)
	case '^', '_', '#':
		s.put(glue, 1)
	case '"': // a shorthand of babel's, within a word
		if s.at > 0 && s.kinds[s.at-1] == text && s.at+1 < len(s.line) && isASCIILetter(s.line[s.at-1]) && isASCIILetter(s.line[s.at+1]) {
			s.put(glue, 1)
		} else {
			s.put(other, 1)
		}
	case '~', '&':
		s.put(other, 1)
	default:
		s.put(text, 1)
	}
	return joined
}

// put says what the next n bytes are.
func (s *lineScan) put(k kind, n int) {
	for ; n > 0 && s.at < len(s.line); n-- {
		s.kinds[s.at] = k
		s.at++
	}
}

func (s *lineScan) spaces(k kind) {
	for s.at < len(s.line) && (s.line[s.at] == ' ' || s.line[s.at] == '\t') {
		s.put(k, 1)
	}
}

// next is the next byte, 0 at the end of the line.
func (s *lineScan) next() byte {
	if s.at < len(s.line) {
		return s.line[s.at]
	}
	return 0
}

// toBody leaves the preamble.
func (s *lineScan) toBody() {
	const begin = `\begin{document}`
	for s.at < len(s.line) {
		switch {
		case bytes.HasPrefix(s.line[s.at:], []byte(begin)):
			s.at += len(begin)
			s.preamble = false
			return
		case s.line[s.at] == '%':
			s.at = len(s.line)
		case s.line[s.at] == '\\':
			s.put(other, 2)
		default:
			s.at++
		}
	}
}

// toEnd looks for the end of math or of an environment.
func (s *lineScan) toEnd() {
	for s.at < len(s.line) {
		switch c := s.line[s.at]; {
		case bytes.HasPrefix(s.line[s.at:], []byte(s.until)):
			s.at += len(s.until)
			s.until, s.verbatim = "", false
			return
		case s.verbatim:
			s.at++
		case c == '%':
			s.at = len(s.line)
		case c == '\\':
			s.put(other, 2)
		default:
			s.at++
		}
	}
}

// arguments leaves the arguments alone that follow at once: those in brackets, and
// as many in braces as are to come.
func (s *lineScan) arguments() {
	switch c := s.next(); {
	case c == '[', c == '{' && s.argument.more > 0:
		if c == '{' {
			s.argument.more--
		}
		s.argument.open, s.argument.depth = c, 0
		s.at++
		s.inArgument()
	case c == '%' && s.argument.more > 0:
		s.at = len(s.line)
		s.argument.next = true
	default:
		s.argument = argument{}
	}
}

// inArgument reads up to the end of the open argument.
func (s *lineScan) inArgument() {
	a := &s.argument
	for s.at < len(s.line) {
		switch c := s.line[s.at]; c {
		case '\\':
			s.put(other, 2)
			continue
		case '%':
			s.at = len(s.line)
			continue
		case '{':
			a.depth++
		case '}', ']':
			if a.depth <= 0 && (c == ']') == (a.open == '[') {
				a.open = 0
				s.at++
				s.arguments()
				return
			}
			if c == '}' {
				a.depth--
			}
		}
		s.at++
	}
}

// rawGroup leaves a group in braces alone in which a % is a character; it ends with
// the line.
func (s *lineScan) rawGroup() {
	if s.next() != '{' {
		return
	}
	depth := 0
	for s.at < len(s.line) {
		c := s.line[s.at]
		s.at++
		if c == '{' {
			depth++
		} else if c == '}' {
			if depth--; depth == 0 {
				return
			}
		}
	}
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
