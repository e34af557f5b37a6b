// Package counting holds filters whose keys can be deleted because they count.
//
// Guarantee: no false negatives, as long as only inserted keys are deleted. Only deletedset
// loses keys, which it declares, and it refuses keys that were deleted. No filter is ever full:
// another key only makes it less selective.
// Cost: three or four bits for each bit of a Bloom filter. Variable increments take six bits
// per cell but fewer cells, in all two thirds of this size. A Golomb-coded multiset takes a
// quarter, but must be rebuilt.
// Source: Fan, Cao, Almeida, Broder 2000; each file names the paper of its structure.
package counting

import (
	"encoding/binary"

	"hyphbench/internal/filter"
)

// cells are count small numbers of width bits, one behind the other. A cell at the
// largest number stays there: what it would have to hold is not known any more.
type cells struct {
	data  []byte // bit i is bit i%8 of byte i/8; a byte more lets 16 bits be read anywhere
	count uint64
	width uint64 // bits of a cell: 1 to 9
	most  uint64 // 2^width − 1
}

const (
	cellsSlack = 1       // bytes behind the cells
	mostCells  = 1 << 60 // so that the number of a bit fits a word
)

// newCells describes the cells, without their bytes.
func newCells(count, width uint64) cells {
	return cells{count: count, width: width, most: 1<<width - 1}
}

// allocate makes the bytes, all 0.
func (c *cells) allocate() { c.data = make([]byte, c.size()+cellsSlack) }

// size is that of the cells in bytes.
func (c *cells) size() uint64 { return (c.count*c.width + 7) / 8 }

func (c *cells) get(i uint64) uint64 {
	bit := i * c.width
	return uint64(binary.LittleEndian.Uint16(c.data[bit/8:])) >> (bit % 8) & c.most
}

// add increases cell i, which stops at the largest number.
func (c *cells) add(i, by uint64) {
	bit := i * c.width
	at := c.data[bit/8:]
	pair := uint64(binary.LittleEndian.Uint16(at))
	now := pair >> (bit % 8) & c.most
	binary.LittleEndian.PutUint16(at, uint16(pair+(min(now+by, c.most)-now)<<(bit%8)))
}

// subtract decreases cell i unless it is at the largest number. It stops at 0,
// which only a key that was never inserted can lead to.
func (c *cells) subtract(i, by uint64) {
	bit := i * c.width
	at := c.data[bit/8:]
	pair := uint64(binary.LittleEndian.Uint16(at))
	if now := pair >> (bit % 8) & c.most; now != c.most {
		binary.LittleEndian.PutUint16(at, uint16(pair-min(now, by)<<(bit%8)))
	}
}

// store writes the cells' number and their bytes.
func (c *cells) store(e *filter.Encoder) {
	e.Uint(c.count)
	e.Bytes(c.data[:c.size()])
}

// restoreCells reads what store wrote: 1 cell or more, and no bit set behind the
// last.
func restoreCells(d *filter.Decoder, width uint64) cells {
	count, data := d.Uint(), d.Bytes()
	c := newCells(count, width)
	if d.Check(count >= 1 && count <= mostCells && c.size() == uint64(len(data)), "%d cells of %d bits in %d bytes", count, width, len(data)) {
		used := count * width % 8 // bits of the last byte, 0: all
		d.Check(used == 0 || data[len(data)-1]>>used == 0, "bits are set behind the last of %d cells", count)
		c.data = append(data, make([]byte, cellsSlack)...)
	}
	return c
}
