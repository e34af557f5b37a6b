package filtertest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// noFalseNegatives asks for the keys of filters of all kinds. Where most keys
// have equal hashes a structure may give up, if it says after how many attempts.
func noFalseNegatives(t TB, s filter.Structure) {
	sets := [][]string{nil, {""}, {"a"}, degenerate(), words(2, 10), words(3, 10), words(4, 10),
		words(1753, 10), words(tier.Of(2_000, 10_000), 10), repeated(words(tier.Of(100, 500), 10), 20)}
	lost, total, example := 0, 0, ""
	for name, hash := range hashes() {
		for _, keys := range sets {
			if most := tier.Of(500, 2000); hash != nil && len(keys) > most { // equal hashes take long
				continue
			}
			list := wordlist.Of(keys...)
			ends := slices.Clone(list.Ends())
			f, err := s.Build(list, filter.Config{Epsilon: 0.01, Seed: 10, Hash: hash})
			if err != nil {
				if buildError(t, s, err); hash == nil {
					t.Errorf("Build of %d keys: %v", len(keys), err)
				}
				continue
			}
			if !slices.Equal(ends, list.Ends()) {
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
				if n := count(f, words(1000, negatives)); n > 0 && f.Theory() < 1 {
					t.Errorf("a filter of no keys answers true for %d of 1000", n)
				}
			}
		}
	}
	byDeletions, left := lostByDeletions(t, s)
	if byDeletions > 0 {
		example = "deletions of others"
	}
	lost, total = lost+byDeletions, total+left
	expect(t, s, filter.LosesKeys, lost > 0, "LosesKeys", "%d of %d keys are lost, the last one with %s", lost, total, example)
}

// lostByDeletions deletes half of the keys, where that can be done, and counts those
// that are denied of the others. A structure may lose keys in no other way.
func lostByDeletions(t TB, s filter.Structure) (lost, left int) {
	for seed := range uint64(3) {
		keys := words(2000, 55+seed)
		f, able := build(t, s, keys, filter.Config{Epsilon: 0.1, Seed: seed}).(filter.Deleter)
		if !able {
			return lost, left
		}
		deleted, others := keys[:len(keys)/2], keys[len(keys)/2:]
		for _, k := range deleted {
			f.Delete(k)
		}
		left += len(others)
		lost += len(others) - count(f, others)
	}
	return lost, left
}

func insertions(t TB, s filter.Structure) { model(t, s, false) }
func deletions(t TB, s filter.Structure)  { model(t, s, true) }

