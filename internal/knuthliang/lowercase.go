package knuthliang

import (
	"encoding/binary"
	"unicode"
	"unicode/utf8"
)

// lowerText is the lower-cased text of a batch of words.
type lowerText struct {
	text string
	ends [batchWords]uint32 // of the words in text
	buf  []byte
}

// set lower-cases the words of text that end at ends; the first one begins at
// start. It allocates one string for all words.
func (l *lowerText) set(text string, start uint32, ends []uint32) {
	end := ends[len(ends)-1]
	l.buf = append(l.buf[:0], text[start:end]...)
	if lowerASCII(l.buf) {
		for i, e := range ends {
			l.ends[i] = e - start
		}
	} else {
		l.buf = l.buf[:0]
		for i, e := range ends {
			l.buf = appendLower(l.buf, text[start:e])
			l.ends[i] = uint32(len(l.buf))
			start = e
		}
	}
	l.text = string(l.buf)
}

// lowerASCII lower-cases b in place, eight bytes at a time. It reports false,
// with b in an undefined state, when a byte is not ASCII.
func lowerASCII(b []byte) bool {
	const (
		fromA  = (0x80 - 'A') * lowBits     // its sum with a byte has the high bit from A on
		aboveZ = (0x80 - 'Z' - 1) * lowBits // … above Z
	)
	all := uint64(0)
	for len(b) >= 8 {
		w := binary.LittleEndian.Uint64(b)
		all |= w
		upper := ((w + fromA) &^ (w + aboveZ)) & highBits
		binary.LittleEndian.PutUint64(b, w|upper>>2)
		b = b[8:]
	}
	for i, c := range b {
		all |= uint64(c)
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return all&highBits == 0
}

// appendLower appends s lower-cased rune by rune, as strings.ToLower does.
func appendLower(dst []byte, s string) []byte {
	from := len(dst)
	dst = append(dst, s...)
	if lowerASCII(dst[from:]) {
		return dst
	}
	dst = dst[:from]
	for _, r := range s {
		dst = utf8.AppendRune(dst, unicode.ToLower(r))
	}
	return dst
}

func toLower(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}
