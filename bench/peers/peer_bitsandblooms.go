package main

import (
	"github.com/bits-and-blooms/bloom/v3"

	"hyphbench/internal/wordlist"
)

type bitsAndBlooms struct{ *bloom.BloomFilter }

func openBitsAndBlooms(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "bits-and-blooms/bloom", version: moduleVersion("github.com/bits-and-blooms/bloom/v3"),
		kind: KindBloom, setting: askedEpsilon,
		build: func(keys []string) (Membership, error) {
			f := bloom.NewWithEstimates(uint(len(keys)), epsilon)
			for _, key := range keys {
				f.AddString(key)
			}
			return bitsAndBlooms{f}, nil
		},
	}.participants(in)
}

func (f bitsAndBlooms) Contains(key string) bool { return f.TestString(key) }
func (f bitsAndBlooms) Bits() float64            { return float64(f.Cap()) }

func (f bitsAndBlooms) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.TestString(text[start:end]) {
			n++
		}
		start = end
	}
	return n
}
