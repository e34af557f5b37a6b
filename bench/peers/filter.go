package main

import (
	"fmt"
	"unsafe"

	"hyphbench/internal/wordlist"
)

// epsilon is the false-positive rate asked of every filter that can be asked.
const epsilon = 0.01

// askedEpsilon says so in the table.
const askedEpsilon = "ε = 1 %"

// Membership is a filter of a peer.
type Membership interface {
	Contains(key string) bool
	// Count is the number of words answered yes. Each peer writes this loop
	// itself, so that its own method is called directly.
	Count(words *wordlist.List) int
	// Bits is the nominal size: the filter's array alone.
	Bits() float64
}

// filterPeer describes a filter; participants makes its two rows.
type filterPeer struct {
	name    string
	version string
	own     bool
	against string
	setting string // ε asked, or that it is fixed
	note    string
	build   func(keys []string) (Membership, error)
}

func (f filterPeer) participants(in *Input) ([]*Participant, error) {
	built, err := f.build(in.Keys)
	if err != nil {
		return nil, err
	}
	found := filterErrors(built, in)
	found.Keys = len(in.Keys)
	found.BitsOfKey = some(built.Bits() / float64(len(in.Keys)))
	found.Bytes = some(residentBytes(func() any {
		m, _ := f.build(in.Keys) // it could be built a moment ago
		return m
	}))

	row := Participant{Name: f.name, Version: f.version, Own: f.own, Against: f.against, Setting: f.setting}
	query, build := row, row
	query.Figure, query.Found, query.Note = Query, found, f.note
	query.Section = in.quiet(in.Lower.Len(), func() int64 { return int64(built.Count(in.Lower)) })
	build.Figure = Build
	build.Section = in.quiet(len(in.Keys), func() int64 {
		m, err := f.build(in.Keys)
		if err != nil || m == nil {
			return 0
		}
		return int64(len(in.Keys))
	})
	return []*Participant{&query, &build}, nil
}

// filterErrors asks all words and all keys once.
func filterErrors(m Membership, in *Input) Found {
	fp, fn := 0, 0
	for _, key := range in.Keys {
		if !m.Contains(key) {
			fn++
		}
	}
	for i := range in.Lower.Len() {
		if word := in.Lower.At(i); !in.isKey[word] && m.Contains(word) {
			fp++
		}
	}
	return Found{FP: some(fp), FN: some(fn), FPRate: some(float64(fp) / float64(in.negatives()))}
}

// errKeyRefused says which key a filter did not take; such a filter would
// have a false negative.
func errKeyRefused(key string, n int) error {
	return fmt.Errorf("the filter took %d keys and refused %q", n, key)
}

// bytesOf views a string as bytes, for peers that take bytes: a copy would be
// charged to them. They do not keep or change them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
