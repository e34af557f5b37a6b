package filter

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"unsafe"

	farm "github.com/dgryski/go-farm"

	"hyphbench/internal/wordlist"
)

// Hash maps a key to 64 bits.
type Hash interface {
	Sum64(key string) uint64
}

// Hasher is the seeded hash that the structures call: go-farm's Fingerprint64
// (stable between machines and releases) with the seed mixed in afterwards, or
// the Hash of the Config in its place.
//
// Sum64 and Sums are all that a structure needs. One whose queries take a few
// nanoseconds can save the cost of a call (1.5 of 11 ns):
//
//	var x uint64
//	if h.Usual() {
//		x = h.Seeded(filter.Fingerprint(key))
//	} else {
//		x = h.Sum64(key)
//	}
//
// Usual, Seeded and Fingerprint are inlined, which a test keeps true.
type Hasher struct {
	seed  uint64
	other Hash
}

// NewHasher returns the hasher that cfg asks for. The seed is spread over all
// 64 bits here, once, so that neighbouring seeds give unrelated hashes and
// Sum64 needs no more than one multiplication.
func NewHasher(cfg Config) Hasher {
	return Hasher{seed: Mix(cfg.Seed ^ spread), other: cfg.Hash}
}

// Sum64 hashes key. All bits of the result may be used.
func (h *Hasher) Sum64(key string) uint64 {
	if h.other != nil {
		return h.Seeded(h.other.Sum64(key))
	}
	return h.Seeded(Fingerprint(key))
}

// Nth hashes key by function j of a family of hash functions: go-farm's hash of the whole
// key with a seed of its own. Of a key of up to 64 bytes go-farm mixes the seed into one hash
// of 64 bits, so keys that agree in it agree in all functions; those of Keyed do not. Most
// structures get by with Sum64 once and derive the others from it; those that repeat a text
// to the letter do not.
func (h *Hasher) Nth(key string, j int) uint64 {
	seed := h.seed + uint64(j)*spread
	if h.other != nil {
		return Mix(h.other.Sum64(key) + seed)
	}
	return farm.Hash64WithSeed(BytesOf(key), seed)
}

// Number is function 0 of the family for a number: of its eight bytes, little-endian.
func (h *Hasher) Number(x uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	if h.other != nil {
		return Mix(h.other.Sum64(string(b[:])) + h.seed)
	}
	return farm.Hash64WithSeed(b[:], h.seed)
}

// Same reports whether two hash functions agree on some keys, which those of
// different seeds do not. The functions themselves need not be comparable.
func (h *Hasher) Same(other *Hasher) bool {
	for _, key := range []string{"", "a", "quotient", "remainder"} {
		if h.Sum64(key) != other.Sum64(key) {
			return false
		}
	}
	return true
}

// Sums yields the hash of each key in order. It hashes a few keys ahead: a loop
// that does nothing else takes 1 to 3 ns per key less than Sum64 in turn with the
// work on each key.
func (h *Hasher) Sums(keys *wordlist.List) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		var ahead [sumsAhead]uint64
		for first := 0; first < keys.Len(); first += sumsAhead {
			for _, sum := range h.sums(&ahead, keys, first) {
				if !yield(sum) {
					return
				}
			}
		}
	}
}

// Batches yields the hashes of some keys at a time, with the index of the first
// of these. They are overwritten by the next.
func (h *Hasher) Batches(keys *wordlist.List) iter.Seq2[int, []uint64] {
	return func(yield func(int, []uint64) bool) {
		var ahead [sumsAhead]uint64
		for first := 0; first < keys.Len(); first += sumsAhead {
			if !yield(first, h.sums(&ahead, keys, first)) {
				return
			}
		}
	}
}

// sumsAhead is the number of keys that Sums hashes ahead.
const sumsAhead = BatchKeys

// BatchKeys is the most keys that Batches yields at a time.
const BatchKeys = 64

// sums are the hashes of the keys from the first on, as many as dst holds.
func (h *Hasher) sums(dst *[sumsAhead]uint64, keys *wordlist.List, first int) []uint64 {
	text, ends := keys.Text(), keys.Ends()
	start := uint32(0)
	if first > 0 {
		start = ends[first-1]
	}
	ends = ends[first:]
	ends = ends[:min(len(ends), len(dst))]
	for i, end := range ends {
		key := text[start:end]
		if h.other == nil {
			dst[i] = h.Seeded(Fingerprint(key))
		} else {
			dst[i] = h.Sum64(key)
		}
		start = end
	}
	return dst[:len(ends)]
}

// Usual reports whether the hash is go-farm's.
func (h *Hasher) Usual() bool { return h.other == nil }

// Fingerprint is go-farm's hash, without a seed.
func Fingerprint(key string) uint64 { return farm.Fingerprint64(BytesOf(key)) }

// Seeded mixes the seed in. The upper half of the product brings every bit of
// x down to the low bits, the lower half brings them up to the high bits.
func (h *Hasher) Seeded(x uint64) uint64 {
	hi, lo := bits.Mul64(x^h.seed, spread)
	return hi ^ lo
}

// spread is an odd constant without a pattern: 2^64 divided by the golden
// ratio, as in Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4).
const spread = 0x9e3779b97f4a7c15

// Mix is the 64-bit finaliser of MurmurHash3 (Appleby 2011): a bijection in
// which every bit of the argument reaches every bit of the result.
func Mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	x ^= x >> 33
	return x
}

// BytesOf views a string as bytes without a copy, since go-farm and some libraries take
// bytes and a copy would cost more than the hash. The bytes must not be changed.
func BytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
