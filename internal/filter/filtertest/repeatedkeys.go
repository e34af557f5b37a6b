package filtertest

import (
	"bytes"
	"errors"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

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
