package static

import (
	"errors"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// attempts are tried with other hash functions. One fails with the probabilities
// that the tests bound, at most a third.
const attempts = 64

// errStuck is the failure of an attempt.
var errStuck = errors.New("in every slot that is left are two keys or more")

// build solves the keys' equations and gives as that structure of the package makes
// of the solution.
func build(keys *wordlist.List, s shape, cfg filter.Config, as func(*solution) filter.Filter) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry(s.kind.String(), attempts, cfg, func(attempt int, cfg filter.Config) (filter.Filter, error) {
		p, err := newSolution(s, cfg)
		if err != nil {
			return nil, err
		}
		if !p.solve(keys) && (attempt == 0 || !p.solveDistinct(keys)) {
			return nil, errStuck
		}
		return as(p), nil
	})
}

// solve fills the table, and reports whether that was possible.
func (s *solution) solve(keys *wordlist.List) bool {
	p := newPeeling(&s.shape)
	if s.slots < orderFrom || s.kind == kindXor {
		for _, hashes := range s.hash.Batches(keys) {
			p.add(hashes)
		}
	} else {
		s.addOrdered(p, keys)
	}
	return s.finish(p)
}

// solveDistinct is solve for keys that have equal hashes, which can never be peeled:
// it leaves all but one of these out. Looking for them takes longer than another
// attempt, and hardly ever are there any, so that the first goes without.
func (s *solution) solveDistinct(keys *wordlist.List) bool {
	list := make([]uint64, 0, keys.Len())
	for _, hashes := range s.hash.Batches(keys) {
		list = append(list, hashes...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == keys.Len() {
		return false // as before
	}
	p := newPeeling(&s.shape)
	p.add(list)
	return s.finish(p)
}

// finish peels what is left of the keys and fills the table.
func (s *solution) finish(p *peeling) bool {
	if p.peel(s.slots); !p.done() {
		return false
	}
	s.allocate(s.table.Width)
	p.solve(s, fingerprint)
	return true
}

// orderFrom is the number of slots from which on it pays to order the hashes: those
// of less fit the processor's second cache. For xor it never does: the other slots of
// keys whose first ones are near each other are anywhere.
const orderFrom = 1 << 17

const (
	orderBits  = 9 // as many parts as there are lines in the first cache
	orderParts = 1 << orderBits
)

// addOrdered adds the keys to a peeling in parts, those whose first slots are near
// each other at once. The segments before them are complete then, and most of their
// keys can be taken away while the cache still holds them.
//
// The hashes wait at the end of the memory at whose beginning the peeling puts those
// of its order, of which there are no more than slots it has looked at. Where these
// would reach the hashes that wait, it has to wait itself.
func (s *solution) addOrdered(p *peeling, keys *wordlist.List) {
	p.order.hashes = make([]uint64, s.slots+1)
	left := p.order.hashes[len(p.order.hashes)-keys.Len():]
	start := 0
	for part, end := range ordered(left, keys, &s.hash) {
		p.add(left[start:end])
		start = end
		begun := s.span * uint64(part+1) >> orderBits // from here on are the first slots of the keys to come
		free := len(p.order.hashes) - len(left) + end - 1
		p.peel(min(begun, uint64(free)) &^ (s.length - 1))
	}
}

// ordered puts the hashes of the keys into a list, in parts by their first bits, and
// gives where each part ends. It counts, then places; hashing twice costs less than a
// second list.
func ordered(list []uint64, keys *wordlist.List, hash *filter.Hasher) (ends [orderParts]int) {
	for h := range hash.Sums(keys) {
		ends[h>>(64-orderBits)]++
	}
	sum := 0
	for part, n := range ends {
		ends[part] = sum
		sum += n
	}
	for _, hashes := range hash.Batches(keys) {
		for _, h := range hashes {
			at := &ends[h>>(64-orderBits)]
			list[*at] = h
			*at++
		}
	}
	return ends
}
