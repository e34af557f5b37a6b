package exact

import (
	"iter"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// HashTable is the thesis's complete dictionary: an array of buckets, each the
// head of a linked list of keys.
//
// Guarantee: exact; keys are inserted and deleted. Queries take O(1) expected and
// Θ(n) at worst, insertions O(1).
// Cost: one bucket a key at first, 20 bytes per key and the text. An entry has 32
// bits of the key's hash, so that a negative's text is hardly ever compared.
// Source: thesis, section 2.1.2 and figure 2.1.
func HashTable() filter.Structure {
	return filter.Structure{
		Name:      "hashtable",
		Title:     "hash table",
		Reference: "thesis, section 2.1.2: hash table with linked lists",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planChained,
		Build:     buildChained,
		Open:      filter.Open[chained],
		Explain: filter.Explanation{
			What: "An array of buckets. Each is the head of a linked list of the keys that are hashed to it. A query follows the list and compares.",
			Layout: `
  key ──hash──► bucket 2, tag 5a
  ┌───┐
  │ 0 │                  tag, next, key
  ├───┤   ┌──────────┐
  │ 1 │──►│ 17 areas │
  ├───┤   ├──────────┤   ┌────────────┐
  │ 2 │──►│ c0 table │──►│ 5a academy │ compare
  └───┘   └──────────┘   └────────────┘`,
			Formula: `
  n buckets of 32 bits, doubled when there are two keys per bucket
  160 bits per key + the text
  rate = 0; entries read by a negative's query: n/buckets`,
			Guarantee: "Exact. Keys are inserted and deleted, O(1) expected, Θ(n) at worst.",
			Price:     "20 bytes per key and the text, 4 GiB of it at most.",
			When:      "As the thesis's dictionary. Go's map is faster where its memory is no concern.",
			Examples:  hashTableExamples,
		},
	}
}

// chainedLoad is how many keys a bucket has when the buckets are doubled.
const chainedLoad = 2

// chained numbers its entries from 1, so that 0 ends a list.
type chained struct {
	heads   []uint32 // first entry of each bucket
	entries []chainedEntry
	unused  uint32 // first of the list of deleted entries
	n       int    // distinct keys
	keys    arena
	repeats
	hash filter.Hasher
}

type chainedEntry struct {
	next uint32
	tag  uint32 // low bits of the hash; the high ones chose the bucket
	key  span
}

func newChained(n int, cfg filter.Config) (*chained, int, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, 0, err
	}
	return &chained{hash: filter.NewHasher(cfg)}, max(1, cfg.Room(n)), nil
}

// planChained knows no text.
func planChained(n int, cfg filter.Config) (filter.Plan, error) {
	_, buckets, err := newChained(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: chainedParams(buckets), Bits: chainedBits(buckets, n), Estimated: true}, nil
}

