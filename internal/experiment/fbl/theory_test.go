package fbl

import (
	"math"
	"math/bits"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// The closed forms of the linear Bloom filter for c uniform in [0, 1], written
// from their definitions and independent of the simulation. Hash values are
// taken for independent throws into m cells, a cell being allowed twice.

// below is the probability that the code of c is less than code.
func below(q linear.Quantisation, code, b int) float64 {
	top := float64(linear.TopCode(b))
	edge := float64(code) / top // floor: c < code/top
	switch q {
	case linear.Round:
		edge = (float64(code) - 0.5) / top
	case linear.Ceiling:
		edge = float64(code-1) / top
	}
	if code > int(linear.TopCode(b)) {
		return 1
	}
	return max(edge, 0)
}

// expectedOccupancy of bits and cells. A cell is below a code when every one
// of the n elements has a smaller code or misses the cell with all of its k
// throws.
func expectedOccupancy(p point, q linear.Quantisation) (ofBits, ofCells float64) {
	miss := math.Pow(1-1/float64(p.cells()), float64(p.k))
	cellBelow := func(code int) float64 {
		t := below(q, code, p.b)
		return math.Pow(t+(1-t)*miss, float64(p.n))
	}
	last := cellBelow(1)
	ofCells = 1 - last
	for code := 1; code <= int(linear.TopCode(p.b)); code++ {
		next := 1.0
		if code < int(linear.TopCode(p.b)) {
			next = cellBelow(code + 1)
		}
		ofBits += (next - last) * float64(bits.OnesCount(uint(code))) / float64(p.b)
		last = next
	}
	return ofBits, ofCells
}

// larger is the distribution of n', how many of the other n − 1 elements have
// a larger code than an element.
func larger(n, b int, q linear.Quantisation) []float64 {
	w := make([]float64, n)
	for code := range int(linear.TopCode(b)) + 1 {
		share := below(q, code+1, b) - below(q, code, b)
		if share <= 0 {
			continue
		}
		for i, p := range binomial(n-1, 1-below(q, code+1, b)) {
			w[i] += share * p
		}
	}
	return w
}

// binomial is the distribution of successes in n trials.
func binomial(n int, p float64) []float64 {
	list := make([]float64, n+1)
	if p > 0.5 { // from the likelier end, lest the first term vanish
		for i, q := range binomial(n, 1-p) {
			list[n-i] = q
		}
		return list
	}
	term := math.Pow(1-p, float64(n))
	for i := range list {
		list[i] = term
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
	}
	return list
}

// covered is, for n' = 0 … n−1, the probability E[(X/m)^k] that the k cells of
// an element lie among the X that n' others cover, following the distribution
// of X throw by throw.
func covered(n int, l layout) []float64 {
	m := l.cells()
	x := make([]float64, m+1)
	x[0] = 1
	var list []float64
	for range n {
		moment := 0.0
		for i, p := range x {
			moment += p * math.Pow(float64(i)/float64(m), float64(l.k))
		}
		list = append(list, moment)
		for range l.k {
			for i := m; i > 0; i-- {
				x[i] = (x[i]*float64(i) + x[i-1]*float64(m-i+1)) / float64(m)
			}
			x[0] = 0
		}
	}
	return list
}

func mix(weights, values []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += w * values[i]
	}
	return sum
}

// TestFBLTheory compares every point with the closed forms, within the
// standard error of the iterations. Of 450 points and three numbers each, the
// largest deviation of independent normal errors would be about 3.5.
func TestFBLTheory(t *testing.T) {
	tier.Check(t) // simulates 1,500 iterations
	const iterations, limit = 1500, 4.5
	var spread [][quantisations][len(pointValues{})]moments
	sim := newSimulator(11)
	all := points()
	spread = newSums(len(all)).Batches
	one := newSums(len(all))
	for i := range iterations {
		clear(one.Tallies)
		experimenttest.OK(t, sim.iterate(i, one))
		for at, p := range all {
			estimates, cells := float64(p.n), float64(p.cells())
			for q := range one.Tallies[at] {
				tally, to := &one.Tallies[at][q], &spread[at][q]
				to[3].add(float64(tally.Bits) / (cells * float64(p.b)))
				to[4].add(float64(tally.Cells) / cells)
				to[5].add(float64(tally.Over) / estimates)
			}
		}
	}
	var tested int
	var squares, worst float64
	compare := func(what runfolder.Metric, p point, q int, m moments, want float64) {
		t.Helper()
		e := m.estimate()
		if events := want * float64(iterations*p.n); events < 50 { // too few for a normal distribution
			if got := e.value * float64(iterations*p.n); got > events+10+4*math.Sqrt(events) {
				t.Errorf("%s at n = %d, b = %d, k = %d, %v: %v times, closed form %.3g times", what, p.n, p.b, p.k, linear.Quantisation(q), got, events)
			}
			return
		}
		z := (e.value - want) / e.se
		tested++
		squares += z * z
		worst = max(worst, math.Abs(z))
		if math.Abs(z) > limit {
			t.Errorf("%s at n = %d, b = %d, k = %d, %v: %.6g ± %.2g, closed form %.6g", what, p.n, p.b, p.k, linear.Quantisation(q), e.value, e.se, want)
		}
	}
	weights := map[[3]int][]float64{}
	for at, p := range all {
		m := covered(p.n, p.layout)
		for q, quantisation := range linear.Quantisations() {
			ofBits, ofCells := expectedOccupancy(p, quantisation)
			compare(BitOccupancy, p, q, spread[at][q][3], ofBits)
			compare(CellOccupancy, p, q, spread[at][q][4], ofCells)
			key := [3]int{p.n, p.b, q}
			if weights[key] == nil {
				weights[key] = larger(p.n, p.b, quantisation)
			}
			compare(Overestimated, p, q, spread[at][q][5], mix(weights[key], m))
		}
	}
	t.Logf("%d comparisons, worst %.2f standard errors, mean square %.2f", tested, worst, squares/float64(tested))
	if tested < 1100 {
		t.Errorf("only %d comparisons", tested)
	}
}
