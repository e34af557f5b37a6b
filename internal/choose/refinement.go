package choose

import (
	"context"
	"slices"
	"time"
)

// The rounds over all candidates are short: they say which may be the best. A section of
// theirs is a part of the usual length, and of many keys a sample is taken.
const screening = 8

// screen measures all candidates.
func (m *measurer) screen(ctx context.Context, every []int) error {
	whole, least := m.Workload, m.least
	m.Workload, m.least = whole.sample(), least/screening
	if m.Workload != whole {
		m.small = m.Workload
	}
	defer func() { m.use(whole, least) }()
	for round := range m.how.Rounds {
		if round > 0 && m.over(ctx) {
			return nil
		}
		err := m.measure(ctx, every)
		switch {
		case err == nil:
			m.screened++
		case round == 0 || ctx.Err() == nil:
			return err
		}
	}
	return nil
}

// use goes on with a workload in sections of a length; how often work is repeated for that is
// found out anew.
func (m *measurer) use(w *Workload, least time.Duration) {
	m.Workload, m.least = w, least
	clear(m.repetitions)
}

// over reports whether no further round begins.
func (m *measurer) over(ctx context.Context) bool { return ctx.Err() != nil || m.left() == 0 }

// left is what is left of the time; negative without a bound.
func (m *measurer) left() time.Duration {
	if m.how.Time == 0 {
		return -1
	}
	return max(0, m.how.Time-time.Since(m.began))
}

// Why a measurement ended before it was clear.
const (
	cutByTime      = "the time was over"
	cutByInterrupt = "it was interrupted"
)

func cut(ctx context.Context) string {
	if ctx.Err() != nil {
		return cutByInterrupt
	}
	return cutByTime
}

// leastFinals are the rounds over those that may be the best before it can be clear which is.
const leastFinals = 3

// refine measures those that may be the best in further rounds.
func (m *measurer) refine(ctx context.Context, q Question) (*Costs, error) {
	c := m.costs()
	asked := q
	q.Know(c)
	if m.how.Provisional != nil {
		m.how.Provisional(c)
	}
	own, libraries := apart(c.Offers)
	last := m.numbers(slices.Concat(finalists(q, own), mostly(finalists(q, libraries))))
	if len(last) == 0 || m.over(ctx) {
		if len(last) > 0 {
			c.Cut = cut(ctx)
		}
		return c, nil
	}
	noTime := false
	if m.small != nil {
		noTime = m.how.Time > 0 && m.needs(c, last) > m.left()
		if m.onSample = noTime || sameWhenSlower(q, own); m.onSample {
			m.use(m.small, m.least)
		} else {
			m.forget(last)
		}
	}
	m.total = m.done + m.how.Finals*len(last)
	ended := ""
	for round := range m.how.Finals {
		if m.over(ctx) {
			ended = cut(ctx)
			break
		}
		if err := m.measure(ctx, last); err != nil {
			if ctx.Err() == nil {
				return nil, err
			}
			ended = cut(ctx)
			break
		}
		if m.finals = round + 1; m.finals >= leastFinals && resolved(asked, m.costs()) {
			break
		}
	}
	if m.finals == 0 && m.small != nil && !m.onSample { // nothing of all keys is known
		c.Cut, c.OnSample = ended, true
		return c, nil
	}
	c = m.costs()
	if c.Cut = ended; noTime {
		c.Cut = "for all keys the time is too short"
	}
	return c, nil
}

// needs is about the time of a round over some candidates with all keys.
func (m *measurer) needs(c *Costs, which []int) time.Duration {
	ns := 0.0
	for _, i := range which {
		for _, o := range c.Offers {
			if o.Name == m.candidates[i].Name && o.Asked == m.candidates[i].Rate {
				ns += 2*o.Build*float64(m.Keys.Len()) + 4*o.query(m.Members, m.Members)*float64(3*m.Queries.Len())
			}
		}
	}
	return time.Duration(ns)
}

// sameWhenSlower reports whether the answer is the same should a query of a filter take several
// times as long as in the sample, as it does where the filter is in no cache: then the sample
// decides as well.
func sameWhenSlower(q Question, offers []Offer) bool {
	const times = 5
	slow := slices.Clone(offers)
	for i := range slow {
		o := &slow[i]
		o.Yes, o.No = times*o.Yes, times*o.No
		o.Mixed = slices.Clone(o.Mixed)
		for j := range o.Mixed {
			o.Mixed[j] *= times
		}
	}
	a, b := rank(q, q, offers), rank(q, q, slow)
	return a[0].Name == b[0].Name && a[0].Asked == b[0].Asked
}

// forget forgets what the sample said of some candidates, and of the store; the others are not
// compared any more.
func (m *measurer) forget(which []int) {
	for i := range m.offers {
		m.offers[i].Mixed = nil
	}
	for _, i := range which {
		m.rounds[i] = series{}
	}
	m.hits, m.misses = nil, nil
}

// mostLibraries bounds those of the libraries.
const mostLibraries = 3

// mostly are the first of the libraries' filters.
func mostly(list []Ranked) []Ranked { return list[:min(len(list), mostLibraries)] }

// mostFinalists bounds the number of those that are measured in the further rounds.
const mostFinalists = 12

// doubt is how far the costs of a few short rounds may be off.
const doubt = 1.25

// finalists are the offers that may be the best.
func finalists(q Question, offers []Offer) (list []Ranked) {
	all, _ := within(q, q, offers)
	first := theQuickest(all)
	if first < 0 {
		return nil
	}
	quickest := all[first]
	limit := quickest.cost.middle * (1 + closeness)
	order := byCost
	switch {
	case q.Smaller && !q.compared():
		return nil // sizes do not vary
	case q.Smaller:
		limit, order = bareCost(q).middle, bySize
	case q.weighed():
		limit, order = max(limit, keeping(quickest.cost, bareCost(q)).middle), bySize
	}
	slices.SortFunc(all, order)
	sure := 0 // of those that are good enough for certain
	for _, r := range all {
		isQuickest := r.Name == quickest.Name && r.Asked == quickest.Asked
		if !isQuickest && (r.cost.middle > doubt*limit || sure > 2 && !r.small || len(list) >= mostFinalists) {
			continue
		}
		if list = append(list, r); q.weighed() && r.cost.middle*doubt < limit {
			sure++
		}
	}
	return list
}

// resolved reports whether further rounds would hardly change the answer.
func resolved(q Question, c *Costs) bool {
	q.Know(c)
	if !q.weighed() {
		return false
	}
	own, _ := apart(c.Offers)
	best, most := rank(q, q, own)[0], quickest(q, own)
	if best.Name == None {
		return ratio(best.cost, most.cost).high < 1+margin
	}
	list, _ := within(q, q, own)
	settle(q, list)
	for _, r := range list {
		if r.Near && r.Bits < best.Bits {
			return false
		}
	}
	return ratio(best.cost, keeping(most.cost, bareCost(q))).high <= 1 || ratio(best.cost, most.cost).high <= 1+closeness
}
