package exact

import (
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// LinkedList is one list of keys, each with a link to the next, which a query follows.
//
// Guarantee: exact; keys are inserted and deleted. A query takes Θ(n) comparisons: n of a
// negative, (n + 1)/2 on average of a key.
// Cost: 24 bytes per key and the text; no comparison begins before the link to its key is read.
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
			return filter.Plan{Bits: 192 * uint64(n), Estimated: true}, cfg.CheckExact() // the text is not known
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
  192 bits per key + the text
  comparisons = n of a negative, (n + 1)/2 of a key on average
  rate = 0`,
			Guarantee: "Exact. Keys are inserted and deleted in Θ(n), since each is looked for first; none is moved.",
			Price:     "24 bytes per key and the text, each node in a place of its own, and n comparisons per query.",
			When:      "As what a hash table divides among its buckets.",
		},
	}
}

// linked has its nodes in the heap, each with its key and a pointer to the next; nil ends the list.
type linked struct {
	first *linkedNode
	size  int    // nodes
	text  uint64 // bytes of their keys
	repeats
}

type linkedNode struct {
	next *linkedNode
	key  string
}

func buildLinked(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	l := &linked{}
	for key := range keys.Each() {
		l.add(key)
	}
	return l, nil
}

// find is the link to the node of key, or the last one, which is nil, after so many comparisons.
func (l *linked) find(key string) (link **linkedNode, steps int) {
	for link = &l.first; *link != nil; link = &(*link).next {
		if steps++; (*link).key == key {
			break
		}
	}
	return link, steps
}

func (l *linked) Contains(key string) bool {
	link, _ := l.find(key)
	return *link != nil
}

// ContainsSteps counts the keys that are compared.
func (l *linked) ContainsSteps(key string) (found bool, steps int) {
	link, steps := l.find(key)
	return *link != nil, steps
}

// InsertSteps counts the keys that are compared and the node that is linked.
func (l *linked) InsertSteps(key string) (steps int, err error) { return l.add(key), nil }

// Insert adds key at the end.
func (l *linked) Insert(key string) error {
	l.add(key)
	return nil
}

func (l *linked) add(key string) (steps int) {
	link, steps := l.find(key)
	if *link != nil {
		l.repeats.add(key)
		return steps
	}
	l.link(link, key)
	return steps + 1
}

// link puts a node of its own copy of key where a list ends.
func (l *linked) link(end **linkedNode, key string) {
	*end = &linkedNode{key: strings.Clone(key)}
	l.size, l.text = l.size+1, l.text+uint64(len(key))
}

func (l *linked) Delete(key string) bool {
	if l.repeats.take(key) {
		return true
	}
	link, _ := l.find(key)
	if *link == nil {
		return false
	}
	*link = (*link).next
	l.size, l.text = l.size-1, l.text-uint64(len(key))
	return true
}

// Bits counts nodes, each of a link and the place and length of its key, and text; not what the
// allocator rounds up.
func (l *linked) Bits() uint64 { return 192*uint64(l.size) + 8*l.text + l.repeats.bits() }

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
		for node := l.first; node != nil && yield(node.key); node = node.next {
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
	end := &l.first
	readKeys(d, func(room int) { d.Check(room == 0, "room for %d keys in a list", room) }, func(key string) {
		l.link(end, key)
		end = &(*end).next
	})
	l.repeats.read(d, l.Contains)
	return d.Close()
}
