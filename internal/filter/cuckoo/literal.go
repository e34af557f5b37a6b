package cuckoo

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Literal is the cuckoo filter by the letter of the thesis, Algorithms 3 to 5 line by line,
// its entries packed to the f bits that the filter's size counts.
//
// What the text leaves open is taken from Fan et al. 2014 and from the library that the
// thesis measured: 4 entries per bucket, a power of two of buckets, 500 relocations, one hash of
// the key for both fingerprint and index. The text names one function hash for the key and
// for the fingerprint, so that both are FarmHash. "Está vazio" (line 13 of Algorithm 3) is
// read as "has an empty entry": a table whose buckets had to be empty as a whole would be
// given up at a load of 0.77, which is below that of the thesis's exceptions (a test shows it).
func Literal() filter.Structure {
	s := literalStructure[packedTable]("cuckoo-literal", "cuckoo filter, as in the thesis")
	s.Explain.Price = "(log2(1/ε) + 3)/α bits per key at load α. An entry begins in the middle of a byte, so that each comparison shifts and masks."
	return s
}

// literalStructure is the structure whose table is T.
func literalStructure[T table[T]](name, title string) filter.Structure {
	return filter.Structure{
		Name:      name,
		Title:     title,
		Reference: "the thesis (USP 2022), section 4.3, Algorithms 3 to 5; Fan, Andersen, Kaminsky, Mitzenmacher 2014",
		Family:    filter.FamilyCuckoo,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			if err := cfg.Check(); err != nil {
				return filter.Plan{}, err
			}
			c := newLiteral[T](bucketsFor(cfg.Room(n)), fingerprintBits(cfg.Epsilon), cfg)
			c.n = n
			return filter.Plan{Params: c.Params(), Bits: c.Bits(), Capacity: c.room(), Theory: c.Theory()}, nil
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			return buildLiteral[T](name, keys, cfg)
		},
		Open: filter.Open[literal[T]],
		Explain: filter.Explanation{
			What: "The cuckoo filter as the thesis writes it down: a fingerprint of the key in one of two buckets, looked for entry by entry in the first and then in the second.",
			Layout: `
  f = fingerprint(x)
  i1 = hash(x) ────────► ┌────┬────┬────┬────┐
                         │ 17 │ f? │ -- │ -- │   entry by entry
                         └────┴────┴────┴────┘
  i2 = i1 ⊕ hash(f) ───► ┌────┬────┬────┬────┐
                         │ 33 │ e4 │ f? │ 90 │   if it was not there
                         └────┴────┴────┴────┘`,
			Formula: `
  f = ⌈log2(1/ε) + log2(2b)⌉ bits with b = 4 entries per bucket
  buckets: the least power of two for a load α ≤ 0.94
  rate = 1 − (1 − q)^n, q = (2 − 1/buckets)/(buckets·(2^f − 1))`,
			Guarantee: "No false negatives, deletion of inserted keys included. An insertion without a place is refused and loses nothing.",
			When:      "To judge what the thesis says of its own algorithms. Else take cuckoo, which compares all entries of a bucket at once.",
			Examples:  literalExamples,
			Paper:     "Estudo do efeito de variações de Bloom filters no desempenho de algoritmos de hifenização de palavras, USP 2022, section 4.3, Algorithms 3 to 5",
		},
	}
}

// table keeps the fingerprints of buckets of four entries; 0 is an empty entry.
type table[T any] interface {
	make(buckets, f uint64) T
	find(bucket, fingerprint uint64) (entry uint64, found bool) // the first such entry of a bucket
	get(entry uint64) uint64
	set(entry, fingerprint uint64)
	bits() uint64  // of an entry
	name() string  // of the structure
	bytes() []byte // of a file
	fill(b []byte) // from a file: as many bytes as bytes has
}

const empty = 0 // the content of an entry without a fingerprint

// literal is the filter of Algorithms 3 to 5.
type literal[T table[T]] struct {
	table   T
	buckets uint64 // a power of two
	f       uint64 // bits of a fingerprint
	n       int    // keys inserted and not deleted
	random  uint64 // state of the generator of random choices
	hash    filter.Hasher
	kept    map[uint64]struct{} // hashes whose entry stays for ever (see buildLiteral)
}

// newLiteral is a filter without its table.
func newLiteral[T table[T]](buckets, f uint64, cfg filter.Config) *literal[T] {
	return &literal[T]{buckets: buckets, f: f, random: filter.Mix(cfg.Seed) | 1, hash: filter.NewHasher(cfg)}
}

// buildLiteral inserts key by key. Where a key finds no place, the next attempt takes another
// seed, and after every few of them a table of twice the size. More than 2b copies of a key
// fit no table: from the second attempt on a hash is stored once, and its entry stays for
// ever, so that no copy is lost by the deletion of another.
func buildLiteral[T table[T]](name string, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	buckets, f := bucketsFor(cfg.Room(keys.Len())), fingerprintBits(cfg.Epsilon)
	return filter.Retry(name, attempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		c := newLiteral[T](buckets<<(attempt/seeds), f, cfg)
		c.table = c.table.make(c.buckets, f)
		seen := map[uint64]struct{}{}
		for key := range keys.Each() {
			x := c.hash.Nth(key, 0)
			if attempt > 0 {
				if _, again := seen[x]; again {
					c.keep(x)
					continue
				}
				seen[x] = struct{}{}
			}
			if !c.insert(x) {
				return nil, filter.ErrFull
			}
		}
		return c, nil
	})
}

