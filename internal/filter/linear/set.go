package linear

import (
	"fmt"

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
		Plan:      planSet,
		Build:     buildSet,
	}
}

// setCellBits is the width of a cell: section 4 of the paper holds four bits to
// be enough for a confidence.
const setCellBits = 4

// set is a Filter with the keys counted by their codes.
type set struct {
	cells *Filter
	keys  [1 << setCellBits]int // keys inserted, by code
}

// setConfig is what the Filter of a set of n keys is made of.
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
	s := &set{cells: &Filter{m: c.Cells, b: c.CellBits, k: c.Hashes}}
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
	s := &set{cells: cells}
	for key := range keys.Each() {
		s.add(key, TopCode(setCellBits))
	}
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
	return &setView{s, max(1, s.cells.quantisation.Code(threshold, setCellBits))}, nil
}

// Contains reports whether key is in the set with any confidence.
func (s *set) Contains(key string) bool { return s.reaches(key, 1) }

// reaches reports whether the code of key is least or more. As that of a Bloom
// filter, it branches once for eight cells.
func (s *set) reaches(key string, least uint16) bool {
	l := s.cells
	h := l.hash.Sum64(key)
	for left := l.k; left > 0; left -= 8 {
		lowest := least
		for range min(left, 8) {
			lowest = min(lowest, l.Code(filter.Cell(h, l.m)))
			h = filter.NextProbe(h)
		}
		if lowest < least {
			return false
		}
	}
	return true
}

func (s *set) Bits() uint64 { return s.cells.Bits() }

func (s *set) Params() []filter.Param {
	return []filter.Param{
		{Name: "m", Value: float64(s.cells.m)},
		{Name: "b", Value: setCellBits},
		{Name: "k", Value: float64(s.cells.k)},
	}
}

// Theory is the rate of a Bloom filter of all keys.
func (s *set) Theory() float64 { return s.theory(1) }

// theory is the rate at which a stranger reaches a code: that of a Bloom filter
// of the keys that reach it, since the cells of the others do not count.
func (s *set) theory(least uint16) float64 {
	n := 0
	for _, keys := range s.keys[least:] {
		n += keys
	}
	return bloom.OccupancyMoment(s.cells.m, s.cells.k*n, s.cells.k)
}

// setView is a set as far as its keys reach a code.
type setView struct {
	set   *set
	least uint16
}

func (v *setView) Contains(key string) bool { return v.set.reaches(key, v.least) }
func (v *setView) Theory() float64          { return v.set.theory(v.least) }
func (v *setView) Bits() uint64             { return v.set.Bits() }
func (v *setView) Params() []filter.Param   { return v.set.Params() }