func buildChained(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, buckets, err := newChained(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	c.heads = make([]uint32, buckets)
	c.entries = make([]chainedEntry, 0, keys.Len())
	c.keys.text.Grow(len(keys.Text()))
	for key := range keys.Each() {
		if err := c.Insert(key); err != nil {
			return nil, &filter.BuildError{Structure: "hashtable", Attempts: 1, Err: err}
		}
	}
	if c.n < keys.Len() { // it was made for the repeated ones too
		c.rehash(max(1, cfg.Room(c.n)))
		c.entries = slices.Clip(slices.Clone(c.entries))
	}
	return c, nil
}

// link makes the entry the first of its bucket.
func (c *chained) link(entry uint32, h uint64) {
	head := c.head(h)
	c.entries[entry-1].next = *head
	*head = entry
}

func (c *chained) head(h uint64) *uint32 {
	bucket, _ := bits.Mul64(h, uint64(len(c.heads)))
	return &c.heads[bucket]
}

// find is what points to the entry of key: its bucket or the entry before it,
// nil if there is none.
func (c *chained) find(h uint64, key string) *uint32 {
	for link := c.head(h); *link != 0; {
		e := &c.entries[*link-1]
		if e.tag == uint32(h) && c.keys.at(e.key) == key {
			return link
		}
		link = &e.next
	}
	return nil
}

func (c *chained) Contains(key string) bool { return c.find(c.hash.Sum64(key), key) != nil }

// ContainsSteps counts the entries that are compared.
func (c *chained) ContainsSteps(key string) (found bool, steps int) {
	for entry := *c.head(c.hash.Sum64(key)); entry != 0 && !found; entry = c.entries[entry-1].next {
		found = c.keys.at(c.entries[entry-1].key) == key
		steps++
	}
	return found, steps
}

// InsertSteps counts the entries that are compared, the one that is linked, and those that
// are linked anew where the buckets are doubled.
func (c *chained) InsertSteps(key string) (steps int, err error) {
	_, steps = c.ContainsSteps(key)
	keys, buckets := c.n, len(c.heads)
	err = c.Insert(key)
	steps += c.n - keys
	if len(c.heads) != buckets {
		steps += c.n
	}
	return steps, err
}

// Insert adds key. It returns ErrFull when the keys exceed 4 GiB.
func (c *chained) Insert(key string) error {
	h := c.hash.Sum64(key)
	if c.find(h, key) != nil {
		c.repeats.add(key)
		return nil
	}
	at, ok := c.keys.add(key)
	if !ok {
		return filter.ErrFull
	}
	entry := c.unused
	if entry != 0 {
		c.unused = c.entries[entry-1].next
	} else {
		c.entries = append(c.entries, chainedEntry{})
		entry = uint32(len(c.entries))
	}
	c.entries[entry-1] = chainedEntry{tag: uint32(h), key: at}
	c.link(entry, h)
	if c.n++; c.n > chainedLoad*len(c.heads) {
		c.rehash(2 * len(c.heads))
	}
	return nil
}

// rehash takes the lists over to that many buckets, one by one.
func (c *chained) rehash(buckets int) {
	old := c.heads
	c.heads = make([]uint32, buckets)
	for _, entry := range old {
		for entry != 0 {
			e := c.entries[entry-1]
			c.link(entry, c.hash.Sum64(c.keys.at(e.key)))
			entry = e.next
		}
	}
}

func (c *chained) Delete(key string) bool {
	if c.repeats.take(key) {
		return true
	}
	link := c.find(c.hash.Sum64(key), key)
	if link == nil {
		return false
	}
	entry := *link
	e := &c.entries[entry-1]
	*link = e.next
	e.next = c.unused
	c.unused = entry
	c.n--
	c.keys.drop(e.key, c.places())
	return true
}

// places are those of the keys that are in the lists.
func (c *chained) places() iter.Seq[*span] {
	return func(yield func(*span) bool) {
		for _, entry := range c.heads {
			for ; entry != 0; entry = c.entries[entry-1].next {
				if !yield(&c.entries[entry-1].key) {
					return
				}
			}
		}
	}
}

// chainedVersion is that of the file below.
const chainedVersion = 1

// AppendBinary implements filter.Stored.
func (c *chained) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "hashtable", chainedVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	writeKeys(e, len(c.heads), func(yield func(string) bool) {
		for place := range c.places() {
			if !yield(c.keys.at(*place)) {
				return
			}
		}
	})
	c.repeats.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *chained) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "hashtable", chainedVersion)
	if err != nil {
		return err
	}
	*c = chained{hash: d.Hasher()}
	buckets := 0
	readKeys(d, func(room int) {
		buckets = room
		c.heads = make([]uint32, max(1, room))
	}, func(key string) { d.Check(c.Insert(key) == nil, "its keys exceed 4 GiB") })
	if d.Check(buckets > 0 && len(c.heads) == buckets, "%d buckets are too few for %d keys", buckets, c.n) {
		c.repeats.read(d, c.Contains)
	}
	return d.Close()
}

func (c *chained) Bits() uint64 {
	return chainedBits(len(c.heads), len(c.entries)) + c.keys.bits() + c.repeats.bits()
}

// chainedBits are those of buckets and entries.
func chainedBits(buckets, entries int) uint64 { return 32*uint64(buckets) + 128*uint64(entries) }

func (c *chained) Params() []filter.Param { return chainedParams(len(c.heads)) }

func chainedParams(buckets int) []filter.Param {
	return []filter.Param{{Name: "buckets", Value: float64(buckets)}}
}

// Theory is 0: keys are compared.
func (c *chained) Theory() float64 { return 0 }
