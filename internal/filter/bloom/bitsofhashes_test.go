package bloom

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// The bits of hashes are those of the standard filter of the same size, and a hash is new as
// long as one of its bits is not set.
func TestBitsOfHashes(t *testing.T) {
	keys := wordlist.Of("one", "two", "three", "four")
	cfg := filter.Config{Epsilon: 0.1, Seed: 3}
	f, err := buildStandard(keys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	b := f.(*standard)
	of, ones := NewBits(b.m, b.k), 0
	for h := range b.hash.Sums(keys) {
		before := of.Ones()
		if was := of.Has(h); of.Add(h) == was || (of.Ones() == before) != was || !of.Has(h) {
			t.Errorf("a hash that is there: %v; %d bits were set, %d are", was, before, of.Ones())
		}
	}
	for i, word := range b.words {
		if of.Words[i] != word {
			t.Errorf("word %d: %x, want %x", i, of.Words[i], word)
		}
		for ; word != 0; word &= word - 1 {
			ones++
		}
	}
	if of.Ones() != ones || of.Has(^uint64(0)) {
		t.Errorf("%d bits, want %d; a hash that is not there is there: %v", of.Ones(), ones, of.Has(^uint64(0)))
	}
}
