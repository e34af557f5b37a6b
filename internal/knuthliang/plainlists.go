package knuthliang

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// ParsePlainPatterns parses a list of patterns alone, such as the .pat.txt files of
// hyph-utf8: words between white space, with % and # comments. It has no minima:
// they are TeX's 2 and 3. Errors name file and line: bytes that are no UTF-8, a
// malformed pattern, no pattern.
func ParsePlainPatterns(name string, src []byte) (*Rules, error) {
	r := &Rules{Name: name, LeftMin: defaultLeftMin, RightMin: defaultRightMin}
	lines, err := plainWords(name, src, func(text string, line int) error {
		text = strings.ToLower(text)
		if err := checkPattern(text); err != nil {
			return err
		}
		if at := strings.IndexAny(text, `\{}`); at >= 0 {
			return fmt.Errorf("pattern %q has a %q: want a plain list of patterns, or a TeX file with \\patterns{…}", lineOf(text), text[at])
		}
		r.Patterns = append(r.Patterns, Pattern{Text: text, Line: line})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(r.Patterns) == 0 {
		return nil, fmt.Errorf("%s:%d: no patterns: want at least one", name, lines)
	}
	return r, nil
}

// ParsePlainExceptions parses a list of words alone, such as the .hyp.txt files of
// hyph-utf8: words between white space, with % and # comments. A hyphen, a soft
// hyphen or a hyphenation point (U+2027) is a break; a word without one never
// breaks. Errors name file and line: bytes that are no UTF-8, anything but letters,
// apostrophes and breaks in a word.
func ParsePlainExceptions(name string, src []byte) ([]Exception, error) {
	var all []Exception
	_, err := plainWords(name, src, func(text string, line int) error {
		for _, r := range text {
			if !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-\u00ad\u2027'’", r) {
				return fmt.Errorf("exception %q has a %q: want letters, and hyphens for the breaks", lineOf(text), r)
			}
		}
		e, err := parseException(strings.NewReplacer("\u00ad", "-", "\u2027", "-").Replace(text), line)
		all = append(all, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// plainWords calls visit for every word of a list and returns the number of lines.
func plainWords(name string, src []byte, visit func(text string, line int) error) (lines int, err error) {
	s, err := newScanner(name, src) // for its check of UTF-8
	if err != nil {
		return 0, err
	}
	for text := range strings.Lines(s.src) {
		lines++
		if at := strings.IndexAny(text, "%#"); at >= 0 {
			text = text[:at]
		}
		for _, word := range strings.Fields(text) {
			if err := visit(word, lines); err != nil {
				return lines, s.errorf(lines, "%w", err)
			}
		}
	}
	return max(lines, 1), nil
}

// HasBlocks reports whether a file has \patterns or \hyphenation, as TeX's files
// do and plain lists do not.
func HasBlocks(src []byte) bool {
	return bytes.Contains(src, []byte(`\hyphenation`)) || bytes.Contains(src, []byte(`\patterns`))
}
