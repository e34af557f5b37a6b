package exact

import (
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// CuckooTable is the cuckoo hash table of which the cuckoo filter is the compact
// form: each key is in one of two buckets of four entries, and moves to its other
// one when a further key needs the place.
//
// Guarantee: exact; keys are inserted and deleted. A query reads two buckets, in
// the worst case too. An insertion that finds no place is refused and loses
// nothing.
// Cost: 12 bytes per entry at a load of 94 %, and the text. With buckets of 1, 2, 4
// and 8 entries a table can be filled to 50, 84, 95 and 98 % by the paper's random
// relocations, to 52, 88, 97 and 99 % by the search in breadth used here.
// Source: Pagh, Rodler 2001/2004, Cuckoo hashing; buckets as in Fan, Andersen,
// Kaminsky, Mitzenmacher 2014, section 5.1; thesis, section 4.1. The stash is that
// of Kirsch, Mitzenmacher, Wieder 2009, More robust hashing.
func CuckooTable() filter.Structure {
	return filter.Structure{
		Name:      "cuckootable",
		Title:     "cuckoo hash table",
		Reference: "Pagh, Rodler 2004, Cuckoo hashing; thesis, section 4.1",
		Exact:     true,
		Family:    filter.FamilyExact,
		Plan:      planCuckooTable,
		Build:     buildCuckooTable,
		Open:      filter.Open[cuckooTable],
		Explain: filter.Explanation{
			What: "A table of buckets with four entries. Two hash functions give each key two buckets, and it is in one of them. Where both are full, one of the eight keys moves to its other bucket. A query compares the tags of two buckets, and the text where a tag is equal.",
			Layout: `
  key ──hash──► buckets i and j, tag 5a
           ┌────────────┬──────────┬──────────┬────┐
   i = 1   │ c0 table   │ 17 areas │ 71 above │ e4 │ ◄─ 5a here ...
           ├────────────┼──────────┼──────────┼────┤
       2   │ 33 acids   │ --       │ --       │ -- │
           ├────────────┼──────────┼──────────┼────┤
   j = 3   │ 5a academy │ 08 alpha │ --       │ -- │ ◄─ ... or here
           └────────────┴──────────┴──────────┴────┘`,
			Formula: `
  buckets = ⌈n/(4·0.94)⌉; 4 entries of 96 bits each + the text
  highest load with 1, 2, 4, 8 entries: 50, 84, 95, 98 %
  rate = 0`,
			Guarantee: "Exact, deletion included. Two buckets are read, never more. An insertion without a place is refused.",
			Price:     "About 13 bytes per key and the text. Insertions become expensive near the highest load.",
			When:      "Where the worst case of a query counts. Otherwise Go's map is faster, and five times as large.",
			Examples:  cuckooTableExamples,
		},
	}
}

const (
	cuckooEntries  = 4    // in a bucket
	cuckooLoad     = 0.94 // when a table is sized
	cuckooSteps    = 512  // buckets that an insertion looks at
	cuckooAttempts = 8    // the last with a stash
)

// cuckooTable has entries·buckets places.
type cuckooTable struct {
	places  []cuckooPlace
	buckets uint64
	entries uint64 // of a bucket
	stash   map[string]struct{}
	keys    arena
	repeats
	hash filter.Hasher

	random bool // relocations go by chance, not by the shortest way
	moved  int  // entries that the last insertion moved by chance
}

// cuckooPlace is an entry; its tag is odd, or 0 where it is empty.
type cuckooPlace struct {
	tag uint32
	key span
}

// newCuckooTable is a table for n keys, empty.
func newCuckooTable(n int, entries uint64, load float64, cfg filter.Config) *cuckooTable {
	buckets := uint64(max(1, math.Ceil(float64(n)/(load*float64(entries)))))
	return &cuckooTable{buckets: buckets, entries: entries, hash: filter.NewHasher(cfg)}
}

// planCuckooTable knows no text.
func planCuckooTable(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckExact(); err != nil {
		return filter.Plan{}, err
	}
	c := newCuckooTable(cfg.Room(n), cuckooEntries, cuckooLoad, cfg)
	places := c.buckets * c.entries
	return filter.Plan{Params: c.Params(), Bits: 96 * places, Capacity: int(places), Estimated: true}, nil
}

// buildCuckooTable tries several hash functions. More than eight keys of one hash
// fit no table: the last attempt puts what finds no place into a stash, which any
// number of keys fits. Without a degenerate hash that is not reached.
func buildCuckooTable(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckExact(); err != nil {
		return nil, err
	}
	return buildCuckooBy("cuckootable", false, keys, cfg)
}

func buildCuckooBy(name string, random bool, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	return filter.Retry(name, cuckooAttempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newCuckooTable(cfg.Room(keys.Len()), cuckooEntries, cuckooLoad, cfg)
		c.random = random
		c.places = make([]cuckooPlace, c.buckets*c.entries)
		c.keys.text.Grow(len(keys.Text()))
		for key := range keys.Each() {
			if c.Insert(key) == nil {
				continue
			}
			if attempt < cuckooAttempts-1 {
				return nil, filter.ErrFull
			}
			if c.stash == nil {
				c.stash = make(map[string]struct{})
			}
			c.stash[strings.Clone(key)] = struct{}{}
		}
		return c, nil
	})
}

