package main

import (
	"github.com/dgraph-io/ristretto/v2/z"
	farm "github.com/dgryski/go-farm"

	"hyphbench/internal/wordlist"
)

// ristretto's keys are hashes; the hash is that of hyphbench.
type ristretto struct{ *z.Bloom }

func openRistretto(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "ristretto z.Bloom + farm", version: moduleVersion("github.com/dgraph-io/ristretto/v2"),
		kind: KindBloom, setting: askedEpsilon, note: "rounds its bits up to a power of two",
		build: func(keys []string) (Membership, error) {
			f := z.NewBloomFilter(float64(len(keys)), epsilon)
			for _, key := range keys {
				f.Add(farm.Fingerprint64(bytesOf(key)))
			}
			return ristretto{f}, nil
		},
	}.participants(in)
}

func (f ristretto) Contains(key string) bool { return f.Has(farm.Fingerprint64(bytesOf(key))) }

// Bits is TotalSize without the five words of the header.
func (f ristretto) Bits() float64 { return 8 * float64(f.TotalSize()-5*8) }

func (f ristretto) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Has(farm.Fingerprint64(bytesOf(text[start:end]))) {
			n++
		}
		start = end
	}
	return n
}
