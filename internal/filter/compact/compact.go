// Package compact holds compact approximators: Bloom filters whose cells hold elements of a
// lattice.
//
// Guarantee: the value of a key is never below the true value. It is also never the least
// element, which means that there is no key. The value is too high (an over-estimation) if
// other keys cover all of the key's cells. A false positive of a Bloom filter has the same
// cause.
// Cost: the bits of an element instead of each bit of a Bloom filter; k reads per query, or
// fewer if a read finds the least element.
// Source: Boldi, Vigna 2005, Mutable strings in Java: design, implementation and lightweight
// text-search algorithms, section 5 (compact approximators).
package compact

import (
	"fmt"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
)

// Lattice is a lattice of elements in so many bits, of which 0 is the least.
type Lattice interface {
	Bits() int // of an element, 1 to 64
	Join(a, b uint64) uint64
	Meet(a, b uint64) uint64
}

// Approximator maps keys to elements of a lattice, from above. A key raises its k cells
// to their join with its value; its value is the meet of its cells.
type Approximator struct {
	lattice Lattice
	cells   packed.Array
	m       uint64
	k       int
	hash    filter.Hasher
}

// Config has the parameters of an Approximator.
type Config struct {
	Lattice Lattice
	Cells   uint64 // m ≥ 1
	Hashes  int    // k ≥ 1
	Seed    uint64
	Hash    filter.Hash // nil: go-farm's Fingerprint64
}

// New returns an approximator without keys.
func New(cfg Config) (*Approximator, error) {
	const most = 1 << 36
	switch {
	case cfg.Lattice == nil:
		return nil, fmt.Errorf("compact approximator without a lattice: want one, such as Chain{8}")
	case cfg.Lattice.Bits() < 1 || cfg.Lattice.Bits() > 64:
		return nil, fmt.Errorf("compact approximator over elements of %d bits: want 1 to 64", cfg.Lattice.Bits())
	case cfg.Cells < 1 || cfg.Cells > most:
		return nil, fmt.Errorf("compact approximator of %d cells: want 1 to 2^36", cfg.Cells)
	case cfg.Hashes < 1:
		return nil, fmt.Errorf("compact approximator with %d hash functions: want 1 or more", cfg.Hashes)
	}
	return &Approximator{
		lattice: cfg.Lattice, cells: packed.New(cfg.Cells, uint64(cfg.Lattice.Bits())), m: cfg.Cells, k: cfg.Hashes,
		hash: filter.NewHasher(filter.Config{Seed: cfg.Seed, Hash: cfg.Hash}),
	}, nil
}

// Add gives key a value; of several for one key their join holds.
func (a *Approximator) Add(key string, value uint64) {
	h := a.hash.Sum64(key)
	for range a.k {
		i, _ := bits.Mul64(h, a.m)
		a.cells.Set(i, a.lattice.Join(a.cells.At(i), value))
		h *= filter.ProbeStep
	}
}

// At is the value of key, or above it; 0, the least element, for one that is certainly
// no key.
func (a *Approximator) At(key string) uint64 {
	h := a.hash.Sum64(key)
	i, _ := bits.Mul64(h, a.m)
	x := a.cells.At(i)
	for j := 1; j < a.k && x != 0; j++ {
		h *= filter.ProbeStep
		i, _ := bits.Mul64(h, a.m)
		x = a.lattice.Meet(x, a.cells.At(i))
	}
	return x
}

// Bits is m times those of an element.
func (a *Approximator) Bits() uint64 { return a.m * a.cells.Width }

// Occupancy is the share of cells that are not the least element.
func (a *Approximator) Occupancy() float64 {
	filled := 0
	for i := range a.m {
		if a.cells.At(i) != 0 {
			filled++
		}
	}
	return float64(filled) / float64(a.m)
}
