package filtertest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"hyphbench/internal/filter"
)

// FNV is FNV-1a (Fowler, Noll, Vo), a hash other than the default.
type FNV struct{}

// Sum64 hashes key.
func (FNV) Sum64(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return h
}

// narrow is a hash with few values: 1 << bits of them.
type narrow struct{ bits int }

func (n narrow) Sum64(key string) uint64 { return FNV{}.Sum64(key) & (1<<n.bits - 1) }

// hashes are the default and two under which many keys are equal.
func hashes() map[string]filter.Hash {
	return map[string]filter.Hash{
		"go-farm": nil, "a constant hash": narrow{0}, "a hash of four bits": narrow{4}}
}

// degenerate are keys that are easily forgotten: empty, short, long, with
// zero bytes, not UTF-8, and one for each length about the limits of a hash's
// cases.
func degenerate() []string {
	keys := []string{"", "a", "\x00", "\x00\x00", "\xff", "ção", strings.Repeat("x", 10_000), strings.Repeat("x", 9_999)}
	for n := 2; n <= 130; n++ {
		keys = append(keys, strings.Repeat("y", n))
	}
	return keys
}

func noFalseNegatives(t TB, s filter.Structure) {
	sets := [][]string{nil, {""}, {"a"}, degenerate(), words(2, 10), words(3, 10), words(4, 10),
		words(1753, 10), words(10_000, 10), repeated(words(500, 10), 20)}
	lost, total, example := 0, 0, ""
	for name, hash := range hashes() {
		for _, keys := range sets {
			before := slices.Clone(keys)
			f := build(t, s, keys, filter.Config{Epsilon: 0.01, Seed: 10, Hash: hash})
			if f == nil {
				return
			}
			if !slices.Equal(before, keys) {
				t.Errorf("Build changes the list of keys")
			}
			total += len(keys)
			for _, k := range keys {
				if !f.Contains(k) {
					lost++
					example = name + ": " + k[:min(len(k), 40)]
				}
			}
			if len(keys) == 0 && hash == nil {
				if n := count(f, words(1000, strangers)); n > 0 && f.Theory() < 1 {
					t.Errorf("a filter of no keys answers true for %d of 1000", n)
				}
			}
		}
	}
	expect(t, s, filter.LosesKeys, lost > 0, "LosesKeys", "%d of %d keys are lost, the last one with %s", lost, total, example)
}

func repeated(keys []string, times int) []string {
	var list []string
	for range times {
		list = append(list, keys...)
	}
	return list
}

// model compares random insertions and deletions with a map of counts. Only
// what was inserted is deleted, and a key is in the filter at most three times
// under a good hash.
func model(t TB, s filter.Structure) {
	if s.Can&filter.CanInsert == 0 || s.Faults&filter.LosesKeys != 0 {
		return
	}
	const capacity, epsilon = 600, 0.05
	for name, hash := range hashes() {
		first := words(100, 11)
		f := build(t, s, first, filter.Config{Epsilon: epsilon, Seed: 11, Hash: hash, Capacity: capacity})
		inserter, ok := f.(filter.Inserter)
		if !ok {
			return // description complains
		}
		deleter, deletes := f.(filter.Deleter)
		held, total := make(map[string]int), len(first)
		for _, k := range first {
			held[k] = 1
		}
		universe := append(words(200, 12), first...)
		random := rand.New(rand.NewPCG(11, uint64(len(name))))
		for range 6000 {
			k := universe[random.IntN(len(universe))]
			switch remove := deletes && random.IntN(2) == 0; {
			case remove && held[k] > 0:
				if !deleter.Delete(k) {
					t.Errorf("%s: Delete(%q) does not find a key that was inserted", name, k)
					return
				}
				held[k]--
				total--
			case !remove && held[k] < 3 && total < capacity:
				switch err := inserter.Insert(k); {
				case err == nil:
					held[k]++
					total++
				case !errors.Is(err, filter.ErrFull):
					t.Errorf("%s: Insert(%q): %v, but the only error allowed is ErrFull", name, k, err)
					return
				case hash == nil:
					t.Errorf("Insert(%q) finds no place in a filter of %d keys with room for %d", k, total, capacity)
					return
				}
			}
			if key, ok := missing(f, held); ok {
				t.Errorf("%s: %q was inserted %d times more than deleted and is not found", name, key, held[key])
				return
			}
		}
		if !deletes || hash != nil {
			continue
		}
		for k, n := range held {
			for range n {
				deleter.Delete(k)
			}
		}
		queries := words(10_000, strangers)
		if n := count(f, queries); float64(n) > epsilon/2*float64(len(queries)) || f.Theory() > epsilon/2 {
			t.Errorf("after every key was deleted, %d of %d strangers are found and Theory is %v", n, len(queries), f.Theory())
		}
	}
}

// missing finds a key of the map that the filter denies.
func missing(f filter.Filter, held map[string]int) (string, bool) {
	for k, n := range held {
		if n > 0 && !f.Contains(k) {
			return k, true
		}
	}
	return "", false
}

// full inserts until the filter refuses, and past that.
func full(t TB, s filter.Structure) {
	if s.Can&filter.CanInsert == 0 || s.Faults&filter.LosesKeys != 0 {
		return
	}
	keys, queries := words(1000, 13), words(500, strangers)
	f, ok := build(t, s, keys[:100], filter.Config{Epsilon: 0.05, Seed: 13}).(filter.Inserter)
	if !ok {
		return
	}
	in, refusals := 100, 0
	for _, k := range keys[100:] {
		before, theory := count(f, queries), f.Theory()
		err := f.Insert(k)
		if err == nil {
			in++
			keys[in-1] = k
			continue
		}
		if after := count(f, queries); after != before || f.Theory() != theory {
			t.Errorf("a refused insertion changes the filter: %d positives, then %d; rate %v, then %v", before, after, theory, f.Theory())
			return
		}
		if refusals++; refusals == 20 {
			break
		}
	}
	if got := count(f, keys[:in]); got != in {
		t.Errorf("%d of %d inserted keys are lost after %d refused insertions", in-got, in, refusals)
	}
}
