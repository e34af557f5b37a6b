package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// TestTrieShares: the trie of the article's example has a node for each branch and
// each key, and no letter twice.
func TestTrieShares(t *testing.T) {
	trie := newTrie([]string{"academy", "areas", "table"})
	if len(trie.labels) != 5 || string(trie.tails) != "ableademyeas" {
		t.Errorf("%d nodes, letters %q", len(trie.labels), trie.tails)
	}
	keys := filtertest.Keys(t)
	f, err := buildTrie(keys, filter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if held, text := f.Bits(), 8*uint64(len(keys.Text())); held > 2*text {
		t.Errorf("%d bits for keys of %d", held, text)
	}
}

// TestTrieRandom asks for all words of up to six letters a and b, of sets of any
// size among them.
func TestTrieRandom(t *testing.T) {
	var universe []string
	for n := range 7 {
		for bits := range 1 << n {
			word := make([]byte, n)
			for i := range word {
				word[i] = 'a' + byte(bits>>i&1)
			}
			universe = append(universe, string(word))
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for size := range universe {
		random.Shuffle(len(universe), func(i, j int) { universe[i], universe[j] = universe[j], universe[i] })
		keys := slices.Concat(universe[:size], universe[:size/2])
		f, err := buildTrie(wordlist.Of(keys...), filter.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if c := f.(*trie); len(c.nodes) != cap(c.nodes) || len(c.labels) != cap(c.labels) || len(c.tails) != cap(c.tails) {
			t.Fatalf("%d keys: %d of %d nodes, %d of %d labels, %d of %d letters", size,
				len(c.nodes), cap(c.nodes), len(c.labels), cap(c.labels), len(c.tails), cap(c.tails))
		}
		for i, word := range universe {
			if f.Contains(word) != (i < size) {
				t.Fatalf("%d keys: Contains(%q) is %v", size, word, i >= size)
			}
		}
	}
}
