package linear

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// What is expected is what filters of many seeds do, for few keys and many, narrow
// cells and wide ones, filters that are nearly empty and such that are crowded.
func TestExpect(t *testing.T) {
	for _, c := range []struct {
		n, b, k int
		cells   uint64
	}{{3, 4, 3, 40}, {70, 2, 7, 512}, {70, 8, 7, 512}, {300, 5, 3, 900}, {300, 16, 2, 1000}, {1000, 3, 5, 4000}} {
		cfg := Config{Cells: c.cells, CellBits: c.b, Hashes: c.k}
		want, err := Expect(cfg, c.n)
		if err != nil {
			t.Fatal(err)
		}
		const negatives = 500
		keys := 200_000
		seeds := keys / c.n
		over, squares, known := 0, 0.0, 0
		random := rand.New(rand.NewPCG(uint64(c.n), uint64(c.b)))
		for seed := range seeds {
			cfg.Seed = uint64(seed)
			l, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			own := make([]float64, c.n)
			for i := range own {
				own[i] = random.Float64()
				if err := l.Add(strconv.Itoa(i), own[i]); err != nil {
					t.Fatal(err)
				}
			}
			for i, confidence := range own {
				code := l.Estimate(strconv.Itoa(i))
				if code > Floor.Code(confidence, c.b) {
					over++
				}
				squares += math.Pow(Value(code, c.b)-confidence, 2)
			}
			if seed < 400 {
				for i := range negatives {
					if l.Estimate(strconv.Itoa(c.n+i)) > 0 {
						known++
					}
				}
			}
		}
		for name, v := range map[string][3]float64{ // measured, wanted, allowed share beside the noise
			"overestimated": {float64(over) / float64(seeds*c.n), want.Overestimated, 0.05},
			"error":         {math.Sqrt(squares / float64(seeds*c.n)), want.RMS, 0.03},
			"known":         {float64(known) / float64(min(seeds, 400)*negatives), want.Known, 0.05},
		} {
			noise := 5 * math.Sqrt(v[1]/float64(min(seeds, 400)*negatives))
			if name == "error" {
				noise = 0
			}
			if math.Abs(v[0]-v[1]) > v[2]*v[1]+noise {
				t.Errorf("%+v: %s %v, want %v", c, name, v[0], v[1])
			}
		}
	}
}

// A single key in a filter of cells enough has the error of the quantisation alone, and
// the paper's equation 4 bounds it.
func TestExpectOfOne(t *testing.T) {
	for b := 1; b <= 16; b++ {
		e, err := Expect(Config{Cells: 100, CellBits: b, Hashes: 3}, 1)
		if err != nil {
			t.Fatal(err)
		}
		step := 1 / float64(TopCode(b))
		if math.Abs(e.RMS-step/math.Sqrt(3)) > 1e-12 || e.RMS > step || e.Overestimated != 0 {
			t.Errorf("%d bits: %+v, want an error of %v", b, e, step/math.Sqrt(3))
		}
	}
	for name, cfg := range map[string]Config{"no cells": {CellBits: 4, Hashes: 1}, "ceiling": {Cells: 4, CellBits: 4, Hashes: 1, Quantisation: Ceiling}} {
		if _, err := Expect(cfg, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Expect(Config{Cells: 4, CellBits: 4, Hashes: 1}, 0); err == nil {
		t.Error("no keys: no error")
	}
}
