package counting

import "hyphbench/internal/filter"

// Numbers is a counting Bloom filter with counters of four bits whose keys are numbers: for a
// program that has many small ones.
type Numbers struct{ counters counters }

// NewNumbers is an empty one with room for n numbers.
func NewNumbers(n int, cfg filter.Config) (*Numbers, error) {
	c, err := newCounters(n, fourBits, cfg)
	if err != nil {
		return nil, err
	}
	c.allocate()
	return &Numbers{c}, nil
}

// Has reports whether x was added, or seems to have been.
func (s *Numbers) Has(x uint64) bool {
	return s.counters.holds(s.counters.hash.Number(x), s.counters.k)
}

// Add adds x once more.
func (s *Numbers) Add(x uint64) { s.counters.put(s.counters.hash.Number(x)) }

// Remove takes one addition of x back.
func (s *Numbers) Remove(x uint64) { s.counters.take(s.counters.hash.Number(x)) }
