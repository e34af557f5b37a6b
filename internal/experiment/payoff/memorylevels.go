package payoff

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/payoff"
)

// check is a size at which the model was not calibrated.
type check struct {
	n               int
	model, measured float64
}

// off is by how much the model is off, as a share, and good whether it may be.
func (c check) off() float64 { return math.Abs(c.model/c.measured - 1) }
func (c check) good() bool   { return c.off() <= 0.25 }

// checks fits the model of the memory levels to a structure, the time of a query by its size,
// and checks it at the other sizes; none where the run has not enough of them.
func (r *read) checks(name string) (checks []check) {
	s, err := all.ByName(name)
	if err != nil || s.Exact {
		return nil
	}
	var list []payoff.Sized
	var counts []int
	for _, epsilon := range r.rates(name) { // the rate at which most sizes were measured
		var sizes []payoff.Sized
		var of []int
		for _, n := range r.sizes() {
			t, there := r.alone(name, epsilon, n)
			bytes, err := bytesOf(s, n, epsilon)
			if there && err == nil {
				sizes, of = append(sizes, payoff.Sized{Bytes: bytes, Time: t}), append(of, n)
			}
		}
		if len(sizes) > len(list) {
			list, counts = sizes, of
		}
	}
	if len(list) < 2 {
		return nil
	}
	caches := levelsOf(r.caches(), list)
	taken := calibration(caches, list)
	levels, err := payoff.NewLevels(caches, taken)
	if err != nil {
		return nil
	}
	for i, at := range list {
		if !slices.Contains(taken, at) {
			checks = append(checks, check{counts[i], levels.At(at.Bytes), at.Time})
		}
	}
	return checks
}

// caches are the sizes of those that the machine tells of, ascending.
func (r *read) caches() (list []float64) {
	if on := r.Meta.Machine(); on != nil {
		for _, c := range on.CPU.Caches() {
			list = append(list, float64(c.Bytes))
		}
	}
	return list
}

// level is the number of the memory level that so many bytes are in.
func level(caches []float64, bytes float64) int {
	i := 0
	for i < len(caches) && bytes > caches[i] {
		i++
	}
	return i
}

// calibration is one size in each level: the one nearest to the middle of the level, by
// factors. Near its lower end a level weighs little, and near its upper end others have
// their part of the cache. list ascends.
func calibration(caches []float64, list []payoff.Sized) (taken []payoff.Sized) {
	ends := slices.Concat([]float64{list[0].Bytes}, caches, []float64{list[len(list)-1].Bytes})
	for i := 0; i <= len(caches); i++ {
		best, nearest := payoff.Sized{}, math.Inf(1)
		for _, s := range list {
			off := math.Abs(math.Log(s.Bytes) - math.Log(ends[i]*ends[i+1])/2)
			if level(caches, s.Bytes) == i && off < nearest {
				best, nearest = s, off
			}
		}
		taken = append(taken, best)
	}
	return taken
}

// levelsOf leaves out the caches without a measurement in the level before them, and
// the last where there is none beyond it: every level left has one.
func levelsOf(caches []float64, list []payoff.Sized) (kept []float64) {
	from := 0.0
	for _, c := range caches {
		in := slices.ContainsFunc(list, func(s payoff.Sized) bool { return s.Bytes > from && s.Bytes <= c })
		beyond := slices.ContainsFunc(list, func(s payoff.Sized) bool { return s.Bytes > c })
		if in && beyond {
			kept, from = append(kept, c), c
		}
	}
	return kept
}

// bytesOf is the size of a filter of n keys.
func bytesOf(s filter.Structure, n int, epsilon string) (float64, error) {
	e, err := axis.ParseRate(epsilon)
	if err != nil {
		return 0, err
	}
	plan, err := s.Plan(n, filter.Config{Epsilon: e.Float()})
	return float64(plan.Bits) / 8, err
}

// negative is a filter of n keys: the time of a query for a negative, and its rate.
type negative struct{ time, rate float64 }

// negatives are the filters of n keys that the run has measured by themselves.
func (r *read) negatives(name string, n int) (list []negative) {
	for _, epsilon := range r.rates(name) {
		f, ok := negative{}, false
		if f.time, ok = r.alone(name, epsilon, n); !ok {
			continue
		}
		if epsilon != "" {
			if f.rate, ok = r.median(name, Admitted, place{asked: asked{queries: mixed}, n: n, epsilon: epsilon}); !ok {
				continue
			}
		}
		list = append(list, f)
	}
	return list
}

// least is the cost of the cheapest of some filters before a miss of that time, of a
// query for a negative.
func least(list []negative, miss float64) float64 {
	best := math.Inf(1)
	for _, f := range list {
		best = min(best, payoff.Case{Filter: f.time, Rate: f.rate, Miss: miss}.Guarded())
	}
	return best
}
