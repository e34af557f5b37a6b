package compact

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
)

// Over a chain the answers are those of the linear filter of as many cells, on the same
// hashes: for keys and for negatives.
func TestChainIsLinear(t *testing.T) {
	for b := 1; b <= 16; b++ {
		for _, of := range []struct {
			m    uint64
			k, n int
		}{{200, 3, 80}, {64, 9, 70}, {4096, 7, 300}} {
			a, err := New(Config{Lattice: Chain{b}, Cells: of.m, Hashes: of.k, Seed: uint64(b)})
			if err != nil {
				t.Fatal(err)
			}
			l, err := linear.New(linear.Config{Cells: of.m, CellBits: b, Hashes: of.k, Seed: uint64(b)})
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(uint64(b), of.m))
			for i := range of.n {
				confidence := random.Float64()
				if err := l.Add(strconv.Itoa(i), confidence); err != nil {
					t.Fatal(err)
				}
				a.Add(strconv.Itoa(i), uint64(linear.Floor.Code(confidence, b)))
			}
			for i := range 20 * of.n {
				if x, y := a.At(strconv.Itoa(i)), uint64(l.Estimate(strconv.Itoa(i))); x != y {
					t.Fatalf("%d bits, m = %d, k = %d: %d has %d, by the linear filter %d", b, of.m, of.k, i, x, y)
				}
			}
			if a.Bits() != l.Bits() || a.Occupancy() != l.CellOccupancy() {
				t.Errorf("%d bits, occupancy %v; the linear filter has %d, %v", a.Bits(), a.Occupancy(), l.Bits(), l.CellOccupancy())
			}
		}
	}
}

func lattices() map[string]Lattice {
	return map[string]Lattice{
		"chain": Chain{7}, "sets": Sets{11}, "pairs of numbers": Product{Chain{5}, Chain{6}},
		"a set and a pair": Product{Sets{4}, Product{Chain{3}, Chain{9}}}, "64 sets": Sets{64},
	}
}

// below is the order that a lattice has: a ≤ b if their join is b.
func below(l Lattice, a, b uint64) bool { return l.Join(a, b) == b }

func element(l Lattice, random *rand.Rand) uint64 { return random.Uint64() >> (64 - l.Bits()) }

// What is given is a lattice with the least element 0.
func TestLattices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for name, l := range lattices() {
		for range 2000 {
			a, b, c := element(l, random), element(l, random), element(l, random)
			join, meet := l.Join(a, b), l.Meet(a, b)
			if join != l.Join(b, a) || meet != l.Meet(b, a) || l.Join(a, meet) != a || l.Meet(a, join) != a ||
				l.Join(join, c) != l.Join(a, l.Join(b, c)) || l.Meet(meet, c) != l.Meet(a, l.Meet(b, c)) {
				t.Fatalf("%s: %x, %x, %x: no lattice", name, a, b, c)
			}
			if l.Join(0, a) != a || l.Meet(0, a) != 0 || join>>(l.Bits()-1)>>1 != 0 {
				t.Fatalf("%s: 0 is not below %x, or the join %x has too many bits", name, a, join)
			}
		}
	}
}

// Over any lattice a key has its value or one above it, and most negatives have none.
func TestFromAbove(t *testing.T) {
	for name, l := range lattices() {
		a, err := New(Config{Lattice: l, Cells: 10_000, Hashes: 7, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(2, 2))
		want := map[string]uint64{}
		for range 1500 {
			key, value := strconv.Itoa(random.IntN(1000)), element(l, random)
			want[key] = l.Join(want[key], value)
			a.Add(key, value)
		}
		above, negatives := 0, 0
		for i := range 11_000 {
			key := strconv.Itoa(i)
			got := a.At(key)
			if !below(l, want[key], got) {
				t.Fatalf("%s: %s has %x, below %x", name, key, got, want[key])
			}
			switch _, is := want[key]; {
			case is && got != want[key]:
				above++
			case !is && got != 0:
				negatives++
			}
		}
		if above > 40 || negatives > 200 {
			t.Errorf("%s: %d values above the true ones, %d negatives with a value", name, above, negatives)
		}
	}
}

func TestErrors(t *testing.T) {
	for name, cfg := range map[string]Config{
		"no lattice": {Cells: 1, Hashes: 1}, "no bits": {Lattice: Chain{0}, Cells: 1, Hashes: 1}, "65 bits": {Lattice: Sets{65}, Cells: 1, Hashes: 1},
		"no cells": {Lattice: Chain{1}, Hashes: 1}, "no hash": {Lattice: Chain{1}, Cells: 1},
	} {
		if _, err := New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Maplets().Plan(1, 3, filter.Config{}); err == nil {
		t.Error("a rate of 0 is taken")
	}
}
