package knuthliang

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/wordlist"
)

// TeX hyphenates tokens as TeX does (tex.web §891–899, §923–937): the word is
// the token's first run of letters, or its first 63 letters. A hyphen in the
// token forbids all breaks. An exception is found by the whole word in any case,
// and the minima apply to it too. Letters are Unicode's letters and marks and the
// characters of the patterns, such as an apostrophe. No break precedes a
// combining mark. It is safe for concurrent use.
type TeX struct {
	a     *Automaton
	store *ExactStore // by the first 63 letters, minima applied
	pre   *prefilter  // of the store's words
}

// NewTeX makes a TeX of patterns and lists of exceptions. The later of two
// exceptions for one word counts. The pattern file's own (Rules.Exceptions) count
// only as an argument.
func NewTeX(a *Automaton, exceptions ...[]Exception) *TeX {
	all := slices.Concat(exceptions...)
	for i, e := range all {
		word := truncate(e.Word)
		n := utf8.RuneCountInString(word)
		kept := make([]int, 0, len(e.Breaks))
		for _, b := range e.Breaks {
			if a.left <= b && b <= n-a.right {
				kept = append(kept, b)
			}
		}
		all[i] = Exception{Word: word, Breaks: kept, Line: e.Line}
	}
	return &TeX{a: a, store: NewStore(all), pre: newPrefilter(all)}
}

// Mask returns the breaks of a token: bit i is a break before its rune i. For a
// token of more than 64 runes fits is false and the mask is 0; AppendBreaks
// answers those.
func (t *TeX) Mask(token string) (mask uint64, fits bool) {
	if l := t.a.lanes; l != nil {
		if mask, ok := l.mask(&l.tex, token); ok {
			if t.pre.excludes(token) { // no exception, as most words
				return mask, true
			}
			return t.orException(token, mask), true
		}
	}
	if len(token) > maskRunes && utf8.RuneCountInString(token) > maskRunes {
		return 0, false
	}
	mask, start := t.generalMask(token)
	return mask << start, true
}

// Masks sets dst[i] to Mask(words.At(i)) at little more than half the cost of
// single calls; dst must be as long as the list. Tokens of more than 64 runes get
// 0; long counts them.
func (t *TeX) Masks(dst []uint64, words *wordlist.List) (long int) {
	text, ends := words.Text(), words.Ends()
	dst = dst[:len(ends)]
	var b batch
	for first := 0; first < len(ends); first += batchWords {
		last := min(first+batchWords, len(ends))
		var starts []uint32 // of adjacent words
		if first == 0 {
			starts = b.adjacent(0, ends[:last])
		} else {
			starts = ends[first-1 : last-1]
		}
		long += t.maskAll(&b, dst[first:last], text, starts, ends[first:last])
	}
	return long
}

// maskAll is Masks for at most batchWords words.
func (t *TeX) maskAll(b *batch, dst []uint64, text string, starts, ends []uint32) (long int) {
	for _, i := range t.maskBatch(b, dst, text, starts, ends) {
		word := text[starts[i]:ends[i]]
		if len(word) > maskRunes && utf8.RuneCountInString(word) > maskRunes {
			dst[i] = 0
			long++
			continue
		}
		mask, first := t.generalMask(word)
		dst[i] = mask << first
	}
	return long
}

// masks sets dst[i] to the mask of text[starts[i]:ends[i]] when the automaton's
// lanes answer it, else to unanswered. There are at most batchWords words.
func (t *TeX) masks(b *batch, dst []uint64, text string, starts, ends []uint32) {
	t.maskBatch(b, dst, text, starts, ends)
}

// maskBatch is masks and returns the numbers of the unanswered words, in b.
func (t *TeX) maskBatch(b *batch, dst []uint64, text string, starts, ends []uint32) (rest []uint32) {
	l := t.a.lanes
	if l == nil {
		return b.refuse(dst)
	}
	odd := l.masks(b, dst, &l.tex, t.pre, text, starts, ends)
	rest = odd[:0]
	for _, i := range odd {
		if dst[i] == unanswered {
			rest = append(rest, i)
			continue
		}
		dst[i] = t.finish(text[starts[i]:ends[i]], dst[i])
	}
	return rest
}

// finish returns the mask of an odd token of ASCII that begins with a letter, of
// its mask by the patterns; see lanes.masks.
func (t *TeX) finish(token string, mask uint64) uint64 {
	_, n, _ := t.a.asciiRun(token)
	if n < len(token) {
		if strings.IndexByte(token, '-') >= 0 {
			return 0
		}
		mask &= t.a.minima(n)
	}
	return t.orException(token[:n], mask)
}

