package static

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Fuse4 is a binary fuse filter of four slots per key.
//
// Guarantee: no false negatives; nothing can be inserted later. The rate is 2^−r.
// Cost: r bits for each of 1.08 slots per key, at a few thousand keys 1.35; four reads
// and no branch per query. Building takes 24 bytes per key beside.
// Source: Graf, Lemire 2022, sections 3 and 4.
func Fuse4() filter.Structure {
	return filter.Structure{
		Name:      "fuse4",
		Title:     "binary fuse filter of four slots",
		Reference: "Graf, Lemire 2022, Binary fuse filters: fast and smaller than xor filters, sections 3 and 4",
		Family:    filter.FamilyStatic,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			return plan(n, fuse4Shape(n), cfg)
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return build(keys, fuse4Shape(keys.Len()), cfg, func(s *solution) filter.Filter { return &fuse4{*s} })
		},
		Open: filter.Open[fuse4],
		Explain: filter.Explanation{
			What: "A binary fuse filter in which a key has four slots, in four segments that follow each other. So fewer slots suffice, and a query reads one more.",
			Layout: `
  key ──hash──► fingerprint 5a, segment 2, four places

  segment  1       2       3       4       5
       ┌───────┬───────┬───────┬───────┬───────┐
       │       │  17   │    c1 │ 8c    │  00   │   17 ⊕ c1 ⊕ 8c ⊕ 00 = 5a ?
       └───────┴───▲───┴─────▲─┴─▲─────┴───▲───┘`,
			Formula: `
  r = ⌈log2(1/ε)⌉ bits, segments of 2^⌊ln n/ln 2.91 − 0.5⌋ slots, ≤ 2^18
  slots ≈ n·max(1.075, 0.77 + 0.305·ln(6·10^5)/ln n), in whole segments
  rate = 2^−r`,
			Guarantee: "No false negatives. The rate is that of the fingerprint, whatever the number of keys.",
			Price:     "Four reads and no branch per query; 9.2, 8.6 and 7.5 bits per key for 1,753, 10^4 and 10^6 keys at ε = 1 %, where r = 7 gives 0.78 %. The set is fixed. Building needs 24 bytes per key, and for few keys more often a second hash function than fuse.",
			When:      "For a fixed set, where 5 % of the space are worth some more time than fuse takes.",
			Paper:     "T. M. Graf, D. Lemire 2022, Binary fuse filters: fast and smaller than xor filters, ACM Journal of Experimental Algorithmics 27, sections 3 and 4",
		},
	}
}

// fuse4Shape is the paper's (section 4), for n keys. Up to 100 keys or so would have
// segments of four slots or less, and a third of the attempts fail.
func fuse4Shape(n int) shape {
	if n == 0 {
		return emptyShape(kindFuse4)
	}
	ln := math.Log(float64(max(2, n)))
	length := uint64(1) << int(max(3, min(18, ln/math.Log(2.91)-0.5)))
	return segments(kindFuse4, n, length, max(1.075, 0.77+0.305*math.Log(6e5)/ln))
}

// fuse4 is as fuse.
type fuse4 struct{ solution }

// fuse4Slots are the second, third and fourth slot of hash h, the first being a,
// and x what its fingerprint is taken from, with bits to spare.
func fuse4Slots(h, x, a, length uint64) (b, c, d uint64) {
	return a + length ^ x>>24&(length-1), a + 2*length ^ h>>18&(length-1), a + 3*length ^ h&(length-1)
}

// Contains is as that of fuse.
func (f *fuse4) Contains(key string) bool {
	var h uint64
	if f.hash.Usual() {
		h = f.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = f.hash.Sum64(key)
	}
	x := fingerprint(h)
	a, _ := bits.Mul64(h, f.span)
	b, c, d := fuse4Slots(h, x, a, f.length)
	return (x^f.at(a)^f.at(b)^f.at(c)^f.at(d))&f.mask == f.hit
}

// ContainsBatch is as that of fuse.
func (f *fuse4) ContainsBatch(keys *wordlist.List, out []bool) {
	for first, hashes := range f.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			x := fingerprint(h)
			a, _ := bits.Mul64(h, f.span)
			b, c, d := fuse4Slots(h, x, a, f.length)
			answers[i] = (x^f.at(a)^f.at(b)^f.at(c)^f.at(d))&f.mask == f.hit
		}
	}
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *fuse4) UnmarshalBinary(data []byte) error { return f.read(data, kindFuse4) }
