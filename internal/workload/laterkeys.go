package workload

import (
	"strconv"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// firstFurther is above the number of every key and below those of negatives.
const firstFurther = 1 << 47

// Further are more words that come to the n keys of that seed later. They are
// generated, and none is a key or a negative.
func (w *Workload) Further(n int, seed uint64, more int) *wordlist.List {
	if w.real(n) == nil {
		return generate(seed, firstFurther, more)
	}
	taken := map[string]struct{}{}
	for _, list := range []*wordlist.List{w.real(n), w.negatives} {
		if list == nil {
			continue
		}
		for word := range list.Each() {
			if strings.Trim(word, "0123456789abcdef") == "" { // as generated ones are
				taken[word] = struct{}{}
			}
		}
	}
	next := seed + firstFurther
	return wordlist.Generate(more, func(b []byte, _ int) []byte {
		for {
			word := strconv.AppendUint(b, filter.Mix(next), 16)
			next++
			if _, twice := taken[string(word)]; !twice {
				return word
			}
		}
	})
}