// locate gives the two buckets of a hash and its tag. The second bucket is that of
// the next probe.
func (c *cuckooTable) locate(h uint64) (i, j uint64, tag uint32) {
	i, _ = bits.Mul64(h, c.buckets)
	j, _ = bits.Mul64(h*filter.ProbeStep, c.buckets)
	return i, j, uint32(h) | 1
}

// in finds the place of a key in a bucket, nil if it is not there.
func (c *cuckooTable) in(bucket uint64, tag uint32, key string) *cuckooPlace {
	list := c.bucket(bucket)
	for i := range list {
		if p := &list[i]; p.tag == tag && c.keys.at(p.key) == key {
			return p
		}
	}
	return nil
}

func (c *cuckooTable) bucket(i uint64) []cuckooPlace {
	return c.places[i*c.entries : (i+1)*c.entries]
}

func (c *cuckooTable) find(key string) *cuckooPlace { return c.findHashed(c.hash.Sum64(key), key) }

func (c *cuckooTable) findHashed(h uint64, key string) *cuckooPlace {
	i, j, tag := c.locate(h)
	if p := c.in(i, tag, key); p != nil {
		return p
	}
	return c.in(j, tag, key)
}

func (c *cuckooTable) Contains(key string) bool {
	if c.find(key) != nil {
		return true
	}
	_, stashed := c.stash[key]
	return stashed
}

// Insert adds key, or returns ErrFull and leaves the table as it was.
func (c *cuckooTable) Insert(key string) error {
	h := c.hash.Sum64(key)
	if _, stashed := c.stash[key]; stashed || c.findHashed(h, key) != nil {
		c.repeats.add(key)
		return nil
	}
	i, j, tag := c.locate(h)
	place, ok := c.unused(i)
	if !ok {
		place, ok = c.unused(j)
	}
	c.moved = 0
	switch {
	case ok:
	case c.random:
		place, ok = c.walk(i, j, h)
	default:
		place, ok = c.path(i, j)
	}
	if !ok {
		return filter.ErrFull
	}
	at, ok := c.keys.add(key)
	if !ok {
		return filter.ErrFull
	}
	c.places[place] = cuckooPlace{tag, at}
	return nil
}

// ContainsSteps counts the buckets that are read.
func (c *cuckooTable) ContainsSteps(key string) (found bool, steps int) {
	i, j, tag := c.locate(c.hash.Sum64(key))
	if c.in(i, tag, key) != nil {
		return true, 1
	}
	_, stashed := c.stash[key]
	return stashed || c.in(j, tag, key) != nil, 2
}

