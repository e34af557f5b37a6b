package knuthliang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reference is Knuth and Liang's algorithm, written from its definition: every
// substring of the word that is as long as a pattern is looked up among the
// patterns, the highest level wins at each position, odd levels are breaks. It shares with Automaton only the
// parser and the definition of a letter. Tests compare with it.
type Reference struct {
	left, right int
	levels      map[string][]uint8 // by the pattern's letters
	lengths     []int              // of the patterns in letters, ascending
	alphabet    alphabet
	exceptions  map[string][]int // by the whole word
	truncated   map[string][]int // by the first 63 letters, all that TeX keeps
}

// NewReference makes a Reference of rules and lists of exceptions. The later of
// two exceptions for one word counts. The rules' own exceptions count only as an
// argument.
func NewReference(r *Rules, exceptions ...[]Exception) (*Reference, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	ref := &Reference{left: r.LeftMin, right: r.RightMin, levels: map[string][]uint8{}, alphabet: alphabetOf(r), exceptions: map[string][]int{}, truncated: map[string][]int{}}
	for _, p := range r.Patterns {
		letters, levels, err := p.Split()
		if err != nil {
			return nil, err
		}
		ref.levels[string(letters)] = levels // the later of two equal patterns counts, as in TeX
		ref.lengths = append(ref.lengths, len(letters))
	}
	slices.Sort(ref.lengths)
	ref.lengths = slices.Compact(ref.lengths)
	for _, list := range exceptions {
		for _, e := range list {
			ref.exceptions[e.Word] = e.Breaks
			ref.truncated[truncate(e.Word)] = e.Breaks
		}
	}
	return ref, nil
}

// Patterns hyphenates word, taken whole, by the patterns alone.
func (ref *Reference) Patterns(word string) []int {
	runes := []rune(word)
	var padded strings.Builder
	at := []int{0} // at[i]: offset of the i-th rune of padded
	add := func(r rune) {
		padded.WriteRune(r)
		at = append(at, padded.Len())
	}
	add('.')
	for _, r := range runes {
		if r = unicode.ToLower(r); r == '.' {
			r = 0 // a dot in a word is no boundary
		}
		add(r)
	}
	add('.')

	best := make([]uint8, len(at)) // best[i]: before the i-th rune of padded
	for i := range at {
		for _, length := range ref.lengths {
			if i+length >= len(at) {
				break
			}
			for k, level := range ref.levels[padded.String()[at[i]:at[i+length]]] {
				best[i+k] = max(best[i+k], level)
			}
		}
	}
	var breaks []int
	for i := ref.left; i <= len(runes)-ref.right; i++ {
		if best[i+1]%2 == 1 && !unicode.IsMark(runes[i]) {
			breaks = append(breaks, i)
		}
	}
	return breaks
}

// Hypher hyphenates a token by npm hypher's rule: the whole token is the word,
// exceptions are taken as written, a soft hyphen forbids all other breaks.
func (ref *Reference) Hypher(token string) []int {
	if breaks, ok := ref.exceptions[lowerRunes(token)]; ok {
		return breaks
	}
	if strings.ContainsRune(token, softHyphen) {
		return nil
	}
	return ref.Patterns(token)
}

// TeX hyphenates a token by TeX's rule: the word is the first run of letters, at
// most 63 of them, a hyphen in the token forbids all breaks, the minima apply to
// exceptions too. With verbatim, which is LuaTeX's rule, they do not.
func (ref *Reference) TeX(token string, verbatim bool) []int {
	if strings.ContainsRune(token, '-') {
		return nil
	}
	runes := []rune(token)
	start := 0
	for start < len(runes) && !ref.alphabet.letter(runes[start]) {
		start++
	}
	end := start
	for end < len(runes) && end-start < texLetters && ref.alphabet.letter(runes[end]) {
		end++
	}
	word := string(runes[start:end])
	n := end - start
	if n < ref.left+ref.right {
		return nil
	}
	breaks := ref.Patterns(word)
	if points, ok := ref.truncated[lowerRunes(word)]; ok {
		breaks = nil
		for _, b := range points {
			if b < n && (verbatim || b >= ref.left && b <= n-ref.right) {
				breaks = append(breaks, b)
			}
		}
	}
	var shifted []int
	for _, b := range breaks {
		shifted = append(shifted, start+b)
	}
	return shifted
}

// texLetters is the longest word of TeX (tex.web §897).
const texLetters = 63

// truncate keeps the first 63 letters of a word.
func truncate(word string) string {
	for i := range word {
		if utf8.RuneCountInString(word[:i]) == texLetters {
			return word[:i]
		}
	}
	return word
}

const softHyphen = '\u00ad'

// alphabet is the set of characters in the patterns.
type alphabet map[rune]bool

func alphabetOf(r *Rules) alphabet {
	a := alphabet{}
	var ascii [utf8.RuneSelf]bool // a map alone would take a third of the time to compile
	for _, p := range r.Patterns {
		for _, c := range p.Text {
			if c < utf8.RuneSelf {
				ascii[c] = true
			} else {
				a[c] = true
			}
		}
	}
	for c, used := range ascii {
		if used && c != '.' && !isDigit(rune(c)) {
			a[rune(c)] = true
		}
	}
	return a
}

// letter reports whether r is a letter under TeX's rule: Unicode's letters and
// marks and the characters of the patterns, such as the apostrophe in French;
// never the hyphen. (Plain TeX has A to Z only.)
func (a alphabet) letter(r rune) bool {
	if r == '-' {
		return false
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || a[unicode.ToLower(r)]
}

// lowerRunes lower-cases rune by rune, which preserves positions.
func lowerRunes(s string) string { return strings.Map(unicode.ToLower, s) }
