package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
)

// Bits are m bits, of which a hash has those at its first k probes (filter.ProbeStep): the Bloom
// filter of an experiment that hashes by itself, such as numbers, or sends the bits as they are.
type Bits struct {
	Words []uint64
	M     uint64
	K     int
}

// NewBits has no bit set.
func NewBits(m uint64, k int) *Bits { return &Bits{make([]uint64, (m+63)/64), m, k} }

// Add sets the bits of a hash, and reports whether one of them was not set.
func (b *Bits) Add(hash uint64) (isNew bool) {
	for range b.K {
		i, _ := bits.Mul64(hash, b.M)
		bit := uint64(1) << (i % 64)
		isNew = isNew || b.Words[i/64]&bit == 0
		b.Words[i/64] |= bit
		hash *= filter.ProbeStep
	}
	return isNew
}

// Has reports whether all bits of a hash are set.
func (b *Bits) Has(hash uint64) bool {
	for range b.K {
		i, _ := bits.Mul64(hash, b.M)
		if b.Words[i/64]>>(i%64)&1 == 0 {
			return false
		}
		hash *= filter.ProbeStep
	}
	return true
}

// Ones is how many bits are set.
func (b *Bits) Ones() (ones int) {
	for _, word := range b.Words {
		ones += bits.OnesCount64(word)
	}
	return ones
}
