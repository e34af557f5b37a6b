// Package growing holds filters of keys whose number is not known beforehand.
//
// Guarantee: no false negatives; never full.
// Cost: a query reads every filter of a series. The series gets a new filter each time the
// number of keys doubles (scalable), or grows by the first number of keys (dynamic).
// Source: each file names the paper of its structure.
package growing

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Scalable is a series of Bloom filters, each for twice as many keys as the one
// before and at 0.85 of its rate.
//
// Guarantee: no false negatives; never full; the requested rate is held however many
// keys there are. Nothing can be deleted.
// Cost: 4 bits per key more than a Bloom filter at the start, 0.34 more for each
// doubling, and up to twice the bits of the keys that are there; a query asks every
// filter.
// Source: Almeida, Baquero, Preguiça, Hutchison 2007.
func Scalable() filter.Structure {
	return filter.Structure{
		Name:      "scalable",
		Title:     "scalable Bloom filter",
		Reference: "Almeida, Baquero, Preguiça, Hutchison 2007, Scalable Bloom filters",
		Family:    filter.FamilyGrowing,
		Plan:      planScalable,
		Build:     buildScalable,
		Open:      filter.Open[scalable],
		Explain: filter.Explanation{
			What: "A series of Bloom filters. A key goes into the last one. When that has as many bits set as its share of ε allows, another one follows, for twice as many keys and at 0.85 of its rate. A query asks each filter.",
			Layout: `
  key ──hash──┬──────────┬──────────────────┬ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┐
              ▼          ▼                  ▼
           ┌──────┐ ┌────────────┐ ┌────────────────────────┐
           │ full │ │    full    │ │  further keys go here  │    next: 8c
           └──────┘ └────────────┘ └────────────────────────┘
  keys        c          2c                   4c
  rate       ε·0.15    ε·0.128             ε·0.108`,
			Formula: `
  filter i = 0, 1, …: c·2^i keys, ε_i = ε·(1 − r)·r^i with r = 0.85
  it is full when (bits set/m_i)^k_i reaches ε_i
  rate = 1 − ∏(1 − (bits set/m_i)^k_i) ≤ Σ ε_i < ε`,
			Guarantee: "No false negatives, never full, and never above the requested ε: a filter is closed by its bits set, not by a count of keys. A key that comes again sets none.",
			Price:     "13.8, 10.4 and 7.5 bits per key at ε = 1, 5 and 20 % and 1,753 keys, if so many are told; 15 bits at 1 % when the fourth filter is full, and 28 when it has just begun. Of ε the first filter uses 15 %, four use 48 %. A query asks all of them. Nothing can be deleted.",
			When:      "Where the number of keys is not known. Where it is, a Bloom filter takes three tenths less at ε = 1 % and asks one filter; where keys are deleted too, see dynamic.",
			Paper:     "P. S. Almeida, C. Baquero, N. Preguiça, D. Hutchison 2007, Scalable Bloom filters, Information Processing Letters 101(6)",
		},
	}
}

const (
	scalableTightening = 0.85 // r, of the rates of neighbouring filters
	scalableSpread     = 4    // standard deviations of the bits set that a filter has room for
)

// scalable keeps keys in the first layers, which are full, and the last.
type scalable struct {
	layers  []layer // the newest last
	base    int     // keys that the first was sized for
	epsilon float64 // of all
	hash    filter.Hasher
}

// layer is a Bloom filter. The bits of a key are at its first k probes
// (filter.ProbeStep).
type layer struct {
	words []uint64
	m     uint64
	k     int
	set   uint64 // bits
	most  uint64 // bits set at most
}

// layerSize gives the size of filter i: with 4 standard deviations more bits set
// than base·2^i keys set on average it still has its rate.
func (s *scalable) layerSize(i int) layer {
	epsilon := s.layerRate(i)
	n := s.base << i
	m, k := fewestCells(n, epsilon, func(m, k float64) bool {
		mean, sd := occupied(m, k*float64(n))
		return mean+scalableSpread*sd+k <= m*math.Pow(epsilon, 1/k)
	})
	return s.sized(i, m, k)
}

// layerRate is ε_i.
func (s *scalable) layerRate(i int) float64 {
	return s.epsilon * (1 - scalableTightening) * math.Pow(scalableTightening, float64(i))
}

// sized is filter i without its words.
func (s *scalable) sized(i int, m uint64, k int) layer {
	return layer{m: m, k: k, most: uint64(float64(m) * math.Pow(s.layerRate(i), 1/float64(k)))}
}

func (l *layer) allocate() { l.words = make([]uint64, (l.m+63)/64) }

// full reports whether one more key could set too many bits.
func (l *layer) full() bool { return l.set+uint64(l.k) > l.most }

func (l *layer) add(h uint64) {
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		word := &l.words[i/64]
		l.set += ^*word >> (i % 64) & 1
		*word |= 1 << (i % 64)
		h *= filter.ProbeStep
	}
}

