package difference

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sort"

	"hyphbench/internal/filter"
)

// Tree is a set as a tree over the hashes of its keys, of which every node has a value
// that stands for all the keys below it. A peer that knows the values sees at a glance
// that two subtrees are equal.
//
// Guarantee: Missing gives no key that the other set has.
// Cost: 16 bytes per key; nodes are not stored, they are the stretches of the sorted
// hashes that have a prefix in common.
// Source: Byers, Considine, Mitzenmacher, Rost 2004, section on approximate
// reconciliation trees.
type Tree struct {
	places []uint64 // hashes that decide the place in the tree, ascending
	sums   []uint64 // exclusive or of the values of the leaves before each
	seed   uint64
}

// NewTree returns the tree of distinct keys.
func NewTree(keys []uint64, seed uint64) *Tree {
	t := &Tree{places: make([]uint64, len(keys)), sums: make([]uint64, len(keys)+1), seed: filter.Mix(seed)}
	for i, k := range keys {
		t.places[i] = filter.Mix(k ^ t.seed) // a bijection: no two are equal
	}
	slices.Sort(t.places)
	for i, p := range t.places {
		t.sums[i+1] = t.sums[i] ^ filter.Mix(p+1)
	}
	return t
}

// key undoes the hash of a place.
func (t *Tree) key(place uint64) uint64 { return unmix(place) ^ t.seed }

// unmix is the inverse of filter.Mix: each of its steps is undone, the multiplications by
// the inverses of the factors modulo 2^64.
func unmix(x uint64) uint64 {
	x ^= x >> 33
	x *= inverse(0xc4ceb9fe1a85ec53)
	x ^= x >> 33
	x *= inverse(0xff51afd7ed558ccd)
	x ^= x >> 33
	return x
}

// inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the
// bits that are right, of which an odd number has three.
func inverse(odd uint64) uint64 {
	x := odd
	for range 5 {
		x *= 2 - odd*x
	}
	return x
}

// value of the node of places[low:high].
func (t *Tree) value(low, high int) uint64 {
	return filter.Mix(t.sums[low] ^ t.sums[high] ^ uint64(high-low))
}

// split of an inner node: where its second child begins.
func (t *Tree) split(low, high int) int {
	shared := bits.LeadingZeros64(t.places[low] ^ t.places[high-1])
	second := t.places[high-1] >> (63 - shared) << (63 - shared) // the least place of the second child
	return low + sort.Search(high-low, func(i int) bool { return t.places[low+i] >= second })
}

// Summary is what a peer sends of its tree: the values of its inner nodes and those of
// its leaves, in a Bloom filter each.
type Summary struct{ inner, leaves bitset }

// LeafShare of the bits for the leaves finds the most at 8 bits per key and a correction of
// 5, as a test compares: a false positive on a leaf cannot be corrected.
const LeafShare = 0.65

// Summary has so many bits per key, a share of them for the leaves.
func (t *Tree) Summary(bitsPerKey, leaves float64) *Summary {
	n := float64(len(t.places))
	s := &Summary{
		inner:  newBitset(bitsPerKey*(1-leaves)*n, len(t.places)-1),
		leaves: newBitset(bitsPerKey*leaves*n, len(t.places)),
	}
	var visit func(low, high int)
	visit = func(low, high int) {
		if high-low == 1 {
			s.leaves.set(t.value(low, high))
			return
		}
		s.inner.set(t.value(low, high))
		middle := t.split(low, high)
		visit(low, middle)
		visit(middle, high)
	}
	if len(t.places) > 0 {
		visit(0, len(t.places))
	}
	return s
}

// Missing are keys of the tree that the set of the summary lacks, as far as they are
// found, and how many questions to the summary that took. The walk leaves a subtree when
// the summary knows correction + 1 nodes in a row on the way down: with 0 a false
// positive on the way hides all that is below.
func (t *Tree) Missing(s *Summary, correction int) (keys []uint64, questions int) {
	var visit func(low, high, known int)
	visit = func(low, high, known int) {
		questions++
		if high-low == 1 {
			if !s.leaves.has(t.value(low, high)) {
				keys = append(keys, t.key(t.places[low]))
			}
			return
		}
		if !s.inner.has(t.value(low, high)) {
			known = 0
		} else if known++; known > correction {
			return
		}
		middle := t.split(low, high)
		visit(low, middle, known)
		visit(middle, high, known)
	}
	if len(t.places) > 0 {
		visit(0, len(t.places), 0)
	}
	return keys, questions
}

// bitset is a Bloom filter of 64-bit values that are hashes already.
type bitset struct {
	words []uint64
	size  uint64 // bits
	k     int
}

// newBitset has the number of hashes that suits n values.
func newBitset(size float64, n int) bitset {
	b := bitset{size: uint64(max(1, math.Round(size))), k: 1}
	if n > 0 {
		b.k = min(max(1, int(math.Round(float64(b.size)/float64(n)*math.Ln2))), mostProbes)
	}
	b.words = make([]uint64, (b.size+63)/64)
	return b
}

// mostProbes bounds the hashes of a bitset.
const mostProbes = 64

// probe is the ith bit of a value, by double hashing.
func (b *bitset) probe(value uint64, i int) uint64 {
	at, _ := bits.Mul64(value+uint64(i)*(filter.Mix(value+1)|1), b.size)
	return at
}

func (b *bitset) set(value uint64) {
	for i := range b.k {
		at := b.probe(value, i)
		b.words[at/64] |= 1 << (at % 64)
	}
}

func (b *bitset) has(value uint64) bool {
	for i := range b.k {
		if at := b.probe(value, i); b.words[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// AppendBinary writes the summary.
func (s *Summary) AppendBinary(b []byte) []byte {
	for _, set := range []bitset{s.inner, s.leaves} {
		b = binary.AppendUvarint(b, uint64(set.k))
		b = binary.AppendUvarint(b, set.size)
		for _, w := range set.words {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	return b
}

// ParseSummary reads a summary.
func ParseSummary(data []byte) (*Summary, error) {
	r := &reader{what: "a summary of a tree", left: data}
	s := &Summary{}
	for _, set := range []*bitset{&s.inner, &s.leaves} {
		set.k = int(r.uint("the hashes", 1, mostProbes))
		set.size = r.uint("the bits", 1, 8*uint64(len(data)))
		set.words = r.words((set.size + 63) / 64)
		if past := set.size % 64; r.err == nil && past > 0 && set.words[len(set.words)-1]>>past != 0 {
			r.fail("there are bits behind the last")
		}
	}
	if err := r.close(); err != nil {
		return nil, err
	}
	return s, nil
}
