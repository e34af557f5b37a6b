package main

import (
	"github.com/btcsuite/btcd/btcutil/gcs"

	"hyphbench/internal/wordlist"
)

// btcGCS is the Golomb-coded set of Bitcoin's block filters. A query decodes the
// set up to its own place, half of it on average.
type btcGCS struct {
	*gcs.Filter
	size int // bytes
}

// btcKey is the key of its hash, SipHash.
var btcKey = [gcs.KeySize]byte{1}

func openGCS(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "btcutil/gcs", version: moduleVersion("github.com/btcsuite/btcd/btcutil"),
		kind: KindGolomb, setting: askedEpsilon + ", 6-bit remainders",
		note: "a query decodes half of the set on average",
		build: func(keys []string) (Membership, error) {
			const inverse, remainder = 1 / epsilon, 6 // log2(ln 2/ε)
			data := make([][]byte, len(keys))
			for i, key := range keys {
				data[i] = bytesOf(key)
			}
			f, err := gcs.BuildGCSFilter(remainder, inverse, btcKey, data)
			if err != nil {
				return nil, err
			}
			coded, err := f.Bytes()
			return btcGCS{f, len(coded)}, err
		},
	}.participants(in)
}

// Contains has no error: the filter was built here.
func (f btcGCS) Contains(key string) bool {
	found, err := f.Match(btcKey, bytesOf(key))
	return found && err == nil
}

func (f btcGCS) Bits() float64 { return 8 * float64(f.size) }

func (f btcGCS) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Contains(text[start:end]) {
			n++
		}
		start = end
	}
	return n
}
