package duplicates

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/loopbacknetwork"
)

// batches of negatives that the processing elements ask for, each as many as it has
// elements: one query an element and batch.
const batches = 3

// spent is what a filter of all elements costs.
type spent struct {
	build loopbacknetwork.Traffic
	query loopbacknetwork.Traffic // of all queries
	asked int
}

// querying asks for negatives of a filter of all elements, and then for the own
// elements, which it must have. With a replicating filter nothing is sent for that.
func (e *processor) querying(name string, epsilon float64) error {
	switch name {
	case distributed:
		return e.queryOwners(epsilon)
	case replicating:
		a, err := e.replicateBits(epsilon)
		if err != nil {
			return err
		}
		return e.holdsAll(func(hash uint64) bool { return a.has(a.bytes, hash) })
	case coded:
		s, union, err := e.replicateCoded(epsilon)
		if err != nil {
			return err
		}
		return e.holdsAll(func(hash uint64) bool { _, is := slices.BinarySearch(union, s.position(hash)); return is })
	}
	return fmt.Errorf("%s is not a filter that is queried", name)
}

// holdsAll ends a filter's construction, of which all own elements must be.
func (e *processor) holdsAll(has func(hash uint64) bool) error {
	for i, hash := range e.hash {
		if !has(hash) {
			return fmt.Errorf("the filter of all elements denies %q", e.keys[i])
		}
	}
	return nil
}

// queryOwners builds the distributed filter and sends queries to the owners of their
// positions. What is sent after the phase of answers is not counted.
func (e *processor) queryOwners(epsilon float64) error {
	e.enter(hashes)
	n, err := e.sum(uint64(len(e.keys)))
	if err != nil {
		return err
	}
	s := newSingleShot(n, epsilon, e.seed, e.Nodes())
	own := s.split(distinct(e.positions(s)))
	from, err := e.collect(s, own)
	if err != nil {
		return err
	}
	held := map[uint64]bool{}
	for _, list := range from {
		for _, position := range list {
			held[position] = true
		}
	}
	e.enter(answers)
	has := func(position uint64) bool { return held[position] }
	random := rand.New(rand.NewPCG(e.seed, uint64(e.ID)))
	for range batches {
		negatives := make([]numbered, len(e.keys))
		for i := range negatives {
			negatives[i].position = s.position(random.Uint64())
		}
		slices.SortFunc(negatives, byPosition)
		if _, err := e.ask(s, s.split(distinct(negatives)), has); err != nil {
			return err
		}
	}
	e.enter(keys)
	told, err := e.ask(s, own, has)
	if err != nil {
		return err
	}
	for owner, list := range told {
		if i := slices.Index(list, false); i >= 0 {
			return fmt.Errorf("position %d of processing element %d is denied by its owner %d", own[owner][i], e.ID, owner)
		}
	}
	return nil
}

// ask sends positions to their owners and returns the answers.
func (e *processor) ask(s singleShot, parts [][]uint64, has func(position uint64) bool) ([][]bool, error) {
	from, err := e.collect(s, parts)
	if err != nil {
		return nil, err
	}
	return e.tell(from, parts, has)
}
