// Package quotient holds quotient filters.
//
// Guarantee: no false negatives, deletion included; equal fingerprints are stored as often as
// they are inserted.
// Cost: three bits per slot beside the remainder, and a search of one run per query.
// Source: Bender et al. 2012 for the structure; Pandey, Bender, Johnson, Patro 2017 for the
// layout. Each file names the paper of its structure.
package quotient

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"hyphbench/internal/filter"
)

// table is a circle of slots that keeps values sorted by quotient, those of one
// quotient as a run of neighbouring slots in ascending order, in the quotient's own
// slot or as soon behind it as the runs before allow.
//
// The layout is the rank-and-select quotient filter's (Pandey et al. 2017, section
// 3): in blocks of 64 quotients and slots,
//
//	word 0     bit i: quotient i of the block has a run
//	word 1     bit i: slot i of the block is the last of a run
//	word 2     how many slots, from the block's first on, runs of the blocks
//	           before it take; it may be more than 64
//	word 3...  64 slots of as many bits as a value has
//
// The run of the d-th quotient that has one ends at the d-th end behind the slots
// of word 2. Other than there, the word is a whole one, so that equal hashes do not
// overflow it, and the last slot is followed by the first instead of by spare ones.
// One slot at least is free. Free slots are 0: one multiset has one table.
//
// Slots are numbered on from the last one where that saves a case: slot slots + 3
// is slot 3.
type table struct {
	words  []uint64
	slots  uint64 // a multiple of 64
	width  uint64 // bits of a slot, 1 to 64
	stride uint64 // words of a block
	n      uint64 // slots in use
}

const (
	blockSlots = 64
	blockHead  = 3 // words before the slots of a block
	wordEnds   = 1
	wordOffset = 2
	slackWords = 2 // behind the blocks, so that two words can be read wherever a slot begins or ends
)

// newTable is a table without its words.
func newTable(slots, width uint64) table {
	return table{slots: slots, width: width, stride: blockHead + width}
}

func (t *table) length() uint64 { return t.slots / blockSlots * t.stride }

func (t *table) allocate() { t.words = make([]uint64, t.length()+slackWords) }

// bits is the size without the slack.
func (t *table) bits() uint64 { return t.slots * t.stride }

// highest is the largest value of a slot.
func (t *table) highest() uint64 { return 1<<(t.width-1)<<1 - 1 }

func (t *table) wrap(slot uint64) uint64 {
	if slot >= t.slots {
		slot -= t.slots
	}
	return slot
}

// block is the block of a slot or quotient.
func (t *table) block(slot uint64) []uint64 {
	at := t.wrap(slot) / blockSlots * t.stride
	return t.words[at : at+t.stride]
}

func (t *table) occupied(q uint64) bool { return t.block(q)[0]>>(q%blockSlots)&1 != 0 }

func (t *table) isEnd(slot uint64) bool { return t.block(slot)[wordEnds]>>(slot%blockSlots)&1 != 0 }

func (t *table) setEnd(slot uint64, end bool) {
	b, bit := t.block(slot), uint64(1)<<(slot%blockSlots)
	b[wordEnds] &^= bit
	if end {
		b[wordEnds] |= bit
	}
}

// get is the value of a slot.
func (t *table) get(slot uint64) uint64 {
	bit := slot % blockSlots * t.width
	w := t.words[t.wrap(slot)/blockSlots*t.stride+blockHead+bit/64:]
	return (w[0]>>(bit%64) | w[1]<<1<<(63-bit%64)) & t.highest()
}

// set makes x the value of a slot.
func (t *table) set(slot, x uint64) {
	bit := slot % blockSlots * t.width
	w := t.words[t.wrap(slot)/blockSlots*t.stride+blockHead+bit/64:]
	shift, mask := bit%64, t.highest()
	w[0] = w[0]&^(mask<<shift) | x<<shift
	if shift+t.width > 64 {
		w[1] = w[1]&^(mask>>(64-shift)) | x>>(64-shift)
	}
}

// past is the slot behind the last run of the quotients up to q, or, if none of
// those is in the block of q, behind the slots that the blocks before take. Slot q
// is free iff past(q) ≤ q.
func (t *table) past(q uint64) uint64 {
	turn := q - t.wrap(q)
	q -= turn
	b := t.block(q)
	slot := q&^(blockSlots-1) + b[wordOffset]
	d := uint64(bits.OnesCount64(b[0] << (blockSlots - 1 - q%blockSlots)))
	if d == 0 {
		return turn + slot
	}
	return turn + t.behind(slot, d)
}

// behind is the slot behind the d-th run that ends at this slot or later.
func (t *table) behind(slot, d uint64) uint64 {
	ends := t.block(slot)[wordEnds] & (^uint64(0) << (slot % blockSlots))
	for slot &^= blockSlots - 1; ; {
		if at := selectBit(ends, d); at < blockSlots {
			return slot + at + 1
		}
		d -= uint64(bits.OnesCount64(ends))
		slot += blockSlots
		ends = t.block(slot)[wordEnds]
	}
}

