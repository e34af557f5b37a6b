package space

import (
	"errors"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// bitCounter is a filter whose set bits can be counted, and that takes further keys.
type bitCounter interface {
	filter.Inserter
	Ones() uint64
}

// bitCounts are the metrics of such filters.
func bitCounts() []runfolder.Metric { return []runfolder.Metric{BitsSet, SetSecond, SetUnion} }

// counters are the structures of a list whose filters are such.
func counters(list []filter.Structure) map[string]bool {
	names := map[string]bool{}
	for _, s := range list {
		names[s.Name] = filter.Can[bitCounter](s)
	}
	return names
}

// bitsSet is the share of bits that are set in the filter of the keys, in that of a
// second set of as many keys, or in that of the union of both. All three have the
// same bits and hash functions, so that the last one is the disjunction of the
// others. Half of the keys, rounded down, are in both sets.
func (b *bench) bitsSet(m runfolder.Metric) (*experiment.Measurement, error) {
	c, keys := &b.current, b.sets.keys
	f := c.filter
	if m != BitsSet {
		n := keys.Len()
		further := b.work.Further(n, b.setSeed(b.sets.n, b.sets.round), n-n/2)
		cfg := c.config
		cfg.Capacity = n
		var err error
		if f, err = c.s.Build(further, cfg); err != nil {
			return nil, err
		}
		first := n - n/2 // of those in both sets
		if m == SetUnion {
			first = 0
		}
		if err := insertFrom(f, keys, first); err != nil {
			return nil, err
		}
	}
	counted, ok := f.(bitCounter)
	if !ok {
		return nil, errors.New("the structure does not count its bits")
	}
	return experiment.Counted(float64(counted.Ones())/float64(f.Bits()), "1"), nil
}

// insertFrom inserts the keys from the one of that number on.
func insertFrom(f filter.Filter, keys *wordlist.List, first int) error {
	i, ok := f.(filter.Inserter)
	if !ok {
		return errors.New("the structure takes no further keys")
	}
	for at := first; at < keys.Len(); at++ {
		if err := i.Insert(keys.At(at)); err != nil {
			return err
		}
	}
	return nil
}
