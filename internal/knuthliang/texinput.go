package knuthliang

import (
	"fmt"
	"strings"
)

// Open returns the file that a TeX file names after \input, with a name for
// errors.
type Open func(name string) (path string, src []byte, err error)

// mostInputs bounds the depth of files that \input each other.
const mostInputs = 8

// ParsePatternFiles is ParsePatterns and reads the files named by \input, in their
// place, as TeX does. The minima are those of the first file. Without open an
// \input is an error.
func ParsePatternFiles(name string, src []byte, open Open) (*Rules, error) {
	r := &Rules{Name: name}
	s, err := newScanner(name, src)
	if err != nil {
		return nil, err
	}
	if r.LeftMin, r.RightMin, err = headerMinima(name, s.src); err != nil {
		return nil, err
	}
	r.Patterns = make([]Pattern, 0, strings.Count(s.src, "\n"))
	p := patternFiles{rules: r, open: open}
	if err := p.parse(s, 0); err != nil {
		return nil, err
	}
	switch {
	case p.blocks == 0:
		return nil, fmt.Errorf("%s:%d: no \\patterns{…} block", name, s.line)
	case len(r.Patterns) == 0:
		return nil, fmt.Errorf("%s:%d: \\patterns{…} is empty: want at least one pattern", name, s.line)
	}
	return r, nil
}

// patternFiles reads a file and those that it names by \input.
type patternFiles struct {
	rules  *Rules
	open   Open
	blocks int // \patterns
}

// parse adds the patterns and exceptions of one file, depth inputs below the
// first.
func (p *patternFiles) parse(s *scanner, depth int) error {
	r := p.rules
	return s.blocks(func(control string) error {
		switch control {
		case "hyphenation":
			return s.block(control, func(text string, line int) error {
				e, err := parseException(text, line)
				r.Exceptions = append(r.Exceptions, e)
				return err
			})
		case "input":
			return p.follow(s, depth)
		}
		p.blocks++
		return s.block(control, func(text string, line int) error {
			text = strings.ToLower(text)
			r.Patterns = append(r.Patterns, Pattern{Text: text, Line: line})
			return checkPattern(text)
		})
	})
}

// follow parses the file after an \input.
func (p *patternFiles) follow(s *scanner, depth int) error {
	line := s.line
	input := s.fileName()
	switch {
	case input == "":
		return s.errorf(line, "\\input is not followed by a name: want a file")
	case p.open == nil:
		return s.errorf(line, "\\input %s: its patterns come from another file: want that file", lineOf(input))
	case depth == mostInputs:
		return s.errorf(line, "\\input %s: more than %d files deep: want files that do not \\input each other", lineOf(input), mostInputs)
	}
	path, src, err := p.open(input)
	if err != nil {
		return s.errorf(line, "\\input %s: %w", lineOf(input), err)
	}
	below, err := newScanner(path, src)
	if err != nil {
		return err
	}
	return p.parse(below, depth+1)
}

// fileName reads the name after \input: a word, or any text between braces or
// quotation marks.
func (s *scanner) fileName() string {
	for s.pos < len(s.src) && (s.src[s.pos] == ' ' || s.src[s.pos] == '\t') {
		s.pos++
	}
	rest, _, _ := strings.Cut(s.src[s.pos:], "\n")
	size, name := 0, ""
	switch {
	case strings.HasPrefix(rest, "{") && strings.Contains(rest, "}"):
		size = strings.IndexByte(rest, '}') + 1
		name = rest[1 : size-1]
	case strings.HasPrefix(rest, `"`) && strings.Count(rest, `"`) > 1:
		size = strings.IndexByte(rest[1:], '"') + 2
		name = rest[1 : size-1]
	default:
		if size = strings.IndexAny(rest, " \t\r%\\{}"); size < 0 {
			size = len(rest)
		}
		name = rest[:size]
	}
	s.pos += size
	return strings.TrimSpace(name)
}
