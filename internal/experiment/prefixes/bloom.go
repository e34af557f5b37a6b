package prefixes

import (
	"math"

	"hyphbench/internal/filter"
)

// bloom is a Bloom filter of numbers. Those of the program are of texts.
type bloom struct {
	*filter.BitArray
	hash filter.Hasher
}

// newBloom has so many bits per prefix, and as many hash functions as make the rate least.
func newBloom(prefixes map[uint32]bool, perPrefix int, seed uint64) *bloom {
	k := max(1, int(math.Round(float64(perPrefix)*math.Ln2)))
	b := &bloom{filter.NewBitArray(uint64(len(prefixes)*perPrefix), k), filter.NewHasher(filter.Config{Seed: seed})}
	for p := range prefixes {
		b.Set(b.hash.Number(uint64(p)))
	}
	return b
}

func (b *bloom) has(p uint32) bool { return b.Has(b.hash.Number(uint64(p))) }

// rate is that of false positives, by the bits that are set.
func (b *bloom) rate() float64 { return math.Pow(float64(b.Ones())/float64(b.M), float64(b.K)) }
