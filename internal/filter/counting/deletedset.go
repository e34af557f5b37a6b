package counting

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Deleted is a Bloom filter of the keys beside a Bloom filter of those that were
// deleted, which are denied.
//
// Guarantee: none once something was deleted. A key that the second filter takes for a
// deleted one is denied: its false positives are the whole's false negatives. A key
// that was deleted once cannot come back. Before the first deletion it is a Bloom
// filter.
// Cost: twice a Bloom filter's bits; a second hash and a second filter for what the
// first admits.
// Source: the encyclopedia's article on Bloom filters, its section on the data
// structure, which names no paper.
func Deleted() filter.Structure {
	return filter.Structure{
		Name:      "deletedset",
		Title:     "Bloom filter with a filter of deleted keys",
		Reference: "Wikipedia, Bloom filter, Algorithm description: removal simulated by a second filter",
		Faults:    filter.LosesKeys,
		Family:    filter.FamilyCounting,
		Plan:      planDeleted,
		Build:     buildDeleted,
		Open:      filter.Open[deletedSet],
		Explain: filter.Explanation{
			What: "Two Bloom filters of one size: what was inserted, and what was deleted. A query is answered true if the first says yes and the second no.",
			Layout: `
  key ──┬── hash 1 ──► ┌───────────────────┐
        │              │ Bloom: inserted   │ no ──► false
        │              └───────────────────┘
        │                       │ yes
        │              ┌───────────────────┐
        └── hash 2 ──► │ Bloom: deleted    │ yes ─► false
                       └───────────────────┘ no ──► true`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits, k = ⌊(m/n)·ln 2⌋, twice
  lost = E[(Y/m)^k] of the keys left, Y bits set by kd throws for d keys
  rate = E[(X/m)^k]·(1 − lost), X bits set by kn throws`,
			Guarantee: "None after a deletion: it loses keys by design. Of the keys left, 4·10⁻⁴ are denied at ε = 1 % when half of n are deleted, and 1 % when as many are as there was room for. A deleted key cannot be inserted again: Insert refuses it, and every key that is taken for a deleted one.",
			Price:     "19.2, 12.5 and 6.7 bits per key at ε = 1, 5 and 20 %. Both filters only fill up: after many deletions everything is denied.",
			When:      "Where few keys are deleted, each for ever, and a denied key is no harm. Otherwise any other filter that deletes: counting, dleft, cuckoo.",
			Paper:     "Wikipedia, Bloom filter, Algorithm description",
		},
	}
}

// deletedSet has two filters with hash functions of their own, so that what a key's
// bits are in one says nothing of the other. The second one has counters of one bit.
type deletedSet struct {
	keys    bloomFilter
	deleted counters
}

// bloomFilter is what a Bloom filter of package bloom can do.
type bloomFilter interface {
	filter.Inserter
	filter.Stored
}

const oneBit = 1

// newDeleted is the filter of deleted keys, of another seed and with room for as many
// keys as the other one has.
func newDeleted(n int, cfg filter.Config) (counters, error) {
	cfg.Seed = filter.Mix(^cfg.Seed)
	return newCounters(cfg.Room(n), oneBit, cfg)
}

func planDeleted(n int, cfg filter.Config) (filter.Plan, error) {
	p, err := bloom.Standard().Plan(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	deleted, err := newDeleted(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	p.Bits += deleted.Bits()
	return p, nil
}

func buildDeleted(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	inserted, err := bloom.Standard().Build(keys, cfg)
	if err != nil {
		return nil, err
	}
	deleted, err := newDeleted(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	deleted.allocate()
	return &deletedSet{inserted.(bloomFilter), deleted}, nil
}

func (s *deletedSet) Contains(key string) bool {
	return s.keys.Contains(key) && !s.denies(key)
}

// denies reports whether key was deleted or is taken for one that was.
func (s *deletedSet) denies(key string) bool {
	return s.deleted.holds(s.deleted.hash.Sum64(key), s.deleted.k)
}

// Insert adds key, unless it was deleted or is taken for a key that was: then it would
// be denied, and is refused.
func (s *deletedSet) Insert(key string) error {
	if s.denies(key) {
		return fmt.Errorf("%w for a key that was deleted, or is taken for one", filter.ErrFull)
	}
	return s.keys.Insert(key)
}

// Delete makes key denied for ever, however often it was inserted, and with it the keys
// that are taken for a deleted one from now on.
func (s *deletedSet) Delete(key string) bool {
	if !s.Contains(key) {
		return false
	}
	s.deleted.put(s.deleted.hash.Sum64(key))
	return true
}

// deletedVersion is that of the file below.
const deletedVersion = 1

// AppendBinary implements filter.Stored: the whole file of the first filter, and the
// second one's numbers and bits.
func (s *deletedSet) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "deletedset", deletedVersion)
	keys, err := s.keys.AppendBinary(nil)
	if err != nil {
		return out, err
	}
	e.Bytes(keys)
	e.Uint(uint64(s.deleted.k))
	if err := e.Hasher(&s.deleted.hash); err != nil {
		return out, err
	}
	s.deleted.cells.store(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *deletedSet) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "deletedset", deletedVersion)
	if err != nil {
		return err
	}
	keys := d.Bytes()
	s.deleted.k = d.Int("k", mostProbes)
	s.deleted.hash, s.deleted.cells = d.Hasher(), restoreCells(d, oneBit)
	if !d.Check(s.deleted.k >= 1, "k = 0: want 1 or more") {
		return d.Close()
	}
	inserted, err := bloom.Standard().Open(keys)
	if d.Check(err == nil, "its filter of keys: %v", err) {
		s.keys = inserted.(bloomFilter)
	}
	return d.Close()
}

func (s *deletedSet) Bits() uint64 { return s.keys.Bits() + s.deleted.Bits() }

func (s *deletedSet) Params() []filter.Param { return s.keys.Params() }

// loss is the share of the keys left that is denied: k bits of the second filter, any
// as likely as the others, are set. It is taken from the bits that are set, since a
// deletion of a key that is denied already sets none and cannot be counted.
func (s *deletedSet) loss() float64 {
	set := 0
	for _, b := range s.deleted.data {
		set += bits.OnesCount8(b)
	}
	return math.Pow(float64(set)/float64(s.deleted.count), float64(s.deleted.k))
}

// Theory is the rate of negatives: the first filter admits them and the second does
// not.
func (s *deletedSet) Theory() float64 { return s.keys.Theory() * (1 - s.loss()) }
