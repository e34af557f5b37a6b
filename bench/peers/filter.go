package main

import (
	"fmt"
	"unsafe"

	"hyphbench/internal/section"
	"hyphbench/internal/wordlist"
)

// epsilon is the target false-positive rate of every filter with that parameter.
const epsilon = 0.01

// askedEpsilon is epsilon in the table.
const askedEpsilon = "ε = 1 %"

// Membership is a filter of a peer.
type Membership interface {
	Contains(key string) bool
	// Count is the number of admitted words. Each peer has a loop of its own, which
	// calls its method directly.
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
	setting string // target ε, or the fixed size
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
	found.Bytes = some(section.Held(func() any {
		m, _ := f.build(in.Keys) // built before without error
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

// filterErrors queries all words and all keys once.
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

// errKeyRefused names the key that a filter refused, which would be a false
// negative.
func errKeyRefused(key string, n int) error {
	return fmt.Errorf("the filter took %d keys and refused %q", n, key)
}

// bytesOf views a string as bytes, for peers with arguments of bytes: their time
// shall have no copy. They neither retain nor change them.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
