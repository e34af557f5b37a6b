package libhyphen

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Dictionary hyphenates words. It is immutable and safe for concurrent use.
type Dictionary struct {
	name     string
	seams    *trie // of compounds, or of hyphens and apostrophes
	patterns *trie
	minima   minima
	compound minima // at a seam
	none     []string
	signs    map[rune]bool // characters of the patterns that are no letters
	changing int
	unicode  bool // the dictionary is in UTF-8
}

// The library's own minima where the dictionary has none, in a word and beside a
// hyphen in it.
const (
	defaultMin     = 2
	defaultSeamMin = 3
)

func newDictionary(name string, sets []set, inUTF8 bool) *Dictionary {
	d := &Dictionary{name: name, signs: map[rune]bool{}, unicode: inUTF8}
	top, last := sets[0], sets[len(sets)-1]
	d.minima = minima{top.left, top.right}.or(minima{defaultMin, defaultMin})
	d.compound, d.none = top.compound, top.none
	if len(sets) == 1 {
		d.compound = top.compound.or(minima{top.left, top.right}).or(minima{defaultSeamMin, defaultSeamMin})
		top = ownSeams(inUTF8)
		d.none = top.none
	}
	d.seams, d.patterns = newTrie(top.patterns), newTrie(last.patterns)
	for _, s := range []set{top, last} {
		for _, p := range s.patterns {
			if p.change != nil {
				d.changing++
			}
			for _, r := range p.letters {
				if r != '.' {
					d.signs[r] = true
				}
			}
		}
	}
	return d
}

// ownSeams is the library's first set for a dictionary without one.
func ownSeams(inUTF8 bool) set {
	lines := []string{"NOHYPHEN ',-", "1-1", "1'1"}
	if inUTF8 {
		lines = []string{"NOHYPHEN ',–,’,-", "1-1", "1'1", "1–1", "1’1"}
	}
	var s set
	for _, line := range lines {
		s.line(line)
	}
	return s
}

// or replaces the minima of 0.
func (m minima) or(other minima) minima {
	if m.left == 0 {
		m.left = other.left
	}
	if m.right == 0 {
		m.right = other.right
	}
	return m
}

// Changing is the number of patterns that change letters at their break. Such
// breaks are left out.
func (d *Dictionary) Changing() int { return d.changing }

// Minima returns the least letters before the first break and after the last one.
func (d *Dictionary) Minima() (left, right int) { return d.minima.left, d.minima.right }

// SetMinima replaces the minima of words; 0 leaves one as it is.
func (d *Dictionary) SetMinima(left, right int) {
	d.minima = minima{left, right}.or(d.minima)
}

// Letter reports whether r is part of a word: a letter or a mark of Unicode, or a
// character of the patterns.
func (d *Dictionary) Letter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || d.signs[r]
}

// AppendBreaks appends the breaks of word as ascending positions in runes. The word
// may have any length.
func (d *Dictionary) AppendBreaks(dst []int, word string) []int {
	lower := make([]rune, 0, len(word))
	for _, r := range word {
		lower = append(lower, unicode.ToLower(r))
	}
	if len(lower) == 0 {
		return dst
	}
	points := d.compoundPoints(lower, true, true)
	d.minima.apply(points, lower, true, true)
	d.forbid(points, lower)
	for i, p := range points {
		if p.odd() && !p.changed {
			dst = append(dst, i)
		}
	}
	return dst
}

// compoundPoints hyphenates the parts of a compound. first and last tell whether
// the word has the ends of the whole word.
func (d *Dictionary) compoundPoints(word []rune, first, last bool) []point {
	points := d.seams.scan(word)
	begin := 0
	digit := false // a part keeps a digit at its start: as the library has it, after one of two bytes or more
	for i := 1; i <= len(word); i++ {
		seam := i < len(word) && points[i].odd()
		if !seam && (begin == 0 || i < len(word)) {
			continue
		}
		if i-begin > 1 {
			part := withDots(word[begin:i])
			if digit {
				part[0] = word[begin]
			}
			copy(points[begin+1:i], d.compoundPoints(part, first && begin == 0, last && !seam)[1:])
		}
		digit = i-begin > 1 || d.unicode && word[begin] >= utf8.RuneSelf
		begin = i
	}
	if begin == 0 {
		points = d.patterns.scan(word)
		d.compound.apply(points, word, !first, !last)
	}
	return points
}

// withDots replaces digits by dots, as the library does in a part of a compound.
func withDots(part []rune) []rune {
	part = append([]rune(nil), part...)
	for i, r := range part {
		if '0' <= r && r <= '9' {
			part[i] = '.'
		}
	}
	return part
}

// apply clears the breaks that the minima forbid, at the left and at the right.
// Digits at an end count for nothing; the ligatures ﬃ and ﬄ count for two letters
// from the left.
func (m minima) apply(points []point, word []rune, left, right bool) {
	if left {
		letters := 0
		for _, r := range word {
			if '0' > r || r > '9' {
				break
			}
			letters--
		}
		for i, r := range word {
			if letters++; r == 'ﬃ' || r == 'ﬄ' {
				letters++
			}
			if i+1 == len(word) || letters >= m.left {
				break
			}
			points[i+1] = point{}
		}
	}
	if right {
		letters := 0
		for i := len(word) - 1; i > 0 && '0' <= word[i] && word[i] <= '9'; i-- {
			letters--
		}
		for i := len(word) - 1; i > 0; i-- {
			if letters++; letters >= m.right {
				break
			}
			points[i] = point{}
		}
	}
}

// forbid clears the breaks beside the strings of NOHYPHEN.
func (d *Dictionary) forbid(points []point, word []rune) {
	for _, none := range d.none {
		none := []rune(none)
		for at := 0; at+len(none) <= len(word); at++ {
			if !slices.Equal(word[at:at+len(none)], none) {
				continue
			}
			points[at] = point{}
			if after := at + len(none); after < len(points) {
				points[after] = point{}
			}
		}
	}
}
