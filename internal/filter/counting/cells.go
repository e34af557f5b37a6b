// Package counting holds filters whose keys can be deleted because they count.
//
// Guarantee: no false negatives, as long as only what was inserted is deleted;
// deletedset alone loses keys, which it declares. None is ever full: a further key
// makes the filter less selective.
// Cost: three to six bits where a Bloom filter has one, in a few cells fewer with
// variable increments; a Golomb-coded multiset takes a quarter of that, but must be
// rebuilt.
// Source: Fan, Cao, Almeida, Broder 2000; each file names the paper of its structure.
package counting

import (
	"math/bits"

	"hyphbench/internal/filter"
)

// cells are count small numbers of width bits, as many in a word as fit whole. A
// cell at the largest number stays there: what it would have to hold is not known
// any more.
type cells struct {
	words   []uint64
	count   uint64
	width   uint64 // bits of a cell
	per     uint64 // cells in a word
	inverse uint64 // ⌊2^64/per⌋ + 1, for a division by per
	most    uint64 // 2^width − 1
}

// newCells describes the cells, without their words.
func newCells(count, width uint64) cells {
	per := 64 / width
	return cells{count: count, width: width, per: per, inverse: ^uint64(0)/per + 1, most: 1<<width - 1}
}

// allocate makes the words, all 0.
func (c *cells) allocate() { c.words = make([]uint64, c.wordCount()) }

func (c *cells) wordCount() uint64 { return (c.count-1)/c.per + 1 }

// sizeBits counts whole words, with the bits that no cell uses.
func (c *cells) sizeBits() uint64 { return 64 * c.wordCount() }

// place is the word of cell i and the shift that brings the cell to its low end.
// The product with the inverse is exact below 2^58 cells.
func (c *cells) place(i uint64) (word, shift uint64) {
	word, _ = bits.Mul64(i, c.inverse)
	return word, (i - word*c.per) * c.width
}

func (c *cells) get(i uint64) uint64 {
	word, shift := c.place(i)
	return c.words[word] >> shift & c.most
}

// add increases cell i, which stops at the largest number.
func (c *cells) add(i, by uint64) {
	word, shift := c.place(i)
	now := c.words[word] >> shift & c.most
	c.words[word] += (min(now+by, c.most) - now) << shift
}

// subtract decreases cell i unless it is at the largest number. It stops at 0,
// which only a key that was never inserted can lead to.
func (c *cells) subtract(i, by uint64) {
	word, shift := c.place(i)
	if now := c.words[word] >> shift & c.most; now != c.most {
		c.words[word] -= min(now, by) << shift
	}
}

// check wants the words of a file to be just those of the cells, 1 or more, with no
// bit set that no cell uses.
func (c *cells) check(d *filter.Decoder) {
	if !d.Check(c.count >= 1 && c.wordCount() == uint64(len(c.words)), "%d cells of %d bits in %d words", c.count, c.width, len(c.words)) {
		return
	}
	used := ^uint64(0) >> (64 - c.per*c.width)
	for _, w := range c.words {
		if !d.Check(w&^used == 0, "bits are set that no cell of %d uses", c.width) {
			return
		}
	}
	if _, shift := c.place(c.count - 1); shift+c.width < 64 {
		d.Check(c.words[len(c.words)-1]>>(shift+c.width) == 0, "cells are set behind the last of %d", c.count)
	}
}
