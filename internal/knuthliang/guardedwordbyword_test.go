package knuthliang

import (
	"math/rand/v2"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// Of the whole list, word by word gives the answers of the slow reference, letter by letter, and
// the counts of the pass by batches, with and without a guard.
func TestPassWordsWholeList(t *testing.T) {
	racetest.OneGoroutine(t)
	list := words(t)
	if !tier.Checking() {
		list = sampled(list, 20_000)
	}
	r, hyphenex := english(t)
	a := compile(t, r)
	plain, full := newReference(t, r), newReference(t, r, hyphenex)
	store, guard := NewStore(hyphenex), sieveOf(hyphenex)
	for _, c := range []struct {
		name string
		g    *Guarded
		ref  *Reference
	}{
		{"guard", &Guarded{Guard: guard, Store: store, Patterns: a}, full},
		{"no guard", &Guarded{Store: store, Patterns: a}, full},
		{"patterns", &Guarded{Patterns: a}, plain},
	} {
		text, counts := c.g.PassWords(nil, list)
		if want := c.g.Pass(list); counts != want {
			t.Errorf("%s: %+v, want %+v", c.name, counts, want)
		}
		for i := range list.Len() {
			want := appendMarkedAt(nil, list.At(i), WordMark, c.ref.Hypher(list.At(i)))
			if got, rest := text[:min(len(want), len(text))], text[min(len(want), len(text)):]; string(got) != string(want) {
				t.Fatalf("%s: %q is hyphenated %q, want %q", c.name, list.At(i), got, want)
			} else {
				text = rest
			}
		}
		if len(text) > 0 {
			t.Errorf("%s: %d bytes are left over", c.name, len(text))
		}
	}
}

// sampled are n words of a list, those with odd letters among them.
func sampled(list *wordlist.List, n int) *wordlist.List {
	random := rand.New(rand.NewPCG(1, 2))
	var some []string
	for range n {
		some = append(some, list.At(random.IntN(list.Len())))
	}
	return wordlist.Of(some...)
}

// Words outside the fast paths: empty, long, of other letters, with a soft hyphen.
func TestPassWordsOddWords(t *testing.T) {
	r, hyphenex := english(t)
	a := compile(t, r)
	twice := strings.Repeat("ab", 35)
	list := wordlist.Of("", "x", "naïve-looking", "ÉTABLISSEMENT", strings.Repeat("hyphenation", 1000), "ACADEMY", "hy\u00adphenation", "\xff\xfeexample", twice, strings.ToUpper(twice))
	exceptions := append(hyphenex[:len(hyphenex):len(hyphenex)], Exception{Word: twice, Breaks: []int{2, 66}})
	ref := newReference(t, r, exceptions)
	var want []byte
	breaks := 0
	for token := range list.Each() {
		at := ref.Hypher(token)
		want, breaks = appendMarkedAt(want, token, WordMark, at), breaks+len(at)
	}
	text, counts := (&Guarded{Store: NewStore(exceptions), Patterns: a}).PassWords(nil, list)
	if string(text) != string(want) || counts != (Counts{Words: list.Len(), Breaks: breaks, Exceptions: 3, Lookups: list.Len()}) {
		t.Errorf("%+v, %d breaks and %d bytes of text wanted, %d given", counts, breaks, len(want), len(text))
	}
}
