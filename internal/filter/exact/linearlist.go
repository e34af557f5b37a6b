package exact

import (
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// LinearList is an array of keys in the order in which they came, with which a query is
// compared one by one.
//
// Guarantee: exact; keys are inserted and deleted. A query takes Θ(n) comparisons: n of a
// negative, (n + 1)/2 on average of a key.
// Cost: 8 bytes per key and the text.
// Source: thesis, section 2: comparison with each of the elements.
func LinearList() filter.Structure {
	return filter.Structure{
		Name:      "list",
		Title:     "linear list",
		Reference: "thesis, section 2: comparison with each element",
		Exact:     true,
		MaxKeys:   2000,
		Family:    filter.FamilyExact,
		Plan:      planKeys,
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return buildKeys("list", false, keys, cfg)
		},
		Open: func(data []byte) (filter.Filter, error) { return openKeys("list", false, data) },
		Explain: filter.Explanation{
			What: "The keys one after the other. A query is compared with each until one is equal.",
			Layout: `
  ┌───────┬────────┬─────────┬───────┐
  │ table │ areas  │ academy │ above │   compared from the first on
  └───────┴────────┴─────────┴───────┘`,
			Formula: `
  64 bits per key + the text
  comparisons = n of a negative, (n + 1)/2 of a key on average
  rate = 0`,
			Guarantee: "Exact. Keys are inserted and deleted in Θ(n), since each is looked for first.",
			Price:     "8 bytes per key and the text, and n comparisons per query.",
			When:      "For a handful of keys, and as the measure of what a hash table saves.",
		},
	}
}

// SortedArray is an array of keys in order, with a binary search.
//
// Guarantee: exact; keys are inserted and deleted. A query takes ⌊log2 n⌋ + 1 comparisons at
// most; an insertion moves n/2 places on average.
// Cost: 8 bytes per key and the text.
// Source: Knuth 1973, section 6.2.1; the article names arrays.
func SortedArray() filter.Structure {
	return filter.Structure{
		Name:      "sortedarray",
		Title:     "sorted array",
		Reference: "Knuth 1973, The art of computer programming 3, section 6.2.1, algorithm B",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planKeys,
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return buildKeys("sortedarray", true, keys, cfg)
		},
		Open: func(data []byte) (filter.Filter, error) { return openKeys("sortedarray", true, data) },
		Explain: filter.Explanation{
			What: "The keys in order. A query is compared with the middle one, then with that of the half in which it must be, and so on.",
			Layout: `
              third    first     second
  ┌───────┬─────────┬─────────┬────────┐
  │ above │ academy │  areas  │ table  │   before areas, before academy
  └───────┴─────────┴─────────┴────────┘`,
			Formula: `
  64 bits per key + the text
  comparisons ≤ ⌊log2 n⌋ + 1
  rate = 0`,
			Guarantee: "Exact. A query takes O(log n), an insertion or a deletion Θ(n) moves.",
			Price:     "8 bytes per key and the text: the smallest exact structure here that inserts. Each comparison waits for the one before.",
			When:      "For a fixed set where memory counts and every answer must be right.",
		},
	}
}

// keyArray has the places of its keys, in order or not.
type keyArray struct {
	name    string
	ordered bool
	places  []span
	keys    arena
	repeats
}

// planKeys knows no text.
func planKeys(n int, cfg filter.Config) (filter.Plan, error) {
	return filter.Plan{Bits: 64 * uint64(n), Estimated: true}, cfg.CheckExact()
}

// buildKeys sorts once, where insertions would move all that is behind.
func buildKeys(name string, ordered bool, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	k := &keyArray{name: name, ordered: ordered}
	list := keys
	if ordered {
		list = wordlist.Of(slices.Sorted(keys.Each())...)
	}
	k.places = make([]span, 0, keys.Len())
	k.keys.text.Grow(len(keys.Text()))
	for key := range list.Each() {
		if err := k.Insert(key); err != nil {
			return nil, &filter.BuildError{Structure: name, Attempts: 1, Err: err}
		}
	}
	k.places = slices.Clip(slices.Clone(k.places))
	return k, nil
}

// search is where key stands, or belongs, and how many keys were compared with it, one by one.
func (k *keyArray) search(key string) (place, steps int, found bool) {
	if !k.ordered {
		for i, s := range k.places {
			if k.keys.at(s) == key {
				return i, i + 1, true
			}
		}
		return len(k.places), len(k.places), false
	}
	low, high := 0, len(k.places)
	for ; low < high; steps++ {
		middle := int(uint(low+high) / 2)
		other := k.keys.at(k.places[middle])
		switch {
		case other == key:
			return middle, steps + 1, true
		case other < key:
			low = middle + 1
		default:
			high = middle
		}
	}
	return low, steps, false
}

func (k *keyArray) Contains(key string) bool {
	_, _, found := k.search(key)
	return found
}

// ContainsSteps counts the keys that are compared.
func (k *keyArray) ContainsSteps(key string) (found bool, steps int) {
	_, steps, found = k.search(key)
	return found, steps
}

// InsertSteps counts the comparisons, the place that is written and those that are moved.
func (k *keyArray) InsertSteps(key string) (steps int, err error) {
	place, steps, found := k.search(key)
	if err = k.Insert(key); err == nil && !found {
		steps += len(k.places) - place
	}
	return steps, err
}

// Insert adds key. It returns ErrFull when the keys exceed 4 GiB.
func (k *keyArray) Insert(key string) error {
	place, _, found := k.search(key)
	if found {
		k.repeats.add(key)
		return nil
	}
	s, ok := k.keys.add(key)
	if !ok {
		return filter.ErrFull
	}
	k.places = slices.Insert(k.places, place, s)
	return nil
}

func (k *keyArray) Delete(key string) bool {
	if k.repeats.take(key) {
		return true
	}
	place, _, found := k.search(key)
	if !found {
		return false
	}
	s := k.places[place]
	k.places = slices.Delete(k.places, place, place+1)
	k.keys.drop(s, func(yield func(*span) bool) {
		for i := range k.places {
			if !yield(&k.places[i]) {
				return
			}
		}
	})
	return true
}

// Bits counts places and text.
func (k *keyArray) Bits() uint64 {
	return 64*uint64(len(k.places)) + k.keys.bits() + k.repeats.bits()
}

// Params are none: there is nothing to choose.
func (k *keyArray) Params() []filter.Param { return nil }

// Theory is 0: keys are compared.
func (k *keyArray) Theory() float64 { return 0 }

// keyArrayVersion is that of the files below.
const keyArrayVersion = 1

// AppendBinary implements filter.Stored. A list that is read has the order of its file.
func (k *keyArray) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, k.name, keyArrayVersion)
	writeKeys(e, 0, func(yield func(string) bool) {
		for _, s := range k.places {
			if !yield(k.keys.at(s)) {
				return
			}
		}
	})
	k.repeats.write(e)
	return e.Close()
}

// openKeys reads such a file. Its keys are in order, so that each is put at the end.
func openKeys(name string, ordered bool, data []byte) (filter.Filter, error) {
	d, err := filter.NewDecoder(data, name, keyArrayVersion)
	if err != nil {
		return nil, err
	}
	k := &keyArray{name: name, ordered: ordered}
	readKeys(d, func(room int) { d.Check(room == 0, "room for %d keys in an array", room) }, func(key string) {
		if s, ok := k.keys.add(key); d.Check(ok, "its keys exceed 4 GiB") {
			k.places = append(k.places, s)
		}
	})
	k.repeats.read(d, k.Contains)
	if err := d.Close(); err != nil {
		return nil, err
	}
	return k, nil
}
