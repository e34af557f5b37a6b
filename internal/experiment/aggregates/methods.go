package aggregates

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// Bytes of a node's name, of a value, of both with a round in tables, and of a share of push-sum.
const nameBytes, valueBytes, entryBytes, shareBytes = 8, 4, 16, 20

// newMethod is one before the first round.
func newMethod(v *values, name string, rate float64, seed uint64) method {
	n := len(v.now)
	switch name {
	case filters, exact:
		m := &meetings{values: v, sums: make([]int64, n), numbers: make([]int, n), top: make([][]ranked, n), counts: make([][possible]int8, n*n)}
		for i := range uint64(2 * n) {
			m.sets = append(m.sets, newMembers(n, rate, filter.Mix(seed+i)))
		}
		v.kept = 2*m.sets[0].bytes + 8 + 4 + largest*(nameBytes+valueBytes)
		return m
	case tables:
		v.kept = entryBytes * n
		of := make([][]entry, n)
		for node := range of {
			of[node] = slices.Repeat([]entry{{changed: never}}, n)
			of[node][node] = entry{v.value(node), 0}
		}
		return &allTables{v, of}
	}
	v.kept = shareBytes
	if name == restarted {
		v.kept *= 2
	}
	s := &shares{values: v, name: name}
	s.of = s.begin()
	return s
}

// members says which values of which nodes it holds: a counting Bloom filter with four bits a counter,
// which sticks at its largest; at the rate 0 a set, of a table of names and the numbers of values.
type members struct {
	hash  filter.Hasher
	cells []uint8
	k     int
	bytes int
}

func newMembers(n int, rate float64, seed uint64) *members {
	if rate == 0 {
		return &members{cells: make([]uint8, n*possible), bytes: (nameBytes + 1) * (n - 1)}
	}
	size, k := bloom.StandardSize(n-1, rate)
	return &members{filter.NewHasher(filter.Config{Seed: seed}), make([]uint8, size), k, int(size+1) / 2}
}

// least adds to the counters of a value, and is the least of them before.
func (m *members) least(node int, value uint8, add int8) (least uint8) {
	x := uint64(node)*possible + uint64(value)
	if m.k == 0 {
		least, m.cells[x] = m.cells[x], m.cells[x]+uint8(add)
		return least
	}
	least = 15
	h := m.hash.Number(x)
	for range m.k {
		at, _ := bits.Mul64(h, uint64(len(m.cells)))
		least = min(least, m.cells[at])
		if m.cells[at] < 15 {
			m.cells[at] += uint8(add)
		}
		h *= filter.ProbeStep
	}
	return least
}

func (m *members) has(node int, value uint8) bool { return m.least(node, value, 0) > 0 }

// largest are how many of the largest values a node keeps: one that is taken out leaves the next.
const largest = 8

// ranked is a value that a node keeps, with the node that has it.
type ranked struct {
	node  int
	value uint32
}

// meetings are nodes with filters or sets: in sets, of node i, 2i holds who has counted which of its
// values, 2i+1 whose it has counted. counts has what is in the sum of each receiver, of each giver.
type meetings struct {
	*values
	sets    []*members
	sums    []int64
	numbers []int
	top     [][]ranked
	counts  [][possible]int8
}

func (m *meetings) round(r int) {
	for giver := range m.now {
		for i := range m.meet {
			m.meeting(giver, m.partner(giver, (r-1)*m.meet+i))
		}
	}
}

// none stands for no old value.
const none = possible

// comes says what comes of a meeting: nothing where the giver's filter has the new value. Else it
// sends that with each old one that its filter has, so many; the receiver takes out the first that
// its own has too. Without one it refuses a new value that it seems to have.
func (m *meetings) comes(giver, receiver int) (sends, refuses bool, old uint8, olds int) {
	now := m.now[giver]
	old = none
	if m.sets[2*giver].has(receiver, now) {
		return false, false, old, 0
	}
	for v := range uint8(possible) {
		if v != now && m.sets[2*giver].has(receiver, v) {
			if olds++; old == none && m.sets[2*receiver+1].has(giver, v) {
				old = v
			}
		}
	}
	return true, old == none && m.sets[2*receiver+1].has(giver, now), old, olds
}

