package knuthliang

import (
	"math/bits"
	"slices"
	"unicode"
)

// appendMarked appends token with mark before rune shift+i for every bit i of
// breaks.
func appendMarked(dst []byte, token, mark string, breaks uint64, shift int) []byte {
	if breaks == 0 {
		return append(dst, token...)
	}
	i, from := 0, 0
	for at := range token {
		if j := i - shift; j >= 0 && breaks>>j&1 != 0 {
			dst = append(dst, token[from:at]...)
			dst = append(dst, mark...)
			from = at
			if breaks>>j == 1 {
				break
			}
		}
		i++
	}
	return append(dst, token[from:]...)
}

// appendMarkedASCII is appendMarked for a token of ASCII.
func appendMarkedASCII(dst []byte, token, mark string, breaks uint64) []byte {
	if breaks == 0 {
		return append(dst, token...)
	}
	if len(mark) != 1 {
		from := 0
		for ; breaks != 0; breaks &= breaks - 1 {
			at := bits.TrailingZeros64(breaks)
			dst = append(dst, token[from:at]...)
			dst = append(dst, mark...)
			from = at
		}
		return append(dst, token[from:]...)
	}
	// Without a branch on the breaks: the mark is written before every letter, and
	// overwritten by the letter where there is no break.
	begin, n := len(dst), len(token)+bits.OnesCount64(breaks)
	dst = slices.Grow(dst, n)[:begin+n]
	out, at := dst[begin:], 0
	for i := range len(token) {
		out[at] = mark[0]
		at += int(breaks & 1)
		breaks >>= 1
		out[at] = token[i]
		at++
	}
	return dst
}

// appendMarkedAt is appendMarked for breaks as positions.
func appendMarkedAt(dst []byte, token, mark string, breaks []int) []byte {
	i, from := 0, 0
	for at := range token {
		if len(breaks) == 0 {
			break
		}
		if i == breaks[0] {
			dst = append(dst, token[from:at]...)
			dst = append(dst, mark...)
			from, breaks = at, breaks[1:]
		}
		i++
	}
	return append(dst, token[from:]...)
}

func isMark(r rune) bool { return r >= firstMark && unicode.IsMark(r) }
