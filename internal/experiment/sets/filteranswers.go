package sets

import (
	"fmt"

	"hyphbench/internal/wordlist"
)

// admitted is the share of the words that a filter admits.
func admitted(f interface{ Contains(string) bool }, words *wordlist.List) float64 {
	n := 0
	for word := range words.Each() {
		if f.Contains(word) {
			n++
		}
	}
	return float64(n) / float64(words.Len())
}

// denied is the error for a key that a structure denies; nil if it admits them all.
func denied(name string, f interface{ Contains(string) bool }, keys *wordlist.List) error {
	for key := range keys.Each() {
		if !f.Contains(key) {
			return fmt.Errorf("%s denies the key %q", name, key)
		}
	}
	return nil
}
