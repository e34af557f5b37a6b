package cuckoo

import (
	"bytes"
	"fmt"
	"testing"

	"hyphbench/internal/filter"
)

// literally is Algorithm 3 entry by entry, with notes of the way for the way back.
func literally(c *standard, h uint64) bool {
	fp, i := c.locate(h)
	random := c.random
	draw := func() uint64 {
		c.random *= filter.ProbeStep
		return c.random >> 56
	}
	j := c.other(i, fp)
	if c.replace(i, 0, fp) || c.replace(j, 0, fp) {
		c.n++
		return true
	}
	if draw()&1 != 0 {
		i = j
	}
	var path []uint64
	for range relocations {
		e := i*entries + draw()%entries
		path = append(path, e)
		victim := c.get(e)
		c.set(e, fp)
		fp = victim
		i = c.other(i, fp)
		if c.replace(i, 0, fp) {
			c.n++
			return true
		}
	}
	for step := len(path) - 1; step >= 0; step-- {
		before := c.get(path[step])
		c.set(path[step], fp)
		fp = before
	}
	c.random = random
	return false
}

// TestStandardInsertion compares insertions into whole buckets with those of the
// algorithm by the letter: every table is the same byte for byte until long after
// it is full, and so is the generator.
func TestStandardInsertion(t *testing.T) {
	for f := uint64(4); f <= 20; f++ {
		for _, buckets := range []uint64{2, 8, 64} {
			cfg := filter.Config{Seed: f}
			c, want := newStandard(buckets, f, cfg).allocate(), newStandard(buckets, f, cfg).allocate()
			refused := 0
			for i := 0; refused < 10; i++ {
				h := c.hash.Sum64(fmt.Sprint(i))
				ok := c.add(h)
				if !ok {
					refused++
				}
				if ok != literally(want, h) || c.n != want.n || c.random != want.random || !bytes.Equal(c.table, want.table) {
					t.Fatalf("f = %d, %d buckets: insertion %d (%v) differs", f, buckets, i, ok)
				}
			}
		}
	}
}
