package sets

import (
	"strconv"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// firstNegative is above the number of every key.
const firstNegative = 1 << 40

// generated are n words of the numbers from first on, of which no two are equal.
func generated(seed, first uint64, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte {
		return strconv.AppendUint(b, filter.Mix(seed+first+uint64(i)), 36)
	})
}

// others are words that are no keys.
func others(seed uint64, n int) *wordlist.List { return generated(seed, firstNegative, n) }
