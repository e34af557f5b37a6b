package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Early is the Bloom filter by the letter of the thesis: Algorithm 1 sets a bit
// only where it is 0, Algorithm 2 leaves at the first bit that is 0, and both
// compute one position after the other within their loops. Bits and answers are
// those of Standard with the same seed; the work of a query is not. A negative
// costs 1 + p + p² + … positions, p being the share of bits set, and a branch
// that is mispredicted about as often as not. Standard reads all positions and
// branches once.
func Early() filter.Structure {
	return filter.Structure{
		Name:      "bloom-early",
		Title:     "Bloom filter that leaves at the first 0",
		Reference: "Bloom 1970, method 2; the thesis (USP 2022), section 3.4, Algorithms 1 and 2",
		Family:    filter.FamilyBloom,
		Plan:      planStandard,
		Build:     buildEarly,
		Open:      filter.Open[early],
		Explain: filter.Explanation{
			What: "The Bloom filter as the thesis writes it down: the bits of bloom, asked one after the other until one is 0.",
			Layout: `
  key ──hash 1──▶ bit 0? ──no──▶ hash 2 ──▶ bit 0? ──no──▶ …  at most k
                    │ yes                     │ yes
                    ▼                         ▼
                  absent                    absent`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits, k = ⌊(m/n)·ln 2⌋
  probes of a negative: 1 + p + p² + … < 2 at p = ½ bits set`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "The bits of bloom. A negative takes fewer reads than there, and more time: the branch on each bit is mispredicted about as often as not.",
			When:      "To judge what the thesis says of its own algorithms. Else take bloom, or register for speed.",
			Paper:     "Estudo do efeito de variações de Bloom filters no desempenho de algoritmos de hifenização de palavras, USP 2022, section 3.4, Algorithms 1 and 2",
		},
	}
}

// early has the parameters, bits and theory of a standard filter.
type early struct{ of standard }

func buildEarly(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	f := &early{*b}
	for h := range f.of.hash.Sums(keys) {
		f.insert(h)
	}
	f.of.n = int64(keys.Len())
	return f, nil
}

// Insert adds key; the filter is never full, but its rate grows.
func (f *early) Insert(key string) error {
	f.insert(f.of.hash.Sum64(key))
	f.of.n++
	return nil
}

// insert is Algorithm 1. The j-th hash function is the j-th probe of h.
func (f *early) insert(h uint64) {
	b := &f.of
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		if b.words[i/64]>>(i%64)&1 == 0 {
			b.words[i/64] |= 1 << (i % 64)
		}
		h *= filter.ProbeStep
	}
}

// Contains is Algorithm 2.
func (f *early) Contains(key string) bool {
	b := &f.of
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

func (f *early) Bits() uint64           { return f.of.Bits() }
func (f *early) Theory() float64        { return f.of.Theory() }
func (f *early) Params() []filter.Param { return f.of.Params() }

// AppendBinary implements filter.Stored.
func (f *early) AppendBinary(out []byte) ([]byte, error) { return f.of.store(out, "bloom-early") }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *early) UnmarshalBinary(data []byte) error { return f.of.restore(data, "bloom-early") }
