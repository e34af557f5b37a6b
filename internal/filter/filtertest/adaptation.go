package filtertest

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
)

// adaptation tells filters of their false positives. What is cured is denied, and
// so are nine in ten of those told of, at once; a later cure may bring an earlier
// one back, but most stay. Keys are never denied, beside insertions and deletions
// too, and a filter that is told of a key, or of what it denies, stays as it is.
func adaptation(t TB, s filter.Structure) {
	for name, hash := range hashes() {
		keys := words(1500, 28)
		f, ok := buildUnder(t, s, keys, filter.Config{Epsilon: 0.05, Seed: 28, Hash: hash, Capacity: 2000}).(filter.Adapter)
		if !ok {
			continue
		}
		if !refusesKeys(t, name, f, keys) {
			return
		}
		cures(t, name, f, keys, hash == nil)
		adaptWhileChanging(t, name, f, keys)
	}
}

// refusesKeys tells f of keys, and of negatives that it denies.
func refusesKeys(t TB, name string, f filter.Adapter, keys []string) bool {
	before := fileOf(f)
	for _, k := range keys {
		if f.Adapt(k) {
			t.Errorf("%s: Adapt(%q) is true of a key", name, k)
			return false
		}
	}
	for _, q := range words(2000, negatives) {
		if !f.Contains(q) && !f.Adapt(q) {
			t.Errorf("%s: Adapt(%q) is false of a negative that is denied already", name, q)
			return false
		}
	}
	if got := count(f, keys); got != len(keys) || !bytes.Equal(before, fileOf(f)) {
		t.Errorf("%s: telling it of keys and denied negatives changes the filter: %d of %d keys are found", name, got, len(keys))
		return false
	}
	return true
}

// cures tells f of all its false positives among many queries, twice over.
func cures(t TB, name string, f filter.Adapter, keys []string, usual bool) {
	queries := words(20_000, negatives)
	first, theory := count(f, queries), f.Theory()
	for range 2 {
		told, cured := 0, 0
		for _, q := range queries {
			if !f.Contains(q) {
				continue
			}
			told++
			done := f.Adapt(q)
			if done {
				cured++
			}
			if f.Contains(q) == done {
				t.Errorf("%s: Adapt(%q) is %v, Contains then %v", name, q, done, f.Contains(q))
				return
			}
		}
		if usual && 10*cured < 9*told {
			t.Errorf("%d of %d false positives are cured, want nine in ten", cured, told)
			return
		}
	}
	if got := count(f, keys); got != len(keys) {
		t.Errorf("%s: %d of %d keys are lost by adaptation", name, len(keys)-got, len(keys))
		return
	}
	if left := count(f, queries); usual && 2*left > first {
		t.Errorf("%d false positives are left of %d that it was told of twice", left, first)
	}
	probability(t, "Theory after adaptation", 0.05, f.Theory())
	if usual && f.Theory() > 1.5*theory {
		t.Errorf("adaptation raises Theory from %v to %v", theory, f.Theory())
	}
}

// adaptWhileChanging plays a random history against a map.
func adaptWhileChanging(t TB, name string, f filter.Adapter, keys []string) {
	held := make(map[string]int)
	for _, k := range keys {
		held[k]++
	}
	inserter, _ := f.(filter.Inserter)
	deleter, _ := f.(filter.Deleter)
	universe := slices.Concat(keys[:300], words(600, 29))
	random := rand.New(rand.NewPCG(28, uint64(len(name))))
	for range 6000 {
		k := universe[random.IntN(len(universe))]
		switch dice := random.IntN(3); {
		case dice == 0 && inserter != nil && held[k] == 0:
			if inserter.Insert(k) == nil {
				held[k]++
			}
		case dice == 1 && deleter != nil && held[k] > 0:
			if !deleter.Delete(k) {
				t.Errorf("%s: Delete(%q) does not find a key in a filter that adapts", name, k)
				return
			}
			held[k]--
		case held[k] > 0 && f.Adapt(k):
			t.Errorf("%s: Adapt(%q) is true of a key", name, k)
			return
		case held[k] == 0:
			f.Adapt(k)
		}
	}
	if key, lost := missing(f, held); lost {
		t.Errorf("%s: %q is lost between insertions, deletions and adaptations", name, key)
	}
}
