package fbl

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
)

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
