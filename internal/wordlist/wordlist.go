// Package wordlist stores a list of words as one string and one slice of end
// offsets.
//
// Guarantee: At(i) is the i-th non-empty line of the source, byte for byte,
// without its line end (LF or CRLF) and without a byte order mark.
// Cost: four bytes per word beside the text. No word has a pointer: a garbage
// collection does not depend on the length of the list.
package wordlist

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"unicode/utf8"
)

// List is an immutable list of words. The zero value is an empty list.
type List struct {
	text string
	ends []uint32 // ends[i] is the end of word i in text; word i starts at ends[i-1]
}

// Len is the number of words.
func (l *List) Len() int { return len(l.ends) }

// At returns word i, 0 ≤ i < Len, as a view of the list's text.
func (l *List) At(i int) string {
	start := uint32(0)
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text[start:l.ends[i]]
}

// Text is all words without separators; Ends are their end offsets in it. A pass
// over the whole list reads these two in place of At for every word. The caller
// must not change Ends.
func (l *List) Text() string   { return l.text }
func (l *List) Ends() []uint32 { return l.ends }

// Count is of how many words something holds.
func (l *List) Count(holds func(word string) bool) (n int) {
	for word := range l.Each() {
		if holds(word) {
			n++
		}
	}
	return n
}

// Each yields the words in order, as views of the list's text.
func (l *List) Each() iter.Seq[string] {
	return func(yield func(string) bool) {
		text, start := l.text, uint32(0)
		for _, end := range l.ends {
			if !yield(text[start:end]) {
				return
			}
			start = end
		}
	}
}

// First is the list of the first n words, 0 ≤ n ≤ Len, which shares the text.
func (l *List) First(n int) *List {
	if n == 0 {
		return &List{}
	}
	return &List{text: l.text[:l.ends[n-1]], ends: l.ends[:n:n]}
}

// Parts are consecutive lists of size words each, the last one of the rest, which share the
// text. size is 1 or more.
func (l *List) Parts(size int) []*List {
	var parts []*List
	for from, base := 0, uint32(0); from < l.Len(); from += size {
		part := &List{text: l.text[base:]}
		for _, end := range l.ends[from:min(from+size, l.Len())] {
			part.ends = append(part.ends, end-base)
		}
		base += part.ends[len(part.ends)-1]
		parts = append(parts, part)
	}
	return parts
}

// All returns the words, as views of the list's text.
func (l *List) All() []string {
	words := make([]string, l.Len())
	for i := range words {
		words[i] = l.At(i)
	}
	return words
}

// Of makes a list of the given words, which it copies. Together they may have
// at most 4 GiB.
func Of(words ...string) *List {
	bytes := 0
	for _, w := range words {
		bytes += len(w)
	}
	var text strings.Builder
	text.Grow(bytes)
	l := &List{ends: make([]uint32, 0, len(words))}
	for _, w := range words {
		text.WriteString(w)
		l.ends = append(l.ends, uint32(text.Len()))
	}
	l.text = text.String()
	return l
}

// Generate makes a list of n words: word appends word i to b. Together they may
// have at most 4 GiB.
func Generate(n int, word func(b []byte, i int) []byte) *List {
	l := &List{ends: make([]uint32, 0, n)}
	var text strings.Builder
	var b []byte
	const some = 64 // words, by which the length of all is estimated
	for i := range n {
		if i == some {
			text.Grow(n/some*text.Len() + text.Len()) // to grow by parts takes half of the time
		}
		b = word(b[:0], i)
		text.Write(b)
		l.ends = append(l.ends, uint32(text.Len()))
	}
	l.text = text.String()
	return l
}

// Distinct is the list of the words, each where it is first.
func (l *List) Distinct() *List {
	seen := make(map[string]struct{}, l.Len())
	var words []string
	for word := range l.Each() {
		if _, twice := seen[word]; !twice {
			seen[word] = struct{}{}
			words = append(words, word)
		}
	}
	if len(words) == l.Len() {
		return l
	}
	return Of(words...)
}

// Lower returns the list of the lower-cased words.
func (l *List) Lower() *List {
	var text strings.Builder
	text.Grow(len(l.text))
	low := &List{ends: make([]uint32, 0, len(l.ends))}
	for i := range l.ends {
		text.WriteString(strings.ToLower(l.At(i)))
		low.ends = append(low.ends, uint32(text.Len()))
	}
	low.text = text.String()
	return low
}

// LongestWord is the length of the longest word in a file, in bytes. It bounds the memory of
// whoever reads words one by one.
const LongestWord = 64 << 20

// TooLong is the error of a longer word: in that line of a file, or the so-manieth where zero
// bytes end words.
func TooLong(name string, at int, null bool) error {
	unit := ":"
	if null {
		unit = ": word "
	}
	return fmt.Errorf("%s%s%d: a word of more than %d MiB: want a shorter one", name, unit, at, LongestWord>>20)
}

// Parse parses a file with one word per line: LF or CRLF, with or without a byte
// order mark and a final line end. It skips empty lines. name is for errors: a
// line that is not UTF-8 (name:line), a word that is too long, no word, a file of 4 GiB or
// more.
func Parse(name string, src []byte) (*List, error) {
	if uint64(len(src)) > math.MaxUint32 {
		return nil, fmt.Errorf("%s: %d bytes are too many: want less than 4 GiB", name, len(src))
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	l := &List{ends: make([]uint32, 0, bytes.Count(src, []byte{'\n'})+1)}
	var text strings.Builder
	text.Grow(len(src))
	for line := 1; len(src) > 0; line++ {
		var word []byte
		word, src, _ = bytes.Cut(src, []byte{'\n'})
		word = bytes.TrimSuffix(word, []byte{'\r'})
		if len(word) == 0 {
			continue
		}
		if !utf8.Valid(word) {
			return nil, notText(name, line, word)
		}
		if len(word) > LongestWord {
			return nil, TooLong(name, line, false)
		}
		text.Write(word)
		l.ends = append(l.ends, uint32(text.Len()))
	}
	if l.Len() == 0 {
		return nil, fmt.Errorf("%s: no words: want one word per line", name)
	}
	l.text = text.String()
	return l, nil
}

// ErrBinary is the error of a file that is no text.
var ErrBinary = errors.New("this is not a text: want one word per line, in UTF-8")

// notText is the error of a line that is not UTF-8. Bytes that no text has are not shown: the
// file is binary.
func notText(name string, line int, word []byte) error {
	if bytes.ContainsFunc(word, func(r rune) bool { return r < ' ' && r != '\t' }) {
		return fmt.Errorf("%s:%d: %w", name, line, ErrBinary)
	}
	return fmt.Errorf("%s:%d: %q is not UTF-8: want a file in UTF-8, for example from iconv -t UTF-8", name, line, clip(word))
}

// ParseNull parses a file of words each ended by a zero byte, which may hold any
// other bytes. It skips empty words. name is for errors: a word that is too long, no word, a
// file of 4 GiB or more.
func ParseNull(name string, src []byte) (*List, error) {
	if uint64(len(src)) > math.MaxUint32 {
		return nil, fmt.Errorf("%s: %d bytes are too many: want less than 4 GiB", name, len(src))
	}
	var words []string
	at := 0
	for word := range strings.SplitSeq(string(src), "\x00") {
		if at++; len(word) > LongestWord {
			return nil, TooLong(name, at, true)
		}
		if word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: no words: want some, each ended by a zero byte", name)
	}
	return Of(words...), nil
}

// clip is the start of a long line, for an error message.
func clip(b []byte) []byte {
	const most = 40
	if len(b) > most {
		return b[:most]
	}
	return b
}
