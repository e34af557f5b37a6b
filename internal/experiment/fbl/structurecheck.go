package fbl

import (
	"fmt"
	"math/bits"

	"hyphbench/internal/filter"
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

// likeAsked is the number of strings that both filters are asked for: the
// elements, and others.
const likeAsked = 1000

// unlikeBloom counts the cells and answers in which a filter of a shape whose
// elements all have c = 1 differs from a Bloom filter of as many bits, with the
// same hash functions and elements.
func (b *bench) unlikeBloom(shape layout) (int, error) {
	l, err := linear.New(linear.Config{Cells: uint64(shape.cells()), CellBits: shape.b, Hashes: shape.k, Seed: b.seed})
	if err != nil {
		return 0, err
	}
	for j := range largestN {
		if err := l.Add(identifier(0, j), 1); err != nil {
			return 0, err
		}
	}
	return differences(l, shape, b.seed), nil
}

// differences compares a filter with a Bloom filter of the elements of the
// first iteration.
func differences(l *linear.Filter, shape layout, seed uint64) int {
	m := uint64(shape.cells())
	hash := filter.NewHasher(filter.Config{Seed: seed})
	places := func(element string) []uint64 {
		list := filter.Probes(nil, hash.Sum64(element), shape.k)
		for i, hit := range list {
			list[i], _ = bits.Mul64(hit, m)
		}
		return list
	}
	plain := make([]bool, m)
	for j := range largestN {
		for _, i := range places(identifier(0, j)) {
			plain[i] = true
		}
	}
	n := 0
	compare := func(code uint16, in bool) {
		want := uint16(0)
		if in {
			want = linear.TopCode(shape.b)
		}
		if code != want {
			n++
		}
	}
	for i, set := range plain {
		compare(l.Code(uint64(i)), set)
	}
	for j := range likeAsked {
		in := true
		for _, i := range places(identifier(0, j)) {
			in = in && plain[i]
		}
		compare(l.Estimate(identifier(0, j)), in)
	}
	return n
}
