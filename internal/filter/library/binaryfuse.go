package library

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/FastFilter/xorfilter"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

const binaryFuseName = "xorfilter-fuse"

// BinaryFuse is the binary fuse filter of github.com/FastFilter/xorfilter, with
// fingerprints of 8, 16 or 32 bits: the shortest that hold the rate, or the longest.
//
// Guarantee: no false negatives; nothing can be inserted later.
// Cost: 9 bits per key for 0.39 %, 18 for 0.0015 %, 36 below, and more for few keys; three reads.
// Source: the module; Graf, Lemire 2022.
func BinaryFuse() filter.Structure {
	return filter.Structure{
		Name:      binaryFuseName,
		Title:     "binary fuse filter of FastFilter/xorfilter",
		Reference: "github.com/FastFilter/xorfilter, BinaryFuse",
		Family:    filter.FamilyLibrary,
		Plan:      planBinaryFuse,
		Build:     buildBinaryFuse,
		Open:      openBinaryFuse,
		Explain: filter.Explanation{
			What: "A key has places in three neighbouring segments of a table, and a fingerprint: the exclusive or of the three. Fingerprints have 8, 16 or 32 bits, the shortest that hold the rate. The caller hashes, here by xxhash.",
			Layout: `
  key ──xxhash──────┬───────┬───────┐    three segments in a row
                    ▼       ▼       ▼
  ┌───────┬───────┬───────┬───────┬───────┬───────┐
  │       │       │   a   │   b   │   c   │       │
  └───────┴───────┴───────┴───────┴───────┴───────┘
  true if a ⊕ b ⊕ c is the fingerprint`,
			Formula: `
  w = 8, 16 or 32 bits, the first with 2^−w ≤ ε
  fingerprints = max(1.125, 0.875 + 0.25·ln 10⁶/ln n)·n, in whole segments
  rate = 2^−w: 0.39 %, 0.0015 % or 2·10⁻¹⁰`,
			Guarantee: "No false negatives. Nothing can be inserted later.",
			Price:     "9 bits per key for 0.39 %, 18 for 0.0015 %: between them nothing. A quarter more for a few thousand keys.",
			When:      "Where a maintained library must have the filter and the set is fixed: of the libraries here the smallest and the fastest. fuse has every rate.",
			Paper:     "T. M. Graf, D. Lemire 2022, Binary fuse filters: fast and smaller than xor filters; Go module github.com/FastFilter/xorfilter",
		},
	}
}

// fuseOf is the library's filter of fingerprints of a type.
type fuseOf[T xorfilter.Unsigned] struct {
	of   xorfilter.BinaryFuse[T] // without fingerprints where there is no key
	hash hasher
}

// widthOf is that of a fingerprint type, in bits.
func widthOf[T xorfilter.Unsigned]() int { var f T; return 8 * int(unsafe.Sizeof(f)) }

// FuseWidth is the bits of the fingerprints for a rate.
func FuseWidth(epsilon float64) int {
	for _, w := range []int{8, 16} {
		if math.Ldexp(1, -w) <= epsilon {
			return w
		}
	}
	return 32
}

// fuseLength is the library's number of fingerprints for n keys.
func fuseLength(n int) uint64 {
	const longest = 1 << 18
	size := math.Log(float64(n))
	segment := min(longest, uint64(1)<<int(size/math.Log(3.33)+2.25))
	length := uint64(0)
	if n > 1 {
		length = uint64(math.Round(float64(n) * max(1.125, 0.875+0.25*math.Log(1_000_000)/size)))
	}
	return max(3, (length+segment-1)/segment) * segment
}

func planBinaryFuse(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	w := FuseWidth(cfg.Epsilon)
	if n == 0 {
		return filter.Plan{Params: fingerprintParams(w)}, nil
	}
	return filter.Plan{Params: fingerprintParams(w), Bits: uint64(w) * fuseLength(n), Capacity: n, Theory: math.Ldexp(1, -w)}, nil
}

