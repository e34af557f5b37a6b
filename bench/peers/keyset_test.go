package main

import (
	"slices"
	"testing"
	"time"

	"hyphbench/internal/wordlist"
)

func TestLargeSet(t *testing.T) {
	// With "a1" in the list "a" with a number behind it is made twice.
	words := wordlist.Of("a", "b", "a1", "c", "a")
	const n = 500
	s := largeSet(words, n)
	if len(s.Keys) != n || s.List.Len() != n || s.Queries.Len() != n+n/10 || s.members() != n/10 || s.negatives() != n {
		t.Fatalf("%d keys, %d asked, of which %d keys", len(s.Keys), s.Queries.Len(), s.members())
	}
	isKey := map[string]bool{}
	for i, key := range s.Keys {
		if isKey[key] || key != s.List.At(i) {
			t.Fatalf("key %d, %q, is there twice, or %q in the list", i, key, s.List.At(i))
		}
		isKey[key] = true
	}
	asked := map[string]bool{}
	first, last := n, 0
	for i := range s.Queries.Len() {
		word := s.Queries.At(i)
		if asked[word] {
			t.Errorf("%q is asked twice", word)
		}
		asked[word] = true
		if s.member[i] != isKey[word] {
			t.Errorf("%q: a key is %v, and the set says %v", word, isKey[word], s.member[i])
		}
		if s.member[i] {
			first, last = min(first, i), max(last, i)
		}
	}
	if first > n/4 || last < n*3/4 {
		t.Errorf("keys are asked from %d to %d of %d only", first, last, s.Queries.Len())
	}
	if !slices.Equal(s.Keys, largeSet(words, n).Keys) {
		t.Error("another set the second time")
	}
}

func TestEvery(t *testing.T) {
	s := keySet(Query, Build, []string{"b", "d"}, wordlist.Of("a", "b", "c", "d", "e", "b"))
	if s.members() != 3 || s.negatives() != 3 {
		t.Errorf("%d keys asked, %d negatives", s.members(), s.negatives())
	}
	third := s.every(3)
	if got := third.Queries.All(); !slices.Equal(got, []string{"a", "d"}) || third.members() != 1 || len(third.Keys) != 2 {
		t.Errorf("every third word: %v, %d keys among them", got, third.members())
	}
	if s.every(1) != s {
		t.Error("every word is another set")
	}
}

// sluggish takes a while for each query.
type sluggish struct{ goMap }

func (s sluggish) Contains(key string) bool {
	for start := time.Now(); time.Since(start) < 6*time.Millisecond; {
	}
	return s.goMap.Contains(key)
}

func TestAffordable(t *testing.T) {
	in := fewWordsInput(t)
	set := in.Sets[1]
	m := mapOf(set.Keys, 0)
	if k := set.affordable(m); k != 1 {
		t.Errorf("a map is asked every %d-th word", k)
	}
	// About 12 s for all words: a processor that is shared counts less.
	if k := set.affordable(sluggish{m}); k < 5 || k > 100 {
		t.Errorf("6 ms per query, %d words: every %d-th", set.Queries.Len(), k)
	}
	for n, want := range map[int]string{2: "2nd", 3: "3rd", 11: "11th", 21: "21st", 40: "40th", 112: "112th", 1000: "1,000th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
