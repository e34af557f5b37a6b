package filter

import (
	"unsafe"

	farm "github.com/dgryski/go-farm"
)

// Hash maps a key to 64 bits.
type Hash interface {
	Sum64(key string) uint64
}

// Hasher is the seeded hash that the structures call: go-farm's Fingerprint64
// (stable between machines and releases) with the seed mixed in afterwards, or
// the Hash of the Config in its place. It is a value with a direct call, since
// a call through an interface would cost a fifth of a query.
type Hasher struct {
	seed  uint64
	other Hash
}

// NewHasher returns the hasher that cfg asks for.
func NewHasher(cfg Config) Hasher { return Hasher{seed: cfg.Seed, other: cfg.Hash} }

// Sum64 hashes key.
func (h Hasher) Sum64(key string) uint64 {
	if h.other != nil {
		return Mix(h.other.Sum64(key) ^ h.seed)
	}
	return Mix(farm.Fingerprint64(bytesOf(key)) ^ h.seed)
}

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

// bytesOf views a string as bytes without a copy, since go-farm takes bytes
// and a copy would cost more than the hash. The bytes must not be changed.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
