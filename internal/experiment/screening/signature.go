package screening

import (
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
)

// scheme says which bits an n-gram sets in a signature.
type scheme struct {
	bits, hashes int
	seed         uint64
}

// words is the length of a signature in words of 64 bits.
func (s scheme) words() int { return (s.bits + 63) / 64 }

// places appends the bits of an n-gram. They may coincide.
func (s scheme) places(dst []uint32, gram uint32) []uint32 {
	h := filter.Mix(s.seed + uint64(gram))
	for range s.hashes {
		i, _ := bits.Mul64(h, uint64(s.bits))
		dst = append(dst, uint32(i))
		h *= filter.ProbeStep
	}
	return dst
}

// sign sets the bits of all n-grams of a text in a signature that is empty.
func (s scheme) sign(signature []uint64, text string) {
	var room [64]uint32
	for _, gram := range grams(room[:0], text) {
		h := filter.Mix(s.seed + uint64(gram))
		for range s.hashes {
			i, _ := bits.Mul64(h, uint64(s.bits))
			signature[i/64] |= 1 << (i % 64)
			h *= filter.ProbeStep
		}
	}
}

// of are the distinct bits of a text, ascending.
func (s scheme) of(text string) []uint32 {
	var list []uint32
	for _, gram := range grams(nil, text) {
		list = s.places(list, gram)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// expected is the share of documents that are candidates for a text by chance, if they
// share no n-gram with it and n-grams come independently of each other: the k·g throws of
// g n-grams hit all q bits of the text's. sizes[g] is how many documents have g n-grams.
// Bits of so small a signature are not independent: (1 − (1 − 1/b)^(k·g))^q would be too
// much.
func (s scheme) expected(text string, sizes []int) float64 {
	q, b := len(s.of(text)), float64(s.bits)
	hit := make([]float64, q+1) // hit[j]: probability that j of the q bits are set
	hit[0] = 1
	sum, all := 0.0, 0
	for _, documents := range sizes {
		sum += float64(documents) * hit[q]
		all += documents
		for range s.hashes { // the throws of one n-gram more
			for j := q; j >= 0; j-- {
				hit[j] *= 1 - float64(q-j)/b
				if j > 0 {
					hit[j] += hit[j-1] * float64(q-j+1) / b
				}
			}
		}
	}
	return sum / float64(max(1, all))
}
