package sets

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hyphbench/internal/filter"
)

func levels(t interface{ Fatal(...any) }, n int, m uint64, k int, seed uint64) *Levels {
	l, err := NewLevels(n, m, k, filter.Config{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Joining is the same as having added the keys, level by level, and what is written is
// read back, for all sizes.
func TestLevelsAgainstKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, farther := rapid.IntRange(1, 5).Draw(t, "levels"), rapid.IntRange(0, 5).Draw(t, "farther")
		m, k, seed := rapid.Uint64Range(1, 300).Draw(t, "m"), rapid.IntRange(1, 6).Draw(t, "k"), rapid.Uint64().Draw(t, "seed")
		a, b, all := levels(t, n, m, k, seed), levels(t, n, m, k, seed), levels(t, n, m, k, seed)
		for i := range rapid.IntRange(0, 40).Draw(t, "keys") {
			key, level := fmt.Sprint("key ", i), i%n
			if i%2 == 0 {
				a.Add(level, key)
				all.Add(level, key)
				continue
			}
			b.Add(level, key)
			if level+farther < n {
				all.Add(level+farther, key)
			}
		}
		copied := levels(t, n, m, k, seed)
		if err := copied.SetBits(b.AppendBits(nil)); err != nil {
			t.Fatal(err)
		}
		if err := a.Join(copied, farther); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.AppendBits(nil), all.AppendBits(nil)) {
			t.Fatal("joined levels are not those of the keys")
		}
		for i := range 50 {
			if key := fmt.Sprint("key ", i); a.Which(key) != all.Which(key) {
				t.Fatalf("%q is in %b, want %b", key, a.Which(key), all.Which(key))
			}
		}
	})
}

func TestLevelsFill(t *testing.T) {
	l := levels(t, 2, 100, 1, 1)
	l.Add(1, "a")
	l.Add(1, "a")
	if got := []float64{l.Fill(0), l.Fill(1)}; got[0] != 0 || got[1] != 0.01 {
		t.Errorf("filled %v", got)
	}
}

func TestLevelsRefuse(t *testing.T) {
	for _, c := range []struct {
		levels, k int
		m         uint64
	}{{0, 1, 8}, {65, 1, 8}, {1, 0, 8}, {1, 1, 0}, {1, 1, 1 << 41}} {
		if _, err := NewLevels(c.levels, c.m, c.k, filter.Config{}); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	a := levels(t, 2, 12, 3, 1)
	for _, other := range []*Levels{levels(t, 2, 13, 3, 1), levels(t, 2, 12, 2, 1), levels(t, 2, 12, 3, 2)} {
		if a.Join(other, 0) == nil {
			t.Errorf("joined with %d bits, %d cells", other.m, other.k)
		}
	}
	if a.Join(levels(t, 2, 12, 3, 1), -1) == nil {
		t.Error("joined nearer")
	}
	for _, text := range [][]byte{nil, make([]byte, 3), make([]byte, 5), {0, 0, 0, 0x10}} {
		if a.SetBits(text) == nil {
			t.Errorf("read %v", text)
		}
	}
	if err := a.SetBits([]byte{1, 0, 0, 8}); err != nil || a.Fill(1) != 1.0/12 {
		t.Errorf("%v, %v", err, a.Fill(1))
	}
}