// free is the first free slot from that of quotient q on, behind whose runs and those
// before it is past. Runs of quotients on the way push it on.
func (t *table) free(q, past uint64) uint64 {
	for q < past {
		d := t.runs(q+1, past)
		if d == 0 {
			return past
		}
		turn := past - t.wrap(past)
		q, past = past, turn+t.behind(past-turn, d)
	}
	return q
}

// runs is how many of the quotients lo to hi have one.
func (t *table) runs(lo, hi uint64) uint64 {
	n := 0
	for ; lo/blockSlots < hi/blockSlots; lo = lo&^(blockSlots-1) + blockSlots {
		n += bits.OnesCount64(t.block(lo)[0] >> (lo % blockSlots))
	}
	return uint64(n + bits.OnesCount64(t.block(lo)[0]>>(lo%blockSlots)<<(63-(hi-lo))))
}

// run is the slots of quotient q, the last one excluded. It must have a run.
func (t *table) run(q uint64) (first, past uint64) { return t.first(q), t.past(q) }

// first is the first slot of a run.
func (t *table) first(q uint64) uint64 {
	if q%blockSlots == 0 {
		return q + t.block(q)[wordOffset]
	}
	return max(q, t.past(q-1))
}

// quickRun is run for a query: w are the words from the block of q on. It goes
// through run only where the run goes on in another block.
func (t *table) quickRun(q uint64, w []uint64) (first, past uint64) {
	_ = w[wordOffset]
	k := q % blockSlots
	end := selectBit(w[wordEnds]&(^uint64(0)<<w[wordOffset]), uint64(bits.OnesCount64(w[0]<<(blockSlots-1-k))))
	if end >= blockSlots {
		return t.run(q)
	}
	// It begins behind the end before it, or behind a slot that ends at k.
	first = uint64(bits.Len64(w[wordEnds]&(1<<(end&63)-1) | 1<<k>>1))
	return q&^(blockSlots-1) + first, q&^(blockSlots-1) + end + 1
}

// search is the first slot of a run whose value is x or more.
func (t *table) search(first, past, x uint64) uint64 {
	for first < past {
		if middle := (first + past) / 2; t.get(middle) < x {
			first = middle + 1
		} else {
			past = middle
		}
	}
	return first
}

// insert adds x to the run of quotient q. A slot besides the one that it takes must
// be free.
func (t *table) insert(q, x uint64) {
	w := t.words[q/blockSlots*t.stride:]
	var at, free uint64
	if bit := uint64(1) << (q % blockSlots); w[0]&bit == 0 {
		past := t.past(q)
		at, free = max(q, past), t.free(q, past)
		t.open(at, free)
		t.setEnd(at, true)
		w[0] |= bit
	} else {
		first, past := t.quickRun(q, w)
		at, free = t.search(first, past, x), t.free(q, past)
		t.open(at, free)
		if t.setEnd(at, at == past); at == past {
			t.setEnd(at-1, false)
		}
	}
	t.set(at, x)
	for b := q&^(blockSlots-1) + blockSlots; b <= free; b += blockSlots {
		t.block(b)[wordOffset]++
	}
	t.n++
}

// remove takes the slot at, which is in the run of quotient q, away.
func (t *table) remove(q, at uint64) {
	first, past := t.run(q)
	last := past // behind what moves: runs that are not in their own quotient's slot
	for p := t.past(last - 1); p > last; p = t.past(last - 1) {
		last = p
	}
	if past-first == 1 {
		t.block(q)[0] &^= 1 << (q % blockSlots)
	} else if at == past-1 {
		t.setEnd(at-1, true)
	}
	t.close(at, last-1)
	for b := q&^(blockSlots-1) + blockSlots; b < last; b += blockSlots {
		t.block(b)[wordOffset]--
	}
	t.n--
}

// open moves the slots from at on up to the free one by one place.
func (t *table) open(at, free uint64) {
	for free/blockSlots > at/blockSlots {
		first := free &^ (blockSlots - 1)
		t.up(first, free)
		t.set(first, t.get(first-1))
		t.setEnd(first, t.isEnd(first-1))
		free = first - 1
	}
	t.up(at, free)
}

// up moves the slots lo to hi − 1 of a block to lo + 1 and on.
func (t *table) up(lo, hi uint64) {
	b := t.block(lo)
	lo, hi = lo%blockSlots, hi%blockSlots
	shiftUp(b[blockHead:], lo*t.width, hi*t.width, t.width)
	shiftUp(b[wordEnds:wordEnds+1], lo, hi, 1)
}

// close moves the slots behind at, up to the last one, down by one place.
func (t *table) close(at, last uint64) {
	for at/blockSlots < last/blockSlots {
		next := at&^(blockSlots-1) + blockSlots
		t.down(at, next-1)
		t.set(next-1, t.get(next))
		t.setEnd(next-1, t.isEnd(next))
		at = next
	}
	t.down(at, last)
	t.set(last, 0)
	t.setEnd(last, false)
}

