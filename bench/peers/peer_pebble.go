package main

import (
	"github.com/cockroachdb/pebble/v2/bloom"

	"hyphbench/internal/wordlist"
)

// pebbleBits is the policy that the library's documentation gives for 1 %.
const pebbleBits = bloom.FilterPolicy(10)

// pebbleTable is the only type of filter that the policy knows.
const pebbleTable = 0

// pebble is the filter of a table of Pebble, without the store around it.
type pebble []byte

func openPebble(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "cockroachdb/pebble bloom", version: moduleVersion("github.com/cockroachdb/pebble/v2"),
		kind: KindBlocked, setting: "10 bits per key",
		build: func(keys []string) (Membership, error) {
			w := pebbleBits.NewWriter(pebbleTable)
			for _, key := range keys {
				w.AddKey(bytesOf(key))
			}
			return pebble(w.Finish(nil)), nil
		},
	}.participants(in)
}

func (f pebble) Contains(key string) bool { return pebbleBits.MayContain(pebbleTable, f, bytesOf(key)) }
func (f pebble) Bits() float64            { return 8 * float64(len(f)) }

func (f pebble) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if pebbleBits.MayContain(pebbleTable, f, bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
