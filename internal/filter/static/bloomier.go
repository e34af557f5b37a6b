package static

import (
	"fmt"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Bloomier is a Bloomier filter: a static function in the form of an xor filter, whose
// slots hold a value beside the fingerprint.
//
// Guarantee: the value of a key is the true one. A negative is known at a rate of 2^−f,
// and has any value then. Nothing can be inserted or changed later.
// Cost: f + v bits for each of 1.23 slots per key; three reads and no branch per query.
// Building takes 27 bytes per key and 16 for its value.
// Source: Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 3; the
// slots are those of Graf, Lemire 2020.
func Bloomier() filter.Maplets {
	return filter.Maplets{
		About: filter.About{
			Name:      "bloomier",
			Title:     "Bloomier filter",
			Reference: "Chazelle, Kilian, Rubinfeld, Tal 2004, The Bloomier filter, section 3",
			Explain: filter.Explanation{
				What: "An xor filter that answers with a value: the exclusive or of a key's three slots is its fingerprint and, in the bits beside it, its value. The slots are found for all keys at once.",
				Layout: `
  key ──hash──► fingerprint 5a, a place in each block

         block 1           block 2           block 3
       ┌─────────────────┬─────────────────┬─────────────────┐
       │   17|3          │          c1|5   │  8c|1           │
       └─────▲───────────┴──────────▲──────┴──▲──────────────┘
             17|3 ⊕ c1|5 ⊕ 8c|1 = 5a|7: known, with the value 7`,
				Formula: `
  f = ⌈log2(1/ε)⌉ bits of fingerprint, v of value
  slots = 3·⌊(1.23·n + 32)/3⌋, of f + v bits
  rate of negatives that are known = 2^−f`,
				Guarantee: "Every key has its true value. A negative is known at the rate of the fingerprint, with a value of no meaning: mostly 0 in bits that are 0 for most keys, unless values are mixed with a hash of the key.",
				Price:     "1.23·(f + v) bits per key, three reads and no branch per query. The set and the values are fixed.",
				When:      "For a fixed map from which negatives are mostly kept away, such as words and where they are hyphenated. Where negatives are never asked f can be 1.",
			},
		},
		Plan: func(n, v int, cfg filter.Config) (filter.Plan, error) {
			p, err := newBloomier(n, v, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: p.Params(), Bits: p.Bits(), Capacity: n, Theory: p.Theory()}, nil
		},
		Build: buildBloomier,
	}
}

// bloomier is the solution whose slots hold value and fingerprint, the value in the
// low bits.
type bloomier struct {
	s solution
	v uint64 // bits of a value
}

func newBloomier(n, v int, cfg filter.Config) (*bloomier, error) {
	if err := filter.CheckValues(0, nil, v, 0); err != nil {
		return nil, err
	}
	s, err := newSolution(xorShape(n), cfg)
	if err != nil {
		return nil, err
	}
	if s.table.Width += uint64(v); s.table.Width > widest {
		return nil, fmt.Errorf("ε = %v with values of %d bits: slots of %d bits, want %d at most", cfg.Epsilon, v, s.table.Width, widest)
	}
	return &bloomier{s: *s, v: uint64(v)}, nil
}

func buildBloomier(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
	if err := filter.CheckValues(keys.Len(), values, v, 0); err != nil {
		return nil, err
	}
	var last error
	for attempt := range attempts {
		b, err := newBloomier(keys.Len(), v, cfg)
		if err != nil {
			return nil, err
		}
		if last = b.solveValues(keys, values); last == nil {
			return b, nil
		}
		cfg.Seed = filter.Mix(cfg.Seed + uint64(attempt) + 1)
	}
	return nil, &filter.BuildError{Structure: "bloomier", Attempts: attempts, Err: last}
}

// solveValues fills the table.
func (b *bloomier) solveValues(keys *wordlist.List, values []uint64) error {
	list, err := b.s.hash.Valued(keys, values)
	if err != nil {
		return err
	}
	hashes := make([]uint64, len(list))
	for i, x := range list {
		hashes[i] = x.Hash
	}
	p := newPeeling(&b.s.shape)
	p.add(hashes)
	if p.peel(b.s.slots); !p.done() {
		return errStuck
	}
	b.s.allocate(b.s.table.Width)
	p.solve(&b.s, func(h uint64) uint64 {
		i, _ := slices.BinarySearch(hashes, h)
		return fingerprint(h)<<b.v | list[i].Value
	})
	return nil
}

// Value implements filter.Maplet.
func (b *bloomier) Value(key string) (value uint64, known bool) {
	h := b.s.hash.Sum64(key)
	first, second, third, _ := b.s.of(h)
	x := (b.s.at(first) ^ b.s.at(second) ^ b.s.at(third)) & b.s.mask
	if (x>>b.v^fingerprint(h))&(b.s.mask>>b.v) != 0 || b.s.empty() {
		return 0, false
	}
	return x & (1<<b.v - 1), true
}

// Theory is that of the fingerprint alone.
func (b *bloomier) Theory() float64 {
	if b.s.empty() {
		return 0
	}
	return 1 / float64(uint64(1)<<(b.s.table.Width-b.v))
}

// Bits are those of the slots.
func (b *bloomier) Bits() uint64 { return b.s.Bits() }

func (b *bloomier) Params() []filter.Param {
	return []filter.Param{{Name: "f", Value: float64(b.s.table.Width - b.v)}, {Name: "v", Value: float64(b.v)}, {Name: "slots", Value: float64(b.s.slots)}}
}
