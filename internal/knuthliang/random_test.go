package knuthliang

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// agree compares every hyphenator of a token with the reference.
func agree(t *testing.T, a *Automaton, ref *Reference, exceptions []Exception, token string) {
	t.Helper()
	tex, hypher := NewTeX(a, exceptions), NewHypher(a, exceptions)
	agreeWith(t, a, tex, hypher, ref, token)
}

func agreeWith(t *testing.T, a *Automaton, tex *TeX, hypher *Hypher, ref *Reference, token string) {
	t.Helper()
	type answers interface {
		Mask(string) (uint64, bool)
		AppendBreaks([]int, string) []int
	}
	n := utf8.RuneCountInString(token)
	for _, c := range []struct {
		name string
		h    answers
		want []int
	}{
		{"patterns", a, ref.Patterns(token)},
		{"TeX", tex, ref.TeX(token, false)},
		{"hypher", hypher, ref.Hypher(token)},
	} {
		got := c.h.AppendBreaks([]int{-1}, token)
		if want := append([]int{-1}, c.want...); !slices.Equal(got, want) {
			t.Errorf("%s %q: AppendBreaks: %s", c.name, token, cmp.Diff(want, got))
		}
		mask, fits := c.h.Mask(token)
		if fits != (n <= 64) {
			t.Errorf("%s: a token of %d runes: fits = %v", c.name, n, fits)
		}
		if fits && mask != maskOfBreaks(c.want) || !fits && mask != 0 {
			t.Errorf("%s %q: mask %b, want %v", c.name, token, mask, c.want)
		}
		if h, ok := c.h.(Hyphenator); ok {
			want := string(appendMarkedAt(nil, token, "<->", c.want))
			if got := string(h.AppendHyphenated([]byte("x"), token, "<->")); got != "x"+want {
				t.Errorf("%s %q: %q, want %q", c.name, token, got, "x"+want)
			}
		}
	}
}

// randomRules draws patterns with levels up to highest, digits at both ends,
// dots, and up to longest letters of the alphabet.
func randomRules(r *rand.Rand, alphabet []rune, patterns, longest, highest int) *Rules {
	rules := &Rules{Name: "random", LeftMin: 1 + r.IntN(3), RightMin: 1 + r.IntN(3)}
	digit := func(b *strings.Builder) {
		if r.IntN(2) == 0 {
			fmt.Fprint(b, r.IntN(highest+1))
		}
	}
	for i := range patterns {
		var b strings.Builder
		digit(&b)
		if r.IntN(6) == 0 {
			b.WriteByte('.')
			digit(&b)
		}
		for range 1 + r.IntN(longest) {
			b.WriteRune(alphabet[r.IntN(len(alphabet))])
			digit(&b)
		}
		if r.IntN(6) == 0 {
			b.WriteByte('.')
			digit(&b)
		}
		rules.Patterns = append(rules.Patterns, Pattern{b.String(), i + 1})
	}
	return rules
}

// randomToken draws letters of the alphabet with other characters among them, or
// an exception.
func randomToken(r *rand.Rand, alphabet []rune, exceptions []Exception, n int) string {
	others := []rune("-'.7_ xQÉéß\u0301\u00ad\u2019\ufffdİK中𝔸")
	if len(exceptions) > 0 && r.IntN(5) == 0 {
		word := exceptions[r.IntN(len(exceptions))].Word
		if r.IntN(2) == 0 {
			word = strings.ToUpper(word)
		}
		return word
	}
	var b strings.Builder
	noise := r.IntN(3) == 0
	for range n {
		switch c := alphabet[r.IntN(len(alphabet))]; {
		case noise && r.IntN(12) == 0:
			b.WriteRune(others[r.IntN(len(others))])
		case r.IntN(8) == 0:
			b.WriteString(strings.ToUpper(string(c)))
		default:
			b.WriteRune(c)
		}
	}
	if noise && r.IntN(10) == 0 {
		b.WriteString("\xc3")
	}
	return b.String()
}

func randomExceptions(r *rand.Rand, alphabet []rune, n int) []Exception {
	var all []Exception
	for i := range n {
		var b strings.Builder
		for range 1 + r.IntN(80)>>r.IntN(6) {
			if r.IntN(4) == 0 {
				b.WriteByte('-')
			}
			b.WriteRune(alphabet[r.IntN(len(alphabet))])
		}
		if e, err := parseException(b.String(), i); err == nil {
			all = append(all, e)
		}
	}
	return all
}

