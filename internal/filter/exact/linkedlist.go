package exact

import (
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// LinkedList is one list of keys, each with a link to the next, which a query follows.
//
// Guarantee: exact; keys are inserted and deleted. A query takes Θ(n) comparisons: n of a
// negative, (n + 1)/2 on average of a key.
// Cost: 12 bytes per key and the text; no comparison begins before the link to its key is read.
// Source: the article names linked lists; the thesis's section 2.1.2 has one in each bucket.
func LinkedList() filter.Structure {
	return filter.Structure{
		Name:      "linkedlist",
		Title:     "linked list",
		Reference: "thesis, section 2.1.2: the list of one bucket, here of all keys",
		Exact:     true,
		MaxKeys:   2000,
		Family:    filter.FamilyExact,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			return filter.Plan{Bits: 96 * uint64(n), Estimated: true}, cfg.CheckExact() // the text is not known
		},
		Build: buildLinked,
		Open:  filter.Open[linked],
		Explain: filter.Explanation{
			What: "Each key with a link to the next. A query follows the links and compares, until one is equal or the list ends.",
			Layout: `
  first
    │   ┌───────┐   ┌───────┐   ┌─────────┐   ┌───────┐
    └──►│ table │──►│ areas │──►│ academy │──►│ above │   end
        └───────┘   └───────┘   └─────────┘   └───────┘`,
			Formula: `
  96 bits per key + the text
  comparisons = n of a negative, (n + 1)/2 of a key on average
  rate = 0`,
			Guarantee: "Exact. Keys are inserted and deleted in Θ(n), since each is looked for first; none is moved.",
			Price:     "12 bytes per key and the text, and n comparisons per query.",
			When:      "As what a hash table divides among its buckets.",
		},
	}
}

// linked numbers its entries from 1, so that 0 ends a list.
type linked struct {
	first   uint32
	unused  uint32 // first of the list of deleted entries
	entries []linkedEntry
	keys    arena
	repeats
}

type linkedEntry struct {
	next uint32
	key  span
}

func buildLinked(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	l := &linked{entries: make([]linkedEntry, 0, keys.Len())}
	l.keys.text.Grow(len(keys.Text()))
	for key := range keys.Each() {
		if err := l.Insert(key); err != nil {
			return nil, &filter.BuildError{Structure: "linkedlist", Attempts: 1, Err: err}
		}
	}
	l.entries = slices.Clip(slices.Clone(l.entries))
	return l, nil
}

// find is the link to the entry of key, or the last one, which is 0.
func (l *linked) find(key string) *uint32 {
	link := &l.first
	for *link != 0 {
		e := &l.entries[*link-1]
		if l.keys.at(e.key) == key {
			break
		}
		link = &e.next
	}
	return link
}

func (l *linked) Contains(key string) bool { return *l.find(key) != 0 }

// ContainsSteps counts the keys that are compared.
func (l *linked) ContainsSteps(key string) (found bool, steps int) {
	for entry := l.first; entry != 0 && !found; entry = l.entries[entry-1].next {
		found = l.keys.at(l.entries[entry-1].key) == key
		steps++
	}
	return found, steps
}

// InsertSteps counts the keys that are compared and the entry that is linked.
func (l *linked) InsertSteps(key string) (steps int, err error) {
	found, steps := l.ContainsSteps(key)
	if err = l.Insert(key); err == nil && !found {
		steps++
	}
	return steps, err
}

// Insert adds key at the end. It returns ErrFull when the keys exceed 4 GiB.
func (l *linked) Insert(key string) error {
	link := l.find(key)
	if *link != 0 {
		l.repeats.add(key)
		return nil
	}
	s, ok := l.keys.add(key)
	if !ok {
		return filter.ErrFull
	}
	if entry := l.unused; entry != 0 {
		l.unused, *link = l.entries[entry-1].next, entry
		l.entries[entry-1] = linkedEntry{key: s}
		return nil
	}
	*link = uint32(len(l.entries) + 1) // before entries move
	l.entries = append(l.entries, linkedEntry{key: s})
	return nil
}

func (l *linked) Delete(key string) bool {
	if l.repeats.take(key) {
		return true
	}
	link := l.find(key)
	entry := *link
	if entry == 0 {
		return false
	}
	e := &l.entries[entry-1]
	*link, e.next, l.unused = e.next, l.unused, entry
	l.keys.drop(e.key, l.places)
	return true
}

// places are those of the keys, along the list.
func (l *linked) places(yield func(*span) bool) {
	for entry := l.first; entry != 0; entry = l.entries[entry-1].next {
		if !yield(&l.entries[entry-1].key) {
			return
		}
	}
}

// Bits counts entries, those to use again included, and text.
func (l *linked) Bits() uint64 {
	return 96*uint64(len(l.entries)) + l.keys.bits() + l.repeats.bits()
}

// Params are none: there is nothing to choose.
func (l *linked) Params() []filter.Param { return nil }

// Theory is 0: keys are compared.
func (l *linked) Theory() float64 { return 0 }

// linkedVersion is that of the file below.
const linkedVersion = 1

// AppendBinary implements filter.Stored. A list that is read has the order of its file.
func (l *linked) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "linkedlist", linkedVersion)
	writeKeys(e, 0, func(yield func(string) bool) {
		for place := range l.places {
			if !yield(l.keys.at(*place)) {
				return
			}
		}
	})
	l.repeats.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. The keys of a file differ, so that none
// is looked for.
func (l *linked) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "linkedlist", linkedVersion)
	if err != nil {
		return err
	}
	*l = linked{}
	link := &l.first
	readKeys(d, func(room int) { d.Check(room == 0, "room for %d keys in a list", room) }, func(key string) {
		if s, ok := l.keys.add(key); d.Check(ok, "its keys exceed 4 GiB") {
			*link = uint32(len(l.entries) + 1) // before entries move
			l.entries = append(l.entries, linkedEntry{key: s})
			link = &l.entries[len(l.entries)-1].next
		}
	})
	l.repeats.read(d, l.Contains)
	return d.Close()
}
