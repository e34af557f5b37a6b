package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Sequential is Standard with the loops of the thesis: a query computes one position after
// the other and returns at the first bit that is 0. The k positions come from one hash of the
// key, unlike Literal's. Bits and answers are those of Standard with the same seed; the work
// of a query is not. A negative costs 1 + p + p² + … positions, p being the share of bits
// set, and a branch that is mispredicted about as often as not. Standard reads all positions
// and branches once.
func Sequential() filter.Structure {
	return filter.Structure{
		Name:      "bloom-sequential",
		Title:     "Bloom filter that stops at the first 0",
		Reference: "Bloom 1970, method 2, with the positions of bloom",
		Family:    filter.FamilyBloom,
		Plan:      planStandard,
		Build:     buildSequential,
		Open:      filter.Open[sequential],
		Explain: filter.Explanation{
			What: "The bits of bloom, read one after the other until one is 0; all positions come from one hash of the key.",
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
			When:      "To see what the branch on each bit costs: bloom has the same bits without it, bloom-literal has k hash functions beside it.",
			Paper:     "B. H. Bloom 1970, Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13(7), method 2",
		},
	}
}

// sequential has the parameters, bits and theory of a standard filter.
type sequential struct{ of standard }

func buildSequential(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	f := &sequential{*b}
	for h := range f.of.hash.Sums(keys) {
		f.insert(h)
	}
	f.of.n = int64(keys.Len())
	return f, nil
}

// Insert adds key; the filter is never full, but its rate grows.
func (f *sequential) Insert(key string) error {
	f.insert(f.of.hash.Sum64(key))
	f.of.n++
	return nil
}

// insert is Algorithm 1. The j-th hash function is the j-th probe of h.
func (f *sequential) insert(h uint64) {
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
func (f *sequential) Contains(key string) bool {
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

func (f *sequential) Bits() uint64           { return f.of.Bits() }
func (f *sequential) Theory() float64        { return f.of.Theory() }
func (f *sequential) Params() []filter.Param { return f.of.Params() }

// AppendBinary implements filter.Stored.
func (f *sequential) AppendBinary(out []byte) ([]byte, error) {
	return f.of.store(out, "bloom-sequential")
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *sequential) UnmarshalBinary(data []byte) error {
	return f.of.restore(data, "bloom-sequential")
}
