package difference

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// counterBits is the width of a counter. It wraps: two counters of a cell are only ever
// compared, and differ by a multiple of 16 too rarely to matter.
const counterBits = 4

// Counters is a counting Bloom filter of one hash function by which the number of
// differences is estimated: the cells that are not equal are those of keys that only one
// of the sets has.
//
// Guarantee: equal sets have an estimate of 0, that of others is right to within a
// few per cent if there are no more than some three differences per cell.
// Cost: 4 bits per cell, one cell for each key of the larger set.
// Source: Agarwal and Trachtenberg 2006 for the question and the filter; the estimate is
// by the law of the difference of two Poisson variables (Skellam 1946), see Estimate.
type Counters struct {
	cells []byte // one to a byte in memory
	keys  uint64
	seed  uint64
}

// NewCounters returns empty counters, 1 or more.
func NewCounters(cells int, seed uint64) *Counters {
	return &Counters{cells: make([]byte, max(1, cells)), seed: seed}
}

// Insert adds a key.
func (c *Counters) Insert(key uint64) {
	at, _ := bits.Mul64(entryOf(key, c.seed).hash, uint64(len(c.cells)))
	c.cells[at] = (c.cells[at] + 1) & (1<<counterBits - 1)
	c.keys++
}

// Cells is how many there are.
func (c *Counters) Cells() int { return len(c.cells) }

// Estimate is how many keys are in one of the two sets alone. Their cells differ by a
// Skellam variable: the mean share of equal cells is e^(−d/m)·I₀(2√(a·b)/m), where a + b
// = d are the keys that only the one and only the other has, and a − b follows from the
// sizes of the sets. Where no d has so few equal cells it is that of disjoint sets; NaN for
// counters of another number.
func (c *Counters) Estimate(other *Counters) float64 {
	if len(c.cells) != len(other.cells) {
		return math.NaN()
	}
	equal := 0
	for i, v := range c.cells {
		if v == other.cells[i] {
			equal++
		}
	}
	m, more := float64(len(c.cells)), math.Abs(float64(c.keys)-float64(other.keys))
	share := float64(equal) / m
	low, high := more, float64(c.keys)+float64(other.keys)
	switch {
	case equal == len(c.cells):
		return more
	case equalShare(high/m, more/m) > share:
		return high
	}
	for range 100 {
		middle := (low + high) / 2
		if equalShare(middle/m, more/m) > share {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// equalShare is the share of equal cells at d differences per cell, of which the one set
// has more than the other by so many a cell.
func equalShare(d, more float64) float64 {
	x := math.Sqrt(max(0, d*d-more*more)) // 2·√(a·b)
	// e^(−d)·I₀(x) = Σ e^(−d)·(x/2)^2i/(i!)².
	sum, term := 0.0, math.Exp(-d)
	for i := 1; ; i++ {
		sum += term
		term *= x * x / 4 / float64(i*i)
		if term <= 1e-17*sum {
			return sum
		}
	}
}

// AppendBinary writes the counters, two to a byte.
func (c *Counters) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, c.keys)
	b = binary.AppendUvarint(b, uint64(len(c.cells)))
	for i := 0; i < len(c.cells); i += 2 {
		pair := c.cells[i]
		if i+1 < len(c.cells) {
			pair |= c.cells[i+1] << counterBits
		}
		b = append(b, pair)
	}
	return b
}

// ParseCounters reads counters of that seed.
func ParseCounters(data []byte, seed uint64) (*Counters, error) {
	r := &reader{what: "counters", left: data}
	c := &Counters{seed: seed, keys: r.uint("the keys", 0, mostKeys)}
	n := r.uint("the counters", 1, 2*uint64(len(data)))
	if r.err == nil && (n+1)/2 != uint64(len(r.left)) {
		r.fail("%d bytes of %d counters: want %d", len(r.left), n, (n+1)/2)
	}
	if r.err != nil {
		return nil, r.err
	}
	c.cells = make([]byte, n)
	for i := range c.cells {
		c.cells[i] = r.left[i/2] >> (counterBits * (i % 2)) & (1<<counterBits - 1)
	}
	if n%2 == 1 && r.left[n/2]>>counterBits != 0 {
		r.fail("the last counter has a neighbour")
		return nil, r.err
	}
	return c, nil
}