// AppendBreaks appends the breaks of token as ascending positions in runes. The
// token may have any length.
func (t *TeX) AppendBreaks(dst []int, token string) []int {
	mask, start := t.wordMask(token)
	return appendBits(dst, mask, start)
}

// AppendHyphenated appends token with mark at each break.
func (t *TeX) AppendHyphenated(dst []byte, token string, mark string) []byte {
	if breaks, ok := t.laneMask(token); ok {
		return appendMarkedASCII(dst, token, mark, breaks)
	}
	breaks, start := t.generalMask(token)
	return appendMarked(dst, token, mark, breaks, start)
}

// wordMask returns the breaks of the token's word, relative to its first letter,
// and that letter's position in runes.
func (t *TeX) wordMask(token string) (mask uint64, start int) {
	if mask, ok := t.laneMask(token); ok {
		return mask, 0
	}
	return t.generalMask(token)
}

// generalMask is wordMask for a token that laneMask does not answer.
func (t *TeX) generalMask(token string) (mask uint64, start int) {
	if strings.IndexByte(token, '-') >= 0 {
		return 0, 0
	}
	if from, to, ascii := t.a.asciiRun(token); ascii {
		if to-from < t.a.left+t.a.right {
			return 0, 0
		}
		if mask, ok := t.laneMask(token[from:to]); ok {
			return mask, from
		}
	}
	var w letterRun
	if !w.scan(t.a, token) {
		return 0, 0
	}
	if mask, ok := lookup(t.store, w.lower[:w.size]); ok {
		return mask, w.start
	}
	return w.mask(t.a), w.start
}

// laneMask answers a word of 2 to 20 ASCII letters; ok is false for any other
// token.
func (t *TeX) laneMask(word string) (mask uint64, ok bool) {
	l := t.a.lanes
	if l == nil {
		return 0, false
	}
	if mask, ok = l.mask(&l.tex, word); !ok {
		return 0, false
	}
	return t.orException(word, mask), true
}

// orException returns the mask of the exception for a word of at most
// streamLetters ASCII letters; without one it returns mask, that of the patterns.
func (t *TeX) orException(word string, mask uint64) uint64 {
	if len(word) < t.a.left+t.a.right || t.pre.excludes(word) {
		return mask
	}
	var lower [streamLetters]byte
	if exception, ok := lookup(t.store, appendLower(lower[:0], word)); ok {
		return exception
	}
	return mask
}

// asciiRun returns the bounds of the token's first run of letters; ok is false
// when a byte up to its end is not ASCII.
func (a *Automaton) asciiRun(token string) (from, to int, ok bool) {
	for from < len(token) && a.ascii[token[from]]&notLetter != 0 {
		if a.ascii[token[from]]&notASCII != 0 {
			return 0, 0, false
		}
		from++
	}
	for to = from; to < len(token) && a.ascii[token[to]]&notLetter == 0; to++ {
	}
	return from, to, to == len(token) || a.ascii[token[to]]&notASCII == 0
}

// letterRun is TeX's word of a token: the first run of letters, or the first 63
// of them.
type letterRun struct {
	start   int // position of the first letter in the token, in runes
	n       int // letters
	classes [texLetters]uint16
	lower   [texLetters * utf8.UTFMax]byte
	size    int    // of the word in lower
	marks   uint64 // bit i: letter i is a combining mark
}

// scan sets w to the token's word. It reports false when no break is possible:
// the token has a hyphen, or the word is shorter than both minima together.
func (w *letterRun) scan(a *Automaton, token string) bool {
	if strings.IndexByte(token, '-') >= 0 {
		return false
	}
	for _, r := range token {
		c := a.class(r)
		if c&notLetterWide != 0 {
			if w.n > 0 {
				break
			}
			w.start++
			continue
		}
		if w.n == texLetters {
			break
		}
		w.classes[w.n] = c
		w.size += utf8.EncodeRune(w.lower[w.size:], toLower(r))
		if isMark(r) {
			w.marks |= 1 << w.n
		}
		w.n++
	}
	return w.n >= a.left+a.right
}

// mask hyphenates the word by the patterns.
func (w *letterRun) mask(a *Automaton) uint64 {
	return a.maskOf(w.classes[:w.n]) &^ w.marks
}
