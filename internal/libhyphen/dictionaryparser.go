package libhyphen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// pattern is a line of a dictionary.
type pattern struct {
	letters []rune  // dots of the boundaries included
	levels  []uint8 // levels[i] is before letters[i]; one more after the last
	change  *change // nil for a break that changes nothing
}

// change is the replacement of letters at a break. Positions are in letters without
// the dot at the start.
type change struct {
	start, length int
}

// set is one of the two sets of patterns, as written.
type set struct {
	patterns    []pattern
	left, right int // LEFTHYPHENMIN, RIGHTHYPHENMIN
	compound    minima
	none        []string // NOHYPHEN
}

// minima are the least letters before and after a break; 0 is no minimum.
type minima struct{ left, right int }

// mostMin is the largest minimum.
const mostMin = 63

// Parse reads a dictionary. Errors name file and line: an unknown character set, a
// malformed minimum or replacement, no pattern, and a first set of two with a
// pattern that changes letters.
func Parse(name string, src []byte) (*Dictionary, error) {
	d, _, err := parse(name, src)
	return d, err
}

func parse(name string, src []byte) (*Dictionary, []set, error) {
	text, charset, err := decode(name, src)
	if err != nil {
		return nil, nil, err
	}
	sets := make([]set, 1, 2)
	number := 1
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "NEXTLEVEL") {
			if len(sets) == 2 {
				break // the library reads no third set
			}
			sets = append(sets, set{})
			continue
		}
		if err := sets[len(sets)-1].line(line); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if len(sets) == 2 {
		for _, p := range sets[0].patterns {
			if p.change != nil {
				return nil, nil, fmt.Errorf("%s: a pattern before NEXTLEVEL changes letters (%s), so that parts of a compound are no parts of the word: want such patterns after NEXTLEVEL", name, string(p.letters))
			}
		}
	}
	if len(sets[len(sets)-1].patterns) == 0 {
		return nil, nil, fmt.Errorf("%s:%d: no patterns: want at least one", name, number)
	}
	return newDictionary(name, sets, plainName(charset) == "utf8"), sets, nil
}

// line reads a line: an option, a pattern, or a comment.
func (s *set) line(line string) error {
	for key, value := range map[string]*int{
		"LEFTHYPHENMIN": &s.left, "RIGHTHYPHENMIN": &s.right,
		"COMPOUNDLEFTHYPHENMIN": &s.compound.left, "COMPOUNDRIGHTHYPHENMIN": &s.compound.right,
	} {
		if rest, ok := strings.CutPrefix(line, key); ok {
			n, err := strconv.Atoi(strings.TrimSpace(rest))
			if err != nil || n < 0 || n > mostMin {
				return fmt.Errorf("%s: %.40q is not a minimum: want 0 to %d", key, strings.TrimSpace(rest), mostMin)
			}
			*value = n
			return nil
		}
	}
	if list, ok := strings.CutPrefix(line, "NOHYPHEN"); ok {
		s.none = nil
		for text := range strings.SplitSeq(strings.TrimSpace(list), ",") {
			if text != "" {
				s.none = append(s.none, text)
			}
		}
		return nil
	}
	if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "#") {
		return nil
	}
	p, err := parsePattern(line)
	if err == nil && len(p.letters) > 0 {
		s.patterns = append(s.patterns, p)
	}
	return err
}

// parsePattern reads a pattern such as 1ba or .as3szon/sz=sz,2,3. It ends at the
// first white space. Of two digits in a row the second counts, as in the library.
func parsePattern(line string) (pattern, error) {
	text, replacement, changes := strings.Cut(line, "/")
	if end := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r == '\u00a0' }); end >= 0 {
		text = text[:end]
		changes = changes && strings.TrimSpace(line[end:]) != ""
	}
	p := pattern{levels: []uint8{0}}
	for _, r := range text {
		if '0' <= r && r <= '9' {
			p.levels[len(p.levels)-1] = uint8(r - '0')
			continue
		}
		if unicode.IsControl(r) {
			return p, fmt.Errorf("pattern %.40q: %q is not a letter: want letters, digits and dots", text, r)
		}
		p.letters = append(p.letters, r)
		p.levels = append(p.levels, 0)
	}
	if !changes {
		return p, nil
	}
	c, err := parseChange(replacement, len(p.letters))
	if err != nil {
		return p, fmt.Errorf("pattern %.40q: %w", line, err)
	}
	p.change = c
	return p, nil
}

// parseChange reads what follows the slash: the new letters, and by default all of
// the pattern's letters as those that they replace.
func parseChange(text string, letters int) (*change, error) {
	fields := strings.Split(strings.TrimSpace(text), ",")
	if len(fields) < 3 {
		return &change{length: letters}, nil
	}
	start, err := strconv.Atoi(strings.TrimSpace(fields[1]))
	if err != nil {
		return nil, fmt.Errorf("replacement from %.20q on: want the number of a letter", fields[1])
	}
	length, err := strconv.Atoi(strings.TrimSpace(fields[2]))
	if err != nil {
		return nil, fmt.Errorf("replacement of %.20q letters: want a number", fields[2])
	}
	if start < 1 || length < 0 || start-1+length > letters {
		return nil, fmt.Errorf("replacement of %d letters from letter %d on: want letters of the pattern, which has %d", length, start, letters)
	}
	if length == 0 {
		length = letters
	}
	return &change{start - 1, length}, nil
}