// model compares random insertions, and deletions if asked to, with a map of
// counts. Only what was inserted is deleted, and a key is in the filter at most
// three times under a good hash.
func model(t TB, s filter.Structure, deletes bool) {
	const capacity, epsilon = 600, 0.05
	for name, hash := range hashes() {
		first := words(100, 11)
		f := buildUnder(t, s, first, filter.Config{Epsilon: epsilon, Seed: 11, Hash: hash, Capacity: capacity})
		if f == nil {
			continue
		}
		inserter := f.(filter.Inserter)
		deleter, _ := f.(filter.Deleter)
		held, total := make(map[string]int), len(first)
		for _, k := range first {
			held[k] = 1
		}
		universe := append(words(200, 12), first...)
		random := rand.New(rand.NewPCG(11, uint64(len(name))))
		const each = 4 // a key that is lost stays so until it is inserted again
		for step := range tier.Of(1500, 6000) {
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
			if held[k] > 0 && !f.Contains(k) {
				t.Errorf("%s: %q is not found after it was inserted or deleted, with %d copies left", name, k, held[k])
				return
			}
			if step%each > 0 {
				continue
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
		queries := words(10_000, negatives)
		if n := count(f, queries); float64(n) > epsilon/2*float64(len(queries)) || f.Theory() > epsilon/2 {
			t.Errorf("after every key was deleted, %d of %d negatives are found and Theory is %v", n, len(queries), f.Theory())
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

// full inserts until the filter refuses, and past that. A filter without a bound
// on its keys never does; one with a bound does not take more.
func full(t TB, s filter.Structure) {
	const first, refusalsWanted, most = 100, 20, 20_000
	cfg := filter.Config{Epsilon: 0.05, Seed: 13}
	p, err := s.Plan(first, cfg)
	if err != nil {
		t.Errorf("Plan of %d keys: %v", first, err)
		return
	}
	n := tier.Of(300, 1000)
	if p.Capacity > 0 {
		n = min(p.Capacity+refusalsWanted, most)
	}
	keys, queries := words(n, 13), words(tier.Of(100, 500), negatives)
	if p.Capacity == 0 {
		queries = nil // any refusal is an error
	}
	f, ok := build(t, s, keys[:first], cfg).(filter.Inserter)
	if !ok {
		return
	}
	in, refusals := first, 0
	before, theory := count(f, queries), f.Theory()
	for _, k := range keys[first:] {
		err := f.Insert(k)
		if err == nil {
			in++
			keys[in-1] = k
			before, theory = count(f, queries), f.Theory()
			continue
		}
		if after := count(f, queries); after != before || f.Theory() != theory {
			t.Errorf("a refused insertion changes the filter: %d positives, then %d; rate %v, then %v", before, after, theory, f.Theory())
			return
		}
		if refusals++; refusals == refusalsWanted {
			break
		}
	}
	switch {
	case p.Capacity == 0 && refusals > 0:
		t.Errorf("a filter that is planned without a bound refuses key %d", in+1)
	case p.Capacity > 0 && in > p.Capacity && !p.Estimated:
		t.Errorf("a filter that is planned for %d keys takes %d", p.Capacity, in)
	}
	if got := count(f, keys[:in]); got != in {
		t.Errorf("%d of %d inserted keys are lost after %d refused insertions", in-got, in, refusals)
	}
}

// negativesDeleted deletes keys that were never inserted. Delete says what
// Contains does, and a denied key changes nothing.
func negativesDeleted(t TB, s filter.Structure) {
	keys := words(1000, 53)
	for name, hash := range hashes() {
		f, ok := buildUnder(t, s, keys, filter.Config{Epsilon: 0.1, Seed: 53, Hash: hash}).(filter.Deleter)
		if !ok {
			continue
		}
		before, theory := fileOf(f), f.Theory()
		admitted := 0
		for _, q := range words(3000, negatives) {
			if f.Contains(q) {
				admitted++
				continue
			}
			if f.Delete(q) {
				t.Errorf("%s: Delete reports true for %q, which Contains denies", name, q)
				return
			}
		}
		if got := count(f, keys); got != len(keys) || f.Theory() != theory || !bytes.Equal(before, fileOf(f)) {
			t.Errorf("%s: deleting denied keys changes the filter: %d of %d keys are found", name, got, len(keys))
			return
		}
		for _, q := range words(3000, negatives) {
			if f.Contains(q) && !f.Delete(q) {
				t.Errorf("%s: Delete reports false for %q, which Contains admits", name, q)
				return
			}
		}
		if s.Exact && admitted > 0 {
			t.Errorf("%s: an exact filter admits %d negatives", name, admitted)
		}
	}
}

// heldOf is the list as a map of copies.
func heldOf(lists ...[]string) map[string]int {
	held := make(map[string]int)
	for _, k := range slices.Concat(lists...) {
		held[k]++
	}
	return held
}

// thinned deletes every third key of the list, where that can be done, and returns
// those that are left.
func thinned(t TB, what string, f filter.Filter, keys []string) []string {
	t.Helper()
	deleter, ok := f.(filter.Deleter)
	if !ok {
		return keys
	}
	var left []string
	for i, k := range keys {
		if i%3 != 0 {
			left = append(left, k)
		} else if !deleter.Delete(k) {
			t.Errorf("%s: Delete(%q) does not find a key", what, k)
		}
	}
	return left
}

// takenBack deletes each key as often as it is held, if the filter can, and reports
// whether each was found every time.
func takenBack(t TB, what string, f filter.Filter, held map[string]int) bool {
	t.Helper()
	deleter, ok := f.(filter.Deleter)
	if !ok {
		return true
	}
	for k, n := range held {
		for i := range n {
			if !f.Contains(k) || !deleter.Delete(k) {
				t.Errorf("%s: of %d copies of %q only %d are found", what, n, k, i)
				return false
			}
		}
	}
	return true
}
