package static

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Fuse is a binary fuse filter of three slots per key.
//
// Guarantee: no false negatives; nothing can be inserted later. The rate is 2^−r.
// Cost: r bits for each of 1.13 slots per key, at a few thousand keys 1.5; three reads
// and no branch per query. Building takes 25 bytes per key beside.
// Source: Graf, Lemire 2022, sections 3 and 4.
func Fuse() filter.Structure {
	return filter.Structure{
		Name:      "fuse",
		Title:     "binary fuse filter",
		Reference: "Graf, Lemire 2022, Binary fuse filters: fast and smaller than xor filters, sections 3 and 4",
		Family:    filter.FamilyStatic,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			return plan(n, fuseShape(n), cfg)
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return build(keys, fuseShape(keys.Len()), cfg, func(s *solution) filter.Filter { return &fuse{*s} })
		},
		Open: filter.Open[fuse],
		Explain: filter.Explanation{
			What: "A table of numbers of r bits, cut into segments. A key has one slot in each of three segments that follow each other, and the exclusive or of the three numbers is its fingerprint. Which numbers make it so is found when the filter is built, for all keys at once.",
			Layout: `
  key ──hash──► fingerprint 5a, segment 2, three places

  segment  1       2       3       4       5
       ┌───────┬───────┬───────┬───────┬───────┐
       │       │  17   │    c1 │ 8c    │       │   17 ⊕ c1 ⊕ 8c = 5a ?
       └───────┴───▲───┴─────▲─┴─▲─────┴───────┘`,
			Formula: `
  r = ⌈log2(1/ε)⌉ bits, segments of 2^⌊ln n/ln 3.33 + 2.25⌋ slots, ≤ 2^18
  slots ≈ n·max(1.125, 0.875 + 0.25·ln 10^6/ln n), in whole segments
  rate = 2^−r`,
			Guarantee: "No false negatives. The rate is that of the fingerprint, whatever the number of keys.",
			Price:     "Three reads and no branch per query; 10.2, 9.0 and 7.9 bits per key for 1,753, 10^4 and 10^6 keys at ε = 1 %, where r = 7 gives 0.78 %. The set is fixed. Building needs 25 bytes per key, and sometimes a second hash function.",
			When:      "For a fixed set of some ten thousand keys or more: smaller than a Bloom filter and as fast as the fastest. For fewer keys the segments leave more slots empty.",
			Paper:     "T. M. Graf, D. Lemire 2022, Binary fuse filters: fast and smaller than xor filters, ACM Journal of Experimental Algorithmics 27, sections 3 and 4",
		},
	}
}

// longestSegment is the paper's bound: a segment more of bytes would not fit the
// second cache.
const longestSegment = 1 << 18

// fuseShape is the paper's (section 4), for n keys.
func fuseShape(n int) shape {
	if n == 0 {
		return emptyShape(kindFuse)
	}
	ln := math.Log(float64(max(2, n)))
	length := uint64(1) << int(min(18, ln/math.Log(3.33)+2.25))
	return segments(kindFuse, n, length, max(1.125, 0.875+0.25*math.Log(1e6)/ln))
}

// segments has whole segments for n keys with as many slots each as factor says.
func segments(k kind, n int, length uint64, factor float64) shape {
	parts := uint64(math.Ceil(float64(n) * factor / float64(length)))
	return newShape(k, max(k.arity(), parts), length)
}

// fuse has the slot of its first segment at the high bits of a hash, and the low
// bits move it in those that follow.
type fuse struct{ solution }

// fuseSlots are the second and third slot of hash h, the first being a.
func fuseSlots(h, a, length uint64) (b, c uint64) {
	return a + length ^ h>>18&(length-1), a + 2*length ^ h&(length-1)
}

// Contains reads a word at each slot. What is above r bits does not matter.
func (f *fuse) Contains(key string) bool {
	var h uint64
	if f.hash.Usual() {
		h = f.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = f.hash.Sum64(key)
	}
	a, _ := bits.Mul64(h, f.span)
	b, c := fuseSlots(h, a, f.length)
	return (fingerprint(h)^f.at(a)^f.at(b)^f.at(c))&f.mask == f.hit
}

// ContainsBatch hashes some keys, then reads their slots. Past the caches more reads
// wait for memory together than where a hash lies between them.
func (f *fuse) ContainsBatch(keys *wordlist.List, out []bool) {
	for first, hashes := range f.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			a, _ := bits.Mul64(h, f.span)
			b, c := fuseSlots(h, a, f.length)
			answers[i] = (fingerprint(h)^f.at(a)^f.at(b)^f.at(c))&f.mask == f.hit
		}
	}
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *fuse) UnmarshalBinary(data []byte) error { return f.read(data, kindFuse) }
