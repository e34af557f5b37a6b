package prefixes

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// bloom is a Bloom filter of numbers. Those of the program are of texts.
type bloom struct {
	hash filter.Hasher
	set  []uint64
	m    uint64
	k    int
}

// newBloom has so many bits per prefix, and as many hash functions as make the rate least.
func newBloom(prefixes map[uint32]bool, perPrefix int, seed uint64) *bloom {
	m := uint64(len(prefixes) * perPrefix)
	b := &bloom{filter.NewHasher(filter.Config{Seed: seed}), make([]uint64, (m+63)/64), m, max(1, int(math.Round(float64(perPrefix)*math.Ln2)))}
	for p := range prefixes {
		b.probe(p, func(word *uint64, bit uint64) bool { *word |= bit; return true })
	}
	return b
}

// probe visits the bits of a number while each goes on.
func (b *bloom) probe(p uint32, each func(word *uint64, bit uint64) bool) bool {
	h := b.hash.Number(uint64(p))
	for range b.k {
		at, _ := bits.Mul64(h, b.m)
		if !each(&b.set[at/64], 1<<(at%64)) {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

func (b *bloom) has(p uint32) bool {
	return b.probe(p, func(word *uint64, bit uint64) bool { return *word&bit != 0 })
}

// rate is that of false positives, by the bits that are set.
func (b *bloom) rate() float64 {
	ones := 0
	for _, word := range b.set {
		ones += bits.OnesCount64(word)
	}
	return math.Pow(float64(ones)/float64(b.m), float64(b.k))
}
