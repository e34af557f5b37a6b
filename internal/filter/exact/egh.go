package exact

import (
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// EGH is the filter of Eppstein, Goodrich and Hirschberg over a closed universe, whose
// elements are numbered by a minimal perfect hash function: no false positives up to as
// many keys as it is made for, which are those that it is built of.
//
// Guarantee: exact on the universe and the keys. Elsewhere a word gets the number of any
// element: the rate is near n/u (Outside).
// Cost: Σp bits for the primes p up to about n·ln u, which grow with the square of the
// keys: 28 million for the thesis's, where a bit set takes half a million. And 3.5 bits
// per element for the numbering. A query divides by two primes or three.
// Source: see Zone.
func EGH() filter.Structure {
	return filter.Structure{
		Name:      "egh",
		Title:     "Bloom filter with a false-positive-free zone",
		Reference: "Kiss, Hosszu, Tapolcai, Rónyai, Rottenstreich 2018, Bloom filter with a false positive free zone, after Eppstein, Goodrich, Hirschberg 2007",
		Exact:     true,
		Closed:    true,
		MaxKeys:   2000,
		Family:    filter.FamilyExact,
		Plan:      planEGH,
		Build:     buildEGH,
		Explain: filter.Explanation{
			What: "A Bloom filter whose hash functions are the remainders of an element's number by the first primes. Their product is at least u^d for d keys of u elements, so that no other element has all of its remainders in common with some of d keys.",
			Layout: `
  element ──perfect hash──► number x < u
        x mod 2      x mod 3        x mod 5            x mod 7
       ┌───┬───┐  ┌───┬───┬───┐  ┌───┬───┬───┬───┬───┐  ┌───┬─
       │ 0 │ 1 │  │ 1 │ 0 │ 0 │  │ 0 │ 0 │ 1 │ 0 │ 0 │  │ 0 │ …
       └───┴─▲─┘  └─▲─┴───┴───┘  └───┴───┴─▲─┴───┴───┘  └───┴─
             a bit for each remainder of each prime`,
			Formula: `
  primes: the first whose product is at least u^d, up to about d·ln u
  bits = Σp ≈ (d·ln u)²/(2·ln(d·ln u)), and 3.5·u for the numbering
  rate = 0 in the universe, below n/u elsewhere`,
			Guarantee: "Exact for every element of the universe and every key, up to d keys, by arithmetic alone. Beyond d it would have false positives; it takes no more.",
			Price:     "Bits that grow with the square of the keys: 7,700 for 20 of 466,921 numbers, 28 million for 1,753. From some 200 keys on a bit for each number is smaller; any change of the keys' number means building anew.",
			When:      "For a few dozen elements of a universe that has numbers of its own, such as the ports of a switch. For words take a cascade.",
		},
	}
}

const eghAttempts = 8

// egh has the numbers of the keys in a zone.
type egh struct {
	numbers numbering
	zone    *Zone
	doubts  closeduniverse.Doubts
	hash    filter.Hasher
}

// planEGH expects the elements to be distinct and no key to be among them.
func planEGH(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckClosed(); err != nil {
		return filter.Plan{}, err
	}
	u, d := uint64(max(1, n+cfg.Universe.Len())), max(1, n)
	primes, largest, bits := zoneSize(u, d)
	levels := NumberingBits(numberingGamma) * float64(u) * (1 + 32.0/numberingBlock)
	return filter.Plan{
		Params:    eghParams(u, d, primes, largest),
		Bits:      bits + 32*uint64(primes) + uint64(levels),
		Estimated: true,
	}, nil
}

func buildEGH(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckClosed(); err != nil {
		return nil, err
	}
	return filter.Retry("egh", eghAttempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		e := &egh{hash: filter.NewHasher(cfg)}
		if err := e.build(keys, cfg.Universe); err != nil {
			return nil, err
		}
		return e, nil
	})
}

// build numbers keys and universe. The hashes that a key and a negative share are
// numbered once and decided by text.
func (e *egh) build(keys, universe *wordlist.List) error {
	set := closeduniverse.NewKeySet(keys)
	ours := make([]uint64, 0, keys.Len())
	for h := range e.hash.Sums(keys) {
		ours = append(ours, h)
	}
	ours = closeduniverse.Sorted(ours)
	theirs, i := make([]uint64, 0, universe.Len()), 0
	for h := range e.hash.Sums(universe) {
		if !set.Has(universe.At(i)) {
			theirs = append(theirs, h)
		}
		i++
	}
	theirs = closeduniverse.Sorted(theirs)
	alike := closeduniverse.Common(ours, theirs)
	e.doubts = closeduniverse.NewDoubts(alike, keys, &e.hash)
	all := append(closeduniverse.Without(theirs, alike), ours...)
	if err := e.numbers.number(all); err != nil {
		return err
	}
	zone, err := NewZone(max(1, e.numbers.n), max(1, len(ours)))
	if err != nil {
		return err
	}
	var numbers []uint64
	for _, h := range ours {
		if number, ok := e.numbers.of(h); ok {
			numbers = append(numbers, number)
		}
	}
	zone.AddAll(numbers)
	e.zone = zone
	return nil
}

func (e *egh) Contains(key string) bool {
	h := e.hash.Sum64(key)
	number, ok := e.numbers.of(h)
	if !ok || !e.zone.Contains(number) {
		return false
	}
	if e.doubts.About(h) {
		return e.doubts.Decide(key)
	}
	return e.zone.n > 0
}

// Outside asks for the numbers of every level of the numbering: a negative that found no
// bit in the levels before meets one of a key here.
func (e *egh) Outside() float64 {
	rate, left := 0.0, 1.0
	start, number := uint64(0), uint64(0)
	for _, m := range e.numbers.sizes {
		in, set := uint64(ones(e.numbers.words, start, start+m)), 0
		for x := number; x < number+in; x++ {
			if e.zone.n > 0 && e.zone.Contains(x) {
				set++
			}
		}
		rate += left * float64(set) / float64(m)
		left *= 1 - float64(in)/float64(m)
		start += m
		number += in
	}
	return min(1, rate)
}

// Bits counts the remainders, the primes, the numbering and what is in doubt.
func (e *egh) Bits() uint64 {
	primes, _ := e.zone.Primes()
	return 64*uint64(len(e.zone.words)) + 32*uint64(primes) + e.numbers.bits() + e.doubts.Bits()
}

func (e *egh) Params() []filter.Param {
	primes, largest := e.zone.Primes()
	return eghParams(e.zone.u, e.zone.d, primes, largest)
}

func eghParams(u uint64, d, primes int, largest uint32) []filter.Param {
	return []filter.Param{{Name: "u", Value: float64(u)}, {Name: "d", Value: float64(d)}, {Name: "primes", Value: float64(primes)}, {Name: "largest", Value: float64(largest)}}
}

// Theory is 0: in the universe the set is exact.
func (e *egh) Theory() float64 { return 0 }
