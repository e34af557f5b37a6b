package knuthliang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reference is Knuth and Liang's algorithm as its definition says it: every
// part of the word is looked for among the patterns, the highest level wins
// at each position, odd levels are breaks. It shares nothing with Automaton
// but the parser and the question what a letter is, and exists to be compared
// with.
type Reference struct {
	left, right int
	levels      map[string][]uint8 // by the pattern's letters
	longest     int                // letters of the longest pattern
	alphabet    alphabet
	exceptions  map[string][]int // by the whole word
	truncated   map[string][]int // by its first 63 letters, which is all that TeX keeps
}

// NewReference makes a Reference of rules and lists of exceptions; of two
// exceptions for one word the later one counts. The rules' own exceptions
// must be given too if they are to count.
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
		ref.levels[string(letters)] = levels // of equal patterns the later one counts, as in TeX
		ref.longest = max(ref.longest, len(letters))
	}
	for _, list := range exceptions {
		for _, e := range list {
			ref.exceptions[e.Word] = e.Breaks
			ref.truncated[truncate(e.Word)] = e.Breaks
		}
	}
	return ref, nil
}

// Patterns answers word as one word by the patterns alone.
func (ref *Reference) Patterns(word string) []int {
	runes := []rune(word)
	var padded strings.Builder
	at := []int{0} // at[i]: where the i-th rune of padded begins
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
		for j := i + 1; j < len(at) && j-i <= ref.longest; j++ {
			for k, level := range ref.levels[padded.String()[at[i]:at[j]]] {
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

// Hypher answers a token by npm hypher's rule: the whole token is the word,
// exceptions are taken as written, and a soft hyphen anywhere forbids all
// other breaks.
func (ref *Reference) Hypher(token string) []int {
	if breaks, ok := ref.exceptions[lowerRunes(token)]; ok {
		return breaks
	}
	if strings.ContainsRune(token, softHyphen) {
		return nil
	}
	return ref.Patterns(token)
}

// TeX answers a token by TeX's rule: the first run of letters is the word, no
// more than 63 letters of it, a hyphen in the token forbids all breaks, and
// the minima apply to exceptions too unless verbatim is set, which is LuaTeX's
// rule.
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

// texLetters is how many letters TeX looks at (tex.web §897).
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

// alphabet is the set of characters that the patterns use beside letters.
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

// letter reports whether r belongs to a word under TeX's rule: what Unicode
// calls a letter or a mark, and what the patterns themselves use, such as the
// apostrophe in French; never the hyphen. (Plain TeX knows A to Z alone.)
func (a alphabet) letter(r rune) bool {
	if r == '-' {
		return false
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || a[unicode.ToLower(r)]
}

// lowerRunes lower-cases rune by rune, so that positions stay.
func lowerRunes(s string) string { return strings.Map(unicode.ToLower, s) }
