package semijoin

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// Bounds of the search for the smallest filter.
const (
	planned  = 3       // of which files are compared
	overRate = 1.1     // times the rate asked for that a filter may have
	tried    = 100_000 // keys of a trial, at most: bits a key change little beyond
)

// smallest is the filter of the program with the smallest file for n keys at a rate. Of
// all that have a file and room, need nothing but the keys and hold the rate, those
// with the fewest bits by their plans are built.
func smallest(ctx context.Context, n int, rate axis.Rate, seed uint64) (way, error) {
	type candidate struct {
		filter.Structure
		size uint64
	}
	n = min(n, tried)
	cfg := filter.Config{Epsilon: rate.Float(), Seed: seed}
	var list []candidate
	for _, s := range all.Structures() {
		if s.Exact || s.Closed || s.Negatives || s.Historical || s.Faults != 0 || s.Open == nil {
			continue
		}
		p, err := s.Plan(n, cfg)
		if err == nil && p.Theory <= overRate*cfg.Epsilon && (p.Capacity == 0 || p.Capacity >= n) {
			list = append(list, candidate{s, p.Bits})
		}
	}
	bySize := func(a, b candidate) int { return cmp.Compare(a.size, b.size) }
	slices.SortStableFunc(list, bySize)
	list = list[:min(planned, len(list))]
	if len(list) == 0 {
		return way{}, fmt.Errorf("no filter of %d keys holds a rate of %s %%", n, rate.Percent())
	}
	keys := wordlist.Generate(n, func(b []byte, i int) []byte { return appendKey(b, 16, seed, i) })
	for i := range list {
		if err := ctx.Err(); err != nil {
			return way{}, err
		}
		file, err := file(list[i].Structure, keys, cfg)
		if err != nil {
			return way{}, fmt.Errorf("%s: %w", list[i].Name, err)
		}
		list[i].size = uint64(len(file))
	}
	return filterOf(slices.MinFunc(list, bySize).Structure), nil
}