func (m *meetings) meeting(giver, receiver int) {
	sends, refuses, old, olds := m.comes(giver, receiver)
	if sends { // its name, values with their numbers, and an answer
		m.sent += nameBytes + (1+valueBytes)*(1+olds) + 1
	}
	if !sends || refuses {
		return
	}
	count := func(v uint8, by int8) {
		m.sets[2*giver].least(receiver, v, by)
		m.sets[2*receiver+1].least(giver, v, by)
		m.sums[receiver] += int64(by) * int64(m.of[giver][v])
		m.numbers[receiver] += int(by)
		m.counts[receiver*len(m.now)+giver][v] += by
	}
	if old != none {
		count(old, -1)
	}
	count(m.now[giver], 1)
	top := slices.DeleteFunc(m.top[receiver], func(r ranked) bool { return r.node == giver })
	top = append(top, ranked{giver, m.value(giver)})
	slices.SortStableFunc(top, func(a, b ranked) int { return int(b.value) - int(a.value) })
	m.top[receiver] = top[:min(len(top), largest)]
}

func (m *meetings) estimate(node int) (sum, mean, maximum float64) {
	own := m.value(node)
	sum = float64(m.sums[node]) + float64(own)
	for _, r := range m.top[node][:min(1, len(m.top[node]))] {
		own = max(own, r.value)
	}
	return sum, sum / float64(m.numbers[node]+1), float64(own)
}

// faults are shares of all pairs of nodes: values that are not counted and that filters take for
// counted, and such as are counted twice or were taken out in vain.
func (m *meetings) faults() (refused, miscounted float64, err error) {
	n := len(m.now)
	sums := make([]int64, n)
	for i, counts := range m.counts {
		receiver, giver, values := i/n, i%n, 0
		for v, count := range counts {
			sums[receiver] += int64(count) * int64(m.of[giver][v])
			values += int(count)
		}
		if counts[m.now[giver]] == 0 && receiver != giver {
			if sends, refuses, _, _ := m.comes(giver, receiver); !sends || refuses {
				refused++
			}
		}
		if values > 1 || slices.Min(counts[:]) < 0 {
			miscounted++
		}
	}
	if !slices.Equal(sums, m.sums) {
		return 0, 0, fmt.Errorf("nodes have the sums %d, of values that are %d together", m.sums, sums)
	}
	pairs := float64(n * (n - 1))
	return refused / pairs, miscounted / pairs, nil
}

// entry is what a table has of a node: its value, and the round in which it became that.
type entry struct {
	value   uint32
	changed int32
}

const never = -1 << 30 // of what a table lacks

// epoch is for how many rounds tables tell a change, and after how many push-sum begins again: three
// times log2 n, in which what one node tells has come to all.
func epoch(nodes int) int { return 3 * int(math.Ceil(math.Log2(float64(nodes)))) }

// allTables are nodes that keep all values, and send those that changed of late to another node.
type allTables struct {
	*values
	of [][]entry
}

func (a *allTables) round(r int) {
	before, lasts := make([][]entry, len(a.of)), epoch(len(a.of))
	for node, row := range a.of {
		if a.now[node] != a.last[node] {
			row[node] = entry{a.value(node), int32(r)}
		}
		before[node] = slices.Clone(row)
	}
	for node, row := range before {
		to := a.of[a.partner(node, r-1)]
		for of, e := range row {
			if r-int(e.changed) <= lasts {
				a.sent += entryBytes
				if e.changed > to[of].changed {
					to[of] = e
				}
			}
		}
	}
}

func (a *allTables) estimate(node int) (sum, mean, maximum float64) {
	known := 0.0
	for _, e := range a.of[node] {
		if e.changed >= 0 {
			known++
			sum, maximum = sum+float64(e.value), max(maximum, float64(e.value))
		}
	}
	return sum, sum / known, maximum
}

// share is what push-sum has at a node, with the largest value that this has heard of.
type share struct{ sum, weight, top float64 }

// shares are nodes with push-sum. They know how many they are.
type shares struct {
	*values
	name       string
	of, before []share // before: when they last began again
}

func (s *shares) begin() (list []share) {
	for node := range s.now {
		list = append(list, share{float64(s.value(node)), 1, float64(s.value(node))})
	}
	return list
}

func (s *shares) round(r int) {
	if s.name == restarted && r > 1 && (r-1)%epoch(len(s.now)) == 0 {
		s.before, s.of = s.of, s.begin()
	}
	for node := range s.of {
		own := &s.of[node]
		if s.name == adjusted {
			own.sum += float64(s.value(node)) - float64(s.values.of[node][s.last[node]])
			own.top = max(own.top, float64(s.value(node)))
		}
		own.sum, own.weight = own.sum/2, own.weight/2
	}
	for node, half := range slices.Clone(s.of) {
		to := &s.of[s.partner(node, r-1)]
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
