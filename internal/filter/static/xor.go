package static

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Xor is an xor filter.
//
// Guarantee: no false negatives; nothing can be inserted later. The rate is 2^−r.
// Cost: r bits for each of 1.23 slots per key; three reads and no branch per query.
// Building takes 27 bytes per key beside.
// Source: Graf, Lemire 2020, section 3.
func Xor() filter.Structure {
	return filter.Structure{
		Name:      "xor",
		Title:     "xor filter",
		Reference: "Graf, Lemire 2020, Xor filters: faster and smaller than Bloom and cuckoo filters, section 3",
		Family:    filter.FamilyStatic,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			return plan(n, xorShape(n), cfg)
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return build(keys, xorShape(keys.Len()), cfg, func(s *solution) filter.Filter { return &xor{*s} })
		},
		Open: filter.Open[xor],
		Explain: filter.Explanation{
			What: "A table of numbers of r bits in three blocks. A key has one slot in each, and the exclusive or of the three numbers is its fingerprint. Which numbers make it so is found when the filter is built, for all keys at once.",
			Layout: `
  key ──hash──► fingerprint 5a, a place in each block

         block 1           block 2           block 3
       ┌─────────────────┬─────────────────┬─────────────────┐
       │     17          │          c1     │  8c             │
       └─────▲───────────┴──────────▲──────┴──▲──────────────┘
                       17 ⊕ c1 ⊕ 8c = 5a ?`,
			Formula: `
  r = ⌈log2(1/ε)⌉ bits
  slots = 3·⌊(1.23·n + 32)/3⌋
  rate = 2^−r`,
			Guarantee: "No false negatives. The rate is that of the fingerprint, whatever the number of keys.",
			Price:     "Three reads and no branch per query; 8.7 bits per key for 1,753 keys at ε = 1 %, where r = 7 gives 0.78 %, 8.6 for more. The set is fixed. Building needs 27 bytes per key, and at this size one time in seven a second hash function.",
			When:      "For a fixed set of a few thousand keys, where fuse needs more slots. For more keys fuse is smaller and built faster.",
			Paper:     "T. M. Graf, D. Lemire 2020, Xor filters: faster and smaller than Bloom and cuckoo filters, ACM Journal of Experimental Algorithmics 25, section 3",
		},
	}
}

// xorShape is the paper's for n keys: 1.23·n + 32 slots.
func xorShape(n int) shape {
	if n == 0 {
		return emptyShape(kindXor)
	}
	return newShape(kindXor, kindXor.arity(), uint64(1.23*float64(n)+32)/kindXor.arity())
}

// xor has in each block the slot that some bits of a hash say, the first bits after
// a rotation.
type xor struct{ solution }

// xorSlots are the second and third slot of hash h.
func xorSlots(h, length uint64) (b, c uint64) {
	b, _ = bits.Mul64(bits.RotateLeft64(h, 21), length)
	c, _ = bits.Mul64(bits.RotateLeft64(h, 42), length)
	return b + length, c + 2*length
}

// Contains reads a word at each slot. What is above r bits does not matter.
func (f *xor) Contains(key string) bool {
	var h uint64
	if f.hash.Usual() {
		h = f.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = f.hash.Sum64(key)
	}
	a, _ := bits.Mul64(h, f.span)
	b, c := xorSlots(h, f.length)
	return (fingerprint(h)^f.at(a)^f.at(b)^f.at(c))&f.mask == f.hit
}

// ContainsBatch is as that of fuse.
func (f *xor) ContainsBatch(keys *wordlist.List, out []bool) {
	for first, hashes := range f.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			a, _ := bits.Mul64(h, f.span)
			b, c := xorSlots(h, f.length)
			answers[i] = (fingerprint(h)^f.at(a)^f.at(b)^f.at(c))&f.mask == f.hit
		}
	}
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *xor) UnmarshalBinary(data []byte) error { return f.read(data, kindXor) }
