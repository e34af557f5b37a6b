package experiment

import (
	"slices"
	"testing"

	"hyphbench/internal/runfolder"
)

// Every round makes all visits once, in another order than the one before;
// neither depends on the session, whose warm-up has a number of its own.
func TestInterleaved(t *testing.T) {
	visits := []string{"a", "b", "c", "d", "e", "f"}
	plan := func(session int, seed uint64) (warmUp string, rounds []string) {
		p := Interleaved(session, 3, seed, visits, func(v string, round int) []Step {
			return []Step{{Round: round, Cell: runfolder.Cell{Filter: v}}}
		})
		rounds = make([]string, 3)
		for s := range p.All() {
			if s.Round < 1 {
				if s.Round != -session {
					t.Errorf("session %d warms up in round %d", session, s.Round)
				}
				warmUp += s.Cell.Filter
				continue
			}
			rounds[s.Round-1] += s.Cell.Filter
		}
		return warmUp, rounds
	}
	warmUp, rounds := plan(0, 1)
	if warmUp != "abcdef" {
		t.Errorf("the warm-up is %s", warmUp)
	}
	for i, r := range rounds {
		letters := []byte(r)
		slices.Sort(letters)
		if string(letters) != "abcdef" || slices.Index(rounds, r) != i {
			t.Errorf("round %d is %s, of %v", i+1, r, rounds)
		}
	}
	if _, later := plan(4, 1); !slices.Equal(later, rounds) {
		t.Errorf("a later session has %v, the first one %v", later, rounds)
	}
	if _, other := plan(0, 2); slices.Equal(other, rounds) {
		t.Errorf("another seed has the same order %v", other)
	}
}
