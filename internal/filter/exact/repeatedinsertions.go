package exact

import (
	"maps"
	"slices"
	"strings"

	"hyphbench/internal/filter"
)

// repeats counts the further insertions of keys that a dictionary holds already,
// so that as many deletions are needed. It is empty where no key is repeated.
type repeats struct{ more map[string]int }

// add counts one further insertion of key.
func (r *repeats) add(key string) {
	if r.more == nil {
		r.more = make(map[string]int)
	}
	r.more[strings.Clone(key)]++
}

// take undoes one further insertion of key; false if there is none.
func (r *repeats) take(key string) bool {
	n := r.more[key]
	switch n {
	case 0:
		return false
	case 1:
		delete(r.more, key)
	default:
		r.more[key] = n - 1
	}
	return true
}

// bits are those of the text, the header and the count of each repeated key.
func (r *repeats) bits() uint64 {
	total := 0
	for key := range r.more {
		total += len(key) + 16 + 8
	}
	return 8 * uint64(total)
}

// write appends them to a file, in order.
func (r *repeats) write(e *filter.Encoder) {
	e.Uint(uint64(len(r.more)))
	for _, key := range slices.Sorted(maps.Keys(r.more)) {
		e.Bytes([]byte(key))
		e.Uint(uint64(r.more[key]))
	}
}

// read takes them from a file. They must be keys of the dictionary.
func (r *repeats) read(d *filter.Decoder, contains func(key string) bool) {
	*r = repeats{}
	last := ""
	for i := range d.Int("repeated keys", filter.MostKeys) {
		key, n := string(d.Bytes()), d.Int("repetitions of a key", filter.MostKeys)
		if !d.Check(n >= 1 && (i == 0 || key > last) && contains(key), "the repeated key %q is out of order or no key", key) {
			return
		}
		if r.more == nil {
			r.more = make(map[string]int)
		}
		r.more[key] = n
		last = key
	}
}
