package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// spread moves places that are in order apart until neighbours have gap
// between them, all within low and high, so that the sum of the squared moves
// is least: pools of adjacent violators. Without the room the gap is smaller.
func spread(places []vg.Length, gap, low, high vg.Length) []vg.Length {
	n := len(places)
	if n > 1 {
		gap = min(gap, (high-low)/vg.Length(n-1))
	}
	type pool struct {
		sum vg.Length
		n   int
	}
	mean := func(p pool) vg.Length { return p.sum / vg.Length(p.n) }
	var pools []pool
	for i, at := range places {
		pools = append(pools, pool{at - gap*vg.Length(i), 1})
		for k := len(pools) - 1; k > 0 && mean(pools[k-1]) >= mean(pools[k]); k-- {
			pools[k-1] = pool{pools[k-1].sum + pools[k].sum, pools[k-1].n + pools[k].n}
			pools = pools[:k]
		}
	}
	var list []vg.Length
	for _, p := range pools {
		first := min(max(mean(p), low), high-gap*vg.Length(n-1))
		for range p.n {
			list = append(list, first+gap*vg.Length(len(list)))
		}
	}
	return list
}

// span is the room that a label takes along an axis.
type span struct{ from, to vg.Length }

// free reports whether a span keeps clear of others.
func (s span) free(taken []span, gap vg.Length) bool {
	return !slices.ContainsFunc(taken, func(t span) bool { return s.from < t.to+gap && t.from < s.to+gap })
}
