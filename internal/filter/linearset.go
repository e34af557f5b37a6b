package filter

import (
	"fmt"
	"math/bits"
)

// setCellBits is the width of a cell of the structure "linear": section 4 of
// the paper holds four bits to be enough for a confidence.
const setCellBits = 4

// linearSet is a Linear as a Filter: keys of some confidence or more.
type linearSet struct {
	*Linear
	least uint16 // code of the threshold, at least 1
	n     int    // keys inserted whose code reaches it
}

func linearParams(m uint64, b, k int) []Param {
	return []Param{{"m", float64(m)}, {"b", float64(b)}, {"k", float64(k)}}
}

func buildLinear(keys []string, cfg Config) (Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if cfg.Confidence != nil && len(cfg.Confidence) != len(keys) {
		return nil, fmt.Errorf("%d confidences for %d keys: there must be one for each", len(cfg.Confidence), len(keys))
	}
	m, k := bloomSize(cfg.room(len(keys)), cfg.Epsilon)
	l, err := NewLinear(LinearConfig{Cells: m, CellBits: setCellBits, Hashes: k, Seed: cfg.Seed, Hash: cfg.Hash})
	if err != nil {
		return nil, err
	}
	s := &linearSet{Linear: l, least: max(1, l.quantisation.Code(cfg.Threshold, l.b))}
	for i, key := range keys {
		confidence := 1.0
		if cfg.Confidence != nil {
			confidence = cfg.Confidence[i]
		}
		if err := s.insert(key, confidence); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// insert refuses a confidence that the cells cannot tell from 0, since the key
// would be lost.
func (s *linearSet) insert(key string, confidence float64) error {
	if err := checkConfidence(confidence); err != nil {
		return fmt.Errorf("%q: %w", key, err)
	}
	code := s.quantisation.Code(confidence, s.b)
	if code == 0 {
		return fmt.Errorf("%q: confidence %v is 0 in a cell of %d bits: it must be at least 1/%d", key, confidence, s.b, TopCode(s.b))
	}
	s.add(s.hash.Sum64(key), code)
	if code >= s.least {
		s.n++
	}
	return nil
}

// Insert adds key with confidence 1. The filter is never full, but its rate
// grows.
func (s *linearSet) Insert(key string) error { return s.insert(key, 1) }

// Contains reports whether the confidence of key reaches the threshold. Like
// that of bloom, it branches once for eight cells.
func (s *linearSet) Contains(key string) bool {
	h := s.hash.Sum64(key)
	for left := s.k; left > 0; left -= 8 {
		lowest := s.least
		for range min(left, 8) {
			i, _ := bits.Mul64(h, s.m)
			lowest = min(lowest, s.Code(i))
			h *= bloomStep
		}
		if lowest < s.least {
			return false
		}
	}
	return true
}

func (s *linearSet) Params() []Param { return linearParams(s.m, s.b, s.k) }

// Theory is the rate of a Bloom filter of the keys that reach the threshold:
// the cells of the others do not count.
func (s *linearSet) Theory() float64 { return occupancyMoment(s.m, s.k*s.n, s.k) }
