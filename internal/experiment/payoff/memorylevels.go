package payoff

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/payoff"
)

// sized is the time of a query of a structure by its size in bytes, and what other
// sizes took.
type sized struct {
	levels payoff.Levels
	checks []check
	s      filter.Structure
	factor map[string]float64 // of the time at another ε, by its text
}

// check is a size at which the model was not calibrated.
type check struct {
	n               int
	model, measured float64
}

// off is by how much the model is off, as a share, and good whether it may be.
func (c check) off() float64 { return math.Abs(c.model/c.measured - 1) }
func (c check) good() bool   { return c.off() <= 0.25 }

// sized fits the model of the memory levels to a structure. False: the run has not
// enough sizes.
func (r *read) sized(name string) (m sized, ok bool) {
	var err error
	if m.s, err = all.ByName(name); err != nil || m.s.Exact {
		return m, false
	}
	epsilon, most := "", 0
	times := map[string]map[int]float64{}
	for _, e := range r.rates(name) {
		times[e] = map[int]float64{}
		for _, n := range r.sizes() {
			if t, ok := r.alone(name, e, n); ok {
				times[e][n] = t
			}
		}
		if len(times[e]) > most {
			epsilon, most = e, len(times[e])
		}
	}
	var list []payoff.Sized
	var counts []int
	for _, n := range r.sizes() {
		t, there := times[epsilon][n]
		bytes, _, err := m.plan(n, epsilon)
		if there && err == nil {
			list, counts = append(list, payoff.Sized{Bytes: bytes, Time: t}), append(counts, n)
		}
	}
	if len(list) < 2 {
		return m, false
	}
	caches := levelsOf(r.caches(), list)
	taken := calibration(caches, list)
	if m.levels, err = payoff.NewLevels(caches, taken); err != nil {
		return m, false
	}
	for i, at := range list {
		if !slices.Contains(taken, at) {
			m.checks = append(m.checks, check{counts[i], m.levels.At(at.Bytes), at.Time})
		}
	}
	m.factor = map[string]float64{epsilon: 1}
	base := times[epsilon][r.stored()]
	for e, of := range times {
		if t := of[r.stored()]; e != epsilon && base > 0 && t > 0 {
			m.factor[e] = t / base
		}
	}
	return m, true
}

// cache is one of the run's machine.
type cache struct {
	name  string
	bytes float64
}

// caches are those that the machine tells of, ascending.
func (r *read) caches() (list []cache) {
	if len(r.Meta.Sessions) == 0 || r.Meta.Sessions[0].Machine == nil {
		return nil
	}
	cpu := r.Meta.Sessions[0].Machine.CPU
	for _, c := range []cache{{"L1d", float64(cpu.L1d)}, {"L2", float64(cpu.L2)}, {"L3", float64(cpu.L3)}} {
		if c.bytes > 0 {
			list = append(list, c)
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
func levelsOf(caches []cache, list []payoff.Sized) (kept []float64) {
	from := 0.0
	for _, of := range caches {
		c := of.bytes
		in := slices.ContainsFunc(list, func(s payoff.Sized) bool { return s.Bytes > from && s.Bytes <= c })
		beyond := slices.ContainsFunc(list, func(s payoff.Sized) bool { return s.Bytes > c })
		if in && beyond {
			kept, from = append(kept, c), c
		}
	}
	return kept
}

// plan is the size in bytes and the rate of a filter of n keys.
func (m sized) plan(n int, epsilon string) (bytes, rate float64, err error) {
	e, err := axis.ParseRate(epsilon)
	if err != nil {
		return 0, 0, err
	}
	plan, err := m.s.Plan(n, filter.Config{Epsilon: e.Float()})
	return float64(plan.Bits) / 8, plan.Theory, err
}

// negative is a filter of n keys: the time of a query for a negative, and its rate.
type negative struct{ time, rate float64 }

// at are the filters of n keys that the structure gives at the rates of the run.
func (m sized) at(n int) (list []negative) {
	for epsilon, factor := range m.factor {
		bytes, rate, err := m.plan(n, epsilon)
		if err == nil {
			list = append(list, negative{factor * m.levels.At(bytes), rate})
		}
	}
	return list
}

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
