package main

import (
	cuckoo "github.com/panmari/cuckoofilter"

	"hyphbench/internal/wordlist"
)

type panmari struct {
	*cuckoo.Filter
	slots float64
}

func openPanmari(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "panmari/cuckoofilter", version: moduleVersion("github.com/panmari/cuckoofilter"),
		kind: KindCuckoo, varies: true, setting: "fixed: 16-bit fingerprints",
		build: func(keys []string) (Membership, error) {
			f := cuckoo.NewFilter(uint(len(keys)))
			for i, key := range keys {
				if !f.Insert(bytesOf(key)) {
					return nil, errKeyRefused(key, i)
				}
			}
			return panmari{f, float64(f.Count()) / f.LoadFactor()}, nil
		},
	}.participants(in)
}

func (f panmari) Contains(key string) bool { return f.Lookup(bytesOf(key)) }
func (f panmari) Bits() float64            { return 16 * f.slots }

func (f panmari) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Lookup(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
