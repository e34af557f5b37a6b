package all

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
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
				f, err := s.Build(keys, filter.Config{Epsilon: float64(percent) / 100, Seed: 1, Universe: words})
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
	words, _ := filtertest.Negatives(b, keys)
	for _, s := range Structures() {
		for _, percent := range []int{1, 5, 20} {
			b.Run(fmt.Sprintf("%s/eps=%d%%", s.Name, percent), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Build(keys, filter.Config{Epsilon: float64(percent) / 100, Seed: 1, Universe: words}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys.Len()), "ns/key")
			})
		}
	}
}

// BenchmarkMemory reports what building takes at most beyond the keys and what
// the filter keeps, in bytes per key. KEYS is the number of keys; ten
// million take minutes for all structures and are not part of make test.
func BenchmarkMemory(b *testing.B) {
	n := 20_000
	if text := os.Getenv("KEYS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 {
			b.Fatalf("KEYS=%s: want a number of keys", text)
		}
	}
	keys := numbered(b, n)
	for _, s := range Structures() {
		if s.MaxKeys > 0 { // whose bits grow with the square of the keys
			continue
		}
		b.Run(s.Name, func(b *testing.B) {
			cfg := filter.Config{Epsilon: 0.01, Seed: 1}
			if s.Closed { // the keys, and as many others
				cfg.Universe = numbered(b, 2*n)
			}
			build := func() any {
				f, err := s.Build(keys, cfg)
				if err != nil {
					b.Fatal(err)
				}
				return f
			}
			var f filter.Filter
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			cpu := 0.0 // s, of the thread
			for b.Loop() {
				s := timing.Measure(false, func() { f = build().(filter.Filter) })
				cpu += s.CPU.Seconds()
			}
			bits, took := f.Bits(), b.Elapsed()
			f = nil
			peak, held := heapmemory.Peak(build)
			runtime.KeepAlive(cfg.Universe)
			b.ReportMetric(took.Seconds()/float64(b.N), "s/build")
			b.ReportMetric(cpu/float64(b.N), "cpu-s/build")
			b.ReportMetric(peak/float64(n), "peak-B/key")
			b.ReportMetric(held/float64(n), "held-B/key")
			b.ReportMetric(float64(bits)/8/float64(n), "nominal-B/key")
			b.ReportMetric(peak/held, "peak/held")
		})
	}
}

// numbered is a list of n different keys of up to sixteen bytes.
func numbered(b *testing.B, n int) *wordlist.List {
	var text bytes.Buffer
	for i := range n {
		fmt.Fprintf(&text, "%x\n", uint64(i+1)*0x9e3779b97f4a7c15)
	}
	list, err := wordlist.Parse("numbered", text.Bytes())
	if err != nil {
		b.Fatal(err)
	}
	return list
}
