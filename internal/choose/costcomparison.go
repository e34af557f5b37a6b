package choose

import (
	"math"

	"hyphbench/internal/payoff"
	"hyphbench/internal/stats"
)

// cost is what answers are compared by, in ns: the time of a query without that of the
// hits, which no filter changes; or, where the cost of a miss is not known, the miss
// from which on a filter pays.
type cost struct {
	middle float64
	rounds []float64 // nil: nothing varies, or was measured once
}

// leastQuery is the least that a query takes: noise can make the words alone slower
// than the words asked.
const leastQuery = 0.1

// cost is the offer's.
func (o Offer) cost(at, asked Question) cost {
	fixed, query := o.fixed(at), o.query(at.Members, asked.Members)
	one := func(query, miss float64) float64 {
		c := payoff.Case{Filter: query + fixed, Rate: o.admits(), Members: at.Members, Miss: miss}
		switch {
		case at.Final:
			return c.Filter
		case !at.known():
			return c.BreakEvenMiss()
		}
		return c.Guarded()
	}
	c := cost{middle: one(query, at.Miss)}
	if len(o.Mixed) > 0 {
		shift := query - median(o.Mixed)
		for round, mixed := range o.Mixed {
			c.rounds = append(c.rounds, one(max(leastQuery, mixed+shift), at.Miss*at.swing(round)))
		}
	}
	return c
}

// bareCost is that of no filter.
func bareCost(q Question) cost {
	c := cost{middle: (1 - q.Members) * q.Miss}
	for _, swing := range q.Swing {
		c.rounds = append(c.rounds, c.middle*swing)
	}
	return c
}

// plus is the cost with so much more.
func (c cost) plus(ns float64) cost {
	out := cost{middle: c.middle + ns}
	for _, v := range c.rounds {
		out.rounds = append(out.rounds, v+ns)
	}
	return out
}

// closeness is the difference of two times below which they are taken for equal,
// whatever the interval: other layouts of the same program differ by as much.
const closeness = 0.03

// kept is the share of the best saving that a filter must keep for its size to decide: 99 in
// whole per cent, so that a filter at 1 % before an expensive store, which lets 1 % of the
// lookups pass, is one.
const kept = 0.985

// keeping is the largest cost that keeps so much of what the best one saves.
func keeping(best, bare cost) cost {
	of := func(best, bare float64) float64 { return best + (1-kept)*max(0, bare-best) }
	c := cost{middle: of(best.middle, bare.middle)}
	for i, v := range best.rounds {
		without := bare.middle
		if i < len(bare.rounds) {
			without = bare.rounds[i]
		}
		c.rounds = append(c.rounds, of(v, without))
	}
	return c
}

// factor is how many times another cost a cost is, with its 95 % interval.
type factor struct{ value, low, high float64 }

// ratio compares two costs by the rounds in which both were measured; without such it
// has no width.
func ratio(a, b cost) factor {
	once := factor{a.middle / b.middle, a.middle / b.middle, a.middle / b.middle}
	rounds := 0
	switch {
	case len(a.rounds) == 0 || len(b.rounds) == 0:
		rounds = max(len(a.rounds), len(b.rounds))
	default:
		rounds = min(len(a.rounds), len(b.rounds))
	}
	if rounds == 0 {
		return once
	}
	of := func(c cost) []float64 {
		if len(c.rounds) > 0 {
			return c.rounds[:rounds]
		}
		list := make([]float64, rounds)
		for i := range list {
			list[i] = c.middle
		}
		return list
	}
	e, err := stats.Ratio(of(a), of(b), true)
	if err != nil { // too few rounds, or a cost of 0
		return once
	}
	ci := e.CI()
	return factor{math.Exp(e.Value), math.Exp(ci.Low), math.Exp(ci.High)}
}

// margin is how much longer a query must take without a filter for one to be
// recommended. The two are timed apart, and what a query takes behind a filter is
// predicted from both: within a tenth (experiment payoff).
const margin = 0.1

// within reports whether the first cost is not clearly larger than by so much.
func (f factor) within(more float64) bool { return f.low <= 1+more }

// nearly reports whether another measurement may find it so: whether an interval
// twice as wide does.
func (f factor) nearly(more float64) bool { return f.low*f.low/f.value <= 1+more }

// wide reports whether the factor has an interval.
func (f factor) wide() bool { return f.high > f.low }
