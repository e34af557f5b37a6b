package all

import (
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
)

// pass asks every word and counts the positives. It reads where a word begins
// from the list instead of carrying it along: a variable that lives across the
// call goes through the stack and would chain one query to the next.
func pass(f filter.Filter, text string, ends []uint32) int {
	positives := 0
	for i := range ends {
		start := uint32(0)
		if i > 0 {
			start = ends[i-1]
		}
		if f.Contains(text[start:ends[i]]) {
			positives++
		}
	}
	return positives
}

// BenchmarkQuery asks every negative of the whole word list once an operation:
// a few thousand queries that come round again would let the branch predictor
// learn them and show a quarter of the time.
func BenchmarkQuery(b *testing.B) {
	keys := filtertest.Keys(b)
	words, _ := filtertest.Negatives(b, keys)
	text, ends := words.Text(), words.Ends()
	for _, s := range Structures() {
		for _, percent := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("%s/eps=%d%%", s.Name, percent), func(b *testing.B) {
				f, err := s.Build(keys, filter.Config{Epsilon: float64(percent) / 100, Seed: 1})
				if err != nil {
					b.Fatal(err)
				}
				positives := 0
				for b.Loop() {
					positives = pass(f, text, ends)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ends)), "ns/query")
				b.ReportMetric(100*float64(positives)/float64(len(ends)), "%fp")
				b.ReportMetric(100*f.Theory(), "%theory")
				b.ReportMetric(float64(f.Bits())/float64(keys.Len()), "bits/key")
			})
		}
	}
}

// BenchmarkBuild builds the filter of the 1,753 keys.
func BenchmarkBuild(b *testing.B) {
	keys := filtertest.Keys(b)
	for _, s := range Structures() {
		for _, percent := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("%s/eps=%d%%", s.Name, percent), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Build(keys, filter.Config{Epsilon: float64(percent) / 100, Seed: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys.Len()), "ns/key")
			})
		}
	}
}
