package filtertest

import (
	"bytes"
	"errors"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// shuffled is the list in a random order, the same each time.
func shuffled(list []string) []string {
	rand.New(rand.NewPCG(50, uint64(len(list)))).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// loaded deletes and inserts in filters that are filled to nine tenths of their
// room: a table whose two places of a key do not lead to each other loses keys
// there and nowhere else.
func loaded(t TB, s filter.Structure) {
	for _, n := range []int{60, 900, 3500} {
		cfg := filter.Config{Epsilon: 0.03, Seed: uint64(n)}
		p, err := s.Plan(n, cfg)
		if err != nil {
			t.Errorf("Plan of %d keys: %v", n, err)
			return
		}
		full := n
		if p.Capacity > 0 {
			full = max(n, p.Capacity*9/10)
		}
		keys := words(3*full, 51)
		f := build(t, s, keys[:n], cfg)
		if f == nil {
			return
		}
		inserter, deleter := f.(filter.Inserter), f.(filter.Deleter)
		held, next := append([]string(nil), keys[:n]...), n
		fill := func() bool {
			for len(held) < full && next < len(keys) {
				if err := inserter.Insert(keys[next]); err == nil {
					held = append(held, keys[next])
				} else if !errors.Is(err, filter.ErrFull) {
					t.Errorf("Insert into a filter of %d keys: %v", len(held), err)
					return false
				} else if p.Capacity > 0 && len(held) <= p.Capacity*8/10 {
					t.Errorf("a filter planned for %d keys is full with %d", p.Capacity, len(held))
					return false
				}
				next++
			}
			return true
		}
		for fill() && next < len(keys) {
			shuffled(held)
			for _, k := range held[:len(held)/10+1] {
				if !deleter.Delete(k) {
					t.Errorf("n = %d: Delete does not find a key in a filter of %d keys", n, len(held))
					return
				}
			}
			held = held[len(held)/10+1:]
			if got := count(f, held); got != len(held) {
				t.Errorf("n = %d: %d of %d keys are lost by deletions at nine tenths of the room", n, len(held)-got, len(held))
				return
			}
		}
	}
}

// repetitions inserts one key many times beside others. Each insertion is kept,
// so that as many deletions take it away, or refused without a change.
func repetitions(t TB, s filter.Structure) {
	const times = 300 // more than an eight-bit counter holds
	others := words(100, 52)
	f, ok := build(t, s, others, filter.Config{Epsilon: 0.05, Seed: 52, Capacity: len(others) + times}).(filter.Inserter)
	if !ok {
		return
	}
	const key = "again"
	in := 0
	for range times {
		before := fileOf(f)
		switch err := f.Insert(key); {
		case err == nil:
			in++
		case !errors.Is(err, filter.ErrFull):
			t.Errorf("insertion %d of one key: %v, but the only error allowed is ErrFull", in+1, err)
			return
		case !bytes.Equal(before, fileOf(f)):
			t.Errorf("the refused insertion of a key that is there %d times changes the filter", in)
			return
		}
	}
	lost := func(when string) bool {
		if got := count(f, others); got != len(others) {
			t.Errorf("%s: %d of %d other keys are lost", when, len(others)-got, len(others))
			return true
		}
		return false
	}
	if in == 0 || !f.Contains(key) || lost("one key inserted many times") {
		t.Errorf("of %d insertions of one key %d succeed, and it is found: %v", times, in, f.Contains(key))
		return
	}
	deleter, ok := f.(filter.Deleter)
	for i := 0; ok && i < in; i++ {
		if !f.Contains(key) || !deleter.Delete(key) {
			t.Errorf("a key inserted %d times is not found after %d deletions", in, i)
			return
		}
	}
	lost("one key deleted as often as it was inserted")
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

// fileOf is the file of a filter, nil where there is none.
func fileOf(f filter.Filter) []byte {
	if stored, ok := f.(filter.Stored); ok {
		if file, err := stored.AppendBinary(nil); err == nil {
			return file
		}
	}
	return nil
}

// duplicates builds lists in which keys are repeated: they give what Insert of
// the same keys in turn would, and deletions take one copy each.
func duplicates(t TB, s filter.Structure) {
	for _, times := range []int{2, 3, 50} {
		keys := words(200, 54)
		f, err := s.Build(wordlist.Of(shuffled(repeated(keys, times))...), filter.Config{Epsilon: 0.05, Seed: 54})
		if err != nil {
			buildError(t, s, err)
			t.Errorf("%d keys, each %d times: %v", len(keys), times, err)
			return
		}
		if got := count(f, keys); got != len(keys) {
			t.Errorf("%d keys, each %d times: %d are lost", len(keys), times, len(keys)-got)
			return
		}
		deleter, ok := f.(filter.Deleter)
		for i := 0; ok && i < times; i++ {
			for _, k := range keys {
				if !f.Contains(k) || !deleter.Delete(k) {
					t.Errorf("a key that was %d times in the list is not found after %d deletions", times, i)
					return
				}
			}
		}
	}
}