func buildBinaryFuse(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	switch FuseWidth(cfg.Epsilon) {
	case 8:
		return newFuse[uint8](keys, cfg)
	case 16:
		return newFuse[uint16](keys, cfg)
	}
	return newFuse[uint32](keys, cfg)
}

func newFuse[T xorfilter.Unsigned](keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	f := &fuseOf[T]{hash: newHasher(cfg)}
	if keys.Len() == 0 {
		return f, nil
	}
	of, err := xorfilter.NewBinaryFuse[T](f.hash.sums(keys))
	if err != nil {
		return nil, &filter.BuildError{Structure: binaryFuseName, Attempts: xorfilter.MaxIterations, Err: err}
	}
	f.of = *of
	return f, nil
}

func (f *fuseOf[T]) Contains(key string) bool {
	return len(f.of.Fingerprints) > 0 && f.of.Contains(f.hash.sum(key))
}

func (f *fuseOf[T]) Bits() uint64 {
	return uint64(widthOf[T]()) * uint64(len(f.of.Fingerprints))
}
func (f *fuseOf[T]) Params() []filter.Param { return fingerprintParams(widthOf[T]()) }

// Theory is exact.
func (f *fuseOf[T]) Theory() float64 {
	if len(f.of.Fingerprints) == 0 {
		return 0
	}
	return math.Ldexp(1, -widthOf[T]())
}

// binaryFuseVersion is that of the file below.
const binaryFuseVersion = 1

// AppendBinary implements filter.Stored.
func (f *fuseOf[T]) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, binaryFuseName, binaryFuseVersion)
	e.Uint(uint64(widthOf[T]()))
	if err := e.HasherOf(filter.HashXX, &f.hash.Hasher); err != nil {
		return out, err
	}
	e.Uint(f.of.Seed)
	e.Uint(uint64(f.of.SegmentLength))
	table, err := binary.Append(nil, binary.LittleEndian, f.of.Fingerprints)
	if err != nil {
		return out, err
	}
	e.Bytes(table)
	return e.Close()
}

// openBinaryFuse reads a file of any width.
func openBinaryFuse(data []byte) (filter.Filter, error) {
	d, err := filter.NewDecoder(data, binaryFuseName, binaryFuseVersion)
	if err != nil {
		return nil, err
	}
	switch w := d.Uint(); w {
	case 8:
		return readFuse[uint8](d)
	case 16:
		return readFuse[uint16](d)
	case 32:
		return readFuse[uint32](d)
	default:
		d.Check(false, "its fingerprints have %d bits: want 8, 16 or 32", w)
	}
	return nil, d.Close()
}

// readFuse reads the rest.
func readFuse[T xorfilter.Unsigned](d *filter.Decoder) (filter.Filter, error) {
	const longest = 1 << 30
	f := &fuseOf[T]{hash: hasher{d.HasherOf(filter.HashXX)}}
	f.of.Seed = d.Uint()
	segment := d.Int("length of a segment", longest)
	table := d.Bytes()
	size := widthOf[T]() / 8
	n := len(table) / size
	d.Check(len(table)%size == 0 && n <= math.MaxUint32, "%d bytes are not fingerprints of %d", len(table), size)
	if n > 0 || segment > 0 {
		d.Check(segment&(segment-1) == 0 && segment > 0 && n >= 3*segment && n%segment == 0, "%d fingerprints are not three segments of %d or more", n, segment)
	}
	if d.Check(true, "") && n > 0 {
		f.of.SegmentLength, f.of.SegmentLengthMask = uint32(segment), uint32(segment-1)
		f.of.SegmentCount = uint32(n/segment - 2)
		f.of.SegmentCountLength = f.of.SegmentCount * f.of.SegmentLength
		f.of.Fingerprints = make([]T, n)
		_, err := binary.Decode(table, binary.LittleEndian, f.of.Fingerprints)
		d.Check(err == nil, "%v", err)
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return f, nil
}
