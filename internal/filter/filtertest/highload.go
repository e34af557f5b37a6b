package filtertest

import (
	"errors"
	"math/rand/v2"

	"hyphbench/internal/filter"
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
