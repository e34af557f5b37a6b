package fingerprint

import (
	"encoding/binary"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// table is a d-left hash table of fingerprints that counts equal ones. It has d = 4
// subtables of buckets of w = 8 cells. A fingerprint f, from 0 to B·2^s − 1, is the
// pair of a quotient q below B and a rest ρ of s bits. Subtable i gives it the
// bucket q + ⌊B·(ρ·a^i mod 2^64)/2^64⌋ mod B (i = 0: q) and keeps ρ in a cell of it.
// For each i this is a permutation of the fingerprints: what is in a cell tells the
// fingerprint, and so its places in the other subtables. That is why two keys meet
// in one subtable iff they are one fingerprint, and why a deletion finds the right
// cell (Bonomi et al. 2006, section 3).
//
// The paper's permutations are a_i·f mod B·2^s, with the bucket in the high part.
// These are of the same kind, but need no remainder of a division where B is no
// power of two.
//
// Doubling takes the highest bit of the rests as the lowest of the buckets' numbers:
// bucket b becomes 2b and 2b + 1, so that no bucket can overflow and f stays.
//
// A cell is the rest, less the bits that went to the bucket, above a counter of two
// bits; 0 is an empty cell. Eight cells of b bits are b bytes, so that buckets begin
// at whole bytes.
type table struct {
	cells   []byte // and some bytes more, so that a word can be read anywhere
	first   uint64 // B, buckets of a subtable before it was doubled
	doubled uint64 // times
	whole   uint64 // s
	used    int    // cells

	// What follows is derived.
	rest    uint64 // bits of the rest in a cell
	width   uint64 // bits of a cell, bytes of a bucket
	stride  uint64 // bytes of the buckets that one of the first has become
	subsize uint64 // bytes of a subtable
	lanes   uint64 // cells that are compared at once: 4, 2 or 1
	ones    uint64 // 1 in the lowest bit of each lane
	highs   uint64 // 1 in the highest bit of each
	carry   uint64 // in each lane what lifts 3, but not 2, to its highest bit
	cell    uint64 // mask of a cell
	middle  uint64 // byte of a bucket in which its fifth cell begins …
	shift   uint64 // … after that many bits
}

const (
	tableSubtables = 4  // d
	tableCells     = 8  // w, cells per bucket
	tableLoad      = 6  // mean number of fingerprints in a bucket when a table is sized
	tableSticky    = 3  // the largest count, at which a cell stays
	tableCounter   = 2  // bits of a count
	tableSlack     = 24 // a word behind byte 15 of the last bucket
	tableMostRest  = 55 // so that a word holds a cell wherever it starts
)

// tableBuckets is the number of buckets of a subtable for n fingerprints.
func tableBuckets(n int) uint64 {
	const each = tableSubtables * tableLoad
	return uint64(max(1, (n+each-1)/each))
}

// newTable is a table without its cells.
func newTable(first, whole, doubled uint64) *table {
	t := &table{first: first, whole: whole, doubled: doubled}
	t.rest = whole - doubled
	t.width = t.rest + tableCounter
	t.stride = t.width << doubled
	t.subsize = first * t.stride
	switch {
	case t.width <= 16:
		t.lanes = 4
	case t.width <= 28:
		t.lanes = 2
	default:
		t.lanes = 1
	}
	for lane := range t.lanes {
		t.ones |= 1 << (lane * t.width)
	}
	t.highs = t.ones << (t.width - 1)
	t.cell = 1<<t.width - 1
	t.middle, t.shift = tableCells/2*t.width/8, tableCells/2*t.width%8
	t.carry = t.ones * (1<<(t.width-1) - tableSticky)
	return t
}

// allocate makes the cells, all empty.
func (t *table) allocate() *table {
	t.cells = make([]byte, tableSubtables*t.subsize+tableSlack)
	return t
}

// quick reports whether has may be called.
func (t *table) quick() bool { return t.lanes == 4 }

// buckets is the number of those of a subtable now.
func (t *table) buckets() uint64 { return t.first << t.doubled }

// fingerprints is the number of different ones.
func (t *table) fingerprints() float64 { return math.Ldexp(float64(t.first), int(t.whole)) }

// bits is the size of the cells.
func (t *table) bits() uint64 { return tableSubtables * t.subsize * 8 }

// rate is the share of the fingerprints that are there, which is the chance that a
// random one is.
func (t *table) rate() float64 { return min(1, float64(t.used)/t.fingerprints()) }

// places gives where the four buckets of a hash begin, and the rest in its cell,
// above a full counter.
func (t *table) places(h uint64) (at [tableSubtables]uint64, cell uint64) {
	q, fraction := bits.Mul64(h, t.first)
	rho := fraction >> (64 - t.whole)
	base := rho >> t.rest * t.width
	cell = rho<<tableCounter&t.cell | tableSticky
	at[0] = q*t.stride + base
	for i := 1; i < tableSubtables; i++ {
		rho *= filter.ProbeStep
		base += t.subsize
		at[i] = tableMove(q, rho, t.first)*t.stride + base
	}
	return at, cell
}

// word holds, in its lowest bits, the lanes of a group of cells of the bucket that
// begins at that byte.
func (t *table) word(at, group uint64) uint64 {
	bit := group * t.lanes * t.width
	return binary.LittleEndian.Uint64(t.cells[at+bit/8:]) >> (bit % 8)
}

// misses has the highest bit of each lane set whose cell is not that of the pattern
// in all lanes: a cell with the same rest and a count of 1 to 3 differs from the
// pattern by 2 or less, an empty one by 3 or more. No lane reaches into the next.
func (t *table) misses(word, pattern uint64) uint64 {
	x := word ^ pattern
	return (x&^t.highs + t.carry | x) & t.highs
}

// has reports whether the fingerprint of a hash is there, where lanes = 4. It reads
// the four buckets in two words each, without a branch.
func (t *table) has(h uint64) bool {
	first := t.first
	q, fraction := bits.Mul64(h, first)
	rho := fraction >> (-t.whole & 63)
	base := rho >> (t.rest & 63) * t.width
	pattern := (rho<<tableCounter&t.cell | tableSticky) * t.ones
	one := rho * filter.ProbeStep
	two := one * filter.ProbeStep
	three := two * filter.ProbeStep
	stride, subsize := t.stride, t.subsize
	at0 := q*stride + base
	at1 := tableMove(q, one, first)*stride + base + subsize
	at2 := tableMove(q, two, first)*stride + base + 2*subsize
	at3 := tableMove(q, three, first)*stride + base + 3*subsize
	cells, half, shift, lows, carry := t.cells, t.middle, t.shift, ^t.highs, t.carry
	all := bucketMisses(cells, at0, half, shift, pattern, lows, carry) &
		bucketMisses(cells, at1, half, shift, pattern, lows, carry) &
		bucketMisses(cells, at2, half, shift, pattern, lows, carry) &
		bucketMisses(cells, at3, half, shift, pattern, lows, carry)
	return all|lows != ^uint64(0)
}

// tableMove is the bucket q + ⌊first·x/2^64⌋ mod first. A branch would be
// mispredicted half of the time.
func tableMove(q, x, first uint64) uint64 {
	move, _ := bits.Mul64(x, first)
	b := int64(q + move - first)
	return uint64(b + b>>63&int64(first))
}

// bucketMisses is misses for the eight cells of the bucket that begins at that
// byte, whose fifth begins in byte half of it, after shift bits.
func bucketMisses(cells []byte, at, half, shift, pattern, lows, carry uint64) uint64 {
	bucket := (*[tableSlack]byte)(cells[at:])
	x := binary.LittleEndian.Uint64(bucket[:]) ^ pattern
	y := binary.LittleEndian.Uint64(bucket[half&15:])>>(shift&63) ^ pattern
	return (x&lows + carry | x) & (y&lows + carry | y)
}

// find gives the bit at which the cell of a hash's fingerprint begins. Where it is
// not there it gives the one that it would take, the first empty cell of the least
// loaded bucket, the leftmost of several, and room says whether there is any.
func (t *table) find(h uint64) (bit uint64, found, room bool) {
	at, cell := t.places(h)
	pattern := cell * t.ones
	least := uint64(tableCells)
	for _, start := range at {
		load, empty := uint64(0), uint64(0)
		for group := range tableCells / t.lanes {
			word := t.word(start, group)
			groupBit := start*8 + group*t.lanes*t.width
			if hits := t.highs ^ t.misses(word, pattern); hits != 0 {
				return groupBit + uint64(bits.TrailingZeros64(hits)) - (t.width - 1), true, true
			}
			filled := (word | word>>1) & t.ones
			load += uint64(bits.OnesCount64(filled))
			if free := t.ones ^ filled; free != 0 && empty == 0 {
				empty = groupBit + uint64(bits.TrailingZeros64(free)) + 1
			}
		}
		if load < least {
			least, bit, room = load, empty-1, true
		}
	}
	return bit, false, room
}

func (t *table) get(bit uint64) uint64 {
	return binary.LittleEndian.Uint64(t.cells[bit/8:]) >> (bit % 8) & t.cell
}

func (t *table) set(bit, cell uint64) {
	at, mask := t.cells[bit/8:], t.cell
	word := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, word&^(mask<<(bit%8))|cell<<(bit%8))
}

