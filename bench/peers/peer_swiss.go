package main

import (
	"github.com/cockroachdb/swiss"

	"hyphbench/internal/wordlist"
)

// swissMap is exact.
type swissMap struct{ *swiss.Map[string, struct{}] }

func openSwiss(in *Input) ([]*Participant, error) {
	return filterPeer{
		name: "cockroachdb/swiss", version: moduleVersion("github.com/cockroachdb/swiss"),
		kind: KindExact, setting: "exact", note: "given the number of keys",
		build: func(keys []string) (Membership, error) {
			m := swiss.New[string, struct{}](len(keys))
			for _, key := range keys {
				m.Put(key, struct{}{})
			}
			return swissMap{m}, nil
		},
	}.participants(in)
}

func (m swissMap) Contains(key string) bool { _, ok := m.Get(key); return ok }

// Bits is 0: a map has no nominal size.
func (m swissMap) Bits() float64 { return 0 }

func (m swissMap) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if _, ok := m.Get(text[start:end]); ok {
			n++
		}
		start = end
	}
	return n
}
