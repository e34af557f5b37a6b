package main

import (
	"github.com/parquet-go/parquet-go/bloom"

	"hyphbench/internal/wordlist"
)

// parquet is the split-block filter of Parquet with the format's hash, XXH64.
type parquet struct{ bloom.SplitBlockFilter }

func openParquet(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "parquet-go split block", version: moduleVersion("github.com/parquet-go/parquet-go"),
		kind: KindSplitBlock, setting: "10 bits per key", note: "its queries and insertions are assembly",
		build: func(keys []string) (Membership, error) {
			f := make(bloom.SplitBlockFilter, bloom.NumSplitBlocksOf(int64(len(keys)), 10))
			for _, key := range keys {
				f.Insert(bloom.XXH64{}.Sum64(bytesOf(key)))
			}
			return parquet{f}, nil
		},
	}.participants(in)
}

func (f parquet) Contains(key string) bool { return f.Check(bloom.XXH64{}.Sum64(bytesOf(key))) }
func (f parquet) Bits() float64            { return 8 * bloom.BlockSize * float64(len(f.SplitBlockFilter)) }

func (f parquet) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Check(bloom.XXH64{}.Sum64(bytesOf(text[start:end]))) {
			n++
		}
		start = end
	}
	return n
}
