package knuthliang

import "unicode"

// appendMarked appends token with mark before each rune shift+i for which bit
// i of breaks is set.
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

// appendMarkedAt does the same for breaks as positions.
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
