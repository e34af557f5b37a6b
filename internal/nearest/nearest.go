// Package nearest finds the known word nearest to a mistyped one.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// Of returns the first word of known with the least edit distance (Damerau and Levenshtein,
// ignoring case) to word; false when that is more than one edit, or two of a known word of five
// letters or more that begins with the same one: what is farther is another word.
func Of(word string, known []string) (string, bool) {
	const long = 5
	best, at := "", -1
	for _, k := range known {
		a, b, most := strings.ToLower(word), strings.ToLower(k), 1
		if len(b) >= long && a != "" && a[0] == b[0] {
			most = 2
		}
		d := distance(a, b)
		if d <= most && d < len(k) && (at < 0 || d < at) {
			best, at = k, d
		}
	}
	return best, at >= 0
}

// distance is the least number of insertions, deletions and replacements of bytes, and of
// swaps of two neighbours, from a to b (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// All are the known words that Of would return without one of the others, and those that word
// begins; the nearest first, no more than three.
func All(word string, known []string) (list []string) {
	for _, k := range Sorted(word, known) {
		_, near := Of(word, []string{k})
		if begins := len(word) > 2 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(word)); near || begins {
			list = append(list, k)
		}
	}
	return list[:min(len(list), 3)]
}

// Sorted is the known words, those with the least edit distance to word first.
func Sorted(word string, known []string) []string {
	list := slices.Clone(known)
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Compare(distance(strings.ToLower(word), strings.ToLower(a)), distance(strings.ToLower(word), strings.ToLower(b)))
	})
	return list
}
