package counting

import (
	"errors"
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
)

// alike is the error in adding one filter's counters to another's, nil for none.
func (c *counters) alike(other *counters) error {
	switch {
	case c.width != other.width || c.count != other.count || c.k != other.k:
		return errors.New("two counting filters differ in their counters: want both made with the same ε and Config.Capacity")
	case !c.hash.Same(&other.hash):
		return errors.New("two counting filters have different seeds or hash functions: want the same of both")
	}
	return nil
}

// merge adds the counters of other: a counter at its end, or one that comes there, stays
// there.
func (c *counters) merge(other *counters) error {
	if err := c.alike(other); err != nil {
		return err
	}
	for i := range c.count {
		c.add(i, other.get(i))
	}
	c.n = int(min(int64(c.n)+int64(other.n), filter.MostKeys))
	return nil
}

// Size implements filter.Sizer: a key that is there several times is one. After deletions
// a counter that stays at its end counts as taken.
func (c *counters) Size() float64 { return c.scatter().Keys(c.empty(c)) }

// SizeDeviation implements filter.Sizer.
func (c *counters) SizeDeviation(n float64) float64 { return c.scatter().Deviation(n) }

func (c *counters) scatter() bloom.Scatter { return bloom.Scattered(c.count, c.k) }

// empty counts the counters at 0 in both filters.
func (c *counters) empty(other *counters) (n uint64) {
	for i := range c.count {
		if c.get(i)|other.get(i) == 0 {
			n++
		}
	}
	return n
}

func (c *counters) sizeWith(other *counters) (float64, error) {
	if err := c.alike(other); err != nil {
		return 0, err
	}
	return c.scatter().Keys(c.empty(other)), nil
}

// unlike is the error for a filter of another structure.
func unlike(title string, other filter.Filter) error {
	return fmt.Errorf("a %s is not joined with a %T: want another %s", title, other, title)
}

// Merge implements filter.Merger.
func (f *four) Merge(other filter.Filter) error {
	if g, ok := other.(*four); ok {
		return f.merge(&g.counters)
	}
	return unlike("counting Bloom filter", other)
}

// SizeWith implements filter.Sizer.
func (f *four) SizeWith(other filter.Filter) (float64, error) {
	if g, ok := other.(*four); ok {
		return f.sizeWith(&g.counters)
	}
	return 0, unlike("counting Bloom filter", other)
}

// Merge implements filter.Merger.
func (t *three) Merge(other filter.Filter) error {
	if g, ok := other.(*three); ok {
		return t.merge(&g.counters)
	}
	return unlike("counting Bloom filter of three bits", other)
}

// SizeWith implements filter.Sizer.
func (t *three) SizeWith(other filter.Filter) (float64, error) {
	if g, ok := other.(*three); ok {
		return t.sizeWith(&g.counters)
	}
	return 0, unlike("counting Bloom filter of three bits", other)
}
