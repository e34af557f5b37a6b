package filter

import "math/bits"

// BitArray is m bits of which a hash has k, as in a Bloom filter: for what is no text, and where
// the bits themselves are what it is about.
type BitArray struct {
	Words []uint64
	M     uint64
	K     int
}

// NewBitArray has bits that are all 0.
func NewBitArray(m uint64, k int) *BitArray {
	return &BitArray{make([]uint64, (m+63)/64), m, k}
}

// each calls f with the word and the bit of each place of a hash, until it returns false.
func (b *BitArray) each(hash uint64, f func(word *uint64, bit uint64) bool) bool {
	for range b.K {
		at, _ := bits.Mul64(hash, b.M)
		if !f(&b.Words[at/64], 1<<(at%64)) {
			return false
		}
		hash *= ProbeStep
	}
	return true
}

// Set sets the bits of a hash, and reports whether one of them was 0.
func (b *BitArray) Set(hash uint64) (changed bool) {
	b.each(hash, func(word *uint64, bit uint64) bool {
		changed = changed || *word&bit == 0
		*word |= bit
		return true
	})
	return changed
}

// Has reports whether all bits of a hash are 1.
func (b *BitArray) Has(hash uint64) bool {
	return b.each(hash, func(word *uint64, bit uint64) bool { return *word&bit != 0 })
}

// Ones is how many bits are 1.
func (b *BitArray) Ones() (ones int) {
	for _, word := range b.Words {
		ones += bits.OnesCount64(word)
	}
	return ones
}
