package linear

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A filter merged with another is that of the keys of both, for all sizes, and the cells
// of a message are read back.
func TestMergeIsBoth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := Config{
			Cells:    rapid.Uint64Range(1, 90).Draw(t, "m"),
			CellBits: rapid.IntRange(1, 16).Draw(t, "b"),
			Hashes:   rapid.IntRange(1, 6).Draw(t, "k"),
			Seed:     rapid.Uint64().Draw(t, "seed"),
		}
		a, b, both, copied := newLinear(t, cfg), newLinear(t, cfg), newLinear(t, cfg), newLinear(t, cfg)
		for i := range rapid.IntRange(0, 30).Draw(t, "keys") {
			key, c := fmt.Sprint(i%20), rapid.Float64Range(0, 1).Draw(t, "c")
			one := a
			if i%2 == 0 {
				one = b
			}
			for _, f := range []*Filter{one, both} {
				if err := f.Add(key, c); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := copied.SetCells(b.AppendCells(nil)); err != nil {
			t.Fatal(err)
		}
		if err := a.Merge(copied); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.AppendCells(nil), both.AppendCells(nil)) {
			t.Fatal("the cells are not those of both")
		}
		if got, want := a.AtLeast(1), both.CellOccupancy(); got != want {
			t.Fatalf("%v of the cells are 1 or more, want %v", got, want)
		}
	})
}

func TestMergeRefuses(t *testing.T) {
	cfg := Config{Cells: 9, CellBits: 4, Hashes: 2, Seed: 1}
	l := newLinear(t, cfg)
	for _, change := range []func(*Config){
		func(c *Config) { c.Cells++ }, func(c *Config) { c.CellBits++ }, func(c *Config) { c.Hashes++ }, func(c *Config) { c.Seed++ },
	} {
		other := cfg
		change(&other)
		if l.Merge(newLinear(t, other)) == nil {
			t.Errorf("%+v was merged", other)
		}
	}
	for _, text := range [][]byte{nil, make([]byte, 4), make([]byte, 6), {0, 0, 0, 0, 0x10}} {
		if l.SetCells(text) == nil {
			t.Errorf("cells were read from %v", text)
		}
	}
	if err := l.SetCells([]byte{0, 0, 0, 0, 0x07}); err != nil || l.Code(8) != 7 {
		t.Errorf("%v, %d", err, l.Code(8))
	}
}
