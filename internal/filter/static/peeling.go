package static

import (
	"encoding/binary"
	"slices"
)

// peeling finds an order of the keys in which each has a slot that no later one
// has: time and again it takes away a key that is alone in one of its slots. On the
// way back, that slot can be given whatever the key's fingerprint needs.
//
// It takes 21 bytes per slot.
type peeling struct {
	shape *shape
	n     int // keys

	cells []cell
	full  bool // a count is at its largest value

	// order has, from the front on, the taken keys, then some entries of no use any
	// more, then the keys that wait to be taken. A slot has one key only once, so that
	// there is room, and for one more that is written before it is known to wait.
	order order
	taken int
	seen  uint64 // slots that have been looked at for one key
	read  uint8  // see drain
}

// cell is what a peeling knows of a slot: the number of keys left that have it, and
// the exclusive or of their hashes, which is the hash itself where one is left. Both
// are next to each other, since far from the last cell the one is read with the other.
type cell struct {
	sum  [8]byte
	keys uint8
}

// change puts a key in or takes it away, and gives the sum.
func (c *cell) change(h uint64) uint64 {
	h ^= binary.LittleEndian.Uint64(c.sum[:])
	binary.LittleEndian.PutUint64(c.sum[:], h)
	return h
}

// order lists keys by their hash, each with the slot in which it is alone.
type order struct {
	hashes []uint64
	slots  []uint32
}

func newPeeling(s *shape) *peeling {
	return &peeling{shape: s, cells: make([]cell, s.slots)}
}

// ahead is the number of keys whose slots are found before the first one's cells are
// changed. So the cells of several come from memory at once.
const ahead = 32

// add puts the keys of some hashes in.
func (p *peeling) add(hashes []uint64) {
	const most = 255
	p.n += len(hashes)
	s, cells := p.shape, p.cells
	largest := uint8(0)
	var of [ahead][4]uint32
	for batch := range slices.Chunk(hashes, ahead) {
		for k, h := range batch {
			x, y, z, w := s.of(h)
			of[k%ahead] = [4]uint32{uint32(x), uint32(y), uint32(z), uint32(w)}
		}
		for k, h := range batch {
			of := &of[k%ahead]
			if s.kind == kindFuse4 {
				largest = max(largest, cells[of[3]].add(h))
			}
			largest = max(largest, cells[of[0]].add(h), cells[of[1]].add(h), cells[of[2]].add(h))
		}
	}
	p.full = p.full || largest == most
}

// add puts a key in and counts.
func (c *cell) add(h uint64) uint8 {
	c.change(h)
	c.keys++
	return c.keys
}

// peel takes away the keys that it can on account of the slots before limit, of whose
// keys none may be added later. It looks for slots with one key in a segment at a
// time, which the cache holds, and goes on from these.
func (p *peeling) peel(limit uint64) {
	if p.full {
		return
	}
	if p.order.hashes == nil {
		p.order.hashes = make([]uint64, p.shape.slots+1)
	}
	if p.order.slots == nil {
		p.order.slots = make([]uint32, p.shape.slots+1)
	}
	for ; p.seen < limit; p.seen += p.shape.length {
		tail := p.taken
		for i := range p.cells[p.seen : p.seen+p.shape.length] {
			c := &p.cells[p.seen+uint64(i)]
			p.order.hashes[tail], p.order.slots[tail] = binary.LittleEndian.Uint64(c.sum[:]), uint32(p.seen)+uint32(i)
			if c.keys == 1 {
				tail++
			}
		}
		p.drain(tail, uint32(limit-1))
	}
}

// done reports whether no key is left.
func (p *peeling) done() bool { return p.taken == p.n }

// drain takes away the keys that wait, up to the tail of the queue, and those whose
// turn comes by that in a slot up to the last.
//
// It reads the cells of some keys before it looks at the first, so that no branch
// waits for one of them alone.
func (p *peeling) drain(tail int, last uint32) {
	s, cells, hashes, slots, taken := p.shape, p.cells, p.order.hashes, p.order.slots, p.taken
	var of [ahead][4]uint32
	for head := taken; head < tail; {
		batch := hashes[head:min(head+ahead, tail)]
		read := uint8(0)
		for k, h := range batch {
			x, y, z, w := s.of(h)
			read ^= cells[x].keys ^ cells[y].keys ^ cells[z].keys ^ cells[w].keys
			if s.kind != kindFuse4 {
				w = z
			}
			of[k%ahead] = [4]uint32{uint32(x), uint32(y), uint32(z), uint32(w)}
		}
		p.read = read // or else the compiler would leave the reading out
		for k, h := range batch {
			slot := slots[head+k]
			if cells[slot].keys != 1 {
				continue // the key was taken away on account of another slot
			}
			cells[slot].keys = 0
			hashes[taken], slots[taken] = h, slot
			taken++
			x, y, z := others(slot, &of[k%ahead])
			tail += p.leave(x, h, tail, last)
			tail += p.leave(y, h, tail, last)
			if s.kind == kindFuse4 {
				tail += p.leave(z, h, tail, last)
			}
		}
		head += len(batch)
	}
	p.taken = taken
}

// others are the slots of a key but the one, without a branch: where that is, the
// last is put. Of three slots the third and the last are the same.
func others(one uint32, of *[4]uint32) (x, y, z uint32) {
	x, y, z = of[0], of[1], of[2]
	last := of[3]
	if x == one {
		x = last
	}
	if y == one {
		y = last
	}
	if z == one {
		z = last
	}
	return x, y, z
}

// leave takes a key away from slot i. It is 1 if one key is left there and the slot is
// not behind the last: then that key has been put at the end of the queue.
func (p *peeling) leave(i uint32, h uint64, tail int, last uint32) int {
	c := &p.cells[i]
	p.order.hashes[tail], p.order.slots[tail] = c.change(h), i
	left := c.keys - 1
	c.keys = left
	alone, before := 0, 0
	if left == 1 {
		alone = 1
	}
	if i <= last {
		before = 1
	}
	return alone & before
}

// solve gives each slot of an allocated table its value, in the order opposite to that of
// the peeling, so that the slots of every hash make what is wanted of it.
func (p *peeling) solve(s *solution, wanted func(h uint64) uint64) {
	hashes, slots := p.order.hashes[:p.taken], p.order.slots[:p.taken]
	for k := len(hashes) - 1; k >= 0; k-- {
		h := hashes[k]
		a, b, c, d := s.of(h)
		x := wanted(h) ^ s.at(a) ^ s.at(b) ^ s.at(c) // 0 in the slot itself still
		if s.kind == kindFuse4 {
			x ^= s.at(d)
		}
		s.table.Set(uint64(slots[k]), x&s.mask)
	}
}
