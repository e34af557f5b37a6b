package difference

import (
	"encoding/binary"
	"errors"
	"fmt"

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

// reader reads what a peer sent. After an error all it reads is zero.
type reader struct {
	what string
	left []byte
	err  error
}

// fail keeps the first error.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("a message with %s is damaged: %s", r.what, fmt.Sprintf(format, args...))
	}
	r.left = nil
}

// uint reads a number from least to most.
func (r *reader) uint(name string, least, most uint64) uint64 {
	v, n := binary.Uvarint(r.left)
	switch {
	case r.err != nil:
		return 0
	case n <= 0:
		r.fail("it ends within %s", name)
		return 0
	case v < least || v > most:
		r.fail("%s = %d: want %d to %d", name, v, least, most)
		return 0
	}
	r.left = r.left[n:]
	return v
}

// count reads how many elements follow, each of that many bytes or more.
func (r *reader) count(name string, bytes int) int {
	return int(r.uint(name, 0, uint64(len(r.left)/bytes)))
}

// cell reads what appendCell wrote.
func (r *reader) cell(expected int64) (c cell) {
	if r.err != nil || len(r.left) < cellLeast {
		r.fail("it ends within a cell")
		return cell{}
	}
	c.keys, c.check = binary.LittleEndian.Uint64(r.left), binary.LittleEndian.Uint32(r.left[8:])
	v, n := binary.Varint(r.left[12:])
	if n <= 0 {
		r.fail("it ends within a count")
		return cell{}
	}
	c.count, r.left = v+expected, r.left[12+n:]
	return c
}

// words reads an array of bits.
func (r *reader) words(n uint64) []uint64 {
	if n > uint64(len(r.left)/8) {
		r.fail("an array of %d words is longer than it", n)
		return nil
	}
	list := make([]uint64, n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint64(r.left[8*i:])
	}
	r.left = r.left[8*n:]
	return list
}

// close is the first error, and one if something is left over.
func (r *reader) close() error {
	if r.err == nil && len(r.left) > 0 {
		r.fail("%d bytes are left over", len(r.left))
	}
	return r.err
}

// mostKeys bounds how many keys a peer may say that it has.
const mostKeys = filter.MostKeys
