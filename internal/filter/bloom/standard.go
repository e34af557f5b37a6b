// Package bloom holds Bloom filters.
//
// Guarantee: no false negatives, and no end of room: a further key makes the
// filter less selective, never full. Nothing can be deleted.
// Cost: log2(1/ε)/ln 2 = 1.44·log2(1/ε) bits a key at the best k, and up to k
// reads a query.
// Source: Bloom 1970; each file names the paper of its structure.
package bloom

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the Bloom filter as the thesis has it: Algorithm 1 (insertion)
// and Algorithm 2 (query), m bits and k hash functions after its sections 3.2
// and 3.3, with k rounded down on purpose (so that the rate is up to 1.085
// times the one asked for).
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "bloom",
		Title:     "Bloom filter",
		Reference: "Bloom 1970, Space/time trade-offs in hash coding with allowable errors, method 2",
		Plan:      planStandard,
		Build:     buildStandard,
	}
}

// standard holds m bits. Those of a key are at its first k probes
// (filter.ProbeStep).
type standard struct {
	words []uint64
	m     uint64
	k     int
	n     int // keys inserted
	hash  filter.Hasher
}

// StandardSize gives m = ⌈n·log2(1/ε)/ln 2⌉ and k = ⌊(m/n)·ln 2⌋, neither
// below 1.
func StandardSize(n int, epsilon float64) (m uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	m = uint64(max(1, math.Ceil(float64(n)*math.Log2(1/epsilon)/math.Ln2)))
	k = max(1, int(float64(m)/float64(n)*math.Ln2))
	return m, k
}

// newStandard is an empty filter with room for n keys.
func newStandard(n int, cfg filter.Config) (*standard, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := StandardSize(cfg.Room(n), cfg.Epsilon)
	return &standard{m: m, k: k, hash: filter.NewHasher(cfg)}, nil
}

// planStandard describes the filter before it has its bits.
func planStandard(n int, cfg filter.Config) (filter.Plan, error) {
	b, err := newStandard(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	b.n = n
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory()}, nil
}

func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	for h := range b.hash.Sums(keys) {
		b.add(h)
	}
	b.n = keys.Len()
	return b, nil
}

func (b *standard) add(h uint64) {
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		b.words[i/64] |= 1 << (i % 64)
		h *= filter.ProbeStep
	}
}

// Insert adds key; a Bloom filter is never full, but its rate grows.
func (b *standard) Insert(key string) error {
	b.add(b.hash.Sum64(key))
	b.n++
	return nil
}

// Contains reads up to eight bits of a key before it branches: a branch on
// each bit, as Algorithm 2 has it, is mispredicted half of the time and then
// costs more than the reads that it saves. The answer is the same.
func (b *standard) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	words, m := b.words, b.m // kept in registers
	all := uint64(1)
	for range min(b.k, 8) {
		i, _ := bits.Mul64(h, m)
		all &= words[i/64] >> (i % 64)
		h *= filter.ProbeStep
	}
	if all == 0 || b.k <= 8 {
		return all != 0
	}
	return b.containsRest(h)
}

// containsRest is Algorithm 2 for the bits from the ninth on, h being the state
// after eight. About one stranger in 256 comes here.
func (b *standard) containsRest(h uint64) bool {
	for range b.k - 8 {
		i, _ := bits.Mul64(h, b.m)
		if b.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

func (b *standard) Bits() uint64 { return b.m }

func (b *standard) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(b.m)}, {Name: "k", Value: float64(b.k)}}
}

// Theory is E[(X/m)^k], X being the number of bits set by kn throws into m
// bits.
func (b *standard) Theory() float64 { return OccupancyMoment(b.m, b.k*b.n, b.k) }