// InsertSteps counts the buckets that are read, first for the key and then for a place, and
// the entries that are moved. It looks for the way to the place in a queue.
func (c *cuckooTable) InsertSteps(key string) (steps int, err error) {
	found, steps := c.ContainsSteps(key)
	if c.random {
		if err = c.Insert(key); !found { // two buckets, and behind each entry that is moved one more
			steps += 2 + 2*c.moved
		}
		return steps, err
	}
	if found {
		return steps, c.Insert(key)
	}
	type reached struct {
		bucket uint64
		moves  int
	}
	i, j, _ := c.locate(c.hash.Sum64(key))
	queue := append(make([]reached, 0, cuckooSteps), reached{i, 0}, reached{j, 0})
	for at := 0; at < len(queue); at++ {
		steps++
		from := queue[at]
		if _, ok := c.unused(from.bucket); ok {
			steps += from.moves
			break
		}
		for _, p := range c.bucket(from.bucket) {
			if len(queue) < cuckooSteps {
				a, b, _ := c.locate(c.hash.Sum64(c.keys.at(p.key)))
				queue = append(queue, reached{a ^ b ^ from.bucket, from.moves + 1})
			}
		}
	}
	return steps, c.Insert(key)
}

// unused is an empty place of a bucket.
func (c *cuckooTable) unused(bucket uint64) (place uint64, ok bool) {
	for p := bucket * c.entries; p < (bucket+1)*c.entries; p++ {
		if c.places[p].tag == 0 {
			return p, true
		}
	}
	return 0, false
}

// cuckooStep is a bucket on a path from one of a key's buckets to an empty place:
// the entry that moves here stands at a place of the step before.
type cuckooStep struct {
	bucket uint64
	before int    // number of that step, −1 at the start
	place  uint64 // in all places
}

// path makes room for a key of buckets i and j: it looks for the shortest path to an
// empty place, breadth first, and moves the entries on it, the last one first. It
// returns the place that is empty then; false, and no change, if it finds none.
//
// A shortest path has no bucket twice, so that no entry on it moves twice.
func (c *cuckooTable) path(i, j uint64) (place uint64, ok bool) {
	var steps [cuckooSteps]cuckooStep
	steps[0], steps[1] = cuckooStep{i, -1, 0}, cuckooStep{j, -1, 0}
	n := 2
	for at := 0; at < n; at++ {
		step := steps[at]
		if p, ok := c.unused(step.bucket); ok {
			return c.move(steps[:], at, p), true
		}
		first := step.bucket * c.entries
		for p := first; p < first+c.entries && n < len(steps); p++ {
			a, b, _ := c.locate(c.hash.Sum64(c.keys.at(c.places[p].key)))
			steps[n] = cuckooStep{a ^ b ^ step.bucket, at, p} // its other bucket
			n++
		}
	}
	return 0, false
}

// move empties the place where a path begins, the one that ends at an empty place.
func (c *cuckooTable) move(steps []cuckooStep, last int, empty uint64) uint64 {
	for at := last; steps[at].before >= 0; at = steps[at].before {
		from := steps[at].place
		c.places[empty], c.places[from] = c.places[from], cuckooPlace{}
		empty = from
	}
	return empty
}

func (c *cuckooTable) Delete(key string) bool {
	if c.repeats.take(key) {
		return true
	}
	if p := c.find(key); p != nil {
		at := p.key
		*p = cuckooPlace{}
		c.keys.drop(at, c.taken())
		return true
	}
	_, stashed := c.stash[key]
	delete(c.stash, key)
	return stashed
}

// taken are the keys of the places that are not empty.
func (c *cuckooTable) taken() iter.Seq[*span] {
	return func(yield func(*span) bool) {
		for i := range c.places {
			if c.places[i].tag != 0 && !yield(&c.places[i].key) {
				return
			}
		}
	}
}

