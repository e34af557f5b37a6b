package main

import (
	"slices"
	"unsafe"

	"github.com/FastFilter/xorfilter"
	"github.com/cespare/xxhash/v2"

	"hyphbench/internal/wordlist"
)

// The filters of FastFilter have hashes for keys and are built of all at once.
type (
	xor8        struct{ *xorfilter.Xor8 }
	binaryFuse8 struct{ *xorfilter.BinaryFuse8 }
	// binaryFuse is the generic type behind it.
	binaryFuse[T xorfilter.Unsigned] struct{ *xorfilter.BinaryFuse[T] }
)

func openXorfilter(in *Input) ([]*Participant, error) {
	version := moduleVersion("github.com/FastFilter/xorfilter")
	const setting = "fixed: 8-bit fingerprints"
	xor, err := filterPeer{
		name: "FastFilter Xor8 + xxhash", version: version, kind: KindFuse, setting: setting,
		build: func(keys []string) (Membership, error) {
			f, err := xorfilter.Populate(hashes(keys))
			return xor8{f}, err
		},
	}.participants(in)
	if err != nil {
		return nil, err
	}
	fuse, err := filterPeer{
		name: "FastFilter BinaryFuse8 + xxhash", version: version, kind: KindFuse, setting: setting,
		build: func(keys []string) (Membership, error) {
			f, err := xorfilter.PopulateBinaryFuse8(hashes(keys))
			return binaryFuse8{f}, err
		},
	}.participants(in)
	if err != nil {
		return nil, err
	}
	generic8, err := openBinaryFuse[uint8](in, "8")
	if err != nil {
		return nil, err
	}
	generic16, err := openBinaryFuse[uint16](in, "16")
	return slices.Concat(xor, fuse, generic8, generic16), err
}

func openBinaryFuse[T xorfilter.Unsigned](in *Input, bits string) ([]*Participant, error) {
	return filterPeer{
		name: "FastFilter BinaryFuse[uint" + bits + "] + xxhash", version: moduleVersion("github.com/FastFilter/xorfilter"),
		kind: KindFuse, setting: "fixed: " + bits + "-bit fingerprints",
		build: func(keys []string) (Membership, error) {
			f, err := xorfilter.NewBinaryFuse[T](hashes(keys))
			return binaryFuse[T]{f}, err
		},
	}.participants(in)
}

func hashes(keys []string) []uint64 {
	sums := make([]uint64, len(keys))
	for i, key := range keys {
		sums[i] = xxhash.Sum64String(key)
	}
	return sums
}

func (f xor8) Contains(key string) bool { return f.Xor8.Contains(xxhash.Sum64String(key)) }
func (f xor8) Bits() float64            { return 8 * float64(len(f.Fingerprints)) }

func (f xor8) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Xor8.Contains(xxhash.Sum64String(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}

func (f binaryFuse8) Contains(key string) bool {
	return f.BinaryFuse8.Contains(xxhash.Sum64String(key))
}
func (f binaryFuse8) Bits() float64 { return 8 * float64(len(f.Fingerprints)) }

func (f binaryFuse8) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.BinaryFuse8.Contains(xxhash.Sum64String(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}

func (f binaryFuse[T]) Contains(key string) bool {
	return f.BinaryFuse.Contains(xxhash.Sum64String(key))
}

func (f binaryFuse[T]) Bits() float64 {
	var fingerprint T
	return 8 * float64(unsafe.Sizeof(fingerprint)) * float64(len(f.Fingerprints))
}

func (f binaryFuse[T]) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.BinaryFuse.Contains(xxhash.Sum64String(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