// TestRandomRules compares the automaton with the reference under random pattern
// sets: few letters so that patterns overlap, levels up to 9, patterns longer than
// a lane, alphabets beyond ASCII and larger than a byte.
func TestRandomRules(t *testing.T) {
	racetest.OneGoroutine(t)
	wide := make([]rune, 300)
	for i := range wide {
		wide[i] = rune(0x1200 + i)
	}
	far := append([]rune("ab"), 'ꙁ', '𐐨', '\u0301')
	for _, c := range []struct {
		name                        string
		alphabet                    []rune
		patterns, longest, highest  int
		wantLanes, wantWide, always bool
	}{
		{"two letters", []rune("ab"), 60, 5, 9, false, false, false},
		{"six levels", []rune("abc"), 60, 6, 6, true, false, true},
		{"two levels", []rune("abcdefgh"), 200, 4, 2, true, false, true},
		{"long patterns", []rune("ab"), 30, 30, 5, false, false, false},
		{"accents", []rune("aeéíß"), 80, 4, 5, true, false, true},
		{"marks and far letters", far, 80, 4, 5, true, false, true},
		{"apostrophe and hyphen", []rune("ab'-"), 60, 4, 5, true, false, true},
		{"many letters", wide, 400, 3, 9, false, false, false},
		{"many outputs", []rune("abcdefghijklmnop"), 9000, 6, 9, false, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			rounds := tier.Of(5, 20)
			if c.patterns > 1000 {
				rounds = 1
			}
			for seed := range uint64(rounds) {
				r := rand.New(rand.NewPCG(seed, 1))
				rules := randomRules(r, c.alphabet, c.patterns, c.longest, c.highest)
				exceptions := randomExceptions(r, c.alphabet, 20)
				a := compile(t, rules)
				if c.always && (a.lanes != nil) != c.wantLanes {
					t.Errorf("lanes: %v, want %v", a.lanes != nil, c.wantLanes)
				}
				if (a.wide != nil) != c.wantWide {
					t.Errorf("wide entries: %v, want %v", a.wide != nil, c.wantWide)
				}
				ref := newReference(t, rules, exceptions)
				tex, hypher := NewTeX(a, exceptions), NewHypher(a, exceptions)
				var tokens []string
				for range 150 {
					n := r.IntN(14)
					switch r.IntN(8) {
					case 0:
						n = 18 + r.IntN(6)
					case 1:
						n = 58 + r.IntN(12)
					case 2:
						n = r.IntN(200)
					}
					token := randomToken(r, c.alphabet, exceptions, n)
					agreeWith(t, a, tex, hypher, ref, token)
					tokens = append(tokens, token)
				}
				agreeAtOnce(t, a, tex, exceptions, tokens)
				if t.Failed() {
					t.Fatalf("seed %d, rules %v", seed, rules.Patterns[:min(len(rules.Patterns), 80)])
				}
			}
		})
	}
}

// agreeAtOnce compares the passes over a list with single words.
func agreeAtOnce(t *testing.T, a *Automaton, tex *TeX, exceptions []Exception, tokens []string) {
	t.Helper()
	list := wordlist.Of(tokens...)
	dst := make([]uint64, len(tokens))
	long := tex.Masks(dst, list)
	hypher, store := NewHypher(a, exceptions), NewStore(exceptions)
	want := Counts{Words: len(tokens), Lookups: len(tokens)}
	for i, token := range tokens {
		mask, fits := tex.Mask(token)
		if dst[i] != mask {
			t.Errorf("Masks %q: %b, alone %b", token, dst[i], mask)
		}
		if !fits {
			long--
		}
		want.Breaks += len(hypher.AppendBreaks(nil, token))
		if _, ok := store.Lookup(strings.ToLower(token)); ok {
			want.Exceptions++
		}
	}
	if long != 0 {
		t.Errorf("the number of long tokens is off by %d", long)
	}
	if got := (&Guarded{Store: store, Patterns: a}).Pass(list); got != want {
		t.Errorf("Pass: %+v, want %+v", got, want)
	}
}

// FuzzEnglish compares every hyphenator with the reference under the English
// rules.
func FuzzEnglish(f *testing.F) {
	rules, hyphenex := english(f)
	exceptions := append(rules.Exceptions, hyphenex...)
	a := compile(f, rules)
	ref := newReference(f, rules, exceptions)
	tex, hypher := NewTeX(a, exceptions), NewHypher(a, exceptions)
	for _, seed := range []string{"", "hyphenation", "Academy's", "o'clock", "a-b", "naïve", "\xff\xfeabc", strings.Repeat("hyphenation", 7), "...table", "ACADEMY", "cafe\u0301teria"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		agreeWith(t, a, tex, hypher, ref, token)
	})
}

// TestRandomEnglish compares random tokens under the English rules.
func TestRandomEnglish(t *testing.T) {
	racetest.OneGoroutine(t)
	rules, hyphenex := english(t)
	exceptions := append(rules.Exceptions, hyphenex...)
	a := compile(t, rules)
	ref := newReference(t, rules, exceptions)
	tex, hypher := NewTeX(a, exceptions), NewHypher(a, exceptions)
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("etaoinshrdlucmfwypvbgkjqxzetaoinshr")
	var tokens []string
	for range tier.Of(2_000, 8_000) {
		token := randomToken(r, alphabet, exceptions, r.IntN(75))
		if r.IntN(2) == 0 { // glued words
			token = ""
			for range 1 + r.IntN(8) {
				token += exceptions[r.IntN(len(exceptions))].Word
			}
		}
		agreeWith(t, a, tex, hypher, ref, token)
		tokens = append(tokens, token)
	}
	agreeAtOnce(t, a, tex, exceptions, tokens)
}
