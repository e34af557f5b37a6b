// Package nearest finds the known word nearest to a mistyped one.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// Of returns the first word of known with the least edit distance (Levenshtein,
// ignoring case) to word; false when that exceeds half of the longer word's bytes.
func Of(word string, known []string) (string, bool) {
	best, at := "", -1
	for _, k := range known {
		d := distance(strings.ToLower(word), strings.ToLower(k))
		if 2*d <= max(len(word), len(k)) && (at < 0 || d < at) {
			best, at = k, d
		}
	}
	return best, at >= 0
}

// distance is the least number of insertions, deletions and replacements of bytes
// from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// Sorted is the known words, those with the least edit distance to word first.
func Sorted(word string, known []string) []string {
	list := slices.Clone(known)
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(distance(strings.ToLower(word), strings.ToLower(a)), distance(strings.ToLower(word), strings.ToLower(b)))
	})
	return list
}