// fingerprint, index and other are fingerprint(x), hash(x) and i ⊕ hash(f) of the text: x is
// the hash of the key, whose high bits give the fingerprint, from 1 to 2^f − 1, and whose low
// bits the index.
func (c *literal[T]) fingerprint(x uint64) uint64 {
	f, _ := bits.Mul64(x, 1<<c.f-1)
	return f + 1
}
func (c *literal[T]) index(x uint64) uint64    { return x & (c.buckets - 1) }
func (c *literal[T]) other(i, f uint64) uint64 { return i ^ c.hash.Number(f)&(c.buckets-1) }

// Insert adds key, or returns ErrFull and leaves the filter as it was.
func (c *literal[T]) Insert(key string) error {
	if !c.insert(c.hash.Nth(key, 0)) {
		return filter.ErrFull
	}
	return nil
}

// insert is Algorithm 3. Where the text gives up, the fingerprint in hand, which was another
// key's, would be lost: the relocations are taken back first.
func (c *literal[T]) insert(x uint64) bool {
	f := c.fingerprint(x)
	i1 := c.index(x)
	i2 := c.other(i1, f)
	if c.put(i1, f) || c.put(i2, f) {
		return true
	}
	before := c.random
	i := i1
	if c.draw()%2 != 0 {
		i = i2
	}
	var moved [relocations]uint64 // entries, in the order in which they were exchanged
	for n := range moved {
		moved[n] = i*entries + c.draw()%entries
		f = c.exchange(moved[n], f)
		i = c.other(i, f)
		if c.put(i, f) {
			return true
		}
	}
	for _, e := range slices.Backward(moved[:]) {
		f = c.exchange(e, f)
	}
	c.random = before
	return false
}

// put stores f in the first empty entry of a bucket, if it has one.
func (c *literal[T]) put(bucket, f uint64) bool {
	e, found := c.table.find(bucket, empty)
	if found {
		c.table.set(e, f)
		c.n++
	}
	return found
}

// exchange stores f in an entry and returns what was there.
func (c *literal[T]) exchange(entry, f uint64) uint64 {
	old := c.table.get(entry)
	c.table.set(entry, f)
	return old
}

// draw returns the high bits of a multiplicative congruential generator.
func (c *literal[T]) draw() uint64 {
	c.random *= filter.ProbeStep
	return c.random >> 56
}

// Contains is Algorithm 4.
func (c *literal[T]) Contains(key string) bool {
	x := c.hash.Nth(key, 0)
	f := c.fingerprint(x)
	i1 := c.index(x)
	i2 := c.other(i1, f)
	if _, found := c.table.find(i1, f); found {
		return true
	}
	_, found := c.table.find(i2, f)
	return found
}

// Delete is Algorithm 5.
func (c *literal[T]) Delete(key string) bool {
	x := c.hash.Nth(key, 0)
	if _, stays := c.kept[x]; stays {
		return true
	}
	f := c.fingerprint(x)
	i1 := c.index(x)
	for _, i := range [2]uint64{i1, c.other(i1, f)} {
		if e, found := c.table.find(i, f); found {
			c.table.set(e, empty)
			c.n--
			return true
		}
	}
	return false
}

func (c *literal[T]) keep(x uint64) {
	if c.kept == nil {
		c.kept = map[uint64]struct{}{}
	}
	c.kept[x] = struct{}{}
}

func (c *literal[T]) room() int { return int(c.buckets * entries) }

// Bits counts the table and, of keys that were built more than once, the list of their hashes.
func (c *literal[T]) Bits() uint64 {
	t := c.table.make(0, c.f)
	return c.buckets*entries*t.bits() + uint64(len(c.kept))*64
}

func (c *literal[T]) Params() []filter.Param {
	return []filter.Param{
		{Name: "buckets", Value: float64(c.buckets)}, {Name: "b", Value: entries}, {Name: "f", Value: float64(c.f)},
	}
}

// Theory is exact for random hashes: a negative collides with a stored key iff their
// fingerprints are equal (one in 2^f − 1), so that hash(f) is, and one's index is either of
// the other's two, which are one where hash(f) is 0 (once in as many as there are buckets).
func (c *literal[T]) Theory() float64 {
	b := float64(c.buckets)
	q := (2 - 1/b) / (b * float64(uint64(1)<<c.f-1))
	return -math.Expm1(float64(c.n) * math.Log1p(-q))
}

// literalVersion is that of the file below.
const literalVersion = 1

// AppendBinary implements filter.Stored. The generator is part of the file, so that later
// insertions go as they would have gone.
func (c *literal[T]) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, c.table.name(), literalVersion)
	e.Uint(c.f)
	e.Uint(c.buckets)
	e.Uint(c.random)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Words(slices.Sorted(maps.Keys(c.kept)))
	e.Bytes(c.table.bytes())
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *literal[T]) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, c.table.name(), literalVersion)
	if err != nil {
		return err
	}
	p := readPlaces(d, 1, mostBits)
	*c = literal[T]{buckets: p.buckets(), f: p.f, random: p.random, hash: p.hash}
	kept, table := d.Words(), d.Bytes()
	width := c.table.make(0, c.f).bits()
	if !d.Check(uint64(len(table)) == c.buckets*entries*width/8, "%d buckets with entries of %d bits do not take %d bytes", c.buckets, width, len(table)) {
		return d.Close()
	}
	c.table = c.table.make(c.buckets, c.f)
	c.table.fill(table)
	for e := range c.buckets * entries {
		f := c.table.get(e)
		d.Check(f>>c.f == 0, "entry %d is not a fingerprint of %d bits", e, c.f)
		if f != empty {
			c.n++
		}
	}
	for i, x := range kept {
		i1, f := c.index(x), c.fingerprint(x)
		_, first := c.table.find(i1, f)
		_, second := c.table.find(c.other(i1, f), f)
		if d.Check((i == 0 || kept[i-1] < x) && (first || second), "the kept hash %x is not in the table", x) {
			c.keep(x)
		}
	}
	return d.Close()
}
