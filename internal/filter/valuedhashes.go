package filter

import (
	"cmp"
	"errors"
	"slices"

	"hyphbench/internal/wordlist"
)

// Valued is the hash of a key with its value.
type Valued struct{ Hash, Value uint64 }

// ErrTwoValues is the failure of an attempt at a maplet of true values.
var ErrTwoValues = errors.New("a key, or two of equal hash, have two values")

// Valued are the hashes of keys, values[i] that of key i, ascending, each once. It fails
// with ErrTwoValues.
func (h *Hasher) Valued(keys *wordlist.List, values []uint64) ([]Valued, error) {
	list := make([]Valued, 0, keys.Len())
	for first, hashes := range h.Batches(keys) {
		for i, x := range hashes {
			list = append(list, Valued{x, values[first+i]})
		}
	}
	slices.SortFunc(list, func(x, y Valued) int { return cmp.Compare(x.Hash, y.Hash) })
	for i := 1; i < len(list); i++ {
		if list[i].Hash == list[i-1].Hash && list[i].Value != list[i-1].Value {
			return nil, ErrTwoValues
		}
	}
	return slices.CompactFunc(list, func(x, y Valued) bool { return x.Hash == y.Hash }), nil
}
