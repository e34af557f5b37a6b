package fbl

import (
	"math"
	"testing"

	"hyphbench/internal/filter/linear"
)

// Identifiers run on through the iterations, and every iteration has hash
// values and confidences of its own.
func TestIterationsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for i := range 100 {
		for j := range largestN {
			seen[identifier(i, j)] = true
		}
	}
	if len(seen) != 100*largestN || !seen["0"] || !seen["6999"] {
		t.Errorf("%d identifiers of %d elements", len(seen), 100*largestN)
	}
	hits, confidences := map[uint64]bool{}, map[uint32]bool{}
	sim := newSimulator(1)
	var worst [largestB][quantisations]uint64
	for i := range 20 {
		sim.confidences(i)
		sim.prepare(i, &worst)
		for j := range largestN {
			hits[sim.hits[j][0]], confidences[sim.c[j]] = true, true
		}
	}
	if len(hits) != 20*largestN || len(confidences) < 20*largestN-2 {
		t.Errorf("%d hash values and %d confidences of %d elements", len(hits), len(confidences), 20*largestN)
	}
}

// The standard error of batches is that of their mean; Welford's sums against
// the plain ones.
func TestMoments(t *testing.T) {
	var m moments
	if e := m.estimate(); !math.IsNaN(e.se) {
		t.Errorf("of nothing: %+v", e)
	}
	for i, v := range []float64{9, 4, 4, 2, 5, 7, 5, 4} {
		m.add(v)
		if e := m.estimate(); i == 0 && (e.value != 9 || !math.IsNaN(e.se)) {
			t.Errorf("of one batch: %+v", e)
		}
	}
	// Mean 5, Σ(x − 5)² = 32: √(32/7/8).
	if e := m.estimate(); math.Abs(e.value-5) > 1e-12 || math.Abs(e.se-math.Sqrt(32.0/7/8)) > 1e-12 {
		t.Errorf("%+v, want 5 ± %v", e, math.Sqrt(32.0/7/8))
	}
	c := capacity{}
	for _, n := range []int{9, 4, 4, 2, 5, 7, 5, 4} {
		c.add(n)
	}
	if e := c.estimate(); math.Abs(e.value-5) > 1e-12 || math.Abs(e.se-math.Sqrt(32.0/7/8)) > 1e-12 || c.Reached != 8 {
		t.Errorf("of repetitions: %+v, want 5 ± %v", e, math.Sqrt(32.0/7/8))
	}
}

// An occupancy is reached with the element that brings it to its share or
// above, several at once if need be.
func TestRecord(t *testing.T) {
	first := make([]int, 5) // 30, 40, 50, 60, 70 %
	next := 0
	for _, c := range []struct{ n, ones, next int }{{1, 299, 0}, {2, 300, 1}, {3, 399, 1}, {4, 500, 3}, {5, 599, 3}, {6, 1000, 5}, {7, 1000, 5}} {
		if next = record(first, next, c.n, c.ones, 1000); next != c.next {
			t.Errorf("%d of 1000: %d occupancies are reached, want %d", c.ones, next, c.next)
		}
	}
	if want := [5]int{2, 4, 4, 6, 6}; [5]int(first) != want {
		t.Errorf("reached with %v elements, want %v", first, want)
	}
}

// A cell keeps the largest code of its elements and an element the smallest of
// its cells, as the filter itself has it in any iteration.
func TestFillInAnyIteration(t *testing.T) {
	b := newBench(4, 10)
	for _, i := range []int{0, 7} {
		sim := newSimulator(4)
		sums := newSums(len(b.points))
		if err := sim.iterate(i, sums); err != nil {
			t.Fatal(err)
		}
		for at, p := range b.points {
			if p.b != 4 && p.k != 3 {
				continue
			}
			for q, quantisation := range linear.Quantisations() {
				l, err := linear.New(linear.Config{Cells: uint64(p.cells()), CellBits: p.b, Hashes: p.k, Quantisation: quantisation, Seed: 4})
				if err != nil {
					t.Fatal(err)
				}
				for j := range p.n {
					if err := l.Add(identifier(i, j), float64(sim.c[j])/unit); err != nil {
						t.Fatal(err)
					}
				}
				var codes uint64
				for j := range p.n {
					codes += uint64(l.Estimate(identifier(i, j)))
				}
				if got := sums.Tallies[at][q].Codes; got != codes {
					t.Errorf("iteration %d, %+v, %v: codes %d, want %d", i, p, quantisation, got, codes)
				}
			}
		}
	}
}
