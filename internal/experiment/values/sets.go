package values

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/compact"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
)

// Lattices of compact approximators beside the chains of confidences.
const (
	twoElements = 1 // bits of the lattice of two elements
	languages   = 8 // sets of which a key is in one or several, such as languages
)

// lattices are the visits of these: of two elements, which is a Bloom filter, and of sets
// under union.
func (b *bench) lattices() (list []visit) {
	for _, cells := range b.x.cells.Values {
		list = append(list,
			visit{name: compactTwo, at: place{width: twoElements, cells: cells}, make: makeTwo, of: []runfolder.Metric{Differing}},
			visit{name: compactSet, at: place{width: languages, cells: cells}, make: makeSets, of: []runfolder.Metric{BitsPerKey, Surplus, SurplusTheory, Missing, Differing}})
	}
	return list
}

// two is an approximator over two elements beside the thesis's Bloom filter.
type two struct{ differing int }

func makeTwo(b *bench, v visit, round int) (subject, error) {
	g, seed := b.grades(round), b.seed(v, round)
	cfg := filter.Config{Epsilon: math.Exp(-float64(v.at.cells) * math.Ln2 * math.Ln2), Seed: seed}
	s, err := all.ByName(bloom)
	if err != nil {
		return nil, err
	}
	plain, err := s.Build(g.keys, cfg)
	if err != nil {
		return nil, err
	}
	m, k := bloomfilter.StandardSize(g.keys.Len(), cfg.Epsilon)
	a, err := compact.New(compact.Config{Lattice: compact.Chain{Width: twoElements}, Cells: m, Hashes: k, Seed: seed})
	if err != nil {
		return nil, err
	}
	for key := range g.keys.Each() {
		a.Add(key, 1)
	}
	t := &two{}
	for key := range g.keys.Each() {
		if a.At(key) == 0 {
			return nil, fmt.Errorf("the key %q is denied", key)
		}
		if !plain.Contains(key) {
			t.differing++
		}
	}
	for word := range g.strangers.Each() {
		if (a.At(word) > 0) != plain.Contains(word) {
			t.differing++
		}
	}
	return t, nil
}

func (t *two) count(m runfolder.Metric) (float64, string, error) {
	if m != Differing {
		return 0, "", unknown(m)
	}
	return float64(t.differing), "answers", nil
}

// sets is an approximator over sets, beside a Bloom filter for each of them.
type sets struct {
	bits      uint64
	keys      int
	missing   int     // sets of keys that the answer lacks
	surplus   int     // sets in the answers that the keys are not in
	foreign   int     // sets that the keys are not in
	expected  float64 // surplus, as a share of foreign
	differing int     // answers other than those of the Bloom filters
}

// second is the share of the keys that are put into a second set, which may be the first.
const second = 0.25

// setsOf are the sets of key i, a bit each.
func setsOf(i int, seed uint64) uint64 {
	x := filter.Mix(seed ^ uint64(i))
	list := uint64(1) << (x % languages)
	if x>>32%(1/second) == 0 {
		list |= 1 << (x >> 40 % languages)
	}
	return list
}

func makeSets(b *bench, v visit, round int) (subject, error) {
	g, seed := b.grades(round), b.seed(v, round)
	s := &sets{keys: g.keys.Len()}
	// As many cells for each of the keys of one set, which are these on average.
	const ofOneSet = (1 + second*(languages-1)/languages) / languages
	m, k := uint64(math.Round(float64(v.at.cells)*ofOneSet*float64(s.keys))), hashes(v.at.cells)
	a, err := compact.New(compact.Config{Lattice: compact.Sets{Elements: languages}, Cells: m, Hashes: k, Seed: seed})
	if err != nil {
		return nil, err
	}
	var each [languages]*linear.Filter // of one bit a cell: Bloom filters
	var members [languages]int
	for i := range each {
		if each[i], err = linear.New(linear.Config{Cells: m, CellBits: 1, Hashes: k, Seed: seed}); err != nil {
			return nil, err
		}
	}
	own := make([]uint64, s.keys)
	for i := range own {
		key := g.keys.At(i)
		own[i] = setsOf(i, seed)
		a.Add(key, own[i])
		for x := own[i]; x != 0; x &= x - 1 {
			set := bits.TrailingZeros64(x)
			members[set]++
			if err := each[set].Add(key, 1); err != nil {
				return nil, err
			}
		}
	}
	s.bits = a.Bits()
	differs := func(word string, got uint64) {
		for set, f := range each {
			if uint64(f.Estimate(word)) != got>>set&1 {
				s.differing++
			}
		}
	}
	expected := 0.0
	for i, mine := range own {
		key := g.keys.At(i)
		got := a.At(key)
		differs(key, got)
		s.missing += bits.OnesCount64(mine &^ got)
		s.surplus += bits.OnesCount64(got &^ mine)
		s.foreign += languages - bits.OnesCount64(mine)
	}
	for set, n := range members { // a key is a stranger to the sets that it is not in
		expected += float64(s.keys-members[set]) * bloomfilter.OccupancyMoment(m, n*k, k)
	}
	s.expected = expected / float64(s.foreign)
	for word := range g.strangers.Each() {
		differs(word, a.At(word))
	}
	if s.missing > 0 {
		return nil, fmt.Errorf("%d sets of %d keys are missing", s.missing, s.keys)
	}
	return s, nil
}

// count implements subject.
func (s *sets) count(m runfolder.Metric) (float64, string, error) {
	switch m {
	case BitsPerKey:
		return float64(s.bits) / float64(s.keys), "bits", nil
	case Surplus:
		return float64(s.surplus) / float64(s.foreign), "1", nil
	case SurplusTheory:
		return s.expected, "1", nil
	case Missing:
		return float64(s.missing), "sets", nil
	case Differing:
		return float64(s.differing), "answers", nil
	}
	return 0, "", unknown(m)
}
