package duplicates

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/golomb"
)

// In a hypercube the filter that comes over dimension i is that of the 2^i processing
// elements of the neighbour's side: of others only, and of each of them once. So an
// element that none of these filters has is nobody else's, and the union of all is the
// filter of all.

// bitArray is a Bloom filter of k hash functions as bytes.
type bitArray struct {
	bytes []byte
	m, k  uint64
	seed  uint64
}

// newBitArray has room for n elements with a false-positive rate, by the usual formulas.
func newBitArray(n uint64, epsilon float64, seed uint64) bitArray {
	m := uint64(math.Ceil(float64(max(1, n)) * -math.Log(epsilon) / (math.Ln2 * math.Ln2)))
	k := uint64(max(1, math.Round(-math.Log2(epsilon))))
	return bitArray{make([]byte, (m+7)/8), m, k, seed}
}

// each calls f with the place of each of an element's bits, until it says no.
func (a *bitArray) each(hash uint64, f func(at uint64) bool) bool {
	h := hash ^ a.seed
	for range a.k {
		h = filter.Mix(h)
		if at, _ := bits.Mul64(h, a.m); !f(at) {
			return false
		}
	}
	return true
}

func (a *bitArray) add(hash uint64) {
	a.each(hash, func(at uint64) bool { a.bytes[at/8] |= 1 << (at % 8); return true })
}

// has asks bytes of the same shape.
func (a *bitArray) has(bytes []byte, hash uint64) bool {
	return a.each(hash, func(at uint64) bool { return bytes[at/8]>>(at%8)&1 == 1 })
}

// replicateBits sends the union of the bits over each dimension, and returns that of
// all. It marks as candidates the elements that a filter of others has.
func (e *processor) replicateBits(epsilon float64) (bitArray, error) {
	e.enter(hashes)
	n, err := e.sum(uint64(len(e.keys)))
	if err != nil {
		return bitArray{}, err
	}
	a := newBitArray(n, epsilon, filter.Mix(e.seed))
	for _, hash := range e.hash {
		a.add(hash)
	}
	met := make([]bool, len(e.keys))
	for d := range e.dimensions() {
		got, err := e.swap(d, slices.Clone(a.bytes)) // a message is not changed once it is sent
		if err != nil {
			return a, err
		}
		if len(got) != len(a.bytes) {
			return a, fmt.Errorf("a filter of %d bytes came over dimension %d, not %d", len(got), d, len(a.bytes))
		}
		for i, hash := range e.hash {
			met[i] = met[i] || a.has(got, hash)
		}
		orInto(a.bytes, got)
	}
	e.candidate = met
	e.flagged = append(e.flagged, len(e.candidates()))
	return a, nil
}

// orInto sets in to what is set in from too, of the same length.
func orInto(to, from []byte) {
	whole := len(to) / 8 * 8
	for i := 0; i < whole; i += 8 {
		binary.LittleEndian.PutUint64(to[i:], binary.LittleEndian.Uint64(to[i:])|binary.LittleEndian.Uint64(from[i:]))
	}
	for i := whole; i < len(to); i++ {
		to[i] |= from[i]
	}
}

// replicateCoded does the same with the positions of a filter of one hash function,
// which are sent as their differences.
func (e *processor) replicateCoded(epsilon float64) (singleShot, []uint64, error) {
	e.enter(hashes)
	n, err := e.sum(uint64(len(e.keys)))
	if err != nil {
		return singleShot{}, nil, err
	}
	s := newSingleShot(n, epsilon, filter.Mix(e.seed), 1)
	own := e.positions(s)
	union := distinct(own)
	met := make([]bool, len(e.keys))
	for d := range e.dimensions() {
		message, err := e.swap(d, golomb.AppendStream(nil, union, s.positions))
		if err != nil {
			return s, nil, err
		}
		got, err := golomb.ReadStream(message, s.positions)
		if err != nil {
			return s, nil, err
		}
		at := 0
		for _, mine := range own {
			for at < len(got) && got[at] < mine.position {
				at++
			}
			met[mine.key] = met[mine.key] || at < len(got) && got[at] == mine.position
		}
		union = merge(union, got)
	}
	e.candidate = met
	e.flagged = append(e.flagged, len(e.candidates()))
	return s, union, nil
}

// merge is the union of two ascending lists.
func merge(a, b []uint64) []uint64 {
	out := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
