package main

import (
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// ownFilter is queried through the interface, as by a user of the registry.
type ownFilter struct{ filter.Filter }

// ownPeer is a structure of hyphbench beside its peers.
func ownPeer(s filter.Structure) filterPeer {
	setting := askedEpsilon
	switch {
	case s.Closed:
		setting = "exact on the words asked"
	case s.Exact:
		setting = "exact"
	}
	return filterPeer{
		name: ownName + " " + s.Name, own: true, kind: kindOf(s), setting: setting,
		mayLose: s.Faults&filter.LosesKeys != 0,
		buildOf: func(set *KeySet) (Membership, error) {
			if s.MaxKeys > 0 && len(set.Keys) > s.MaxKeys {
				return nil, &filter.BuildError{Structure: s.Name, Err: fmt.Errorf("%s keys, whose bits grow with their square: want %s at most", axis.Grouped(len(set.Keys)), axis.Grouped(s.MaxKeys))}
			}
			cfg := filter.Config{Epsilon: epsilon}
			if s.Closed {
				cfg.Universe = set.Queries
			}
			f, err := s.Build(set.List, cfg)
			if err != nil {
				return nil, err
			}
			return ownFilter{f}, nil
		},
	}
}

// buildGuard is the filter before the store in the thesis's pass.
func buildGuard(name string, keys *wordlist.List) (filter.Filter, error) {
	structure, err := all.ByName(name)
	if err != nil {
		return nil, err
	}
	return structure.Build(keys, filter.Config{Epsilon: epsilon})
}

func (f ownFilter) Bits() float64 { return float64(f.Filter.Bits()) }

func (f ownFilter) Count(words *wordlist.List) (n int) {
	text, start := words.Text(), uint32(0)
	for _, end := range words.Ends() {
		if f.Contains(text[start:end]) {
			n++
		}
		start = end
	}
	return n
}
