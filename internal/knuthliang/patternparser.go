package knuthliang

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParsePatterns parses a TeX pattern file in UTF-8, such as those of hyph-utf8:
// the \patterns and \hyphenation blocks, and the minima of the header's
// hyphenmins (2 and 3 without them). It skips everything outside the blocks and
// stops at \endinput. Errors name file and line: bytes that are no UTF-8, no
// pattern, an unclosed brace, a malformed pattern, exception, minimum or
// ^^ notation, and an \input, which ParsePatternFiles follows.
func ParsePatterns(name string, src []byte) (*Rules, error) {
	return ParsePatternFiles(name, src, nil)
}

// ParseExceptions parses the \hyphenation blocks of a TeX file in UTF-8, such as
// hyphenex.tex, in the order of the file, duplicates included. Its errors are
// those of ParsePatterns; the block that it requires is \hyphenation.
func ParseExceptions(name string, src []byte) ([]Exception, error) {
	s, err := newScanner(name, src)
	if err != nil {
		return nil, err
	}
	var all []Exception
	blocks := 0
	err = s.blocks(func(control string) error {
		if control == "input" {
			s.fileName()
			return nil
		}
		if control != "hyphenation" {
			return s.block(control, func(string, int) error { return nil })
		}
		blocks++
		return s.block(control, func(text string, line int) error {
			e, err := parseException(text, line)
			all = append(all, e)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	if blocks == 0 {
		return nil, fmt.Errorf("%s:%d: no \\hyphenation{…} block", name, s.line)
	}
	return all, nil
}

// scanner reads the part of TeX's syntax in such files: comments, control words,
// braces, ^^ notation.
type scanner struct {
	name string
	src  string
	pos  int
	line int
}

func newScanner(name string, src []byte) (*scanner, error) {
	if !utf8.Valid(src) {
		line := 1
		for len(src) > 0 {
			r, size := utf8.DecodeRune(src)
			if r == utf8.RuneError && size == 1 {
				break
			}
			if r == '\n' {
				line++
			}
			src = src[size:]
		}
		return nil, fmt.Errorf("%s:%d: byte %#02x is not UTF-8: want a file in UTF-8, for example from iconv -t UTF-8", name, line, src[0])
	}
	return &scanner{name: name, src: string(bytes.TrimPrefix(src, []byte("\ufeff"))), line: 1}, nil
}

func (s *scanner) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", s.name, line, fmt.Errorf(format, args...))
}

// skipComment moves from a % to the start of the next line.
func (s *scanner) skipComment() {
	end := strings.IndexByte(s.src[s.pos:], '\n')
	if end < 0 {
		s.pos = len(s.src)
		return
	}
	s.pos += end + 1
	s.line++
}

// blocks calls read after every \patterns, \hyphenation and \input.
func (s *scanner) blocks(read func(control string) error) error {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case '%':
			s.skipComment()
		case '\\':
			s.pos++
			start := s.pos
			for s.pos < len(s.src) && isASCIILetter(s.src[s.pos]) {
				s.pos++
			}
			switch word := s.src[start:s.pos]; word {
			case "patterns", "hyphenation", "input":
				if err := read(word); err != nil {
					return err
				}
			case "endinput":
				s.pos = len(s.src)
			case "": // a control symbol such as \%: one character, ignored
				if s.pos < len(s.src) && s.src[s.pos] != '\n' {
					s.pos++
				}
			}
		case '\n':
			s.line++
			s.pos++
		default:
			s.pos++
		}
	}
	return nil
}

// block reads {…} after a control word and calls visit for every word in it.
func (s *scanner) block(control string, visit func(text string, line int) error) error {
	opened := s.line
	if !s.skipTo('{') {
		return s.errorf(s.line, "\\%s is not followed by a brace: want {", control)
	}
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case '%':
			s.skipComment()
		case '\n':
			s.line++
			s.pos++
		case ' ', '\t', '\r', '\f', '\v':
			s.pos++
		case '}':
			s.pos++
			return nil
		default:
			text, err := s.word(control)
			if err != nil {
				return err
			}
			if err := visit(text, s.line); err != nil {
				return s.errorf(s.line, "%w", err)
			}
		}
	}
	return s.errorf(opened, "the brace after \\%s is never closed: want }", control)
}

// skipTo skips white space and comments and reports whether want follows.
func (s *scanner) skipTo(want byte) bool {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case want:
			s.pos++
			return true
		case '%':
			s.skipComment()
		case '\n':
			s.line++
			s.pos++
		case ' ', '\t', '\r':
			s.pos++
		default:
			return false
		}
	}
	return false
}

// word reads up to white space, a comment or the closing brace.
func (s *scanner) word(control string) (string, error) {
	start := s.pos
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\n', '\r', '\f', '\v', '%', '}':
			return s.src[start:s.pos], nil
		case '^':
			return s.caretWord(start)
		case '{', '\\', '~', '#', '$', '&':
			return "", s.errorf(s.line, "%q inside \\%s{…}: want words, no macros, as in the UTF-8 form of the file", c, control)
		default:
			s.pos++
		}
	}
	return s.src[start:], nil
}

// caretWord reads the rest of a word with ^^, TeX's notation of a character by
// its code: ^^ and two hexadecimal digits in lower case, ^^^^ and four of them, or
// ^^ and the character whose code differs by 64 (tex.web §352, §355).
func (s *scanner) caretWord(start int) (string, error) {
	var text strings.Builder
	text.WriteString(s.src[start:s.pos])
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		if strings.IndexByte(" \t\n\r\f\v%}", c) >= 0 {
			break
		}
		if strings.IndexByte("{\\~#$&", c) >= 0 {
			return "", s.errorf(s.line, "%q inside a word with ^^ notation: want letters", c)
		}
		if c != '^' {
			r, size := utf8.DecodeRuneInString(s.src[s.pos:])
			text.WriteRune(r)
			s.pos += size
			continue
		}
		r, size := caretRune(s.src[s.pos:])
		if size == 0 || unicode.IsControl(r) || unicode.IsSpace(r) || !utf8.ValidRune(r) || strings.ContainsRune("%{}\\~#$&^", r) {
			return "", s.errorf(s.line, "malformed ^^ notation in %q: want ^^ and two, or ^^^^ and four hexadecimal digits in lower case", lineOf(s.src[start:]))
		}
		text.WriteRune(r)
		s.pos += size
	}
	return text.String(), nil
}

// caretRune decodes the ^^ notation at the start of src; without one size is 0.
func caretRune(src string) (r rune, size int) {
	if code, ok := lowerHex(src, "^^^^", 4); ok {
		return code, 8
	}
	if code, ok := lowerHex(src, "^^", 2); ok {
		return code, 4
	}
	if strings.HasPrefix(src, "^^") && len(src) > 2 && src[2] < utf8.RuneSelf {
		return rune(src[2] ^ 64), 3
	}
	return 0, 0
}

func lowerHex(src, prefix string, digits int) (rune, bool) {
	rest, ok := strings.CutPrefix(src, prefix)
	if !ok || len(rest) < digits {
		return 0, false
	}
	rest = rest[:digits]
	if strings.Trim(rest, "0123456789abcdef") != "" {
		return 0, false
	}
	code, err := strconv.ParseUint(rest, 16, 32)
	return rune(code), err == nil
}

// lineOf is the first line of s, shortened for an error message.
func lineOf(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	n := 0
	for i := range s {
		if n++; n > 40 {
			return s[:i] + "…"
		}
	}
	return strings.TrimRight(s, "\r")
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
