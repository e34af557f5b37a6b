// Package library holds structures of maintained Go libraries as they are to be had, each
// behind the contract of this project.
//
// Guarantee: the arrays, the sizing and the queries are the library's; a file here adds its
// theory and what the contract wants at the edges (no key, equal keys, a full table). The
// hash is that of the programs that 'hyphbench choose' writes: xxhash where the caller
// hashes, else the library's own.
// Cost: that of the library, which is what these structures are here for; none is part of "all".
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