// down moves the slots lo + 1 to hi of a block to lo and on.
func (t *table) down(lo, hi uint64) {
	b := t.block(lo)
	lo, hi = lo%blockSlots, hi%blockSlots
	shiftDown(b[blockHead:], lo*t.width, hi*t.width, t.width)
	shiftDown(b[wordEnds:wordEnds+1], lo, hi, 1)
}

// shiftUp moves the bits lo to hi − 1 up by as many places, 64 at most.
func shiftUp(w []uint64, lo, hi, by uint64) {
	if lo == hi {
		return
	}
	lo, hi = lo+by, hi+by
	for i := (hi - 1) / 64; ; i-- {
		x := w[i] << by
		if i > 0 {
			x |= w[i-1] >> (64 - by)
		}
		mask := span(lo, hi, i)
		w[i] = w[i]&^mask | x&mask
		if i == lo/64 {
			return
		}
	}
}

// shiftDown moves the bits lo + by to hi + by − 1 down by as many places.
func shiftDown(w []uint64, lo, hi, by uint64) {
	if lo == hi {
		return
	}
	for i := lo / 64; i <= (hi-1)/64; i++ {
		x := w[i] >> by
		if i+1 < uint64(len(w)) {
			x |= w[i+1] << (64 - by)
		}
		mask := span(lo, hi, i)
		w[i] = w[i]&^mask | x&mask
	}
}

// span is the bits lo to hi − 1 as far as they are in word i, between theirs.
func span(lo, hi, i uint64) uint64 {
	mask := ^uint64(0)
	if i == lo/64 {
		mask <<= lo % 64
	}
	if i == (hi-1)/64 {
		mask &= ^uint64(0) >> (63 - (hi-1)%64)
	}
	return mask
}

// entries yields each quotient with each of its values, in ascending order.
func (t *table) entries() iter.Seq2[uint64, uint64] {
	return func(yield func(q, x uint64) bool) {
		slot := t.words[wordOffset]
		for q := uint64(0); q < t.slots; q += blockSlots {
			for left := t.block(q)[0]; left != 0; left &= left - 1 {
				own := q + uint64(bits.TrailingZeros64(left))
				slot = max(slot, own)
				for more := true; more; slot++ {
					more = !t.isEnd(slot)
					if !yield(own, t.get(slot)) {
						return
					}
				}
			}
		}
	}
}

// write adds the table to a file, read is its counterpart.
func (t *table) write(e *filter.Encoder) {
	e.Uint(t.slots)
	e.Uint(t.width)
	e.Words(t.words[:t.length()])
}

func (t *table) read(d *filter.Decoder) {
	slots, width := d.Int("slots", filter.MostKeys), d.Int("bits of a slot", 64)
	words := d.Words()
	*t = newTable(uint64(slots), uint64(width))
	if d.Check(slots >= blockSlots && slots%blockSlots == 0 && width >= 1, "%d slots of %d bits: want a multiple of 64, 1 bit or more", slots, width) &&
		d.Check(uint64(len(words)) == t.length(), "%d slots of %d bits do not take %d words", slots, width, len(words)) {
		t.words = append(words, make([]uint64, slackWords)...)
		err := t.count()
		d.Check(err == nil, "%v", err)
	}
}

// count sets n and checks that the three metadata words agree, that runs are in
// order and that free slots are 0. It makes no assumption on the words.
func (t *table) count() error {
	spill := t.words[wordOffset]
	if spill >= t.slots {
		return fmt.Errorf("the runs of the last block take %d of %d slots behind it", spill, t.slots)
	}
	slot := spill // behind what is checked; past the last slot, the first ones follow
	t.n = 0
	free := func(until uint64) bool {
		for ; slot < until; slot++ {
			if t.isEnd(slot) || t.get(slot) != 0 {
				return false
			}
		}
		return true
	}
	for q := uint64(0); q < t.slots; q += blockSlots {
		b := t.block(q)
		if taken := max(slot, q) - q; b[wordOffset] != taken {
			return fmt.Errorf("the blocks before slot %d take %d slots from it on, not %d", q, taken, b[wordOffset])
		}
		for left := b[0]; left != 0; left &= left - 1 {
			own := q + uint64(bits.TrailingZeros64(left))
			if !free(own) {
				return fmt.Errorf("a free slot before %d is not empty", own)
			}
			first := slot
			for more := true; more; slot++ {
				if slot >= t.slots+spill {
					return fmt.Errorf("the run of quotient %d has no end", own)
				}
				if slot > first && t.get(slot) < t.get(slot-1) {
					return fmt.Errorf("the run of quotient %d is not in order", own)
				}
				more = !t.isEnd(slot)
				t.n++
			}
		}
	}
	if !free(t.slots) || slot != t.slots+spill {
		return errors.New("the slots behind the last run are not empty")
	}
	if t.n >= t.slots {
		return errors.New("no slot is free")
	}
	return nil
}
