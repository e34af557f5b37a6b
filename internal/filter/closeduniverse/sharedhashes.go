package closeduniverse

import (
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Doubts are the hashes that a key shares with another element of the universe,
// and the keys that have them: no structure of hashes can tell these from each
// other. There are none in n keys of a good hash, save with a probability of
// u·n/2^64.
type Doubts struct {
	sums map[uint64]struct{}
	keys map[string]struct{}
}

// NewDoubts finds the keys of the hashes.
func NewDoubts(sums []uint64, keys *wordlist.List, hash *filter.Hasher) Doubts {
	if len(sums) == 0 {
		return Doubts{}
	}
	d := Doubts{make(map[uint64]struct{}, len(sums)), make(map[string]struct{})}
	for _, h := range sums {
		d.sums[h] = struct{}{}
	}
	for key := range keys.Each() {
		if d.About(hash.Sum64(key)) {
			d.keys[strings.Clone(key)] = struct{}{}
		}
	}
	return d
}

// About reports whether the hash alone does not decide.
func (d *Doubts) About(h uint64) bool {
	_, doubt := d.sums[h]
	return doubt
}

// Decide is the answer then.
func (d *Doubts) Decide(key string) bool {
	_, found := d.keys[key]
	return found
}

// Common are the numbers in both of two ascending lists.
func Common(a, b []uint64) []uint64 {
	var both []uint64
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}

// Without takes the numbers of an ascending list from another, in place.
func Without(list, numbers []uint64) []uint64 {
	if len(numbers) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(x uint64) bool {
		_, found := slices.BinarySearch(numbers, x)
		return found
	})
}

// Write appends them to a file.
func (d *Doubts) Write(e *filter.Encoder) {
	e.Words(slices.Sorted(maps.Keys(d.sums)))
	e.Uint(uint64(len(d.keys)))
	for _, key := range slices.Sorted(maps.Keys(d.keys)) {
		e.Bytes([]byte(key))
	}
}

// Read takes them from a file; hash is that of the structure.
func (d *Doubts) Read(from *filter.Decoder, hash *filter.Hasher) {
	sums := from.Words()
	n := from.Int("keys in doubt", filter.MostKeys)
	keys := make([]string, 0)
	for i := range n {
		key := string(from.Bytes())
		_, found := slices.BinarySearch(sums, hash.Sum64(key))
		if !from.Check(found && (i == 0 || key > keys[i-1]), "the key %q is out of order or not in doubt", key) {
			return
		}
		keys = append(keys, key)
	}
	from.Check(len(sums) == 0 || len(keys) > 0, "hashes in doubt without a key")
	from.Check(slices.IsSorted(sums) && len(slices.Compact(slices.Clone(sums))) == len(sums), "the hashes in doubt are not in order")
	*d = NewDoubts(sums, wordlist.Of(keys...), hash)
}

// Bits are those of the hashes, with Go's byte of control, and of the keys.
func (d *Doubts) Bits() uint64 {
	total := 9 * len(d.sums)
	for key := range d.keys {
		total += len(key) + 25
	}
	return 8 * uint64(total)
}
