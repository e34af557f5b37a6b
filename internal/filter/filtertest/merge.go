package filtertest

import (
	"errors"
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
)

// merged merges pairs of filters: of keys that are in one or in both of them, that
// fill nine tenths of the room together, and after deletions where there are any.
// Afterwards the first one admits what either did and holds each key as often as both
// did; the other one is as it was. What does not go together is refused.
func merged(t TB, s filter.Structure) {
	for name, hash := range hashes() {
		for _, n := range []int{0, 60, 2000} {
			cfg := filter.Config{Epsilon: 0.01, Seed: uint64(n), Hash: hash, Capacity: n}
			mergedPair(t, s, fmt.Sprintf("%s, n = %d", name, n), n, cfg)
		}
	}
	mergedOften(t, s)
	refusedMerges(t, s)
}

func mergedPair(t TB, s filter.Structure, what string, n int, cfg filter.Config) {
	p, err := s.Plan(n, cfg)
	if err != nil {
		t.Errorf("%s: Plan: %v", what, err)
		return
	}
	room := n
	if p.Capacity > 0 && n > 0 {
		room = p.Capacity * 9 / 10
	}
	list := words(room*9/20+room/10+2, 71)
	shared := room / 10 // keys in both
	one := list[:room*9/20]
	two := list[len(one)-min(shared, len(one)):]
	two = two[:min(len(two), room*9/20)]
	f, ok := buildUnder(t, s, one, cfg).(filter.Merger)
	g := buildUnder(t, s, two, cfg)
	if !ok || g == nil {
		return
	}
	one, two = thinned(t, what, f, one), thinned(t, what, g, two)
	queries := words(tier.Of(5_000, 20_000), negatives)
	first, second := impressionOf(f, queries), impressionOf(g, queries)
	switch err := f.Merge(g); {
	case err != nil && cfg.Hash == nil:
		t.Errorf("%s: filters of %d and %d keys are not merged: %v", what, len(one), len(two), err)
		return
	case err != nil && (!errors.Is(err, filter.ErrFull) || !first.equal(impressionOf(f, queries))):
		t.Errorf("%s: %v; want ErrFull, and no change", what, err)
		return
	case err != nil:
		return
	}
	if !second.equal(impressionOf(g, queries)) || lostSome(t, what+", the other one", g, two) {
		t.Errorf("%s: Merge changes the other filter", what)
		return
	}
	if lostSome(t, what+", merged", f, one) || lostSome(t, what+", merged", f, two) {
		return
	}
	for i, q := range queries {
		if (first.admits[i] || second.admits[i]) && !f.Contains(q) {
			t.Errorf("%s: %q was admitted before it was merged, and is not now", what, q)
			return
		}
	}
	if cfg.Hash == nil {
		nearTheory(t, s, what+", merged", f, queries)
	}
	if !rereads(t, s, what+", merged", f, queries) || !takenBack(t, what+", merged", f, heldOf(one, two)) {
		return
	}
	if _, deletes := f.(filter.Deleter); deletes && cfg.Hash == nil && count(f, queries) > len(queries)/200 {
		t.Errorf("%s: of the merged filter all keys are deleted, but %d of %d negatives admitted", what, count(f, queries), len(queries))
	}
	if lostSome(t, what+", the other one in the end", g, two) {
		t.Errorf("%s: deletions from the merged filter change the other one", what)
	}
}

// mergedOften merges until there is no place, or a dozen times. A refusal changes
// nothing.
func mergedOften(t TB, s filter.Structure) {
	const times, largest = 12, 1 << 23 // mergings, bits
	for _, epsilon := range []float64{0.4, 0.01} {
		cfg := filter.Config{Epsilon: epsilon, Seed: 72, Capacity: 500}
		keys, own := words(400, 72), words(300, 73)
		f, ok := build(t, s, own, cfg).(filter.Merger)
		g := build(t, s, keys, cfg)
		if !ok || g == nil {
			return
		}
		queries := words(5000, negatives)
		held := heldOf(own)
		for range times {
			before := impressionOf(f, queries)
			err := f.Merge(g)
			if err != nil {
				if !errors.Is(err, filter.ErrFull) || !before.equal(impressionOf(f, queries)) {
					t.Errorf("ε = %v: of %d keys: %v; want ErrFull, and no change", epsilon, len(held), err)
					return
				}
				break
			}
			for _, k := range keys {
				held[k]++
			}
			if lostSome(t, "merged often", f, own) || lostSome(t, "merged often", f, keys) {
				return
			}
			if f.Bits() > largest {
				break
			}
		}
		if !takenBack(t, "merged often", f, held) {
			return
		}
	}
}

// refusedMerges merges filters that have not the same seed, hash function or
// structure.
func refusedMerges(t TB, s filter.Structure) {
	cfg := filter.Config{Epsilon: 0.01, Seed: 74, Capacity: 500}
	keys, queries := words(200, 74), words(5000, negatives)
	seeded, hashed := cfg, cfg
	seeded.Seed, hashed.Hash = 75, FNV{}
	f, ok := build(t, s, keys, cfg).(filter.Merger)
	if !ok {
		return
	}
	others := map[string]filter.Filter{"another structure": foreign{}}
	if s.Faults&filter.IgnoresSeed == 0 && !s.Exact {
		others["another seed"] = build(t, s, words(200, 75), seeded)
		others["another hash function"] = build(t, s, words(200, 75), hashed)
	}
	before := impressionOf(f, queries)
	for name, g := range others {
		if g == nil {
			return
		}
		if err := f.Merge(g); err == nil || errors.Is(err, filter.ErrFull) {
			t.Errorf("a filter of %s is merged: %v; want an error that says what differs", name, err)
		}
		if !before.equal(impressionOf(f, queries)) || count(f, keys) != len(keys) {
			t.Errorf("a refused filter of %s changes the one that refuses", name)
			return
		}
	}
}

// foreign is a filter of a structure of its own.
type foreign struct{}

func (foreign) Contains(string) bool   { return false }
func (foreign) Bits() uint64           { return 0 }
func (foreign) Theory() float64        { return 0 }
func (foreign) Params() []filter.Param { return nil }
