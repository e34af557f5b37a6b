package main

import (
	"math/rand/v2"
	"strconv"

	"hyphbench/internal/wordlist"
)

// KeySet is a set of keys with what is asked of its filters.
type KeySet struct {
	Query, Build Figure
	Keys         []string
	List         *wordlist.List // the same, in the form that hyphbench's structures take
	Queries      *wordlist.List
	member       []bool // of each query: a key
	// Fresh sets are built anew for the queries of each round and let go
	// afterwards: large ones side by side would fill the memory, and the collector
	// would read them before every section.
	Fresh bool
}

// LargeKeys is the number of keys in the large set.
const LargeKeys = 1_000_000

// keySet is a set whose queries are given; the keys among them are found.
func keySet(query, build Figure, keys []string, queries *wordlist.List) *KeySet {
	isKey := make(map[string]bool, len(keys))
	for _, key := range keys {
		isKey[key] = true
	}
	s := &KeySet{Query: query, Build: build, Keys: keys, List: wordlist.Of(keys...), Queries: queries, member: make([]bool, queries.Len())}
	for i := range s.member {
		s.member[i] = isKey[queries.At(i)]
	}
	return s
}

// largeSet makes n keys of the words of a list, each with a number behind it once
// the words are used up. Asked are as many distinct negatives, of the same making,
// and every tenth key, in shuffled order.
func largeSet(words *wordlist.List, n int) *KeySet {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	seen := make(map[string]bool, 2*n)
	made := make([]string, 0, 2*n)
	for suffix := 0; len(made) < 2*n; suffix++ {
		for i := 0; i < words.Len() && len(made) < 2*n; i++ {
			word := words.At(i)
			if suffix > 0 {
				word += strconv.Itoa(suffix)
			}
			if !seen[word] { // "a" + "12" is "a1" + "2"
				seen[word] = true
				made = append(made, word)
			}
		}
	}
	random.Shuffle(len(made), func(i, j int) { made[i], made[j] = made[j], made[i] })

	// The lists copy the text, so that the many small strings can be collected.
	list := wordlist.Of(made[:n]...)
	asked := append(made[n:2*n:2*n], made[:n/10]...)
	key := make([]bool, len(asked))
	for i := n; i < len(asked); i++ {
		key[i] = true
	}
	random.Shuffle(len(asked), func(i, j int) {
		asked[i], asked[j] = asked[j], asked[i]
		key[i], key[j] = key[j], key[i]
	})
	return &KeySet{
		Query: QueryLarge, Build: BuildLarge, Keys: list.All(), List: list,
		Queries: wordlist.Of(asked...), member: key, Fresh: true,
	}
}

// every is the set with each k-th of its queries, and the keys of the full one.
func (s *KeySet) every(k int) *KeySet {
	if k <= 1 {
		return s
	}
	few := *s
	few.Queries, few.member = everyNth(s.Queries, k), nil
	for i := 0; i < len(s.member); i += k {
		few.member = append(few.member, s.member[i])
	}
	return &few
}

// members is the number of queries that are keys.
func (s *KeySet) members() (n int) {
	for _, is := range s.member {
		if is {
			n++
		}
	}
	return n
}

// negatives is the number of other queries, at least 1.
func (s *KeySet) negatives() int { return max(1, len(s.member)-s.members()) }
