package exact

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
)

// numbering is a minimal perfect hash function: it numbers u distinct hashes from
// 0 to u − 1 and holds none of them (Limasset, Rizk, Chikhi, Peterlongo 2017, Fast
// and scalable minimal perfect hashing for massive key sets, BBHash). In each level
// an element has one bit; elements that are alone there are numbered by the rank of
// their bits, the others go on to the next level.
//
// A hash that is not among them gets any number or none.
type numbering struct {
	words []uint64
	sizes []uint64 // bits of each level, one level behind the other
	ranks []uint32 // bits set before each block
	n     uint64   // bits set
}

const (
	numberingGamma  = 2   // bits of a level per element: more make fewer levels
	numberingBlock  = 512 // bits, one cache line
	numberingLevels = 200 // a level leaves at most two fifths, so that 30 serve a billion
)

// NumberingBits is the expected size of the levels per element, γ·e^(1/γ).
func NumberingBits(gamma float64) float64 { return gamma * math.Exp(1/gamma) }

// number fills the numbering with distinct hashes, whose list it uses up.
func (b *numbering) number(left []uint64) error {
	start := uint64(0)
	for level := 0; len(left) > 0; level++ {
		if level == numberingLevels {
			return errors.New("two elements have the same bit in every level")
		}
		m := uint64(numberingGamma * len(left))
		once, again := make([]uint64, (m+63)/64), make([]uint64, (m+63)/64)
		for _, h := range left {
			at := levelPosition(h, level, m)
			again[at/64] |= once[at/64] & (1 << (at % 64))
			once[at/64] |= 1 << (at % 64)
		}
		left = slices.DeleteFunc(left, func(h uint64) bool {
			at := levelPosition(h, level, m)
			return again[at/64]>>(at%64)&1 == 0
		})
		b.words = append(b.words, make([]uint64, (start+m+63)/64-uint64(len(b.words)))...)
		for at := range m {
			alone := once[at/64] &^ again[at/64] >> (at % 64) & 1
			b.words[(start+at)/64] |= alone << ((start + at) % 64)
		}
		b.sizes = append(b.sizes, m)
		start += m
	}
	b.words = slices.Clip(slices.Clone(b.words))
	b.rank()
	return nil
}

// rank counts the bits before each block.
func (b *numbering) rank() {
	const words = numberingBlock / 64
	b.ranks = make([]uint32, (len(b.words)+words-1)/words)
	b.n = 0
	for i, w := range b.words {
		if i%words == 0 {
			b.ranks[i/words] = uint32(b.n)
		}
		b.n += uint64(bits.OnesCount64(w))
	}
}

// levelPosition is the bit of a hash in a level of m bits. Each level mixes the
// hash anew, so that two elements that share a bit in one part in another.
func levelPosition(h uint64, level int, m uint64) uint64 {
	at, _ := bits.Mul64(filter.Mix(h+uint64(level)*levelStep), m)
	return at
}

// levelStep is odd, so that the levels of one hash differ: 2^64 divided by the
// golden ratio.
const levelStep = 0x9e3779b97f4a7c15

// of is the number of a hash; false if it has none.
func (b *numbering) of(h uint64) (number uint64, ok bool) {
	start := uint64(0)
	for level, m := range b.sizes {
		at := start + levelPosition(h, level, m)
		if b.words[at/64]>>(at%64)&1 != 0 {
			return b.before(at), true
		}
		start += m
	}
	return 0, false
}

// before counts the bits set before one.
func (b *numbering) before(at uint64) uint64 {
	block := at / numberingBlock
	n := uint64(b.ranks[block])
	for i := block * (numberingBlock / 64); i < at/64; i++ {
		n += uint64(bits.OnesCount64(b.words[i]))
	}
	return n + uint64(bits.OnesCount64(b.words[at/64]&(1<<(at%64)-1)))
}

// bits are those of the levels, of the ranks, and a word for the size of each
// level.
func (b *numbering) bits() uint64 {
	total := 64*uint64(len(b.sizes)) + 32*uint64(len(b.ranks))
	for _, m := range b.sizes {
		total += m
	}
	return total
}
