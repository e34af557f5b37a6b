// Package adaptive holds filters that use knowledge about the queries: queries that are known
// beforehand, or queries that were answered wrongly.
//
// Guarantee: no false negatives. These queries are admitted less often than others. Each file
// says how much less often.
// Cost: a few per cent more bits for known queries; some bits per key, and the keys themselves,
// for queries that were answered wrongly.
// Source: each file names the paper of its structure.
package adaptive

import (
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// Stacked is a Bloom filter of the keys with two small ones behind it, by which
// negatives that are known beforehand are denied twice.
//
// Guarantee: no false negatives; a known negative is admitted at a rate of ε².
// Cost: 1.44·log2(1/ε)·(1 + ε + ε·|N|/n) bits per key, |N| being the number of
// known negatives; almost all queries end at the first layer.
// Source: Deeds, Hentschel, Idreos 2020, Stacked filters, PVLDB 14(4).
func Stacked() filter.Structure {
	return filter.Structure{
		Name:      "stacked",
		Title:     "stacked filter",
		Reference: "Deeds, Hentschel, Idreos 2020, Stacked filters: learning to filter by structure, PVLDB 14(4)",
		Family:    filter.FamilyAdaptive,
		Negatives: true,
		Plan:      planStacked,
		Build:     buildStacked,
		Open:      filter.Open[stacked],
		Explain: filter.Explanation{
			What: "Three Bloom filters: of the keys, of the known negatives that the first admits, and of the keys that the second admits. The first or third that rejects says negative, the second that rejects says key. Without known negatives it is the first alone.",
			Layout: `
            layer 1        layer 2           layer 3
  key ──► ┌─────────┐ yes ┌────────────┐ yes ┌──────────┐ yes
          │  keys   │────►│ known      │────►│ keys that│────► key
          │         │     │ that pass 1│     │ pass 2   │
          └────┬────┘     └─────┬──────┘     └────┬─────┘
               ▼ no             ▼ no              ▼ no
            negative           key             negative`,
			Formula: `
  m_i = ⌈n_i·log2(1/ε)/ln 2⌉, k = ⌊(m/n)·ln 2⌋; n_1 = n, n_2 ≈ p_1·|N|,
  n_3 ≈ p_2·n, p_i the rate of layer i, ε at most
  rate of unknown negatives = p_1·(1 − p_2 + p_2·p_3) ≈ ε·(1 − ε + ε²)
  rate of known ones = p_1·p_3 ≈ ε²`,
			Guarantee: "No false negatives: a key that layer 2 admits is in layer 3. A key that is listed as a known negative stays a key.",
			Price:     "9.59 bits per key at ε = 1 % without known negatives, and a hundredth of that for each known negative per key. What is known is used when it is built: another list means building anew.",
			When:      "Where the same few negatives make most of the queries, as the frequent words of a language do. Where no false positive among all queries is allowed and all are known, take the cascade.",
			Paper:     "K. Deeds, B. Hentschel, S. Idreos 2020, Stacked filters: learning to filter by structure, PVLDB 14(4)",
		},
	}
}

// stacked has one layer or, if some known negative passes it, three.
type stacked struct {
	layers []layer
	hash   filter.Hasher
}

// layer is a Bloom filter whose keys are hashes.
type layer struct {
	words []uint64
	m     uint64
	k     int
	n     int // hashes added
}

// newLayer is an empty layer with room for n hashes, without its bits.
func newLayer(n int, epsilon float64) layer {
	m, k := bloom.StandardSize(n, epsilon)
	return layer{m: m, k: k}
}

func (l *layer) allocate() { l.words = make([]uint64, (l.m+63)/64) }

func (l *layer) add(h uint64) {
	words, m := l.words, l.m // kept in registers
	for range l.k {
		at, _ := bits.Mul64(h, m)
		words[at/64] |= 1 << (at % 64)
		h *= filter.ProbeStep
	}
	l.n++
}

// has reads eight bits before it branches, as the Bloom filter does.
func (l *layer) has(h uint64) bool {
	words, m := l.words, l.m
	all := uint64(1)
	for range min(l.k, 8) {
		at, _ := bits.Mul64(h, m)
		all &= words[at/64] >> (at % 64)
		h *= filter.ProbeStep
	}
	for range l.k - 8 {
		if all == 0 {
			return false
		}
		at, _ := bits.Mul64(h, m)
		all &= words[at/64] >> (at % 64)
		h *= filter.ProbeStep
	}
	return all != 0
}

// rate is that of a hash not added.
func (l *layer) rate() float64 { return bloom.OccupancyMoment(l.m, l.k*l.n, l.k) }

// level makes the hash of a layer, from 1 on, of that of the first: what passes
// one layer must be random in the next.
func level(h uint64, i int) uint64 { return filter.Mix(h + uint64(i)*filter.ProbeStep) }

// newStacked is the first layer, without its bits.
func newStacked(n int, cfg filter.Config) (*stacked, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &stacked{layers: []layer{newLayer(cfg.Room(n), cfg.Epsilon)}, hash: filter.NewHasher(cfg)}, nil
}

// planStacked expects the number of known negatives in the second layer and that
// of keys in the third.
func planStacked(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newStacked(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	s.layers[0].n = n
	known := 0
	if cfg.Negatives != nil {
		known = cfg.Negatives.Len()
	}
	if in := int(s.layers[0].rate()*float64(known) + 0.5); in > 0 {
		second := newLayer(in, cfg.Epsilon)
		second.n = in
		again := int(second.rate()*float64(n) + 0.5)
		third := newLayer(again, cfg.Epsilon)
		third.n = again
		s.layers = append(s.layers, second, third)
	}
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: s.Theory(), Estimated: known > 0}, nil
}

// buildStacked reads the known negatives once and the keys up to three times. It
// keeps the hashes of the known negatives that the first layer admits meanwhile.
func buildStacked(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newStacked(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	first := &s.layers[0]
	first.allocate()
	for h := range s.hash.Sums(keys) {
		first.add(h)
	}
	known := s.admitted(keys, cfg.Negatives)
	if len(known) == 0 {
		return s, nil
	}
	second := newLayer(len(known), cfg.Epsilon)
	second.allocate()
	for _, h := range known {
		second.add(level(h, 1))
	}
	var again []uint64
	for h := range s.hash.Sums(keys) {
		if second.has(level(h, 1)) {
			again = append(again, h)
		}
	}
	third := newLayer(len(again), cfg.Epsilon)
	third.allocate()
	for _, h := range again {
		third.add(level(h, 2))
	}
	s.layers = append(s.layers, second, third)
	return s, nil
}

// admitted are the hashes of the known negatives that the first layer admits, in
// order and each once. A key among them, which is told by its hash, is left out.
func (s *stacked) admitted(keys, negatives *wordlist.List) []uint64 {
	if negatives == nil {
		return nil
	}
	var known []uint64
	for h := range s.hash.Sums(negatives) {
		if s.layers[0].has(h) {
			known = append(known, h)
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	isKey := make([]bool, len(known))
	for h := range s.hash.Sums(keys) {
		if at, found := slices.BinarySearch(known, h); found {
			isKey[at] = true
		}
	}
	others := known[:0]
	for i, h := range known {
		if !isKey[i] {
			others = append(others, h)
		}
	}
	return others
}

func (s *stacked) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	if !s.layers[0].has(h) {
		return false
	}
	return len(s.layers) == 1 || !s.layers[1].has(level(h, 1)) || s.layers[2].has(level(h, 2))
}

// stackedVersion is that of the file below.
const stackedVersion = 1

// AppendBinary implements filter.Stored. The known negatives are not part of the
// file.
func (s *stacked) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "stacked", stackedVersion)
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Uint(uint64(len(s.layers)))
	for _, l := range s.layers {
		e.Uint(l.m)
		e.Uint(uint64(l.k))
		e.Uint(uint64(l.n))
		e.Words(l.words)
	}
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *stacked) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "stacked", stackedVersion)
	if err != nil {
		return err
	}
	const mostProbes = 64 // MinEpsilon has 40
	*s = stacked{hash: d.Hasher()}
	count := d.Int("layers", 3)
	d.Check(count == 1 || count == 3, "%d layers: want 1 or 3", count)
	for range count {
		l := layer{m: d.Uint(), k: d.Int("k", mostProbes), n: d.Int("n", filter.MostKeys), words: d.Words()}
		d.Check(l.k >= 1, "k = 0: want 1 or more")
		if d.Check(l.m >= 1 && (l.m-1)/64 == uint64(len(l.words))-1, "m = %d bits in %d words", l.m, len(l.words)) {
			d.Check(l.m%64 == 0 || l.words[l.m/64]>>(l.m%64) == 0, "bits are set behind the last of %d", l.m)
		}
		s.layers = append(s.layers, l)
	}
	return d.Close()
}

