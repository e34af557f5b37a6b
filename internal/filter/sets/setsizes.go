package sets

import "hyphbench/internal/wordlist"

// sizes are the numbers of keys of the sets.
func sizes(sets []*wordlist.List) (n []int) {
	for _, s := range sets {
		n = append(n, s.Len())
	}
	return n
}
