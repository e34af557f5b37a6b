package lookup

import (
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Many small filters at once, as a store has one for each of its files: which one is
// asked is random, so that hardly anything of it is in the caches.
const (
	manyN      = 10_000    // keys in each
	manyBytes  = 200 << 20 // nominal, of all together
	quickBytes = 20 << 20
	manyRounds = 3
)

// manyFilters asks many filters, each query another one: any of them (Among), or in four of
// five queries one of a fifth of them (Skewed). The filters are copies of one, read
// from its file: they lie at different places of memory and answer alike.
func (b *bench) manyFilters(cell runfolder.Cell, q *queries, right answers) (*experiment.Measurement, error) {
	c := &b.current
	if c.manyFilters == nil {
		size := uint64(manyBytes)
		if b.Quick {
			size = quickBytes
		}
		var err error
		if c.manyFilters, err = copies(c.s, c.filter, size); err != nil {
			return nil, err
		}
	}
	if cell.Metric == Filters {
		return measuring.Counted(float64(len(c.manyFilters)), "filters"), nil
	}
	picks := picks(manyQueries, len(c.manyFilters), cell.Metric == Skewed, b.sets.seed)
	return b.timer.Measure(cell, len(picks), func() error {
		yes := 0
		for from := 0; from < len(picks); from += q.words.Len() {
			yes += among(c.manyFilters, q.words, picks[from:from+q.words.Len()])
		}
		return answers{yes: right.yes * (len(picks) / q.words.Len())}.compare(yes)
	})
}

// copies are filters that together have the size, in bytes, read from the file of
// one.
func copies(s filter.Structure, one filter.Filter, size uint64) ([]filter.Filter, error) {
	stored, ok := one.(filter.Stored)
	if !ok || s.Open == nil {
		return nil, fmt.Errorf("%s has no file", s.Name)
	}
	file, err := stored.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	list := make([]filter.Filter, max(1, 8*size/max(1, one.Bits())))
	for i := range list {
		if list[i], err = s.Open(file); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// picks are random numbers of filters; skewed, four of five are in the first fifth.
func picks(n, filters int, skewed bool, seed uint64) []uint32 {
	random := rand.New(rand.NewPCG(seed, uint64(filters)))
	list := make([]uint32, n)
	few := max(1, filters/5)
	for i := range list {
		switch {
		case skewed && random.IntN(5) > 0 || filters == few:
			list[i] = uint32(random.IntN(few))
		case skewed:
			list[i] = uint32(few + random.IntN(filters-few))
		default:
			list[i] = uint32(random.IntN(filters))
		}
	}
	return list
}

// among asks filter picks[i] for word i.
func among(filters []filter.Filter, words *wordlist.List, picks []uint32) (yes int) {
	i := 0
	for word := range words.Each() {
		yes += one(filters[picks[i]].Contains(word))
		i++
	}
	return yes
}
