package values

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
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

// sortedList is the exceptions as a lean exact store: the words one behind the other in
// their order, where each begins, and its hyphenation as a number in the table of the
// different ones.
type sortedList struct {
	text   string
	starts packed.Array // one more than there are words
	values packed.Array
	n      int
	code   *code
}

func newSorted(keys *wordlist.List, masks []uint64, c *code) *sortedList {
	order := make([]int, keys.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(keys.At(i), keys.At(j)) })
	s := &sortedList{n: len(order), code: c}
	s.starts = packed.New(uint64(s.n+1), uint64(bits.Len(uint(len(keys.Text())))))
	s.values = packed.New(uint64(s.n), uint64(c.v))
	var text strings.Builder
	for i, key := range order {
		s.starts.Set(uint64(i), uint64(text.Len()))
		s.values.Set(uint64(i), c.value(masks[key]))
		text.WriteString(keys.At(key))
	}
	s.starts.Set(uint64(s.n), uint64(text.Len()))
	s.text = text.String()
	return s
}

func (s *sortedList) at(i int) string {
	return s.text[s.starts.At(uint64(i)):s.starts.At(uint64(i)+1)]
}

// Lookup implements knuthliang.Store.
func (s *sortedList) Lookup(word string) (mask uint64, known bool) {
	low, high := 0, s.n
	for low < high {
		middle := int(uint(low+high) / 2)
		if s.at(middle) < word {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == s.n || s.at(low) != word {
		return 0, false
	}
	return s.code.mask(s.values.At(uint64(low)))
}

// Bits are those of the words, of where they begin, and of their values with the table.
func (s *sortedList) Bits() uint64 {
	return 8*uint64(len(s.text)) + uint64(s.n+1)*s.starts.Width + uint64(s.n)*s.values.Width + s.code.bits()
}
