package main

import (
	farm "github.com/dgryski/go-farm"
	bloomfilter "github.com/holiman/bloomfilter/v2"

	"hyphbench/internal/wordlist"
)

// holiman's keys are hashes; the hash is that of hyphbench.
type holiman struct{ *bloomfilter.Filter }

func openHoliman(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "holiman/bloomfilter + farm", version: moduleVersion("github.com/holiman/bloomfilter/v2"),
		kind: KindBloom, varies: true, setting: askedEpsilon, note: "locks a mutex for each query",
		build: func(keys []string) (Membership, error) {
			f, err := bloomfilter.NewOptimal(uint64(len(keys)), epsilon)
			if err != nil {
				return nil, err
			}
			for _, key := range keys {
				f.AddHash(farm.Fingerprint64(bytesOf(key)))
			}
			return holiman{f}, nil
		},
	}.participants(in)
}

func (f holiman) Contains(key string) bool { return f.ContainsHash(farm.Fingerprint64(bytesOf(key))) }
func (f holiman) Bits() float64            { return float64(f.M()) }

func (f holiman) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.ContainsHash(farm.Fingerprint64(bytesOf(text[start:end]))) {
			n++
		}
		start = end
	}
	return n
}