// asked is has or contains.
func (t *table) asked(h uint64) bool {
	if t.quick() {
		return t.has(h)
	}
	return t.contains(h)
}

// contains is has for any number of lanes.
func (t *table) contains(h uint64) bool {
	at, cell := t.places(h)
	pattern := cell * t.ones
	all := t.highs
	for _, start := range at {
		for group := range tableCells / t.lanes {
			all &= t.misses(t.word(start, group), pattern)
		}
	}
	return all != t.highs
}

// add counts the fingerprint of a hash once more. It reports false, and changes
// nothing, where there is no place.
func (t *table) add(h uint64) bool {
	bit, found, room := t.find(h)
	switch {
	case found:
		if cell := t.get(bit); cell%4 != tableSticky {
			t.set(bit, cell+1)
		}
	case room:
		_, cell := t.places(h)
		t.set(bit, cell-tableSticky+1)
		t.used++
	}
	return room
}

// touch asks for hashes that will be added, if the table is larger than the cache,
// so that their reads wait for memory together.
func (t *table) touch(hashes []uint64) {
	const cached = 1 << 20 // bytes
	if len(t.cells) < cached {
		return
	}
	for _, h := range hashes {
		t.asked(h)
	}
}

// remove counts the fingerprint of a hash once less, and reports whether it was
// there. A count that has reached its largest value stays.
func (t *table) remove(h uint64) bool {
	bit, found, _ := t.find(h)
	if !found {
		return false
	}
	switch cell := t.get(bit); cell % 4 {
	case tableSticky:
	case 1:
		t.set(bit, 0)
		t.used--
	default:
		t.set(bit, cell-1)
	}
	return true
}

