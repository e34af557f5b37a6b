package knuthliang

import (
	"slices"
	"testing"
	"time"

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

// masks passes over the list with one call a word.
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

func BenchmarkMaskAutomaton(b *testing.B) {
	r, _ := english(b)
	masks(b, compile(b, r).Mask)
}

func BenchmarkMaskTeX(b *testing.B) {
	r, hyphenex := english(b)
	masks(b, NewTeX(compile(b, r), r.Exceptions, hyphenex).Mask)
}

func BenchmarkMaskTeXPatterns(b *testing.B) {
	r, _ := english(b)
	masks(b, NewTeX(compile(b, r)).Mask)
}

func BenchmarkMaskHypher(b *testing.B) {
	r, hyphenex := english(b)
	masks(b, NewHypher(compile(b, r), hyphenex).Mask)
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
