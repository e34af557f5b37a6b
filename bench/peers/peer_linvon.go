package main

import (
	cuckoo "github.com/linvon/cuckoo-filter"

	"hyphbench/internal/wordlist"
)

type linvon struct{ *cuckoo.Filter }

// openLinvon opens both tables of the library: the plain one, and the semi-sorted
// one, which saves a bit per key.
func openLinvon(in *Input) ([]*Participant, error) {
	const bucket, fingerprint = 4, 10 // the thesis's: ⌈log2(2·4/1 %)⌉ bits
	var all []*Participant
	for _, table := range []struct {
		name string
		kind uint
	}{{"single", cuckoo.TableTypeSingle}, {"semi-sorted", cuckoo.TableTypePacked}} {
		rows, err := filterPeer{
			name: "linvon/cuckoo-filter (" + table.name + ")", version: moduleVersion("github.com/linvon/cuckoo-filter"),
			kind: KindCuckoo, varies: true, setting: "10-bit fingerprints for ε = 1 %",
			build: func(keys []string) (Membership, error) {
				f := cuckoo.NewFilter(bucket, fingerprint, uint(len(keys)), table.kind)
				for i, key := range keys {
					if !f.Add(bytesOf(key)) {
						return nil, errKeyRefused(key, i)
					}
				}
				return linvon{f}, nil
			},
		}.participants(in)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func (f linvon) Contains(key string) bool { return f.Contain(bytesOf(key)) }
func (f linvon) Bits() float64            { return 8 * float64(f.SizeInBytes()) }

func (f linvon) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Contain(bytesOf(text[start:end])) {
			n++
		}
		start = end
	}
	return n
}
