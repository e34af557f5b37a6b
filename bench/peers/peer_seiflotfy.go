package main

import (
	"math/bits"

	cuckoo "github.com/seiflotfy/cuckoofilter"

	"hyphbench/internal/wordlist"
)

type seiflotfy struct {
	*cuckoo.Filter
	slots int
}

// nextPowerOfTwo is the library's number of slots for a capacity.
func nextPowerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }

func openSeiflotfy(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "seiflotfy/cuckoofilter", version: moduleVersion("github.com/seiflotfy/cuckoofilter"),
		kind: KindCuckoo, varies: true, setting: "fixed: 8-bit fingerprints",
		build: func(keys []string) (Membership, error) {
			f := cuckoo.NewFilter(uint(len(keys)))
			for i, key := range keys {
				if !f.Insert(bytesOf(key)) {
					return nil, errKeyRefused(key, i)
				}
			}
			return seiflotfy{f, nextPowerOfTwo(len(keys))}, nil
		},
	}.participants(in)
}

func (f seiflotfy) Contains(key string) bool { return f.Lookup(bytesOf(key)) }
func (f seiflotfy) Bits() float64            { return 8 * float64(f.slots) }

func (f seiflotfy) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Lookup(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
