package cuckoo

import (
	"encoding/binary"
	"math/bits"
)

// addAll is Algorithm 3 for hashes in turn, until one of them finds no place.
//
// Where a bucket is one word, the first empty entry of both buckets is found at
// once, as in Contains, and chosen without a branch: which of the two has one
// cannot be predicted.
func (c *standard) addAll(sums []uint64) bool {
	if !c.whole {
		for _, h := range sums {
			if !c.addSlow(h) {
				return false
			}
		}
		return true
	}
	table, ones, highs, shift, start := c.table, c.ones, c.highs, c.shift, entries*c.f/8
	for _, h := range sums {
		fp, _ := bits.Mul64(h, c.highest)
		fp++
		even := h & c.rows * c.f
		odd := (h^fp*scatter)&c.rows*c.f + start
		x := binary.LittleEndian.Uint64(table[even : even+8])
		y := binary.LittleEndian.Uint64(table[odd:odd+8]) >> (shift & 63)
		at, free, skip := even, (x-ones)&^x&highs, uint64(0)
		if other := (y - ones) &^ y & highs; free == 0 {
			at, free, skip = odd, other, shift
		}
		if free == 0 {
			if !c.relocate(h) {
				return false
			}
			continue
		}
		place := skip + uint64(bits.TrailingZeros64(free)) + 1 - c.f
		word := binary.LittleEndian.Uint64(table[at : at+8])
		binary.LittleEndian.PutUint64(table[at:at+8], word|fp<<(place&63))
		c.n++
	}
	return true
}

// add is addAll for one.
func (c *standard) add(h uint64) bool { return c.addAll([]uint64{h}) }

// addSlow is the same for any length of the fingerprint.
func (c *standard) addSlow(h uint64) bool {
	fp, i := c.locate(h)
	if c.replace(i, 0, fp) || c.replace(c.other(i, fp), 0, fp) {
		c.n++
		return true
	}
	return c.relocate(h)
}

// relocate is the second half of Algorithm 3, for a hash whose buckets are both
// full. If there is no place it takes its relocations back, last one first, and
// what they drew, and reports false. The way back needs no notes: the fingerprint
// in hand and its bucket tell the bucket that it came from, and the generator
// runs backwards.
func (c *standard) relocate(h uint64) bool {
	fp, i := c.locate(h)
	if c.draw()&1 != 0 {
		i = c.other(i, fp)
	}
	for range relocations {
		fp = c.exchange(i, c.draw(), fp)
		i = c.other(i, fp)
		if c.settle(i, fp) {
			c.n++
			return true
		}
	}
	for range relocations {
		i = c.other(i, fp)
		fp = c.exchange(i, c.undraw(), fp)
	}
	c.undraw()
	return false
}

// exchange puts a fingerprint in the place of the entry that was drawn in a
// bucket, and returns the one that was there.
func (c *standard) exchange(bucket, drawn, fp uint64) (victim uint64) {
	e := bucket*entries + drawn%entries
	victim = c.get(e)
	c.set(e, fp)
	return victim
}

// settle puts a fingerprint into the first empty entry of a bucket, if it has one.
func (c *standard) settle(bucket, fp uint64) bool {
	if !c.whole {
		return c.replace(bucket, 0, fp)
	}
	at, skip := bucket/2*c.f, uint64(0)
	if bucket%2 != 0 {
		at, skip = at+entries*c.f/8, c.shift
	}
	word := binary.LittleEndian.Uint64(c.table[at:])
	x := word >> (skip & 63)
	free := (x - c.ones) &^ x & c.highs
	if free == 0 {
		return false
	}
	place := skip + uint64(bits.TrailingZeros64(free)) + 1 - c.f
	binary.LittleEndian.PutUint64(c.table[at:], word|fp<<(place&63))
	return true
}
