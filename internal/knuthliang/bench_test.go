package knuthliang

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// perWord repeats a pass over the list and reports the median and the fastest
// pass per word.
func perWord(b *testing.B, list *wordlist.List, pass func()) {
	b.Helper()
	b.ReportAllocs()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		pass()
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	words := float64(list.Len())
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/words, "ns/word")
	b.ReportMetric(float64(times[0].Nanoseconds())/words, "min-ns/word")
	b.ReportMetric(0, "ns/op")
}

// masks passes over the list with one call per word.
func masks(b *testing.B, mask func(string) (uint64, bool)) {
	list := words(b)
	var sink uint64
	perWord(b, list, func() {
		for i := range list.Len() {
			m, _ := mask(list.At(i))
			sink += m
		}
	})
	if sink == 0 {
		b.Error("no word was hyphenated")
	}
}

// BenchmarkMask is the mask of a word, in single calls.
func BenchmarkMask(b *testing.B) {
	r, hyphenex := english(b)
	a := compile(b, r)
	b.Run("TeX-1766-exceptions", func(b *testing.B) { masks(b, NewTeX(a, r.Exceptions, hyphenex).Mask) })
	b.Run("TeX-patterns-only", func(b *testing.B) { masks(b, NewTeX(a).Mask) })
	b.Run("hypher", func(b *testing.B) { masks(b, NewHypher(a, hyphenex).Mask) })
	b.Run("automaton", func(b *testing.B) { masks(b, a.Mask) })
}

// BenchmarkMasks is the masks of the whole list, in one call.
func BenchmarkMasks(b *testing.B) {
	list := words(b)
	r, hyphenex := english(b)
	a := compile(b, r)
	dst := make([]uint64, list.Len())
	for name, h := range map[string]*TeX{"TeX-1766-exceptions": NewTeX(a, r.Exceptions, hyphenex), "TeX-patterns-only": NewTeX(a)} {
		b.Run(name, func(b *testing.B) { perWord(b, list, func() { h.Masks(dst, list) }) })
	}
}

