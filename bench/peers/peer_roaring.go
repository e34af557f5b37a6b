package main

import (
	"math"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

	"hyphbench/internal/wordlist"
)

// roaringHashes is a bitmap of hashes reduced to n/ε values: of whole hashes each
// would have a container of its own.
type roaringHashes struct {
	*roaring.Bitmap
	values uint64
}

func (f roaringHashes) value(key string) uint32 {
	v, _ := bits.Mul64(xxhash.Sum64String(key), f.values)
	return uint32(v)
}

func openRoaring(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "RoaringBitmap + xxhash", version: moduleVersion("github.com/RoaringBitmap/roaring/v2"),
		kind: KindRoaring, setting: "hashes reduced to n/ε values, ε = 1 %", note: "the hashes are sorted before they are added",
		build: func(keys []string) (Membership, error) {
			f := roaringHashes{roaring.New(), uint64(math.Ceil(float64(len(keys)) / epsilon))}
			values := make([]uint32, len(keys))
			for i, key := range keys {
				values[i] = f.value(key)
			}
			slices.Sort(values)
			f.AddMany(values)
			return f, nil
		},
	}.participants(in)
}

func (f roaringHashes) Contains(key string) bool { return f.Bitmap.Contains(f.value(key)) }
func (f roaringHashes) Bits() float64            { return 8 * float64(f.GetSizeInBytes()) }

func (f roaringHashes) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Bitmap.Contains(f.value(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
