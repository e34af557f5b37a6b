package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Keyed is the Bloom filter with k functions that are independent of each other in more
// than their seeds. FarmHash of a short key is mixed with a seed only after it is one number
// of 64 bits, so that bloom-literal cannot tell two keys with that number apart by any of its
// functions. Here each function mixes its own 128 bits with every eight bytes of the key.
func Keyed() filter.Structure {
	return filter.Structure{
		Name:      "bloom-keyed",
		Title:     "Bloom filter with keyed hash functions",
		Reference: "the thesis (USP 2022), section 3.1; Aumasson, Bernstein 2012, SipHash: a fast short-input PRF",
		Family:    filter.FamilyBloom,
		Plan:      planStandard,
		Build:     buildKeyed,
		Open:      filter.Open[keyed],
		Explain: filter.Explanation{
			What: "A Bloom filter whose k hash functions are independent: SipHash-2-4 of the whole word, each with a key of 128 bits of its own.",
			Layout: `
  word ──key 1──▶ bit 0? ──no──▶ word ──key 2──▶ bit 0? ──no──▶ …  k at most
                    │ yes                          │ yes
                    ▼                              ▼
                  absent                         absent`,
			Formula: `
  m and k as of bloom; place i = ⌊SipHash(key i, word)·m/2^64⌋`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "The bits of bloom; SipHash of the whole word for each bit that is read.",
			When:      "To test whether k functions derived from one hash of 64 bits raise the rate. Else take bloom, which has the same rate and hashes a word once.",
			Paper:     "Estudo do efeito de variações de Bloom filters no desempenho de algoritmos de hifenização de palavras, USP 2022, section 3.1",
		},
	}
}

// keyed has the parameters, the number of bits and the theory of a standard filter.
type keyed struct{ of standard }

func buildKeyed(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	f := &keyed{*b}
	for key := range keys.Each() {
		_ = f.Insert(key) // never full
	}
	return f, nil
}

// Insert sets the k bits of key. The filter is never full, but its rate grows.
func (f *keyed) Insert(key string) error {
	for j := range f.of.k {
		i := f.position(key, j)
		f.of.words[i/64] |= 1 << (i % 64)
	}
	f.of.n++
	return nil
}

// Contains computes one function after the other, until a bit is 0.
func (f *keyed) Contains(key string) bool {
	for j := range f.of.k {
		i := f.position(key, j)
		if f.of.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
	}
	return true
}

// position is function j of key, scaled to [0, m).
func (f *keyed) position(key string, j int) uint64 {
	i, _ := bits.Mul64(f.of.hash.Keyed(key, j), f.of.m)
	return i
}

func (f *keyed) Bits() uint64           { return f.of.Bits() }
func (f *keyed) Theory() float64        { return f.of.Theory() }
func (f *keyed) Params() []filter.Param { return f.of.Params() }

// AppendBinary implements filter.Stored.
func (f *keyed) AppendBinary(out []byte) ([]byte, error) { return f.of.store(out, "bloom-keyed") }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *keyed) UnmarshalBinary(data []byte) error { return f.of.restore(data, "bloom-keyed") }