// Bits counts the places, the text and, of a degenerate hash, the stash, as Go's
// map holds it.
func (c *cuckooTable) Bits() uint64 {
	stash := 0
	for key := range c.stash {
		stash += len(key) + 25
	}
	return 96*c.buckets*c.entries + c.keys.bits() + c.repeats.bits() + 8*uint64(stash)
}

func (c *cuckooTable) Params() []filter.Param {
	return []filter.Param{{Name: "buckets", Value: float64(c.buckets)}, {Name: "b", Value: float64(c.entries)}}
}

// Theory is 0: keys are compared.
func (c *cuckooTable) Theory() float64 { return 0 }

// cuckooTableVersion is that of the file below.
const cuckooTableVersion = 1

// AppendBinary implements filter.Stored. The places are part of the file, so that
// later insertions go as they would have gone.
func (c *cuckooTable) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, c.name(), cuckooTableVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Uint(c.buckets)
	e.Uint(c.keys.dead)
	e.Bytes([]byte(c.keys.text.String()))
	words := make([]uint64, 0, 2*len(c.places))
	for _, p := range c.places {
		words = append(words, uint64(p.tag), uint64(p.key.start)<<32|uint64(p.key.size))
	}
	e.Words(words)
	e.Uint(uint64(len(c.stash)))
	for _, key := range slices.Sorted(maps.Keys(c.stash)) {
		e.Bytes([]byte(key))
	}
	c.repeats.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *cuckooTable) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, c.name(), cuckooTableVersion)
	if err != nil {
		return err
	}
	*c = cuckooTable{hash: d.Hasher(), entries: cuckooEntries, random: c.random}
	c.buckets = uint64(d.Int("buckets", filter.MostKeys))
	c.keys.dead = d.Uint()
	c.keys.text.Write(d.Bytes())
	words := d.Words()
	d.Check(c.buckets >= 1 && uint64(len(words)) == 2*c.buckets*c.entries, "%d buckets in %d words", c.buckets, len(words))
	if d.Check(c.keys.text.Len() <= math.MaxUint32, "its keys exceed 4 GiB") {
		c.place(d, words)
	}
	for range d.Int("keys in the stash", filter.MostKeys) {
		key := string(d.Bytes())
		if !d.Check(c.find(key) == nil && c.stashed(key), "the key %q of the stash is out of order or in the table", key) {
			return d.Close()
		}
	}
	if d.Check(true, "") {
		c.repeats.read(d, c.Contains)
	}
	return d.Close()
}

// place takes the places of a file. Each key must be in one of its buckets, and in
// the table once.
func (c *cuckooTable) place(d *filter.Decoder, words []uint64) {
	c.places = make([]cuckooPlace, len(words)/2)
	text, held := uint64(c.keys.text.Len()), c.keys.dead
	for i := range c.places {
		at := words[2*i+1]
		p := cuckooPlace{uint32(words[2*i]), span{uint32(at >> 32), uint32(at)}}
		if !d.Check(words[2*i] <= math.MaxUint32 && at>>32+at&math.MaxUint32 <= text && (p.tag != 0 || at == 0), "place %d is none", i) {
			return
		}
		c.places[i] = p
	}
	for i, p := range c.places {
		if p.tag == 0 {
			continue
		}
		key := c.keys.at(p.key)
		if !d.Check(c.find(key) == &c.places[i], "the key %q of place %d is elsewhere, or there twice", key, i) {
			return
		}
		held += uint64(p.key.size)
	}
	d.Check(held == text && c.keys.dead <= text, "%d bytes of text, %d of them dead, for %d bytes of keys", text, c.keys.dead, held-c.keys.dead)
}

// stashed adds a key that is larger than those in the stash.
func (c *cuckooTable) stashed(key string) bool {
	for other := range c.stash {
		if other >= key {
			return false
		}
	}
	if c.stash == nil {
		c.stash = make(map[string]struct{})
	}
	c.stash[key] = struct{}{}
	return true
}
