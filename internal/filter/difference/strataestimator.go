package difference

import (
	"encoding/binary"
	"math/bits"

	"hyphbench/internal/filter"
)

// Numbers of the paper's estimator: 80 cells in each stratum.
const (
	strata       = 32
	strataCells  = 80
	strataHashes = 4
)

// Strata estimates how large a difference is: the keys whose hash has i zeros at its
// end, 1 of 2^(i+1), have a table of their own.
//
// Guarantee: two equal sets have an estimate of 0; that of others is exact up to some 50
// keys, and within some per cent to tens of them beyond.
// Cost: 80 cells for each stratum that has a key, of which there are about log2 n.
// Source: Eppstein, Goodrich, Uyeda, Varghese 2011, section 3.
type Strata struct {
	tables []*Table // from the stratum of half of the keys on; what lies behind the last is empty
	seed   uint64
}

// NewStrata returns an empty estimator.
func NewStrata(seed uint64) *Strata { return &Strata{seed: seed} }

// Insert adds a key.
func (s *Strata) Insert(key uint64) {
	i := min(bits.TrailingZeros64(filter.Mix(key+filter.Mix(s.seed+1))), strata-1)
	s.grow(i + 1)
	s.tables[i].Insert(key)
}

// grow makes empty tables up to n of them.
func (s *Strata) grow(n int) {
	for len(s.tables) < n {
		t, _ := NewTable(strataCells, strataHashes, s.seed) // of constants that are in range
		s.tables = append(s.tables, t)
	}
}

// Estimate is how many keys are in one of the two sets alone. The estimator is used up.
func (s *Strata) Estimate(other *Strata) (float64, error) {
	s.grow(len(other.tables))
	found := 0
	for i := len(s.tables) - 1; i >= 0; i-- {
		if i < len(other.tables) {
			if err := s.tables[i].Subtract(other.tables[i]); err != nil {
				return 0, err
			}
		}
		mine, theirs, err := s.tables[i].Peel()
		if err != nil { // this stratum and the larger ones: as dense as those above
			return float64(max(1, found)) * float64(uint64(2)<<i), nil
		}
		found += len(mine) + len(theirs)
	}
	return float64(found), nil
}

// AppendBinary writes the estimator.
func (s *Strata) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.tables)))
	for _, t := range s.tables {
		b = t.AppendBinary(b)
	}
	return b
}

// ParseStrata reads an estimator of that seed.
func ParseStrata(data []byte, seed uint64) (*Strata, error) {
	r := &reader{what: "strata", left: data}
	s := NewStrata(seed)
	for range r.uint("the strata", 0, strata) {
		t := r.table(seed)
		if r.err == nil && (t.hashes != strataHashes || len(t.cells) != strataCells) {
			r.fail("a stratum has %d cells of %d hashes: want %d of %d", len(t.cells), t.hashes, strataCells, strataHashes)
		}
		if r.err != nil {
			break
		}
		s.tables = append(s.tables, t)
	}
	return s, r.close()
}
