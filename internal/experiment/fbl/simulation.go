package fbl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/measuring"
)

// simulate carries out the iterations from start to end, on all processors.
func (b *bench) simulate(ctx context.Context, start, end int) (*sums, error) {
	const block = 20 // iterations with sums of their own
	blocks := (end - start + block - 1) / block
	parts, errs := make([]*sums, blocks), make([]error, blocks)
	err := measuring.InParallel(ctx, blocks, func(n int) {
		sim, first := newSimulator(b.seed), start+n*block
		parts[n] = newSums(len(b.points))
		for i := first; i < min(first+block, end) && errs[n] == nil && ctx.Err() == nil; i++ {
			errs[n] = sim.iterate(i, parts[n])
		}
	})
	if err := cmp.Or(err, errors.Join(errs...)); err != nil {
		return nil, err
	}
	sums := newSums(len(b.points))
	for _, part := range parts {
		sums.merge(part)
	}
	return sums, nil
}

// simulator carries out iterations. Quantisation is monotonic: the code of the
// largest confidence is the largest code. It suffices to record, for each cell,
// which of the 70 elements raised it, and to derive the codes of every width and
// quantisation at the end.
// An element is known by its rank, from 1 for the smallest confidence of the
// iteration; rank 0 is an empty cell.
type simulator struct {
	seed    uint64
	hash    filter.Hasher
	layouts []layout

	c    [largestN]uint32           // confidences, of unit
	rank [largestN]uint8            // of the elements
	hits [largestN][largestK]uint64 // their hash values
	at   [largestN][largestK]uint16 // their cells in the current layout

	value [largestN + 1]uint64 // confidence of a rank, of unit
	codes [largestB + 1]rankCodes
	cells [totalBits]uint8 // ranks, of the current layout
}

// rankCodes are the codes of all ranks at one width of cells.
type rankCodes struct {
	code [largestN + 1][quantisations]uint16
	// What a cell of a rank adds to the occupancy, all quantisations in one
	// word: 1-bits, and 1 if the code is not 0.
	ones, filled [largestN + 1]uint64
}

// lane is the width of one quantisation's share of such a word: the sums go
// up to 4,096.
const lane = 64 / quantisations

func newSimulator(seed uint64) *simulator {
	return &simulator{seed: seed, hash: filter.NewHasher(filter.Config{Seed: seed}), layouts: layouts()}
}

// identifier is that of element j in iteration i, both from 0.
func identifier(i, j int) string { return strconv.Itoa(i*largestN + j) }

// confidences draws those of an iteration: whole numbers from 0 to unit, for c
// from 0 to 1.
func (s *simulator) confidences(i int) {
	random := rand.New(rand.NewPCG(filter.Mix(s.seed), filter.Mix(uint64(i))))
	for j := range s.c {
		s.c[j] = random.Uint32()
	}
}

// iterate adds iteration i to sums.
func (s *simulator) iterate(i int, sums *sums) error {
	s.confidences(i)
	s.prepare(i, &sums.Worst)
	sums.Iterations++
	s.sumExact(sums)
	for l, shape := range s.layouts {
		if err := s.fill(shape, sums.Tallies[l*len(elements()):]); err != nil {
			return fmt.Errorf("iteration %d, b = %d, k = %d: %w", i, shape.b, shape.k, err)
		}
	}
	return nil
}

// prepare computes what all layouts share: hash values, ranks and codes. It
// records the worst errors of quantisation alone.
func (s *simulator) prepare(i int, worst *[largestB][quantisations]uint64) {
	for j := range s.hits {
		s.hits[j] = [largestK]uint64(filter.Probes(s.hits[j][:0], s.hash.Sum64(identifier(i, j)), largestK))
	}
	var order [largestN]int
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order[:], func(x, y int) int { return cmp.Compare(s.c[x], s.c[y]) })
	for r, j := range order {
		s.rank[j] = uint8(r + 1)
		s.value[r+1] = uint64(s.c[j])
	}
	for b := 1; b <= largestB; b++ {
		codes := &s.codes[b]
		for r := 1; r <= largestN; r++ {
			c := float64(s.value[r]) / unit
			exact := int64(s.value[r] * uint64(linear.TopCode(b)))
			var ones, filled uint64
			for q, quantisation := range linear.Quantisations() {
				code := quantisation.Code(c, b)
				codes.code[r][q] = code
				worst[b-1][q] = max(worst[b-1][q], magnitude(int64(code)*unit-exact))
				ones |= uint64(bits.OnesCount16(code)) << (q * lane)
				filled |= uint64(min(code, 1)) << (q * lane)
			}
			codes.ones[r], codes.filled[r] = ones, filled
		}
	}
}

func (s *simulator) sumExact(sums *sums) {
	var sum, squares wide
	j := 0
	for at, n := range elements() {
		for ; j < n; j++ {
			sum.add(wide{0, uint64(s.c[j])})
			squares.add(square(uint64(s.c[j])))
		}
		sums.Exact[at].Sum.add(sum)
		sums.Exact[at].Squares.add(squares)
	}
}

// fill adds the elements to an empty filter of one layout and, at each n,
// queries all of them. tallies are those of the layout, by n.
func (s *simulator) fill(shape layout, tallies [][quantisations]tally) error {
	m := uint64(shape.cells())
	cells := s.cells[:m]
	clear(cells)
	codes := &s.codes[shape.b]
	var ones, filled uint64
	j := 0
	for at, n := range elements() {
		for ; j < n; j++ {
			rank := s.rank[j]
			for h, hit := range s.hits[j][:shape.k] {
				cell, _ := bits.Mul64(hit, m)
				s.at[j][h] = uint16(cell)
				old := cells[cell]
				now := max(old, rank)
				cells[cell] = now
				ones += codes.ones[now] - codes.ones[old]
				filled += codes.filled[now] - codes.filled[old]
			}
		}
		t := &tallies[at]
		for q := range t {
			t[q].Bits += ones >> (q * lane) & (1<<lane - 1)
			t[q].Cells += filled >> (q * lane) & (1<<lane - 1)
		}
		if err := s.ask(shape, n, cells, t); err != nil {
			return err
		}
	}
	return nil
}

// ask sums up the estimates of the first n elements.
func (s *simulator) ask(shape layout, n int, cells []uint8, t *[quantisations]tally) error {
	codes := &s.codes[shape.b]
	top := uint64(linear.TopCode(shape.b))
	for j := range n {
		least := uint8(largestN)
		for _, cell := range s.at[j][:shape.k] {
			least = min(least, cells[cell])
		}
		rank := s.rank[j]
		if least < rank {
			return fmt.Errorf("element %d is under-estimated", j)
		}
		own, got := &codes.code[rank], &codes.code[least]
		exact := int64(s.value[rank] * top)
		for q := range t {
			code := uint64(got[q])
			t[q].Codes += code
			t[q].Squares += code * code
			t[q].Errors.add(square(magnitude(int64(code*unit) - exact)))
			if got[q] > own[q] {
				t[q].Over++
			}
		}
	}
	return nil
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return uint64(-x)
	}
	return uint64(x)
}
