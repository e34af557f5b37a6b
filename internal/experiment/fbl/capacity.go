package fbl

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/measuring"
)

// capacity is a point of Figure 4: how many elements a filter has been given
// when an occupancy is first reached, over the repetitions that reach it.
type capacity struct {
	Reached uint64 `json:"reached"`
	Sum     uint64 `json:"sum"`
	Squares uint64 `json:"squares"`
}

func (c *capacity) add(n int) {
	c.Reached++
	c.Sum += uint64(n)
	c.Squares += uint64(n) * uint64(n)
}

func (c *capacity) estimate() estimated {
	n := float64(c.Reached)
	mean := float64(c.Sum) / n
	if c.Reached < 2 {
		return estimated{mean, math.NaN()}
	}
	spread := float64(c.Reached*c.Squares-c.Sum*c.Sum) / n / (n - 1)
	return estimated{mean, math.Sqrt(spread / n)}
}

// capacityIndex is the place of a point: by b, quantisation, bits or cells,
// occupancy.
func capacityIndex(b, q int, cells bool, occupancy int) int {
	i := ((b-1)*quantisations + q) * 2
	if cells {
		i++
	}
	return i*len(occupancies()) + occupancy
}

// capacities carries out all repetitions. Each has identifiers and confidences
// of its own, which all widths and quantisations share.
func (b *bench) capacities(ctx context.Context) ([]capacity, error) {
	repetitions := b.repetitions()
	first := make([][]int, repetitions) // by place, 0 where it was not reached
	if err := measuring.InParallel(ctx, repetitions, func(r int) { first[r] = b.fillUp(r) }); err != nil {
		return nil, err
	}
	list := make([]capacity, capacityIndex(largestB+1, 0, false, 0))
	for _, places := range first {
		for i, n := range places {
			if n > 0 {
				list[i].add(n)
			}
		}
	}
	return list, nil
}

// fillUp adds elements to filters of every width until all occupancies are
// reached, capacityCap elements at most.
func (b *bench) fillUp(repetition int) []int {
	// Another seed than that of the iterations: other hash functions and
	// other confidences.
	seed := filter.Mix(b.seed + 1)
	hash := filter.NewHasher(filter.Config{Seed: seed})
	random := rand.New(rand.NewPCG(seed, filter.Mix(uint64(repetition))))
	var hits [capacityCap][paperK]uint64
	var c [capacityCap]float64
	for j := range hits {
		hits[j] = [paperK]uint64(filter.Probes(hits[j][:0], hash.Sum64(strconv.Itoa(repetition*capacityCap+j)), paperK))
		c[j] = float64(random.Uint32()) / unit
	}
	places := make([]int, capacityIndex(largestB+1, 0, false, 0))
	for width := 1; width <= largestB; width++ {
		shape := layout{width, paperK}
		for q, quantisation := range linear.Quantisations() {
			counts := places[capacityIndex(width, q, false, 0):capacityIndex(width, q+1, false, 0)]
			fillOne(shape, quantisation, &hits, &c, counts[:len(occupancies())], counts[len(occupancies()):])
		}
	}
	return places
}

// fillOne fills one filter and records when each occupancy is first reached.
func fillOne(shape layout, quantisation linear.Quantisation, hits *[capacityCap][paperK]uint64, c *[capacityCap]float64, byBits, byCells []int) {
	m := shape.cells()
	var cells [totalBits]uint16
	ones, filled := 0, 0
	nextBits, nextCells := 0, 0 // occupancies that are still to be reached
	for j := range hits {
		code := quantisation.Code(c[j], shape.b)
		for _, hit := range hits[j] {
			cell, _ := bits.Mul64(hit, uint64(m))
			if old := cells[cell]; code > old {
				cells[cell] = code
				ones += bits.OnesCount16(code) - bits.OnesCount16(old)
				if old == 0 {
					filled++
				}
			}
		}
		nextBits = record(byBits, nextBits, j+1, ones, m*shape.b)
		nextCells = record(byCells, nextCells, j+1, filled, m)
		if nextBits == len(byBits) && nextCells == len(byCells) {
			return
		}
	}
}

// record enters n for the occupancies that part of all reaches, from next on,
// and returns the next one.
func record(first []int, next, n, part, all int) int {
	for next < len(first) && 100*part >= occupancies()[next]*all {
		first[next] = n
		next++
	}
	return next
}
