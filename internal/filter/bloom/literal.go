package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Literal is the Bloom filter by the letter of the thesis: Algorithms 1 and 2 call k hash
// functions of the key, one after the other, and Algorithm 2 returns at the first bit that
// is 0. A query of a negative computes 1 + p + p² + … hash functions, p being the share of
// bits set; one of a key, or of a false positive, all k.
func Literal() filter.Structure {
	return filter.Structure{
		Name:      "bloom-literal",
		Title:     "Bloom filter, as in the thesis",
		Reference: "the thesis (USP 2022), section 3.4, Algorithms 1 and 2; Bloom 1970, method 2",
		Family:    filter.FamilyBloom,
		Plan:      planStandard,
		Build:     buildLiteral,
		Open:      filter.Open[literal],
		Explain: filter.Explanation{
			What: "The Bloom filter as the thesis writes it down: k hash functions of the key, FarmHash with k seeds, computed and looked up one after the other until a bit is 0.",
			Layout: `
  key ──hash 1──▶ bit 0? ──no──▶ key ──hash 2──▶ bit 0? ──no──▶ …  k at most
                    │ yes                          │ yes
                    ▼                              ▼
                  absent                         absent`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits, k = ⌊(m/n)·ln 2⌋
  hash functions of a negative: 1 + p + p² + … < 2 at p = ½ bits set`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "The bits of bloom. Each hash function reads the whole key again, and each bit is a branch that is mispredicted about as often as not.",
			When:      "To judge what the thesis says of its own algorithms. Else take bloom, or register for speed.",
			Examples:  literalExamples,
			Paper:     "Estudo do efeito de variações de Bloom filters no desempenho de algoritmos de hifenização de palavras, USP 2022, section 3.4, Algorithms 1 and 2",
		},
	}
}

// literal has the parameters, the number of bits and the theory of a standard filter.
type literal struct{ of standard }

func buildLiteral(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	f := &literal{*b}
	for key := range keys.Each() {
		_ = f.Insert(key) // never full
	}
	return f, nil
}

// Insert is Algorithm 1. The filter is never full, but its rate grows.
func (f *literal) Insert(key string) error {
	for j := range f.of.k {
		i := f.position(key, j)
		if f.of.words[i/64]>>(i%64)&1 == 0 {
			f.of.words[i/64] |= 1 << (i % 64)
		}
	}
	f.of.n++
	return nil
}

// Contains is Algorithm 2.
func (f *literal) Contains(key string) bool {
	for j := range f.of.k {
		i := f.position(key, j)
		if f.of.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsSteps counts the bits that Algorithm 2 reads: all k, or up to the first 0.
func (f *literal) ContainsSteps(key string) (found bool, steps int) {
	for j := range f.of.k {
		i := f.position(key, j)
		if steps++; f.of.words[i/64]>>(i%64)&1 == 0 {
			return false, steps
		}
	}
	return true, steps
}

// InsertSteps counts the bits that Algorithm 1 reads, whatever they were.
func (f *literal) InsertSteps(key string) (steps int, err error) { return f.of.k, f.Insert(key) }

// position is hash_j(x), scaled to [0, m).
func (f *literal) position(key string, j int) uint64 {
	i, _ := bits.Mul64(f.of.hash.Nth(key, j), f.of.m)
	return i
}

func (f *literal) Bits() uint64           { return f.of.Bits() }
func (f *literal) Theory() float64        { return f.of.Theory() }
func (f *literal) Params() []filter.Param { return f.of.Params() }

// AppendBinary implements filter.Stored.
func (f *literal) AppendBinary(out []byte) ([]byte, error) { return f.of.store(out, "bloom-literal") }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *literal) UnmarshalBinary(data []byte) error { return f.of.restore(data, "bloom-literal") }
