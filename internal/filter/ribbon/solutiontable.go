package ribbon

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// mostColumns bounds the result bits: filter.MinEpsilon needs 40.
const mostColumns = 40

// table holds the values of the slots, columns bits each, column by column within
// a block of 64 slots. The blocks before split have one column less, so that the
// mean number of columns need not be whole.
//
// A window begins in one of the first blocks; further ones let it end. A table of no
// block matches nothing.
type table struct {
	words   []uint64
	blocks  uint64 // in which windows begin
	columns uint64
	split   uint64 // 0 or < blocks
	further uint64 // blocks behind: w/64
}

// newTable is a table without its words, for a rate of epsilon: a window of the
// first blocks, which have one column less, matches a negative with twice the
// probability of the others.
func newTable(blocks, further uint64, epsilon float64) table {
	columns := max(1, math.Ceil(-math.Log2(epsilon)))
	t := table{blocks: blocks, further: further, columns: uint64(columns)}
	if blocks > 0 {
		split := float64(blocks) * (math.Ldexp(epsilon, int(columns)) - 1)
		t.split = min(uint64(max(0, split)), blocks-1)
	}
	return t
}

// rate is that of negatives whose result is the window's by chance.
func (t *table) rate() float64 {
	if t.blocks == 0 {
		return 0
	}
	return math.Ldexp(1+float64(t.split)/float64(t.blocks), -int(t.columns))
}

// length is the number of words.
func (t *table) length() uint64 { return t.slots()/blockSlots*t.columns - t.split }

// starts is the number of places where equations begin.
func (t *table) starts() uint64 { return t.blocks * blockSlots }

// slots is the number of unknowns. There are none without keys.
func (t *table) slots() uint64 {
	if t.blocks == 0 {
		return 0
	}
	return (t.blocks + t.further) * blockSlots
}

// mean is the mean number of columns of the equations.
func (t *table) mean() float64 {
	if t.blocks == 0 {
		return float64(t.columns)
	}
	return float64(t.columns) - float64(t.split)/float64(t.blocks)
}

// mask has a bit for each column.
func (t *table) mask() uint64 { return 1<<t.columns - 1 }

// first is where a block's words begin.
func (t *table) first(block uint64) uint64 { return block*t.columns - min(block, t.split) }

// block is a block's words.
func (t *table) block(block uint64) []uint64 { return t.words[t.first(block):t.first(block+1)] }

// columnsAtOnce is how many columns are compared before a branch, which one negative
// in 16 passes.
const columnsAtOnce = 4

// place is where a block's words begin, and whether it has one column less: 1 or 0.
// It is first without a branch, which the processor would guess wrong at every
// fourth query.
func (t *table) place(block uint64) (first, fewer uint64) {
	past := block - t.split
	fewer = past >> 63
	return block*t.columns - t.split - past&-fewer, fewer
}

// matches reports whether the window that begins at a slot has the result, of 64
// coefficients. Of a block with one column less the last comparison is void.
func (t *table) matches(start, coefficients, result uint64) bool {
	block, shift := start/blockSlots, start%blockSlots
	a, z := coefficients<<shift, coefficients>>1>>(63-shift)
	here, fewer := t.place(block)
	there := here + t.columns - fewer
	words, columns := t.words, t.columns
	for columns > columnsAtOnce {
		x, y := words[here:here+columnsAtOnce], words[there:there+columnsAtOnce]
		wrong := uint64(bits.OnesCount64(x[0]&a^y[0]&z)) ^ result
		wrong |= uint64(bits.OnesCount64(x[1]&a^y[1]&z)) ^ result>>1
		wrong |= uint64(bits.OnesCount64(x[2]&a^y[2]&z)) ^ result>>2
		wrong |= uint64(bits.OnesCount64(x[3]&a^y[3]&z)) ^ result>>3
		if wrong&1 != 0 {
			return false
		}
		here += columnsAtOnce
		there += columnsAtOnce
		columns -= columnsAtOnce
		result >>= columnsAtOnce
	}
	void := fewer << (columns - 1)
	x, y := words[here:here+columns], words[there:there+columns]
	var wrong uint64
	for j := range x {
		wrong |= (uint64(bits.OnesCount64(x[j]&a^y[j]&z)) ^ result) &^ void
		result >>= 1
		void >>= 1
	}
	return wrong&1 == 0
}

// touch reads some of the words that a query for the window reads: the first, the
// last or one near it, and one between.
func (t *table) touch(start uint64) uint64 {
	here, fewer := t.place(start / blockSlots)
	between, last := here+t.columns-fewer, here+(t.further+1)*t.columns-fewer-1
	return t.words[here] | t.words[between] | t.words[last]
}

// matchesWide is matches for 128 coefficients, over three blocks.
func (t *table) matchesWide(start, low, high, result uint64) bool {
	block, shift := start/blockSlots, start%blockSlots
	a, z := low<<shift, high>>1>>(63-shift)
	m := high<<shift | low>>1>>(63-shift)
	here, fewer := t.place(block)
	there := here + t.columns - fewer
	last, _ := t.place(block + 2)
	words, columns := t.words, t.columns
	for columns > columnsAtOnce {
		x, y, v := words[here:here+columnsAtOnce], words[there:there+columnsAtOnce], words[last:last+columnsAtOnce]
		wrong := uint64(bits.OnesCount64(x[0]&a^y[0]&m^v[0]&z)) ^ result
		wrong |= uint64(bits.OnesCount64(x[1]&a^y[1]&m^v[1]&z)) ^ result>>1
		wrong |= uint64(bits.OnesCount64(x[2]&a^y[2]&m^v[2]&z)) ^ result>>2
		wrong |= uint64(bits.OnesCount64(x[3]&a^y[3]&m^v[3]&z)) ^ result>>3
		if wrong&1 != 0 {
			return false
		}
		here += columnsAtOnce
		there += columnsAtOnce
		last += columnsAtOnce
		columns -= columnsAtOnce
		result >>= columnsAtOnce
	}
	void := fewer << (columns - 1)
	x, y, v := words[here:here+columns], words[there:there+columns], words[last:last+columns]
	var wrong uint64
	for j := range x {
		wrong |= (uint64(bits.OnesCount64(x[j]&a^y[j]&m^v[j]&z)) ^ result) &^ void
		result >>= 1
		void >>= 1
	}
	return wrong&1 == 0
}

// write appends the table to a file.
func (t *table) write(e *filter.Encoder) {
	e.Uint(t.blocks)
	e.Uint(t.columns)
	e.Uint(t.split)
	e.Words(t.words)
}

// read takes a table from a file, with as many further blocks.
func (t *table) read(d *filter.Decoder, further uint64) {
	*t = table{blocks: uint64(d.Int("blocks", filter.MostKeys)), further: further}
	t.columns = uint64(d.Int("columns", mostColumns))
	t.split = uint64(d.Int("split", filter.MostKeys))
	t.words = d.Words()
	if d.Check(t.columns >= 1 && (t.split < t.blocks || t.split == 0), "%d blocks, %d columns, split at %d", t.blocks, t.columns, t.split) {
		d.Check(t.length() == uint64(len(t.words)), "%d words for %d blocks of %d columns, split at %d", len(t.words), t.blocks, t.columns, t.split)
	}
}
