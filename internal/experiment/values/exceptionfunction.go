package values

import (
	"fmt"
	"unicode/utf8"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// function is the exceptions as a function: the value of a word is its hyphenation. It
// is a knuthliang.Store that is wrong for some negatives, and never for a key.
type function struct {
	values  filter.Maplet
	code    *code
	hash    *filter.Hasher // joined with values; nil: they are as they are
	longest int            // key, in runes
}

// buildFunction makes one of the exceptions.
func buildFunction(of filter.Maplets, c *code, t *truth, cfg filter.Config) (*function, error) {
	f := &function{code: c, longest: t.longest}
	if c.name == codeHashed {
		hash := filter.NewHasher(filter.Config{Seed: filter.Mix(^cfg.Seed)}) // none of the structure's
		f.hash = &hash
	}
	values := make([]uint64, len(t.masks))
	for i, m := range t.masks {
		values[i] = c.value(m) ^ f.noise(t.keys.At(i))
	}
	var err error
	f.values, err = of.Build(t.keys, values, c.v, cfg)
	return f, err
}

// noise is as many bits of the hash of a word as a value has, 0 without a hash.
func (f *function) noise(word string) uint64 {
	if f.hash == nil {
		return 0
	}
	return f.hash.Sum64(word) >> (64 - f.code.v)
}

// Lookup implements knuthliang.Store. A word whose breaks cannot be its own is none of
// the keys; that is looked into only where there is a value.
func (f *function) Lookup(word string) (mask uint64, known bool) {
	value, known := f.values.Value(word)
	if !known {
		return 0, false
	}
	mask, known = f.code.mask(value ^ f.noise(word))
	length := utf8.RuneCountInString(word)
	if !known || length > f.longest || !fits(mask, length) {
		return 0, false
	}
	return mask, true
}

// Bits are those of the function and of the table of its code.
func (f *function) Bits() uint64 { return f.values.Bits() + f.code.bits() }

// Fingerprint and value of the functions whose bits are compared by their keys.
const (
	sizedFingerprint = 8
	sizedValue       = 8
)

// functionSizes are functions of so many keys, for their bits alone.
func functionSizes(r *trial.Run) (list []trial.Trial) {
	for _, n := range r.Counts(N) {
		for _, name := range functionNames() {
			list = append(list, place{n: n}.trial(name, []runfolder.Metric{Slots}, func(t *trial.T, seed uint64) error {
				bits, err := bitsOfFunction(name, n, seed)
				t.Report(Slots, bits/float64(n*(sizedFingerprint+sizedValue)))
				return err
			}))
		}
	}
	return list
}

// bitsOfFunction builds a function and asks it for every key.
func bitsOfFunction(name string, n int, seed uint64) (float64, error) {
	kind, err := mapletsByName(name)
	if err != nil {
		return 0, err
	}
	keys := numbered(n, seed)
	values := make([]uint64, n)
	for i := range values {
		values[i] = filter.Mix(^seed+uint64(i)) >> (64 - sizedValue)
	}
	m, err := kind.Build(keys, values, sizedValue, filter.Config{Epsilon: rate(sizedFingerprint), Seed: seed})
	if err != nil {
		return 0, err
	}
	for i, want := range values {
		if got, known := m.Value(keys.At(i)); !known || got != want {
			return 0, fmt.Errorf("the key %q has the value %d (%v) instead of %d", keys.At(i), got, known, want)
		}
	}
	return float64(m.Bits()), nil
}
