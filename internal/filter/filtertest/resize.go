package filtertest

import (
	"errors"
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
)

// resized doubles filters at nine tenths of their room, after deletions where they
// can be deleted from, as often as they allow. After each time all that was inserted
// is there, as often as it was; there is twice the room; Theory, Bits and the file are
// those of the new size. A refusal changes nothing.
func resized(t TB, s filter.Structure) {
	for name, hash := range hashes() {
		for _, c := range []struct {
			n       int
			epsilon float64
		}{{60, 0.4}, {60, 0.01}, {resizable, 0.01}} {
			cfg := filter.Config{Epsilon: c.epsilon, Seed: uint64(c.n), Hash: hash}
			resizedOften(t, s, fmt.Sprintf("%s, n = %d, ε = %v", name, c.n, c.epsilon), c.n, cfg)
		}
	}
}

// resizable is a number of keys with which a filter for ε = 1 % must be resizable
// once.
const resizable = 900

func resizedOften(t TB, s filter.Structure, what string, n int, cfg filter.Config) {
	const times, largest = 3, 1 << 23 // resizings, bits
	p, err := s.Plan(n, cfg)
	if err != nil {
		t.Errorf("%s: Plan: %v", what, err)
		return
	}
	keys := append(words(n-n/10, 61), words(n/10, 61)...) // some of them twice
	f, ok := buildUnder(t, s, keys, cfg).(filter.Resizer)
	if !ok {
		return
	}
	usual := cfg.Hash == nil
	more, queries := words(8*max(n, p.Capacity), 62), words(2000, negatives)
	if usual {
		queries = words(tier.Of(10_000, 20_000), negatives)
	}
	room := p.Capacity // 0: no bound
	if room == 0 {
		room = n
	}
	keys = fill(t, what, f, keys, &more, room*9/10, usual)
	if usual {
		nearTheory(t, s, what, f, queries)
	}
	for time := range times {
		what := fmt.Sprintf("%s, resized %d times", what, time+1)
		keys = thinned(t, what, f, keys)
		before := impressionOf(f, queries)
		switch err := f.Resize(); {
		case err == nil:
		case !errors.Is(err, filter.ErrFull):
			t.Errorf("%s: %v, but the only error allowed is ErrFull", what, err)
			return
		case usual && time == 0 && n == resizable:
			t.Errorf("%s: a filter of %d keys for ε = %v cannot be resized", what, len(keys), cfg.Epsilon)
			return
		case !before.equal(impressionOf(f, queries)) || lostSome(t, what, f, keys):
			t.Errorf("%s: a refused Resize changes the filter", what)
			return
		default:
			takenBack(t, what, f, heldOf(keys))
			return
		}
		if lostSome(t, what, f, keys) {
			return
		}
		if f.Bits() <= before.bits {
			t.Errorf("%s: it has %d bits, it had %d before", what, f.Bits(), before.bits)
		}
		if room *= 2; usual {
			nearTheory(t, s, what, f, queries)
		}
		if !rereads(t, s, what, f, queries) {
			return
		}
		if keys = fill(t, what, f, keys, &more, room*9/10, usual); lostSome(t, what+" and filled", f, keys) {
			return
		}
		if f.Bits() > largest {
			break
		}
	}
	takenBack(t, what, f, heldOf(keys))
}

// fill inserts further keys until there are so many. Under a usual hash none may be
// refused below eight ninths of that.
func fill(t TB, what string, f filter.Inserter, keys []string, more *[]string, until int, usual bool) []string {
	t.Helper()
	for len(keys) < until && len(*more) > 0 {
		k := (*more)[0]
		*more = (*more)[1:]
		if err := f.Insert(k); err == nil {
			keys = append(keys, k)
		} else if !errors.Is(err, filter.ErrFull) {
			t.Errorf("%s: Insert: %v, but the only error allowed is ErrFull", what, err)
			return keys
		} else if usual && len(keys) < until*8/9 {
			t.Errorf("%s: full with %d keys, want room for %d", what, len(keys), until)
			return keys
		} else if !usual {
			return keys
		}
	}
	return keys
}

// lostSome reports and says whether a key is denied.
func lostSome(t TB, what string, f filter.Filter, keys []string) bool {
	t.Helper()
	got := count(f, keys)
	if got != len(keys) {
		t.Errorf("%s: %d of %d keys are lost", what, len(keys)-got, len(keys))
	}
	return got != len(keys)
}

// rereads reports whether the file of a filter, if it has one, gives the same filter.
func rereads(t TB, s filter.Structure, what string, f filter.Filter, queries []string) bool {
	t.Helper()
	file := fileOf(f)
	if file == nil || s.Open == nil {
		return true
	}
	g, err := s.Open(file)
	if err != nil {
		t.Errorf("%s: its file is not read: %v", what, err)
		return false
	}
	if !impressionOf(f, queries).equal(impressionOf(g, queries)) {
		t.Errorf("%s: its file gives another filter", what)
		return false
	}
	return true
}
