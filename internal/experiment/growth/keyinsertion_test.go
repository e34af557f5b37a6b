package growth

import (
	"fmt"
	"testing"

	"hyphbench/internal/filter"
)

// A structure that takes a key now and then is not full, however many it refuses; one that refuses
// a hundred in a row is, and is asked no more.
func TestRefusalsInARow(t *testing.T) {
	for _, c := range []struct{ every, taken, tried int }{
		{every: 2, taken: 200, tried: 400},
		{every: 1000, taken: 1, tried: 101},
	} {
		f := &sometimes{every: c.every}
		g := &grower{filter: f}
		for i := range 400 {
			if err := g.insert(fmt.Sprint(i), i); err != nil {
				t.Fatal(err)
			}
		}
		if g.in != c.taken || f.tried != c.tried || len(g.refused) != 400-c.taken {
			t.Errorf("one of %d is taken: %d taken, %d tried, %d refused; want %d, %d, %d",
				c.every, g.in, f.tried, len(g.refused), c.taken, c.tried, 400-c.taken)
		}
	}
}

// sometimes takes the first of every so many keys.
type sometimes struct {
	filter.Inserter
	every, tried int
}

func (s *sometimes) Insert(string) error {
	if s.tried++; (s.tried-1)%s.every == 0 {
		return nil
	}
	return filter.ErrFull
}
