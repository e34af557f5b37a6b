package linear

import (
	"fmt"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Set is the linear Bloom filter as a set of graded keys. It has as many cells
// and hash functions as the thesis's Bloom filter for the same ε. When all keys
// have confidence 1 it answers as that Bloom filter does and costs four times
// the space.
func Set() filter.Structure {
	return filter.Structure{
		Name:      "linear",
		Title:     "linear Bloom filter",
		Reference: "Lima, Baquero, Miranda 2015, FBL – Filtro de Bloom Linear, section 3",
		Family:    filter.FamilyLinear,
		Plan:      planSet,
		Build:     buildSet,
		Open:      filter.Open[set],
		Explain: filter.Explanation{
			What: "A Bloom filter with a cell of b bits in the place of each bit. Inserting a key raises its k cells to the code of its confidence; the smallest of its k cells is the answer.",
			Layout: `
  key, confidence 0.8 ──► code ⌊0.8·15⌋ = 12
              ┌───────────┬──────────────┐      k probes
              ▼           ▼              ▼
  ┌────┬────┬────┬────┬────┬────┬────┬────┐
  │  0 │  3 │ 12 │  0 │ 15 │  0 │  0 │ 12 │   m cells of b = 4 bits
  └────┴────┴────┴────┴────┴────┴────┴────┘
  answer: min(12, 15, 12) = 12`,
			Formula: `
  m and k as the Bloom filter's; m·b bits
  rate of the keys with a code of c or more: a Bloom filter's of these keys`,
			Guarantee: "No key is denied, and no confidence is given too low beyond its quantisation, 1/(2^b − 1). One too high comes about as a false positive does. Never full.",
			Price:     "b times the bits of a Bloom filter, b = 4 here. Nothing can be deleted.",
			When:      "Where keys come from sources of different reliability and the threshold is chosen at the query. For a single class of keys it is four times too large.",
			Examples:  setExamples,
			Paper:     "Lima, Baquero, Miranda 2015, FBL – Filtro de Bloom Linear, section 3",
		},
	}
}

// setCellBits is the width of a cell: section 4 of the paper holds four bits to
// be enough for a confidence.
const setCellBits = 4

// set is the view of all keys, whatever their confidence, with the counts that
// every view reads.
type set struct {
	setView
	counts [1 << setCellBits]int
}

// setView is a Filter as the set of the keys that reach a code.
type setView struct {
	cells *Filter
	keys  *[1 << setCellBits]int // keys inserted, by code
	least uint16                 // code, at least 1
}

// newSet is an empty set with these cells.
func newSet(cells *Filter) *set {
	s := &set{}
	s.setView = setView{cells, &s.counts, 1}
	return s
}

// setConfig has the parameters of the Filter of a set of n keys.
func setConfig(n int, cfg filter.Config) (Config, error) {
	if err := cfg.Check(); err != nil {
		return Config{}, err
	}
	m, k := bloom.StandardSize(cfg.Room(n), cfg.Epsilon)
	return Config{Cells: m, CellBits: setCellBits, Hashes: k, Seed: cfg.Seed, Hash: cfg.Hash}, nil
}

// planSet describes the filter before it has its cells.
func planSet(n int, cfg filter.Config) (filter.Plan, error) {
	c, err := setConfig(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	s := newSet(&Filter{m: c.Cells, b: c.CellBits, k: c.Hashes})
	s.keys[TopCode(setCellBits)] = n
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: s.Theory()}, nil
}

func buildSet(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	c, err := setConfig(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	cells, err := New(c)
	if err != nil {
		return nil, err
	}
	s := newSet(cells)
	for h := range cells.hash.Sums(keys) {
		cells.add(h, TopCode(setCellBits))
	}
	s.keys[TopCode(setCellBits)] = keys.Len()
	return s, nil
}

func (s *set) add(key string, code uint16) {
	s.cells.add(s.cells.hash.Sum64(key), code)
	s.keys[code]++
}

// Insert adds key with confidence 1. The filter is never full, but its rate
// grows.
func (s *set) Insert(key string) error {
	s.add(key, TopCode(setCellBits))
	return nil
}

// InsertGraded implements filter.Grader. A confidence whose code is 0 would
// lose the key.
func (s *set) InsertGraded(key string, confidence float64) error {
	if err := checkConfidence(confidence); err != nil {
		return fmt.Errorf("%q: %w", key, err)
	}
	code := s.cells.quantisation.Code(confidence, setCellBits)
	if code == 0 {
		return fmt.Errorf("%q: confidence %v is 0 in a cell of %d bits: want at least 1/%d", key, confidence, setCellBits, TopCode(setCellBits))
	}
	s.add(key, code)
	return nil
}

// AtLeast implements filter.Grader. The threshold is quantised as the
// confidences are; every key reaches 0.
func (s *set) AtLeast(threshold float64) (filter.Filter, error) {
	if !(threshold >= 0 && threshold <= 1) {
		return nil, fmt.Errorf("threshold %v is out of range: want a confidence in [0, 1]", threshold)
	}
	return &setView{s.cells, s.keys, max(1, s.cells.quantisation.Code(threshold, setCellBits))}, nil
}

// Contains reports whether the code of key is the view's or more. As that of a
// Bloom filter, it branches once for eight cells.
func (v *setView) Contains(key string) bool {
	l := v.cells
	h := l.hash.Sum64(key)
	for left := l.k; left > 0; left -= 8 {
		lowest := v.least
		for range min(left, 8) {
			i, _ := bits.Mul64(h, l.m)
			lowest = min(lowest, l.Code(i))
			h *= filter.ProbeStep
		}
		if lowest < v.least {
			return false
		}
	}
	return true
}

// setVersion is that of the file below.
const setVersion = 1

// AppendBinary implements filter.Stored.
func (s *set) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "linear", setVersion)
	l := s.cells
	e.Uint(l.m)
	e.Uint(uint64(l.k))
	for _, n := range s.counts {
		e.Uint(uint64(n))
	}
	if err := e.Hasher(&l.hash); err != nil {
		return out, err
	}
	e.Bytes(l.table[:len(l.table)-tableSlack])
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. A set has the cells
// and the quantisation of every set; m and k are its own.
func (s *set) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "linear", setVersion)
	if err != nil {
		return err
	}
	l := &Filter{m: d.Uint(), b: setCellBits, k: d.Int("k", setMostProbes)}
	var counts [1 << setCellBits]int
	for code := range counts {
		counts[code] = d.Int("keys of one code", filter.MostKeys)
	}
	l.hash, l.table = d.Hasher(), d.Bytes()
	d.Check(l.k >= 1, "k = 0: want 1 or more")
	if d.Check(l.m >= 1 && l.m <= 1<<40 && (l.m*setCellBits+7)/8 == uint64(len(l.table)), "%d cells in %d bytes", l.m, len(l.table)) {
		d.Check(l.m%2 == 0 || l.table[l.m/2]>>setCellBits == 0, "bits are set behind the last of %d cells", l.m)
	}
	if err := d.Close(); err != nil {
		return err
	}
	l.table = append(l.table, make([]byte, tableSlack)...)
	*s = set{counts: counts}
	s.setView = setView{l, &s.counts, 1}
	return nil
}

// setMostProbes is beyond the k of filter.MinEpsilon, which is 40.
const setMostProbes = 64

func (v *setView) Bits() uint64 { return v.cells.Bits() }

func (v *setView) Params() []filter.Param {
	return []filter.Param{
		{Name: "m", Value: float64(v.cells.m)},
		{Name: "b", Value: setCellBits},
		{Name: "k", Value: float64(v.cells.k)},
	}
}

// Theory is the rate of a Bloom filter of the keys that reach the code: the
// cells of the others do not count.
func (v *setView) Theory() float64 {
	n := 0
	for _, keys := range v.keys[v.least:] {
		n += keys
	}
	return bloom.OccupancyMoment(v.cells.m, v.cells.k*n, v.cells.k)
}
