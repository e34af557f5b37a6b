package values

import (
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/compact"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Lattices of compact approximators beside the chains of confidences.
const (
	twoElements = 1 // bits of the lattice of two elements
	languages   = 8 // sets of which a key is in one or several, such as languages
)

// lattices are the trials of these: of two elements, which is a Bloom filter, and of sets
// under union.
func (x *measured) lattices(r *trial.Run) (list []trial.Trial) {
	ofSets := []runfolder.Metric{BitsPerKey, Surplus, SurplusTheory, Missing, Differing}
	for _, cells := range r.Counts(Cells) {
		two, sets := place{width: twoElements, cells: cells}, place{width: languages, cells: cells}
		list = append(list,
			x.ofGraded(compactTwo, two, []runfolder.Metric{Differing}, func(t *trial.T, g graded, seed uint64) error {
				a, plain, err := ofTwo(g.keys, cells, seed)
				if err != nil {
					return err
				}
				differing, err := g.differing(a, plain)
				t.Report(Differing, float64(differing))
				return err
			}),
			x.ofGraded(compactSet, sets, ofSets, func(t *trial.T, g graded, seed uint64) error {
				s, err := newSets(g, cells, seed)
				if err != nil {
					return err
				}
				s.report(t)
				return nil
			}))
	}
	return list
}

// ofTwo are an approximator over two elements with keys, and the thesis's Bloom filter of
// them.
func ofTwo(keys *wordlist.List, cells int, seed uint64) (*compact.Approximator, filter.Filter, error) {
	cfg := filter.Config{Epsilon: math.Exp(-float64(cells) * math.Ln2 * math.Ln2), Seed: seed}
	plain, err := all.Build(bloom, keys, cfg)
	if err != nil {
		return nil, nil, err
	}
	m, k := bloomfilter.StandardSize(keys.Len(), cfg.Epsilon)
	a, err := compact.New(compact.Config{Lattice: compact.Chain{Width: twoElements}, Cells: m, Hashes: k, Seed: seed})
	if err != nil {
		return nil, nil, err
	}
	for key := range keys.Each() {
		a.Add(key, 1)
	}
	return a, plain, nil
}

// differing counts the answers of an approximator that are not those of a Bloom filter.
func (g graded) differing(a *compact.Approximator, plain filter.Filter) (differing int, err error) {
	for key := range g.keys.Each() {
		if a.At(key) == 0 {
			return 0, fmt.Errorf("the key %q is denied", key)
		}
		if !plain.Contains(key) {
			differing++
		}
	}
	for word := range g.negatives.Each() {
		if (a.At(word) > 0) != plain.Contains(word) {
			differing++
		}
	}
	return differing, nil
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

func newSets(g graded, cells int, seed uint64) (*sets, error) {
	s := &sets{keys: g.keys.Len()}
	// As many cells for each of the keys of one set, which are these on average.
	const ofOneSet = (1 + second*(languages-1)/languages) / languages
	m, k := uint64(math.Round(float64(cells)*ofOneSet*float64(s.keys))), hashes(cells)
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
	for set, n := range members { // a key is a negative to the sets that it is not in
		expected += float64(s.keys-members[set]) * bloomfilter.OccupancyMoment(m, n*k, k)
	}
	s.expected = expected / float64(s.foreign)
	for word := range g.negatives.Each() {
		differs(word, a.At(word))
	}
	if s.missing > 0 {
		return nil, fmt.Errorf("%d sets of %d keys are missing", s.missing, s.keys)
	}
	return s, nil
}

func (s *sets) report(t *trial.T) {
	t.Report(BitsPerKey, float64(s.bits)/float64(s.keys))
	t.Report(Surplus, float64(s.surplus)/float64(s.foreign))
	t.Report(SurplusTheory, s.expected)
	t.Report(Missing, float64(s.missing))
	t.Report(Differing, float64(s.differing))
}
