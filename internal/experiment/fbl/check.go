package fbl

import (
	"fmt"
	"math/bits"

	"hyphbench/internal/filter/linear"
)

// check carries out the first iteration with the structure itself, one filter
// for each point and quantisation, and compares every sum.
func (b *bench) check() error {
	sim := newSimulator(b.seed)
	sums := newSums(len(b.points))
	if err := sim.iterate(0, sums); err != nil {
		return err
	}
	for i, p := range b.points {
		for q, quantisation := range linear.Quantisations() {
			want, err := b.plainTally(p, quantisation, sim.c[:p.n])
			if err != nil {
				return err
			}
			if got := sums.Tallies[i][q]; got != want {
				return fmt.Errorf("the simulation is wrong: n = %d, b = %d, k = %d, %v: sums of %+v, want those of the filter itself, %+v",
					p.n, p.b, p.k, quantisation, got, want)
			}
		}
	}
	return nil
}

// plainTally is one point of one iteration, the first, without any short cut.
func (b *bench) plainTally(p point, quantisation linear.Quantisation, c []uint32) (tally, error) {
	var t tally
	l, err := linear.New(linear.Config{
		Cells: uint64(p.cells()), CellBits: p.b, Hashes: p.k, Quantisation: quantisation, Seed: b.seed,
	})
	if err != nil {
		return t, err
	}
	for j, v := range c {
		if err := l.Add(identifier(0, j), float64(v)/unit); err != nil {
			return t, err
		}
	}
	for i := range uint64(p.cells()) {
		code := l.Code(i)
		t.Bits += uint64(bits.OnesCount16(code))
		t.Cells += uint64(min(code, 1))
	}
	for j, v := range c {
		code := l.Estimate(identifier(0, j))
		t.Codes += uint64(code)
		t.Squares += uint64(code) * uint64(code)
		t.Errors.add(square(magnitude(int64(code)*unit - int64(v)*int64(linear.TopCode(p.b)))))
		if code > quantisation.Code(float64(v)/unit, p.b) {
			t.Over++
		}
	}
	return t, nil
}
