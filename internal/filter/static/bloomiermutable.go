package static

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// BloomierMutable is the Bloomier filter of two tables. The first says, for a key, which of its
// three slots is its own; the second has a value in each slot.
//
// Guarantee: the value of a key is the true one, also after it is changed. A negative is known
// at a rate of 3·2^−q, and has any value then. Keys cannot be inserted later.
// Cost: q + v bits for each of 1.23 slots per key; four reads per query, and a write per change.
// Building takes 27 bytes per key and 16 for its value.
// Source: Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 3: tables 1 and 2,
// lookup and set_value; the slots are those of Graf, Lemire 2020.
func BloomierMutable() filter.Maplets {
	return filter.Maplets{
		About: filter.About{
			Name:      "bloomier-mutable",
			Title:     "Bloomier filter with values that change",
			Reference: "Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 3",
			Explain: filter.Explanation{
				What: "Two tables. The exclusive or of a key's fingerprint and of its three slots in the first is a number: 0, 1 or 2 says which slot is the key's own, another one that it is no key. No other key owns that slot, so the value in the second table can be overwritten there.",
				Layout: `
  key ──hash──► fingerprint 5a, a place in each block

  table 1│  17     │    4c   │ 00      │  17⊕4c⊕00⊕5a = 1: the second
         └──▲──────┴────▲────┴─▲───────┘
  table 2│         │     7   │         │   value 7, overwritten by a change
         └─────────┴─────────┴─────────┘`,
				Formula: `
  q = ⌈log2(3/ε)⌉ bits of the first table, v of the second
  slots = 3·⌊(1.23·n + 32)/3⌋, of q + v bits
  rate of negatives that are known = 3·2^−q`,
				Guarantee: "Every key has its true value, the last one that it was given. A negative is known at the rate above, with the value of some key or of an unused slot. A change for such a negative changes that key's value.",
				Price:     "1.23·(q + v) bits per key, 2 more per slot than bloomier at most, and a fourth read that waits for the others. The set is fixed.",
				When:      "For a fixed set whose values change, such as where a block is at present.",
			},
		},
		Plan: func(n, v int, cfg filter.Config) (filter.Plan, error) {
			p, err := newMutable(n, v, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: p.Params(), Bits: p.Bits(), Capacity: n, Theory: p.Theory()}, nil
		},
		Build: buildMutable,
	}
}

// mutable is the solution whose slots say which slot is a key's own, and the values.
type mutable struct {
	s      solution
	values packed.Array
}

func newMutable(n, v int, cfg filter.Config) (*mutable, error) {
	if err := filter.CheckValues(0, nil, v, 0); err != nil {
		return nil, err
	}
	s, err := newSolution(xorShape(n), cfg)
	if err != nil {
		return nil, err
	}
	s.table.Width = width(cfg.Epsilon / float64(s.kind.arity()))
	return &mutable{s: *s, values: packed.Array{Width: uint64(v)}}, nil
}

func buildMutable(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
	if err := filter.CheckValues(keys.Len(), values, v, 0); err != nil {
		return nil, err
	}
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry("bloomier-mutable", attempts, cfg, func(_ int, cfg filter.Config) (filter.Maplet, error) {
		m, err := newMutable(keys.Len(), v, cfg)
		if err != nil {
			return nil, err
		}
		return m, m.solve(keys, values)
	})
}

// solve fills both tables. The slot in which the peeling has found a key alone is its own.
func (m *mutable) solve(keys *wordlist.List, values []uint64) error {
	list, err := m.s.hash.Valued(keys, values)
	if err != nil {
		return err
	}
	hashes := make([]uint64, len(list))
	for i, x := range list {
		hashes[i] = x.Hash
	}
	p := newPeeling(&m.s.shape)
	p.add(hashes)
	if p.peel(m.s.slots); !p.done() {
		return errStuck
	}
	m.s.allocate(m.s.table.Width)
	m.values = packed.New(m.s.slots, m.values.Width)
	next := p.taken // solve goes through the order from its end
	p.solve(&m.s, func(h uint64) uint64 {
		next--
		slot := uint64(p.order.slots[next])
		i, _ := slices.BinarySearch(hashes, h)
		m.values.Set(slot, list[i].Value)
		a, b, c, _ := m.s.of(h)
		return fingerprint(h) ^ uint64(slices.Index([]uint64{a, b, c}, slot))
	})
	return nil
}

// own is the slot of key that no other key has; false where it is none of the keys.
func (m *mutable) own(key string) (slot uint64, known bool) {
	h := m.s.hash.Sum64(key)
	a, b, c, _ := m.s.of(h)
	which := (m.s.at(a) ^ m.s.at(b) ^ m.s.at(c) ^ fingerprint(h)) & m.s.mask
	return [4]uint64{a, b, c}[which&3], which < m.s.kind.arity() && !m.s.empty()
}

// Value implements filter.Maplet.
func (m *mutable) Value(key string) (value uint64, known bool) {
	slot, known := m.own(key)
	if !known {
		return 0, false
	}
	return m.values.At(slot), true
}

// Set implements filter.Setter.
func (m *mutable) Set(key string, value uint64) (known bool) {
	slot, known := m.own(key)
	if known {
		m.values.Set(slot, value&m.values.Mask())
	}
	return known
}

// Theory is exact: of the 2^q numbers that a negative has, three say that it is a key.
func (m *mutable) Theory() float64 {
	if m.s.empty() {
		return 0
	}
	return float64(m.s.kind.arity()) * math.Ldexp(1, -int(m.s.table.Width))
}

// Bits are those of both tables.
func (m *mutable) Bits() uint64 { return m.s.slots * (m.s.table.Width + m.values.Width) }

func (m *mutable) Params() []filter.Param {
	return []filter.Param{{Name: "q", Value: float64(m.s.table.Width)}, {Name: "v", Value: float64(m.values.Width)}, {Name: "slots", Value: float64(m.s.slots)}}
}
