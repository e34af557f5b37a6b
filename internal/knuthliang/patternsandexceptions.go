package knuthliang

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Rules is a parsed pattern file.
type Rules struct {
	Name       string // of the file, for messages
	Patterns   []Pattern
	Exceptions []Exception // the file's own \hyphenation block
	LeftMin    int         // least letters before the first break, at least 1
	RightMin   int         // least letters after the last break, at least 1
}

// TeX's minima where the file's header has none (plain TeX, \lefthyphenmin and
// \righthyphenmin).
const (
	defaultLeftMin  = 2
	defaultRightMin = 3
)

// Pattern is a pattern as written, lower-cased: letters, digits between them for
// the levels (none is level 0), a dot at the start or the end for a word
// boundary.
type Pattern struct {
	Text string // such as ".ach4"
	Line int    // in its file; 0 for a pattern from no file
}

// Split separates the pattern's letters, dots included, from its levels:
// levels[i] is before letters[i]; one more level is after the last letter. It
// fails when the text is no pattern.
func (p Pattern) Split() (letters []rune, levels []uint8, err error) {
	if err := checkPattern(p.Text); err != nil {
		return nil, nil, err
	}
	levels = append(levels, 0)
	for _, r := range p.Text {
		if isDigit(r) {
			levels[len(levels)-1] = uint8(r - '0')
			continue
		}
		letters = append(letters, r)
		levels = append(levels, 0)
	}
	return letters, levels, nil
}

// checkPattern returns an error when text is no pattern.
func checkPattern(text string) error {
	letters, digit, dots := 0, false, 0
	for i, r := range text {
		switch {
		case isDigit(r):
			if digit {
				return fmt.Errorf("pattern %q has two digits in a row: want one digit, 0 to 9, for a level", lineOf(text))
			}
			digit = true
			continue
		case r == '.':
			dots++
			if letters > 0 && !onlyDigits(text[i+1:]) || letters == 0 && dots > 1 {
				return fmt.Errorf("pattern %q has a dot inside: want it first or last, for the boundary of a word", lineOf(text))
			}
		case r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsControl(r):
			return fmt.Errorf("pattern %q: %q is not a letter: want letters, digits and dots", lineOf(text), r)
		default:
			letters++
		}
		digit = false
	}
	if letters == 0 {
		return fmt.Errorf("pattern %q has no letters: want at least one", lineOf(text))
	}
	return nil
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func onlyDigits(s string) bool {
	for _, r := range s {
		if !isDigit(r) {
			return false
		}
	}
	return true
}

// Exception is a word of a \hyphenation block.
type Exception struct {
	Word   string // lower-cased, without hyphens: the key
	Breaks []int  // as written: ascending positions in runes, 0 < b < length; none: never break
	Line   int
}

// parseException reads a word such as "acad-e-my".
func parseException(text string, line int) (Exception, error) {
	e := Exception{Line: line}
	word := make([]byte, 0, len(text))
	n, letters := 0, 0
	for _, r := range text {
		if r == '-' {
			if n > 0 && (len(e.Breaks) == 0 || e.Breaks[len(e.Breaks)-1] != n) {
				e.Breaks = append(e.Breaks, n)
			}
			continue
		}
		if r == utf8.RuneError || unicode.IsControl(r) {
			return e, fmt.Errorf("exception %q: %q is not a letter: want letters and hyphens", lineOf(text), r)
		}
		if unicode.IsLetter(r) {
			letters++
		}
		word = utf8.AppendRune(word, unicode.ToLower(r))
		n++
	}
	if letters == 0 {
		return e, fmt.Errorf("exception %q has no letters: want at least one", lineOf(text))
	}
	if k := len(e.Breaks); k > 0 && e.Breaks[k-1] == n {
		e.Breaks = e.Breaks[:k-1]
	}
	e.Word = string(word)
	return e, nil
}

// check returns an error when a minimum is out of range or a pattern malformed.
func (r *Rules) check() error {
	if r.LeftMin < 1 || r.RightMin < 1 || r.LeftMin > MaxMin || r.RightMin > MaxMin {
		return fmt.Errorf("%s: minima %d and %d are out of range: want 1 to %d", r.Name, r.LeftMin, r.RightMin, MaxMin)
	}
	var errs []error
	for _, p := range r.Patterns {
		if err := checkPattern(p.Text); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", r.Name, p.Line, err))
			if len(errs) == 3 {
				break
			}
		}
	}
	return errors.Join(errs...)
}

// MaxMin is the largest minimum, TeX's own bound (tex.web §1091, norm_min).
const MaxMin = 63
