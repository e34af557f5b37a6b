package knuthliang

import (
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// sieve is a Guard that admits its keys and, as false positives, words of even
// length.
type sieve map[string]bool

func (s sieve) Contains(word string) bool { return s[word] || len(word)%2 == 0 }

func sieveOf(exceptions []Exception) sieve {
	s := sieve{}
	for _, e := range exceptions {
		s[e.Word] = true
	}
	return s
}

// TestGuardedWholeList compares the counts of both passes, without a guard and
// with one, with those of single words.
func TestGuardedWholeList(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	list := words(t)
	r, hyphenex := english(t)
	a := compile(t, r)
	bare, ref := NewHypher(a), NewHypher(a, hyphenex) // TestWholeList compares these with the reference
	refTeX := NewTeX(a, hyphenex)
	guard := sieveOf(hyphenex)
	keys := NewStore(hyphenex)

	var hypher, tex, none Counts
	for i := range list.Len() {
		token := list.At(i)
		hypher.Words, tex.Words, none.Words = hypher.Words+1, tex.Words+1, none.Words+1
		none.Breaks += len(bare.AppendBreaks(nil, token))
		hypher.Breaks += len(ref.AppendBreaks(nil, token))
		tex.Breaks += len(refTeX.AppendBreaks(nil, token))
		lower := strings.ToLower(token)
		if _, ok := keys.Lookup(lower); ok {
			hypher.Exceptions++
		}
		if guard.Contains(lower) {
			hypher.Lookups++
		}
		var w letterRun
		if w.scan(a, token) {
			word := string(w.lower[:w.size])
			if _, ok := keys.Lookup(word); ok {
				tex.Exceptions++
			}
			if guard.Contains(word) {
				tex.Lookups++
			}
		}
	}
	if hypher.Exceptions != 1382 {
		t.Errorf("%d words of the list are exceptions, want 1382", hypher.Exceptions)
	}
	unguarded := func(c Counts, lookups int) Counts { c.Lookups = lookups; return c }
	texWords := 0
	for i := range list.Len() {
		var w letterRun
		if w.scan(a, list.At(i)) {
			texWords++
		}
	}
	for _, c := range []struct {
		name      string
		got, want Counts
	}{
		{"guard", (&Guarded{Guard: guard, Store: keys, Patterns: a}).Pass(list), hypher},
		{"no guard", (&Guarded{Store: keys, Patterns: a}).Pass(list), unguarded(hypher, list.Len())},
		{"no store", (&Guarded{Guard: guard, Patterns: a}).Pass(list), none},
		{"TeX, guard", (&Guarded{Guard: guard, Store: keys, Patterns: a}).PassTeX(list), tex},
		{"TeX, no guard", (&Guarded{Store: keys, Patterns: a}).PassTeX(list), unguarded(tex, texWords)},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, c.got, c.want)
		}
	}
}

// TestGuardedOddWords: words outside the lanes.
func TestGuardedOddWords(t *testing.T) {
	r, hyphenex := english(t)
	a := compile(t, r)
	long := strings.Repeat("hyphenation", 1000)
	list := wordlist.Of("", "x", "naïve-looking", "ÉTABLISSEMENT", long, "ACADEMY", "hy\u00adphenation", "\xff\xfeexample", strings.Repeat("ab", 35))
	exceptions := append(hyphenex[:len(hyphenex):len(hyphenex)], Exception{Word: strings.Repeat("ab", 35), Breaks: []int{2, 66}})
	ref := newReference(t, r, exceptions)
	want := Counts{Words: list.Len(), Exceptions: 2, Lookups: list.Len()}
	for i := range list.Len() {
		want.Breaks += len(ref.Hypher(list.At(i)))
	}
	if got := (&Guarded{Store: NewStore(exceptions), Patterns: a}).Pass(list); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	empty := wordlist.Of()
	if got := (&Guarded{Store: NewStore(exceptions), Patterns: a}).Pass(empty); got != (Counts{}) {
		t.Errorf("empty list: %+v", got)
	}
}

func TestCountsPlus(t *testing.T) {
	if got, want := (Counts{1, 20, 300, 4000}).Plus(Counts{5, 60, 700, 8000}), (Counts{6, 80, 1000, 12000}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
