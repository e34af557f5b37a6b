package values

import (
	"unicode/utf8"

	"hyphbench/internal/filter"
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