func (s *stacked) Bits() (total uint64) {
	for _, l := range s.layers {
		total += l.m
	}
	return total
}

// Params has the rate of the known negatives beside the sizes, if there are some.
func (s *stacked) Params() []filter.Param {
	list := []filter.Param{{Name: "m", Value: float64(s.layers[0].m)}, {Name: "k", Value: float64(s.layers[0].k)}}
	if len(s.layers) == 1 {
		return list
	}
	return append(list,
		filter.Param{Name: "m2", Value: float64(s.layers[1].m)},
		filter.Param{Name: "m3", Value: float64(s.layers[2].m)},
		filter.Param{Name: "known", Value: s.Known()})
}

// Theory is the rate of negatives that were not known: those that the first layer
// admits and the second does not, or the third does.
func (s *stacked) Theory() float64 {
	first := s.layers[0].rate()
	if len(s.layers) == 1 {
		return first
	}
	second := s.layers[1].rate()
	return first * (1 - second + second*s.layers[2].rate())
}

// Known is the rate expected of the known negatives: those that the first layer
// admits are in the second, so that the third decides. In [0, 1].
func (s *stacked) Known() float64 {
	if len(s.layers) == 1 {
		return s.layers[0].rate()
	}
	return s.layers[0].rate() * s.layers[2].rate()
}