// has reads up to eight bits before it branches, as a Bloom filter does.
func (l *layer) has(h uint64) bool {
	words, m := l.words, l.m
	all := uint64(1)
	for range min(l.k, 8) {
		i, _ := bits.Mul64(h, m)
		all &= words[i/64] >> (i % 64)
		h *= filter.ProbeStep
	}
	return all != 0 && (l.k <= 8 || l.hasRest(h))
}

// hasRest looks at the bits from the ninth on, h being the state after eight.
func (l *layer) hasRest(h uint64) bool {
	for range l.k - 8 {
		i, _ := bits.Mul64(h, l.m)
		if l.words[i/64]>>(i%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// rate is exact for random probes.
func (l *layer) rate() float64 { return math.Pow(float64(l.set)/float64(l.m), float64(l.k)) }

// newScalable is a filter whose first layer is without its words.
func newScalable(n int, cfg filter.Config) (*scalable, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	s := &scalable{base: max(leastKeys, cfg.Room(n)), epsilon: cfg.Epsilon, hash: filter.NewHasher(cfg)}
	s.layers = []layer{s.layerSize(0)}
	return s, nil
}

// planScalable expects that the first filter takes its keys, which one build in
// 30,000 does not.
func planScalable(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newScalable(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	first := s.layers[0]
	return filter.Plan{
		Params:    s.Params(),
		Bits:      s.Bits(),
		Theory:    bloom.OccupancyMoment(first.m, first.k*n, first.k),
		Estimated: true, // by the bits set
	}, nil
}

func buildScalable(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newScalable(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	s.layers[0].allocate()
	for h := range s.hash.Sums(keys) {
		s.add(h)
	}
	return s, nil
}

func (s *scalable) add(h uint64) {
	if s.layers[len(s.layers)-1].full() {
		next := s.layerSize(len(s.layers))
		next.allocate()
		s.layers = append(s.layers, next)
	}
	s.layers[len(s.layers)-1].add(h)
}

// Insert adds key. It is never refused.
func (s *scalable) Insert(key string) error {
	s.add(s.hash.Sum64(key))
	return nil
}

// Contains asks the newest filter first, which has half of the keys.
func (s *scalable) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	for i := len(s.layers) - 1; i >= 0; i-- {
		if s.layers[i].has(h) {
			return true
		}
	}
	return false
}

// scalableVersion is that of the file below.
const scalableVersion = 1

// AppendBinary implements filter.Stored.
func (s *scalable) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "scalable", scalableVersion)
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Float(s.epsilon)
	e.Uint(uint64(s.base))
	e.Uint(uint64(len(s.layers)))
	for _, l := range s.layers {
		e.Uint(l.m)
		e.Uint(uint64(l.k))
		e.Words(l.words)
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. A filter that has more bits
// per key than the first number of keys is in proportion to the file, so that its
// successor is too.
func (s *scalable) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "scalable", scalableVersion)
	if err != nil {
		return err
	}
	*s = scalable{hash: d.Hasher(), epsilon: d.Float(), base: d.Int("first keys", filter.MostKeys)}
	layers := d.Int("filters", mostProbes)
	d.Check(filter.Config{Epsilon: s.epsilon}.Check() == nil, "ε = %v", s.epsilon)
	d.Check(layers >= 1 && s.base >= leastKeys, "%d filters, %d keys in the first", layers, s.base)
	for i := range layers {
		m, k, words := d.Uint(), d.Int("k", mostProbes), d.Words()
		if !d.Check(k >= 1 && m >= 1 && (m-1)/64 == uint64(len(words))-1, "m = %d, k = %d in %d words", m, k, len(words)) {
			break
		}
		d.Check(m>>i >= uint64(s.base), "m = %d of filter %d is less than its keys", m, i)
		d.Check(m%64 == 0 || words[m/64]>>(m%64) == 0, "bits are set behind the last of %d", m)
		l := s.sized(i, m, k)
		l.words = words
		for _, w := range words {
			l.set += uint64(bits.OnesCount64(w))
		}
		s.layers = append(s.layers, l)
	}
	return d.Close()
}

// Bits counts those of all filters.
func (s *scalable) Bits() uint64 {
	sum := uint64(0)
	for _, l := range s.layers {
		sum += l.m
	}
	return sum
}

// Params lists the number of filters, then each.
func (s *scalable) Params() []filter.Param {
	params := []filter.Param{{Name: "filters", Value: float64(len(s.layers))}}
	for i, l := range s.layers {
		params = append(params, filter.Param{Name: fmt.Sprint("m", i), Value: float64(l.m)}, filter.Param{Name: fmt.Sprint("k", i), Value: float64(l.k)})
	}
	return params
}

// Theory is exact for the bits that are set: filters of different keys err
// independently of each other.
func (s *scalable) Theory() float64 {
	none := 0.0 // ln of the chance that no filter errs
	for _, l := range s.layers {
		none += math.Log1p(-min(1, l.rate()))
	}
	return -math.Expm1(none)
}
