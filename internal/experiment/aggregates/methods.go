package aggregates

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/counting"
)

// Bytes of a node's name, of a value, and of a share of push-sum.
const nameBytes, valueBytes, shareBytes = 8, 4, 16

// newMethod is one before the first step.
func newMethod(v *values, name string, rate float64, seed uint64) (method, error) {
	if name == pushSum {
		s := &shares{values: v}
		for range v.now {
			s.of = append(s.of, share{weight: 1})
		}
		return s, nil
	}
	m := &meetings{values: v, knows: make([]known, len(v.now))}
	for i := range uint64(2 * len(v.now)) {
		if name == exact {
			m.sets = append(m.sets, marks{})
			continue
		}
		f, err := counting.NewNumbers(len(v.now)-1, filter.Config{Epsilon: rate, Seed: filter.Mix(seed + i)})
		if err != nil {
			return nil, err
		}
		m.sets = append(m.sets, f)
	}
	return m, nil
}

// members says which values of which nodes it holds, by their numbers.
type members interface {
	Has(x uint64) bool
	Add(x uint64)
	Remove(x uint64)
}

// marks are the members of an exact set.
type marks map[uint64]bool

func (m marks) Has(x uint64) bool { return m[x] }
func (m marks) Add(x uint64)      { m[x] = true }
func (m marks) Remove(x uint64)   { delete(m, x) }

// number is that of a value of a node.
func number(node int, value uint8) uint64 { return uint64(node)*possible + uint64(value) }

// largest are how many of the largest values a node keeps: one that is taken out leaves the next.
const largest = 8

// known is what a node has counted, and the largest values: each with its node in its lower half.
type known struct {
	sum, number int64
	top         []uint64
}

// meetings are nodes with filters or sets: of node i, 2i holds who has counted which of its
// values, 2i+1 whose it has counted.
type meetings struct {
	*values
	sets  []members
	knows []known
}

func (m *meetings) step() {
	for giver := range m.now {
		m.meeting(giver, m.partner(giver))
	}
}

// meeting sends nothing where the giver's filter has the new value. Else it sends that with each
// old one that its filter has; the receiver takes out the first that its own has too. Without one
// it refuses a new value that it seems to have.
func (m *meetings) meeting(giver, receiver int) {
	given, taken, now := m.sets[2*giver], m.sets[2*receiver+1], m.now[giver]
	if given.Has(number(receiver, now)) {
		return
	}
	old := uint8(possible)                   // none
	m.sent += nameBytes + 1 + valueBytes + 1 // its name, a value with its number, and an answer
	for v := range uint8(possible) {
		if v != now && given.Has(number(receiver, v)) {
			if m.sent += 1 + valueBytes; old == possible && taken.Has(number(giver, v)) {
				old = v
			}
		}
	}
	if old == possible && taken.Has(number(giver, now)) {
		return
	}
	knows := &m.knows[receiver]
	if old != possible {
		given.Remove(number(receiver, old))
		taken.Remove(number(giver, old))
		knows.sum -= int64(m.of[giver][old])
		knows.number--
	}
	given.Add(number(receiver, now))
	taken.Add(number(giver, now))
	knows.sum += int64(m.of[giver][now])
	knows.number++
	top := slices.DeleteFunc(knows.top, func(v uint64) bool { return uint32(v) == uint32(giver) })
	top = append(top, uint64(m.value(giver))<<32|uint64(giver))
	slices.Sort(top)
	knows.top = top[max(0, len(top)-largest):]
}

func (m *meetings) estimate(node int) [3]float64 {
	knows, own := m.knows[node], uint64(m.value(node))
	sum := float64(knows.sum) + float64(own)
	if last := len(knows.top) - 1; last >= 0 {
		own = max(own, knows.top[last]>>32)
	}
	return [3]float64{sum, sum / float64(knows.number+1), float64(own)}
}

// share is what push-sum has at a node, and the value of its own that is in it.
type share struct{ sum, weight, own float64 }

// shares are nodes with push-sum, which know how many they are and add the changes of their values.
type shares struct {
	*values
	of []share
}

func (s *shares) step() {
	for node := range s.of {
		at, now := &s.of[node], float64(s.value(node))
		*at = share{(at.sum + now - at.own) / 2, at.weight / 2, now}
	}
	for node, half := range slices.Clone(s.of) {
		to := &s.of[s.partner(node)]
		to.sum, to.weight = to.sum+half.sum, to.weight+half.weight
	}
	s.sent += len(s.of) * shareBytes
}

// estimate has no maximum: push-sum has none.
func (s *shares) estimate(node int) [3]float64 {
	of := s.of[node]
	return [3]float64{float64(len(s.of)) * of.sum / of.weight, of.sum / of.weight, math.NaN()}
}
