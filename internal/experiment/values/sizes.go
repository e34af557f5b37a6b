package values

import (
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Fingerprint and value of the functions whose bits are compared by their keys.
const (
	sizedFingerprint = 8
	sizedValue       = 8
)

// functionSizes are functions of so many keys.
func (b *bench) functionSizes() (list []visit) {
	for _, n := range b.x.sizes.Values {
		for _, name := range functionNames() {
			list = append(list, visit{name: name, at: place{n: n}, make: makeSized, of: []runfolder.Metric{Slots}})
		}
	}
	return list
}

// sized is a function's bits as a multiple of those of fingerprints and values.
type sized struct{ slots float64 }

// makeSized builds a function and asks it for every key.
func makeSized(b *bench, v visit, round int) (subject, error) {
	seed := b.seed(v, round)
	kind, err := mapletsByName(v.name)
	if err != nil {
		return nil, err
	}
	keys := numbered(v.at.n, seed)
	values := make([]uint64, v.at.n)
	for i := range values {
		values[i] = filter.Mix(^seed+uint64(i)) >> (64 - sizedValue)
	}
	m, err := kind.Build(keys, values, sizedValue, filter.Config{Epsilon: rate(sizedFingerprint), Seed: seed})
	if err != nil {
		return nil, err
	}
	for i, want := range values {
		if got, known := m.Value(keys.At(i)); !known || got != want {
			return nil, fmt.Errorf("the key %q has the value %d (%v) instead of %d", keys.At(i), got, known, want)
		}
	}
	return sized{float64(m.Bits()) / float64(v.at.n*(sizedFingerprint+sizedValue))}, nil
}

func (s sized) count(m runfolder.Metric) (float64, string, error) {
	if m != Slots {
		return 0, "", unknown(m)
	}
	return s.slots, "1", nil
}
