package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Early is the Bloom filter by the letter of the thesis: Algorithm 1 sets a bit
// only where it is 0, Algorithm 2 leaves at the first bit that is 0, and both
// compute one position after the other within their loops. Bits and answers are
// those of Standard with the same seed; the work of a query is not. A stranger
// costs 1 + p + p² + … positions, p being the share of bits set, and a branch
// that is mispredicted about as often as not. Standard reads all positions and
// branches once.
func Early() filter.Structure {
	return filter.Structure{
		Name:      "bloom-early",
		Title:     "Bloom filter that leaves at the first 0",
		Reference: "Bloom 1970, method 2; the thesis (USP 2022), section 3.4, Algorithms 1 and 2",
		Plan:      planStandard,
		Build:     buildEarly,
	}
}

// early has the parameters, bits and theory of standard.
type early struct{ standard }

func buildEarly(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	f := &early{*b}
	for h := range f.hash.Sums(keys) {
		f.insert(h)
	}
	f.n = keys.Len()
	return f, nil
}

// Insert adds key; the filter is never full, but its rate grows.
func (b *early) Insert(key string) error {
	b.insert(b.hash.Sum64(key))
	b.n++
	return nil
}

// insert is Algorithm 1. The j-th hash function is the j-th probe of h.
func (b *early) insert(h uint64) {
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		if b.words[i/64]>>(i%64)&1 == 0 {
			b.words[i/64] |= 1 << (i % 64)
		}
		h *= filter.ProbeStep
	}
}

// Contains is Algorithm 2.
func (b *early) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		if b.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}
