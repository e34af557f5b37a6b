package values

import (
	"unicode/utf8"

	"hyphbench/internal/filter"
)

// function is the exceptions as a function: the value of a word is its hyphenation. It
// is a knuthliang.Store that is wrong for some strangers, and never for a key.
type function struct {
	values  filter.Maplet
	code    *code
	longest int // key, in runes
}

// buildFunction makes one of the exceptions.
func buildFunction(of filter.Maplets, c *code, t *truth, cfg filter.Config) (*function, error) {
	values := make([]uint64, len(t.masks))
	for i, m := range t.masks {
		values[i] = c.value(t.keys.At(i), m)
	}
	m, err := of.Build(t.keys, values, c.v, cfg)
	if err != nil {
		return nil, err
	}
	return &function{m, c, t.longest}, nil
}

// Lookup implements knuthliang.Store. A word whose breaks cannot be its own is none of
// the keys; that is looked into only where there is a value.
func (f *function) Lookup(word string) (mask uint64, known bool) {
	value, known := f.values.Value(word)
	if !known {
		return 0, false
	}
	mask, known = f.code.mask(word, value)
	length := utf8.RuneCountInString(word)
	if !known || length > f.longest || !fits(mask, length) {
		return 0, false
	}
	return mask, true
}

// Bits are those of the function and of the table of its code.
func (f *function) Bits() uint64 { return f.values.Bits() + f.code.bits() }
