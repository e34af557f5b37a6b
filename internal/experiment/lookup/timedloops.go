package lookup

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// The loops that are timed. In those of throughput the processor goes on to the next
// words while it waits for memory. In those of latency the place of the next word
// needs the answer before: nothing, which is 0, is added to it as often as the answer
// is yes, so that all structures are asked the same words.

func independent(f filter.Filter, words *wordlist.List) (yes int) {
	for word := range words.Each() {
		yes += one(f.Contains(word))
	}
	return yes
}

func dependent(f filter.Filter, words *wordlist.List, nothing int) (yes int) {
	for i := 0; i < words.Len(); {
		answer := one(f.Contains(words.At(i)))
		yes += answer
		i += 1 + answer&nothing
	}
	return yes
}

// one is 1 for true, without a branch.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// read touches each word: its first and last byte.
func read(words *wordlist.List) (sum uint64) {
	for word := range words.Each() {
		sum += uint64(word[0]) + uint64(word[len(word)-1])
	}
	return sum
}

func readAfter(words *wordlist.List, nothing int) (sum uint64) {
	for i := 0; i < words.Len(); {
		word := words.At(i)
		x := uint64(word[0]) + uint64(word[len(word)-1])
		sum += x
		i += 1 + int(x)&nothing
	}
	return sum
}

func hashed(h *filter.Hasher, words *wordlist.List) (sum uint64) {
	for word := range words.Each() {
		sum += usual(h, word)
	}
	return sum
}

func hashedAfter(h *filter.Hasher, words *wordlist.List, nothing int) (sum uint64) {
	for i := 0; i < words.Len(); {
		x := usual(h, words.At(i))
		sum += x
		i += 1 + int(x)&nothing
	}
	return sum
}

// usual is the hash as the structures call it.
func usual(h *filter.Hasher, word string) uint64 {
	if h.Usual() {
		return h.Seeded(filter.Fingerprint(word))
	}
	return h.Sum64(word)
}