// double is the table with twice as many buckets, without one more bit of the
// rests, of which there must be two.
func (t *table) double() *table {
	d := newTable(t.first, t.whole, t.doubled+1).allocate()
	d.used = t.used
	for bucket := range tableSubtables * t.buckets() {
		next := [2]uint64{2 * bucket * d.width * 8, (2*bucket + 1) * d.width * 8}
		for place := range uint64(tableCells) {
			cell := t.get(bucket*t.width*8 + place*t.width)
			if cell == 0 {
				continue
			}
			side := cell >> d.width
			d.set(next[side], cell&d.cell)
			next[side] += d.width
		}
	}
	return d
}

// store writes the table.
func (t *table) store(e *filter.Encoder) {
	e.Uint(t.first)
	e.Uint(t.whole)
	e.Uint(t.doubled)
	e.Bytes(t.cells[:len(t.cells)-tableSlack])
}

// restoreTable reads one, nil after an error. It wants empty cells to be 0.
func restoreTable(d *filter.Decoder) *table {
	first, whole, doubled := uint64(d.Int("buckets", filter.MostKeys)), uint64(d.Int("bits of a rest", tableMostRest)), uint64(d.Int("doublings", tableMostRest))
	cells := d.Bytes()
	if !d.Check(first >= 1 && whole >= 1 && doubled < whole, "%d buckets, rests of %d bits, doubled %d times", first, whole, doubled) {
		return nil
	}
	bucket := tableSubtables * (whole - doubled + tableCounter)
	count := uint64(len(cells)) / bucket
	if !d.Check(count*bucket == uint64(len(cells)) && count>>doubled == first && count == first<<doubled,
		"%d buckets, doubled %d times, with rests of %d bits do not take %d bytes", first, doubled, whole, len(cells)) {
		return nil
	}
	t := newTable(first, whole, doubled).allocate()
	copy(t.cells, cells)
	for i := range tableSubtables * tableCells * count {
		switch cell := t.get(i * t.width); {
		case cell%4 != 0:
			t.used++
		case !d.Check(cell == 0, "cell %d is empty and has a rest", i):
			return nil
		}
	}
	return t
}
