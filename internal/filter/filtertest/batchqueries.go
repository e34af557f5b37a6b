package filtertest

import (
	"slices"
	"sync"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// manyQueries compares ContainsBatch with Contains: on lists of all lengths up
// to 70 and about the powers of two above, where batches end, with members and
// negatives in random order, and from several goroutines at once.
func manyQueries(t TB, s filter.Structure) {
	keys := slices.Concat(words(1753, 40), degenerate())
	var lengths []int
	for n := range 71 {
		lengths = append(lengths, n)
	}
	for n := 128; n <= 2048; n *= 2 {
		lengths = append(lengths, n-1, n, n+1)
	}
	for name, hash := range hashes() {
		f := buildUnder(t, s, keys, filter.Config{Epsilon: 0.2, Seed: 40, Hash: hash})
		if f == nil {
			continue
		}
		many, ok := f.(filter.BatchContainer)
		if !ok {
			t.Errorf("%s: a filter of one key answers a list, one of %d keys does not", name, len(keys))
			return
		}
		queries := shuffled(slices.Concat(keys, words(3000, negatives)))
		for _, n := range lengths {
			from := (n * 31) % (len(queries) - n)
			if !manyEqual(t, name, f, many, queries[from:from+n]) {
				return
			}
		}
		whole := wordlist.Of(queries...)
		var group sync.WaitGroup
		counts := make([]int, 4)
		for i := range counts {
			group.Go(func() {
				out := make([]bool, whole.Len())
				many.ContainsBatch(whole, out)
				for _, yes := range out {
					if yes {
						counts[i]++
					}
				}
			})
		}
		group.Wait()
		if want := count(f, queries); slices.ContainsFunc(counts, func(n int) bool { return n != want }) {
			t.Errorf("%s: four goroutines that ask a list find %v positives, Contains %d", name, counts, want)
		}
	}
}

// manyEqual asks a list as it is and as the first words of a longer one. What
// lies behind the answers must stay.
func manyEqual(t TB, name string, f filter.Filter, many filter.BatchContainer, queries []string) bool {
	const behind = 9
	for _, list := range []*wordlist.List{wordlist.Of(queries...), wordlist.Of(append(queries[:len(queries):len(queries)], "next")...).First(len(queries))} {
		for _, set := range []bool{false, true} {
			out := slices.Repeat([]bool{set}, len(queries)+behind)
			many.ContainsBatch(list, out)
			for i, q := range queries {
				if out[i] != f.Contains(q) {
					t.Errorf("%s: of a list of %d keys, number %d (%q) is answered %v, alone %v", name, len(queries), i, q, out[i], f.Contains(q))
					return false
				}
			}
			if slices.Contains(out[len(queries):], !set) {
				t.Errorf("%s: a list of %d keys changes answers behind its own", name, len(queries))
				return false
			}
		}
	}
	return true
}
