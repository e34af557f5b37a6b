package thesis

import (
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
)

// What is measured otherwise with a store of --store behind the filter.

// exact is the store behind the filter.
func (b *bench) exact() knuthliang.Store {
	if b.outside != nil {
		return b.outside
	}
	return b.store
}

// lost is the error of the store's medium, if there was one.
func (b *bench) lost() error {
	if b.outside == nil {
		return nil
	}
	return b.outside.failed
}

// onStore times a section of the current cell with look-ups in the store, whose own
// count of them must be that of the pass.
func (b *bench) onStore(s experiment.Step, ops int, work func() error) (*experiment.Measurement, error) {
	o, c := b.outside, b.current
	before, err := o.store.Accesses()
	if err != nil {
		return nil, o.named(err)
	}
	m, err := measuring.OnStore(o.store, ops, o.proof(), work)
	if o.failed != nil { // which its counter may say once more
		return nil, o.failed
	}
	if err != nil {
		return nil, o.named(err)
	}
	after, err := o.store.Accesses()
	if err != nil {
		return nil, o.named(err)
	}
	counted := after - before
	if counted != int64(c.lookups) {
		return nil, fmt.Errorf("store %s: it counted %d look-ups where %d words were looked up", o.Name, counted, c.lookups)
	}
	if s.Cell.Metric != metric.Query {
		c.accesses = counted
	}
	return m, nil
}

// accesses is the metric of that name, of the pass measured before; in a run that was
// resumed in between, of another.
func (b *bench) accesses(s experiment.Step, c *instance) (*experiment.Measurement, error) {
	if c.accesses < 0 {
		if _, err := b.onStore(s, b.words.Len(), func() error { return b.pass(c, b.words)(0) }); err != nil {
			return nil, err
		}
	}
	return measuring.CountedOnStore(float64(c.accesses), "look-ups"), nil
}

// widened are the values of the columns of a measurement beside those on the store:
// theirs are empty.
func widened(extra []string) []string {
	missing := len(measuring.StoreColumns()) - len(extra)
	return append(make([]string, missing, missing+len(extra)), extra...)
}
