package aggregates

import (
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Bytes of a node's name, of a value, and of a share of push-sum.
const nameBytes, valueBytes, shareBytes = 8, 4, 20

// newMethod is one before the first step. Every node keeps the names of all others, to draw its
// partners from; a set is a mark at each name.
func newMethod(v *values, name string, rate float64, seed uint64) method {
	n := len(v.now)
	v.kept = nameBytes * (n - 1)
	if name == filters || name == exact {
		m := &meetings{values: v, knows: make([]known, n)}
		for i := range uint64(2 * n) {
			m.sets = append(m.sets, newMembers(n, rate, filter.Mix(seed+i)))
		}
		v.kept += 2*m.sets[0].bytes + 8 + 4 + largest*(nameBytes+valueBytes)
		return m
	}
	s := &shares{values: v, again: name == restarted}
	s.of = s.begin()
	if v.kept += shareBytes; s.again {
		v.kept += shareBytes // those before
	}
	return s
}

// members says which values of which nodes it holds: a counting Bloom filter with four bits a counter,
// which sticks at its largest; at the rate 0 a set, which has a byte for each other node.
type members struct {
	hash     filter.Hasher
	cells    []uint8
	k, bytes int
}

func newMembers(n int, rate float64, seed uint64) *members {
	if rate == 0 {
		return &members{cells: make([]uint8, n*possible), bytes: n - 1}
	}
	size, k := bloom.StandardSize(n-1, rate)
	return &members{filter.NewHasher(filter.Config{Seed: seed}), make([]uint8, size), k, int(size+1) / 2}
}

// least adds to the counters of a value, and is the least of them before.
func (m *members) least(node int, value uint8, add int8) uint8 {
	const most = 15
	least, h := uint8(most), uint64(node)*possible+uint64(value)
	at := h // a set has a counter for each value
	if m.k > 0 {
		h = m.hash.Number(h)
	}
	for range max(m.k, 1) {
		if m.k > 0 {
			at, _ = bits.Mul64(h, uint64(len(m.cells)))
		}
		if least = min(least, m.cells[at]); m.cells[at] < most {
			m.cells[at] += uint8(add)
		}
		h *= filter.ProbeStep
	}
	return least
}

func (m *members) has(node int, value uint8) bool { return m.least(node, value, 0) > 0 }

// largest are how many of the largest values a node keeps: one that is taken out leaves the next.
const largest = 8

// known is what a node has counted, with the largest values and the nodes that have them.
type known struct {
	sum    int64
	number int
	top    []ranked
}

type ranked struct {
	node  int
	value uint32
}

// meetings are nodes with filters or sets: of node i, 2i holds who has counted which of its
// values, 2i+1 whose it has counted.
type meetings struct {
	*values
	sets  []*members
	knows []known
}

func (m *meetings) step(step int) {
	for giver := range m.now {
		m.meeting(giver, m.partner(giver, step))
	}
}

// meeting sends nothing where the giver's filter has the new value. Else it sends that with each
// old one that its filter has; the receiver takes out the first that its own has too. Without one
// it refuses a new value that it seems to have.
func (m *meetings) meeting(giver, receiver int) {
	given, taken, now := m.sets[2*giver], m.sets[2*receiver+1], m.now[giver]
	if given.has(receiver, now) {
		return
	}
	const none = possible
	old := uint8(none)
	m.sent += nameBytes + 1 + valueBytes + 1 // its name, a value with its number, and an answer
	for v := range uint8(possible) {
		if v != now && given.has(receiver, v) {
			if m.sent += 1 + valueBytes; old == none && taken.has(giver, v) {
				old = v
			}
		}
	}
	if old == none && taken.has(giver, now) {
		return
	}
	knows := &m.knows[receiver]
	count := func(v uint8, by int8) {
		given.least(receiver, v, by)
		taken.least(giver, v, by)
		knows.sum += int64(by) * int64(m.of[giver][v])
		knows.number += int(by)
	}
	if old != none {
		count(old, -1)
	}
	count(now, 1)
	top := slices.DeleteFunc(knows.top, func(r ranked) bool { return r.node == giver })
	top = append(top, ranked{giver, m.value(giver)})
	slices.SortStableFunc(top, func(a, b ranked) int { return int(b.value) - int(a.value) })
	knows.top = top[:min(len(top), largest)]
}

func (m *meetings) estimate(node int) (sum, mean, maximum float64) {
	knows, own := m.knows[node], m.value(node)
	sum = float64(knows.sum) + float64(own)
	for _, r := range knows.top[:min(1, len(knows.top))] {
		own = max(own, r.value)
	}
	return sum, sum / float64(knows.number+1), float64(own)
}

// epoch is after how many steps push-sum begins again: three times log2 n, in which what one node
// tells has come to all.
func epoch(nodes int) int { return 3 * int(math.Ceil(math.Log2(float64(nodes)))) }

// share is what push-sum has at a node, with the largest value that this has heard of.
type share struct{ sum, weight, top float64 }

// shares are nodes with push-sum, which know how many they are. They add the changes of their
// values, or begin again after each epoch; then they know what came of the one before.
type shares struct {
	*values
	again      bool
	of, before []share
}

func (s *shares) begin() (list []share) {
	for node := range s.now {
		list = append(list, share{float64(s.value(node)), 1, float64(s.value(node))})
	}
	return list
}

func (s *shares) step(step int) {
	if s.again && step > 0 && step%epoch(len(s.now)) == 0 {
		s.before, s.of = s.of, s.begin()
	}
	for node := range s.of {
		own := &s.of[node]
		if !s.again && step%s.meet == 0 {
			own.sum += float64(s.value(node)) - float64(s.values.of[node][s.last[node]])
			own.top = max(own.top, float64(s.value(node)))
		}
		own.sum, own.weight = own.sum/2, own.weight/2
	}
	for node, half := range slices.Clone(s.of) {
		to := &s.of[s.partner(node, step)]
		*to = share{to.sum + half.sum, to.weight + half.weight, max(to.top, half.top)}
	}
	s.sent += len(s.of) * shareBytes
}

func (s *shares) estimate(node int) (sum, mean, maximum float64) {
	of := s.of[node]
	if s.before != nil {
		of = s.before[node]
	}
	return float64(len(s.of)) * of.sum / of.weight, of.sum / of.weight, of.top
}