// BenchmarkTransform is the list as a text.
func BenchmarkTransform(b *testing.B) {
	list := words(b)
	src := sharedFile(b, "data", "words.txt")
	h := englishTeX(b)
	perWord(b, list, func() {
		if err := Transform(io.Discard, bytes.NewReader(src), h, "-"); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkGuardedPass is the thesis's timed pass, ε = 1 %.
func BenchmarkGuardedPass(b *testing.B) {
	list := words(b)
	r, hyphenex := english(b)
	a, store := compile(b, r), NewStore(hyphenex)
	for name, guard := range guardsOf(b, hyphenex) {
		g := &Guarded{Guard: guard, Store: store, Patterns: a}
		b.Run("hypher/"+name, func(b *testing.B) { perWord(b, list, func() { g.Pass(list) }) })
		var text []byte
		b.Run("words/"+name, func(b *testing.B) { perWord(b, list, func() { text, _ = g.PassWords(text[:0], list) }) })
		b.Run("TeX/"+name, func(b *testing.B) { perWord(b, list, func() { g.PassTeX(list) }) })
	}
	b.Run("hypher/no-exceptions", func(b *testing.B) {
		g := &Guarded{Patterns: a}
		perWord(b, list, func() { g.Pass(list) })
	})
}

// guardsOf are filters of the exceptions at ε = 1 %, and "none".
func guardsOf(b *testing.B, exceptions []Exception) map[string]Guard {
	b.Helper()
	var keys []string
	for _, e := range exceptions {
		keys = append(keys, e.Word)
	}
	guards := map[string]Guard{"none": nil}
	for _, name := range []string{"bloom", "cuckoo", "bloom-literal", "bloom-sequential", "cuckoo-literal", "cuckoo-literal-array"} {
		s, err := all.ByName(name)
		if err != nil {
			b.Fatal(err)
		}
		if guards[name], err = s.Build(wordlist.Of(keys...), filter.Config{Epsilon: 0.01, Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
	return guards
}

// BenchmarkStore looks up every word of the list, lower-cased. Instances of equal
// content must cost the same.
func BenchmarkStore(b *testing.B) {
	list := words(b).Lower()
	_, hyphenex := english(b)
	for _, instance := range []string{"first", "second"} {
		s := NewStore(hyphenex)
		b.Run(instance, func(b *testing.B) {
			found := 0
			perWord(b, list, func() {
				for i := range list.Len() {
					if _, ok := s.Lookup(list.At(i)); ok {
						found++
					}
				}
			})
			if found%1382 != 0 || found == 0 {
				b.Errorf("%d words found, want a multiple of 1382", found)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	r, _ := english(b)
	b.ReportAllocs()
	for b.Loop() {
		compile(b, r)
	}
}

func BenchmarkParse(b *testing.B) {
	src := repositoryFile(b, "patterns-en.tex")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParsePatterns("patterns-en.tex", src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBulk is what is done with the whole list at once, beside single masks
// by the patterns alone: "ratio" is its quotient by these. Parts of the list are
// timed in turn, one way and the other. Most repetitions of a part are too short
// to be interrupted. The figure is the sum of the fastest.
func BenchmarkBulk(b *testing.B) {
	r, hyphenex := english(b)
	a := compile(b, r)
	guards, store := guardsOf(b, hyphenex), NewStore(hyphenex)
	full, patterns := NewTeX(a, r.Exceptions, hyphenex), NewTeX(a)
	dst := make([]uint64, words(b).Len())
	single := func(part *wordlist.List) {
		for i := range part.Len() {
			dst[i], _ = patterns.Mask(part.At(i))
		}
	}
	b.Run("Masks/TeX-1766-exceptions", func(b *testing.B) {
		besides(b, single, func(part *wordlist.List) { full.Masks(dst[:part.Len()], part) })
	})
	b.Run("Masks/TeX-patterns-only", func(b *testing.B) {
		besides(b, single, func(part *wordlist.List) { patterns.Masks(dst[:part.Len()], part) })
	})
	b.Run("Pass/no-exceptions", func(b *testing.B) {
		g := &Guarded{Patterns: a}
		besides(b, single, func(part *wordlist.List) { g.Pass(part) })
	})
	for _, guard := range []string{"none", "bloom", "cuckoo"} {
		g := &Guarded{Guard: guards[guard], Store: store, Patterns: a}
		b.Run("Pass/"+guard, func(b *testing.B) {
			besides(b, single, func(part *wordlist.List) { g.Pass(part) })
		})
		b.Run("PassTeX/"+guard, func(b *testing.B) {
			besides(b, single, func(part *wordlist.List) { g.PassTeX(part) })
		})
	}
	b.Run("Transform", func(b *testing.B) {
		texts := map[*wordlist.List]string{} // made in the first, slowest repetition
		besides(b, single, func(part *wordlist.List) {
			text, ok := texts[part]
			if !ok {
				text = strings.Join(part.All(), "\n")
				texts[part] = text
			}
			if err := Transform(io.Discard, strings.NewReader(text), full, "-"); err != nil {
				b.Fatal(err)
			}
		})
	})
}

// besides measures a pass over the list beside another one.
func besides(b *testing.B, other, pass func(part *wordlist.List)) {
	b.Helper()
	const partWords = 1 << 15
	list := words(b)
	var parts []*wordlist.List
	for part := range slices.Chunk(list.All(), partWords) {
		parts = append(parts, wordlist.Of(part...))
	}
	fastest := make([][2]time.Duration, len(parts))
	for b.Loop() {
		for i, part := range parts {
			for j, f := range []func(*wordlist.List){other, pass} {
				start := time.Now()
				f(part)
				if t := time.Since(start); fastest[i][j] == 0 || t < fastest[i][j] {
					fastest[i][j] = t
				}
			}
		}
	}
	var sum [2]time.Duration
	for _, t := range fastest {
		sum[0], sum[1] = sum[0]+t[0], sum[1]+t[1]
	}
	b.ReportMetric(float64(sum[0].Nanoseconds())/float64(list.Len()), "single-ns/word")
	b.ReportMetric(float64(sum[1].Nanoseconds())/float64(list.Len()), "ns/word")
	b.ReportMetric(float64(sum[1])/float64(sum[0]), "ratio")
	b.ReportMetric(0, "ns/op")
}
