package knuthliang

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Automaton is a set of patterns as an Aho–Corasick automaton in Mealy form:
// every transition carries the levels of the patterns that end with it. It is
// immutable and safe for concurrent use.
//
// A state is a row of the table. An entry is the offset of the next row and the
// index of an output. An output is stored twice: as levels, position by
// position, and, where the language allows it, as lanes (bitlanes.go).
type Automaton struct {
	left, right int

	ascii   [256]uint8      // class of an ASCII byte, with notLetter; other bytes: notLetter | notASCII
	classes []uint16        // class of a rune, upper case folded, with notLetterWide
	rest    map[rune]uint16 // of the pattern letters beyond classes, lower case

	narrow []uint32 // entries: offset << outputBits | output; nil when they do not fit
	wide   []uint64 // entries: offset << 32 | output; nil when narrow is used
	start  uint32   // offset of the row after the boundary before a word

	spans  []span  // output → its levels
	levels []uint8 // levels[back] of all outputs

	lanes *lanes // nil when the levels or the look-back do not fit
}

// span is one output: levels[from:to], the first of the position after the
// letter just read, each further one a letter earlier.
type span struct{ from, to uint32 }

const (
	classOther    = 0 // in no pattern: matching restarts after it
	classBoundary = 1 // the dot of a pattern

	notLetter     = 0x80 // flag in ascii: no letter under TeX's rule
	notASCII      = 0x40 // flag in ascii: the first byte of a longer rune
	asciiClass    = 0x3f
	notLetterWide = 0x8000 // notLetter in classes

	outputBits = 12
	outputMask = 1<<outputBits - 1
)

// maskRunes is the length of the longest word whose breaks fit a mask.
const maskRunes = 64

// Mask returns the breaks of word, taken whole: bit i is a break before rune i.
// The minima apply. For a word of more than 64 runes fits is false and the mask
// is 0; AppendBreaks answers those.
func (a *Automaton) Mask(word string) (mask uint64, fits bool) {
	if l := a.lanes; l != nil {
		if mask, ok := l.mask(&l.whole, word); ok {
			return mask, true
		}
	}
	var buf [maskRunes]uint16
	classes, fits := a.appendClasses(buf[:0], word)
	if !fits {
		return 0, false
	}
	return a.maskOf(classes) &^ a.markMask(word), true
}

// AppendBreaks appends the breaks of word, taken whole, as ascending positions
// in runes. The word may have any length.
func (a *Automaton) AppendBreaks(dst []int, word string) []int {
	if mask, fits := a.Mask(word); fits {
		return appendBits(dst, mask, 0)
	}
	classes := make([]uint16, 0, utf8.RuneCountInString(word))
	var marks []int
	for _, r := range word {
		if unicode.IsMark(r) {
			marks = append(marks, len(classes))
		}
		classes = append(classes, a.class(r))
	}
	return a.appendLong(dst, classes, marks)
}

// Bytes is the size of the automaton's tables in bytes.
func (a *Automaton) Bytes() int {
	n := len(a.ascii) + 2*len(a.classes) + 6*len(a.rest) + 4*len(a.narrow) + 8*len(a.wide) + 8*len(a.spans) + len(a.levels)
	return n + a.lanes.bytes()
}

// class is the class of a rune, with the flag notLetterWide.
func (a *Automaton) class(r rune) uint16 {
	if int(r) < len(a.classes) {
		return a.classes[r]
	}
	lower := unicode.ToLower(r)
	if int(lower) < len(a.classes) { // the Kelvin sign is a k
		return a.classes[lower]
	}
	if c, ok := a.rest[lower]; ok {
		return c
	}
	if unicode.IsLetter(r) || unicode.IsMark(r) {
		return classOther
	}
	return classOther | notLetterWide
}

// appendClasses appends the classes of a word's runes up to dst's capacity;
// fits is false when the word is longer.
func (a *Automaton) appendClasses(dst []uint16, word string) (classes []uint16, fits bool) {
	for _, r := range word {
		if len(dst) == cap(dst) {
			return dst, false
		}
		dst = append(dst, a.class(r))
	}
	return dst, true
}

// maskOf hyphenates at most 64 classes.
func (a *Automaton) maskOf(classes []uint16) (mask uint64) {
	n := len(classes)
	if n < a.left+a.right {
		return 0
	}
	var best [maskRunes + 1]uint8
	a.mark(best[:n+1], classes)
	for i := a.left; i <= n-a.right; i++ {
		mask |= uint64(best[i]&1) << i
	}
	return mask
}

// minima has a bit for every position of a word of n ≤ 64 runes that the minima
// admit.
func (a *Automaton) minima(n int) uint64 {
	if n < a.left+a.right {
		return 0
	}
	return ^uint64(0) >> (63 - (n - a.right)) &^ (1<<a.left - 1)
}

// appendLong hyphenates any number of classes. marks are the positions of
// combining marks, before which there is no break.
func (a *Automaton) appendLong(dst []int, classes []uint16, marks []int) []int {
	n := len(classes)
	if n < a.left+a.right {
		return dst
	}
	best := make([]uint8, n+1)
	a.mark(best, classes)
	for _, i := range marks {
		best[i] = 0
	}
	for i := a.left; i <= n-a.right; i++ {
		if best[i]&1 != 0 {
			dst = append(dst, i)
		}
	}
	return dst
}

// mark sets best[i] to the highest level at the position before classes[i];
// best is one element longer than classes.
func (a *Automaton) mark(best []uint8, classes []uint16) {
	row := a.start
	for i := 0; i <= len(classes); i++ {
		c := uint32(classBoundary)
		if i < len(classes) {
			c = uint32(classes[i] &^ notLetterWide)
		}
		var output uint32
		if a.narrow != nil {
			e := a.narrow[row+c]
			row, output = e>>outputBits, e&outputMask
		} else {
			e := a.wide[row+c]
			row, output = uint32(e>>32), uint32(e)
		}
		s := a.spans[output]
		for back, level := range a.levels[s.from:s.to] {
			if p := i + 1 - back; uint(p) < uint(len(best)) {
				best[p] = max(best[p], level)
			}
		}
	}
}

// markMask has a bit for every combining mark among the first 64 runes of
// word: a break before it would separate it from its letter.
func (a *Automaton) markMask(word string) (mask uint64) {
	i := 0
	for _, r := range word {
		if r >= firstMark && unicode.IsMark(r) {
			mask |= 1 << i
		}
		i++
	}
	return mask
}

const firstMark = '\u0300'

// appendBits appends the positions of a mask's bits, each increased by shift.
func appendBits(dst []int, mask uint64, shift int) []int {
	for ; mask != 0; mask &= mask - 1 {
		dst = append(dst, shift+bits.TrailingZeros64(mask))
	}
	return dst
}
