package difference

import (
	"encoding/binary"
	"errors"

	"hyphbench/internal/filter"
)

// ErrStuck says that a difference cannot be peeled out of its cells: they are too few
// for it, or not what a peer makes.
var ErrStuck = errors.New("the difference does not peel: want more cells")

// cell sums keys up. That of one set less that of another holds the difference alone.
type cell struct {
	count int64
	keys  uint64 // exclusive or of them
	check uint32 // sum of their checks, so that it knows the side too
}

// cellLeast is the least that a cell takes as bytes.
const cellLeast = 8 + 4 + 1

// entry is a key with what goes into its cells.
type entry struct {
	key, hash uint64
	check     uint32
}

// entryOf hashes a key.
func entryOf(key, seed uint64) entry {
	hash := filter.Mix(key ^ filter.Mix(seed))
	return entry{key, hash, uint32(filter.Mix(hash+1) >> 32)}
}

// add adds a key so many times: −1 takes it away.
func (c *cell) add(e entry, times int64) {
	c.count += times
	c.keys ^= e.key
	c.check += uint32(times) * e.check
}

// less takes another cell away.
func (c *cell) less(other cell) {
	c.count -= other.count
	c.keys ^= other.keys
	c.check -= other.check
}

// single is the key of a cell that holds one alone, by its sums.
func (c *cell) single(seed uint64) (entry, bool) {
	if c.count != 1 && c.count != -1 {
		return entry{}, false
	}
	e := entryOf(c.keys, seed)
	return e, uint32(c.count)*e.check == c.check
}

// appendCell writes a cell: its sums, then its count by how far it is from what is
// expected of it, which takes fewer bytes.
func appendCell(b []byte, c cell, expected int64) []byte {
	b = binary.LittleEndian.AppendUint64(b, c.keys)
	b = binary.LittleEndian.AppendUint32(b, c.check)
	return binary.AppendVarint(b, c.count-expected)
}
