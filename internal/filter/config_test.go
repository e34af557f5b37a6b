package filter

import (
	"math"
	"testing"
)

func TestConfigCheck(t *testing.T) {
	for _, c := range []struct {
		cfg                Config
		approximate, exact bool // whether it is valid for such a structure
	}{
		{Config{Epsilon: 0.01}, true, true},
		{Config{Epsilon: MinEpsilon, Capacity: 5}, true, true},
		{Config{}, false, true},
		{Config{Epsilon: 1}, false, true},
		{Config{Epsilon: math.NaN()}, false, true},
		{Config{Epsilon: 0.01, Capacity: -1}, false, false},
	} {
		if err := c.cfg.Check(); (err == nil) != c.approximate {
			t.Errorf("%+v for an approximate structure: %v", c.cfg, err)
		}
		if err := c.cfg.CheckExact(); (err == nil) != c.exact {
			t.Errorf("%+v for an exact structure: %v", c.cfg, err)
		}
	}
	err := Config{Epsilon: 2}.Check()
	if want := "ε = 2 is out of range: want 1e-12 ≤ ε < 1"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func TestRoom(t *testing.T) {
	for _, c := range []struct{ n, capacity, want int }{{5, 0, 5}, {5, 9, 9}, {9, 5, 9}} {
		if got := (Config{Capacity: c.capacity}).Room(c.n); got != c.want {
			t.Errorf("%d keys, capacity %d: room for %d, want %d", c.n, c.capacity, got, c.want)
		}
	}
}
