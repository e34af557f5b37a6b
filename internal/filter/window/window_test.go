package window

import (
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
)

// More memory than that of its window makes what forgets by chance forget less, at the
// rate asked for. What forgets nothing takes no more.
func TestRoom(t *testing.T) {
	const w, epsilon = 1000, 0.01
	for _, s := range []filter.Windows{Double(), Aging(), Sliding(), Stable(), Decaying(), Generalised()} {
		before, bits := math.Inf(1), uint64(0)
		for _, room := range []int{0, w / 2, w, 2 * w, 8 * w} {
			win, err := s.Build(w, filter.Config{Epsilon: epsilon, Capacity: room})
			if err != nil {
				t.Fatal(err)
			}
			positive, negative := win.Theory(w)
			if positive > 1.05*epsilon {
				t.Errorf("%s with the memory of %d keys: rate %.4f", s.Name, room, positive)
			}
			larger := !s.Certain && room > w
			if larger != (win.Bits() > bits) && bits > 0 || larger && negative >= before {
				t.Errorf("%s with the memory of %d keys: %d bits after %d, forgets %.3f after %.3f", s.Name, room, win.Bits(), bits, negative, before)
			}
			before, bits = negative, win.Bits()
		}
	}
}

// The share of empty cells falls from all to the limit of the paper's formula.
func TestEmpty(t *testing.T) {
	win, err := Stable().Build(2000, filter.Config{Epsilon: 0.02, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	s := win.(*stable)
	if s.Empty() != 1 {
		t.Errorf("%v of the cells are empty in the beginning", s.Empty())
	}
	for i := range 40_000 {
		s.Seen(strconv.Itoa(i))
	}
	limit := math.Pow(1/(1+1/(float64(s.p)*(1/float64(s.k)-1/float64(s.m)))), s.most())
	if got := s.Empty(); math.Abs(got/limit-1) > 0.02 {
		t.Errorf("%.4f of the cells are empty, in the limit %.4f", got, limit)
	}
}
