package main

import (
	"github.com/FastFilter/xorfilter"
	"github.com/cespare/xxhash/v2"

	"hyphbench/internal/wordlist"
)

// The filters of FastFilter have hashes for keys and are built of all at once.
type (
	xor8        struct{ *xorfilter.Xor8 }
	binaryFuse8 struct{ *xorfilter.BinaryFuse8 }
)

func openXorfilter(in *Input) ([]*Participant, error) {
	version := moduleVersion("github.com/FastFilter/xorfilter")
	const setting = "fixed: 8-bit fingerprints"
	xor, err := filterPeer{
		name: "FastFilter Xor8 + xxhash", version: version, against: ownBloom, setting: setting,
		build: func(keys []string) (Membership, error) {
			f, err := xorfilter.Populate(hashes(keys))
			return xor8{f}, err
		},
	}.participants(in)
	if err != nil {
		return nil, err
	}
	fuse, err := filterPeer{
		name: "FastFilter BinaryFuse8 + xxhash", version: version, against: ownBloom, setting: setting,
		build: func(keys []string) (Membership, error) {
			f, err := xorfilter.PopulateBinaryFuse8(hashes(keys))
			return binaryFuse8{f}, err
		},
	}.participants(in)
	return append(xor, fuse...), err
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
