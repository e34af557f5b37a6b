package exact

import "strings"

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
