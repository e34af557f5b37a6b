package filter

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/wordlist"
)

// sharedFile reads a file of the shared data folder, or skips the test.
func sharedFile(tb testing.TB, name string) []byte {
	tb.Helper()
	dir := os.Getenv("HYPHBENCH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	src, err := os.ReadFile(filepath.Join(dir, "data", name))
	if err != nil {
		tb.Skipf("needs the shared data (set HYPHBENCH_SHARED to its folder): %v", err)
	}
	return src
}

// exceptionKeys returns the 1,753 keys of hyphenex.tex: lower-cased, without
// hyphens. (The line with three words has them separated by spaces.)
func exceptionKeys(tb testing.TB) []string {
	tb.Helper()
	_, body, _ := strings.Cut(string(sharedFile(tb, "hyphenex.tex")), "\\hyphenation{")
	var keys []string
	for line := range strings.Lines(body) {
		line, _, _ = strings.Cut(line, "%")
		line, _, last := strings.Cut(line, "}")
		for word := range strings.FieldsSeq(line) {
			keys = append(keys, strings.ToLower(strings.ReplaceAll(word, "-", "")))
		}
		if last {
			break
		}
	}
	if len(keys) != 1753 {
		tb.Fatalf("hyphenex.tex gives %d keys, not 1,753", len(keys))
	}
	return keys
}

// negatives returns the words of the list that are no key, lower-cased.
func negatives(tb testing.TB, keys []string) *wordlist.List {
	tb.Helper()
	list, err := wordlist.Parse("words.txt", sharedFile(tb, "words.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	known := make(map[string]bool, len(keys))
	for _, k := range keys {
		known[k] = true
	}
	var rest []string
	for _, w := range list.Lower().All() {
		if !known[w] {
			rest = append(rest, w)
		}
	}
	return wordlist.Of(rest...)
}

// pass asks every word and counts the positives. It reads where a word begins
// from the list instead of carrying it along: a variable that lives across the
// call goes through the stack and would chain one query to the next.
func pass(f Filter, text string, ends []uint32) int {
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
	keys := exceptionKeys(b)
	words := negatives(b, keys)
	text, ends := words.Text(), words.Ends()
	for _, s := range Structures() {
		for _, percent := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("%s/eps=%d%%", s.Name, percent), func(b *testing.B) {
				f, err := s.Build(keys, Config{Epsilon: float64(percent) / 100, Seed: 1})
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
				b.ReportMetric(float64(f.Bits())/float64(len(keys)), "bits/key")
			})
		}
	}
}

// BenchmarkBuild builds the filter of the 1,753 keys.
func BenchmarkBuild(b *testing.B) {
	keys := exceptionKeys(b)
	for _, s := range Structures() {
		for _, percent := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("%s/eps=%d%%", s.Name, percent), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Build(keys, Config{Epsilon: float64(percent) / 100, Seed: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
			})
		}
	}
}
