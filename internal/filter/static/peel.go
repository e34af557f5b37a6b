package static

// peeling finds an order of the keys in which each has a slot that no later one
// has: time and again it takes away a key that is alone in one of its slots. On the
// way back, that slot can be given whatever the key's fingerprint needs.
//
// It takes 13 bytes a slot.
type peeling struct {
	shape *shape
	n     int // keys

	// keys counts the keys left that have a slot, and sum is the exclusive or of
	// their hashes: the hash itself where one is left. It stays when that one is
	// taken away on account of this slot.
	keys []uint8
	sum  []uint64
	full bool // a count is at its largest value

	// slots are, from the front on, those on account of which keys were taken away,
	// and from the back on those that wait for it. A slot waits once, so that there
	// is room for both, and for one more that is written before it is known to wait.
	slots []uint32
	taken int
}

func newPeeling(s *shape) *peeling {
	return &peeling{shape: s, keys: make([]uint8, s.slots), sum: make([]uint64, s.slots)}
}

// add puts the keys of some hashes in.
func (p *peeling) add(hashes []uint64) {
	const most = 255
	p.n += len(hashes)
	s, keys, sum := p.shape, p.keys, p.sum
	largest := uint8(0)
	for _, h := range hashes {
		a, b, c, d := s.of(h)
		if s.kind == kindFuse4 {
			keys[d]++
			sum[d] ^= h
			largest = max(largest, keys[d])
		}
		keys[a]++
		sum[a] ^= h
		keys[b]++
		sum[b] ^= h
		keys[c]++
		sum[c] ^= h
		largest = max(largest, keys[a], keys[b], keys[c])
	}
	p.full = p.full || largest == most
}

// peel takes the keys away and reports whether none is left. It goes on with the
// slots that have just become free for it, which are near and in the cache.
func (p *peeling) peel() bool {
	if p.full {
		return false
	}
	p.slots = make([]uint32, p.shape.slots+1)
	s, keys, sum, slots := p.shape, p.keys, p.sum, p.slots
	taken, waiting := 0, len(slots)
	for first := range keys {
		if keys[first] != 1 {
			continue
		}
		waiting--
		slots[waiting] = uint32(first)
		for waiting < len(slots) {
			i := slots[waiting]
			waiting++
			if keys[i] != 1 {
				continue // the key was taken away on account of another slot
			}
			slots[taken] = i
			taken++
			h := sum[i]
			a, b, c, d := s.of(h)
			if s.kind == kindFuse4 {
				waiting -= p.leave(d, h, waiting)
			}
			waiting -= p.leave(a, h, waiting)
			waiting -= p.leave(b, h, waiting)
			waiting -= p.leave(c, h, waiting)
			sum[i] = h
		}
	}
	p.taken = taken
	return taken == p.n
}

// leave takes a key away from slot i. It is 1 if the slot has one key now, and has
// been put before those that wait.
func (p *peeling) leave(i, h uint64, waiting int) int {
	left := p.keys[i] - 1
	p.keys[i] = left
	p.sum[i] ^= h
	p.slots[waiting-1] = uint32(i)
	if left == 1 {
		return 1
	}
	return 0
}

// solve gives each slot of a table of zeros its value, in the opposite order.
func (p *peeling) solve(table *packed) {
	s := p.shape
	for k := p.taken - 1; k >= 0; k-- {
		i := uint64(p.slots[k])
		h := p.sum[i]
		a, b, c, d := s.of(h)
		x := fingerprint(h) ^ table.at(a) ^ table.at(b) ^ table.at(c) // 0 in slot i still
		if s.kind == kindFuse4 {
			x ^= table.at(d)
		}
		table.fill(i, x)
	}
}
