package main

import (
	"github.com/cespare/xxhash/v2"
	"github.com/greatroar/blobloom"

	"hyphbench/internal/wordlist"
)

// blob is blobloom, whose keys are hashes, with the hash of its documentation.
type blob struct {
	*blobloom.Filter
	bits uint64
}

func openBlobloom(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "greatroar/blobloom + xxhash", version: moduleVersion("github.com/greatroar/blobloom"),
		kind: KindBlocked, setting: askedEpsilon,
		build: func(keys []string) (Membership, error) {
			bits, hashes := blobloom.Optimize(blobloom.Config{Capacity: uint64(len(keys)), FPRate: epsilon})
			f := blobloom.New(bits, hashes)
			for _, key := range keys {
				f.Add(xxhash.Sum64String(key))
			}
			return blob{f, bits}, nil
		},
	}.participants(in)
}

func (f blob) Contains(key string) bool { return f.Has(xxhash.Sum64String(key)) }
func (f blob) Bits() float64            { return float64(f.bits) }

func (f blob) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Has(xxhash.Sum64String(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
