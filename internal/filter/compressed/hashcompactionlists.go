package compressed

import (
	"bytes"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// HashCompactionLists is the thesis's hash compaction: a hash table with linked lists that
// holds, in place of each key x, its code x' = H(x), in the bucket h(x').
//
// Guarantee: no false negatives; further keys are inserted while there is room. Equal codes are
// stored once, so that nothing can be deleted.
// Cost: l bits of code and 64 of bucket and link per key; a query follows a list.
// Source: thesis, section 2.1.3 and figure 2.2, with the lists of its section 2.1.2.
func HashCompactionLists() filter.Structure {
	return filter.Structure{
		Name:      "hashcompaction-lists",
		Title:     "hash compaction with linked lists",
		Reference: "thesis, section 2.1.3 and figure 2.2",
		Family:    filter.FamilyCompressed,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			c, err := newLists(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: c.Params(), Bits: c.Bits(), Capacity: int(c.room), Theory: distinctRate(float64(n), c.values()), Estimated: true}, nil
		},
		Build: buildLists,
		Open:  filter.Open[lists],
		Explain: filter.Explanation{
			What: "A hash table of codes. One hash function, H, makes a code of l bits of a key; another, h, makes the bucket of the code. The bucket is a linked list of codes, which a query follows.",
			Layout: `
  x ──H──► x' = 5a ──h──► bucket 2
  ┌───┐
  │ 0 │   ┌────┐
  │ 1 │──►│ 17 │
  │ 2 │──►│ c0 │──► 5a   the same code: known
  └───┘   └────┘`,
			Formula: `
  l = ⌈log2(n/ε)⌉ bits, n buckets
  bits = n·(l + 64)
  rate = distinct codes/2^l ≈ n·2^−l`,
			Guarantee: "No false negatives. Room for the planned number of keys; a code beyond it is refused.",
			Price:     "64 bits of bucket and link beside each code, which is most of it.",
			When:      "As the thesis describes it. hashcompaction, whose address is the code, takes three tenths of it at 1,753 keys, ε = 1 %.",
			Examples:  hashCompactionListsExamples,
		},
	}
}

// lists numbers its codes from 1, so that 0 ends a list.
type lists struct {
	codes packed.Array
	next  []uint32 // of each code
	heads []uint32 // first code of each bucket
	room  uint64
	n     uint64 // codes
	hash  filter.Hasher
}

// newLists is a table without its codes.
func newLists(n int, cfg filter.Config) (*lists, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	room := max(1, cfg.Room(n))
	return &lists{codes: packed.Array{Width: CompactionBits(room, cfg.Epsilon)}, room: uint64(room), hash: filter.NewHasher(cfg)}, nil
}

func (c *lists) allocate() {
	c.codes = packed.New(c.room, c.codes.Width)
	c.next, c.heads = make([]uint32, c.room), make([]uint32, c.room)
}

func buildLists(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, err := newLists(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	c.allocate()
	for h := range c.hash.Sums(keys) {
		c.add(c.code(h)) // there is room
	}
	return c, nil
}

// values is the number of different codes.
func (c *lists) values() float64 { return float64(c.codes.Mask()) + 1 }

// code is H: the first bits of the hash.
func (c *lists) code(h uint64) uint64 { return h >> (64 - c.codes.Width) }

// bucket is h: another hash function, of the code alone.
func (c *lists) bucket(code uint64) *uint32 {
	i, _ := bits.Mul64(filter.Mix(code), c.room)
	return &c.heads[i]
}

func (c *lists) has(code uint64) bool {
	for entry := *c.bucket(code); entry != 0; entry = c.next[entry-1] {
		if c.codes.At(uint64(entry-1)) == code {
			return true
		}
	}
	return false
}

// add puts a code at the head of its list; false if there is no room.
func (c *lists) add(code uint64) bool {
	if c.has(code) {
		return true
	}
	if c.n == c.room {
		return false
	}
	head := c.bucket(code)
	c.codes.Set(c.n, code)
	c.next[c.n] = *head
	c.n++
	*head = uint32(c.n)
	return true
}

func (c *lists) Contains(key string) bool { return c.has(c.code(c.hash.Sum64(key))) }

// Insert adds key. It returns ErrFull when there is no room for its code.
func (c *lists) Insert(key string) error {
	if !c.add(c.code(c.hash.Sum64(key))) {
		return filter.ErrFull
	}
	return nil
}

// Bits counts codes, links and buckets.
func (c *lists) Bits() uint64 { return c.room * (c.codes.Width + 64) }

func (c *lists) Params() []filter.Param {
	return []filter.Param{{Name: "buckets", Value: float64(c.room)}, {Name: "l", Value: float64(c.codes.Width)}}
}

// Theory is exact for the distinct codes that are there.
func (c *lists) Theory() float64 { return float64(c.n) / c.values() }

// listsVersion is that of the file below.
const listsVersion = 1

// AppendBinary implements filter.Stored. The codes are in the order in which they came, which
// is all that the lists follow from.
func (c *lists) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "hashcompaction-lists", listsVersion)
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	e.Uint(c.room)
	e.Uint(c.n)
	e.Uint(c.codes.Width)
	e.Bytes(c.codes.Stored())
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (c *lists) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "hashcompaction-lists", listsVersion)
	if err != nil {
		return err
	}
	*c = lists{hash: d.Hasher(), room: uint64(d.Int("room", filter.MostKeys))}
	n := uint64(d.Int("codes", filter.MostKeys))
	c.codes.Width = uint64(d.Int("bits of a code", 64))
	codes := packed.Array{Bytes: d.Bytes(), Width: c.codes.Width}
	d.Check(c.codes.Width >= 1 && n <= c.room && c.room >= 1, "%d codes of %d bits where there is room for %d", n, c.codes.Width, c.room)
	d.Check(uint64(len(codes.Bytes)) == packed.Size(c.room, codes.Width), "%d codes of %d bits do not take %d bytes", c.room, codes.Width, len(codes.Bytes))
	if err := d.Close(); err != nil {
		return err
	}
	codes.Bytes = append(codes.Bytes, make([]byte, packed.Slack)...)
	c.allocate()
	for c.n < n {
		before := c.n
		if c.add(codes.At(before)); !d.Check(c.n > before, "the code %x is there twice", codes.At(before)) {
			break
		}
	}
	d.Check(bytes.Equal(codes.Bytes, c.codes.Bytes), "there are bits behind the last code")
	return d.Close()
}
