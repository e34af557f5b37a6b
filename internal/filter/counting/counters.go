package counting

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// counters is a Bloom filter of m counters. Those of a key are at its first k
// probes (filter.ProbeStep). A counter holds the number of probes of all keys that
// fall on it: of a key that has two there, two, both when it is inserted and when it
// is deleted.
type counters struct {
	cells
	k    int
	n    int // keys inserted and not deleted
	hash filter.Hasher
}

// mostLoad bounds the probes a counter, which matters above ε = 1/2 alone: there a
// Bloom filter has so few bits that counters would reach their end and stay there.
const mostLoad = 2

// CountersSize is the m and k of a Bloom filter, with no more than two probes a
// counter.
func CountersSize(n int, epsilon float64) (m uint64, k int) {
	m, k = bloom.StandardSize(n, epsilon)
	return max(m, (uint64(k)*uint64(n)+mostLoad-1)/mostLoad), k
}

// newCounters is an empty filter without its counters, with room for n keys.
func newCounters(n int, width uint64, cfg filter.Config) (counters, error) {
	if err := cfg.Check(); err != nil {
		return counters{}, err
	}
	m, k := CountersSize(cfg.Room(n), cfg.Epsilon)
	return counters{cells: newCells(m, width), k: k, n: n, hash: filter.NewHasher(cfg)}, nil
}

// planCounters describes the filter before it has its counters.
func planCounters(width uint64) func(n int, cfg filter.Config) (filter.Plan, error) {
	return func(n int, cfg filter.Config) (filter.Plan, error) {
		c, err := newCounters(n, width, cfg)
		if err != nil {
			return filter.Plan{}, err
		}
		return filter.Plan{Params: c.Params(), Bits: c.Bits(), Theory: c.Theory()}, nil
	}
}

func buildCounters(keys *wordlist.List, width uint64, cfg filter.Config) (counters, error) {
	c, err := newCounters(keys.Len(), width, cfg)
	if err != nil {
		return counters{}, err
	}
	c.allocate()
	for h := range c.hash.Sums(keys) {
		c.put(h)
	}
	return c, nil
}

func (c *counters) put(h uint64) {
	for range c.k {
		i, _ := bits.Mul64(h, c.count)
		c.add(i, 1)
		h *= filter.ProbeStep
	}
}

// take takes one put of hash h back.
func (c *counters) take(h uint64) {
	for range c.k {
		i, _ := bits.Mul64(h, c.count)
		c.subtract(i, 1)
		h *= filter.ProbeStep
	}
}

// holds is Contains of hash h, one counter after the other.
func (c *counters) holds(h uint64, k int) bool {
	for range k {
		i, _ := bits.Mul64(h, c.count)
		if c.get(i) == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// Insert adds key; the filter is never full, but its rate grows.
func (c *counters) Insert(key string) error {
	c.put(c.hash.Sum64(key))
	c.n++
	return nil
}

// Delete takes one insertion of key back.
func (c *counters) Delete(key string) bool {
	h := c.hash.Sum64(key)
	if !c.holds(h, c.k) {
		return false
	}
	c.take(h)
	c.n = max(0, c.n-1)
	return true
}

// Count implements filter.Counter: the smallest of the key's counters, by what falls on
// one place twice too much.
func (c *counters) Count(key string) int {
	h := c.hash.Sum64(key)
	least := c.most
	for range c.k {
		i, _ := bits.Mul64(h, c.count)
		least = min(least, c.get(i))
		h *= filter.ProbeStep
	}
	return int(least)
}

// MostCount is where a counter stays.
func (c *counters) MostCount() int { return int(c.most) }

// atOnce is the number of counters that a query reads before it branches.
const atOnce = 8

// countersVersion is that of the file below.
const countersVersion = 1

// store writes the file of a structure of that name.
func (c *counters) store(out []byte, name string) ([]byte, error) {
	e := filter.NewEncoder(out, name, countersVersion)
	e.Uint(uint64(c.k))
	e.Uint(uint64(c.n))
	if err := e.Hasher(&c.hash); err != nil {
		return out, err
	}
	c.cells.store(e)
	return e.Close()
}

func (c *counters) restore(data []byte, name string, width uint64) error {
	d, err := filter.NewDecoder(data, name, countersVersion)
	if err != nil {
		return err
	}
	c.k, c.n = d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	c.hash, c.cells = d.Hasher(), restoreCells(d, width)
	d.Check(c.k >= 1, "k = 0: want 1 or more")
	return d.Close()
}

// mostProbes is beyond the k of MinEpsilon, which is 40 at most.
const mostProbes = 64

func (c *counters) Bits() uint64 { return 8 * c.size() }

func (c *counters) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(c.count)}, {Name: "k", Value: float64(c.k)}}
}

// Theory is that of a Bloom filter, as long as no counter is at its end.
func (c *counters) Theory() float64 { return bloom.OccupancyMoment(c.count, c.k*c.n, c.k) }
