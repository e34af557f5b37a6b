// Package library holds structures of maintained Go libraries, unchanged, behind the contract
// of this project.
//
// Guarantee: the arrays, the sizing and the queries are the library's; a file here adds the
// theory and handles the edge cases of the contract (no key, equal keys, a full table). The
// hash is the same as in the programs that 'hyphbench choose' writes: xxhash if the caller
// hashes, else the library's own hash.
// Cost: that of the library, which these structures are here to show. None is part of "all".
// Source: the modules, at the versions of go.mod.
package library

import (
	"github.com/cespare/xxhash/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// hasher is xxhash with the seed mixed in, or the Hash of the Config in its place.
type hasher struct{ filter.Hasher }

func newHasher(cfg filter.Config) hasher { return hasher{filter.NewHasher(cfg)} }

func (h *hasher) sum(key string) uint64 {
	if h.Usual() {
		return h.Seeded(xxhash.Sum64String(key))
	}
	return h.Sum64(key)
}

// sums are the hashes of all keys.
func (h *hasher) sums(keys *wordlist.List) []uint64 {
	list := make([]uint64, 0, keys.Len())
	for key := range keys.Each() {
		list = append(list, h.sum(key))
	}
	return list
}
