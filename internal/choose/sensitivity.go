package choose

import "slices"

// Change is a value of a parameter at which the answer becomes another one.
type Change struct {
	Parameter string  `json:"parameter"`
	Up        bool    `json:"up"` // at and above the value; else at and below
	Value     float64 `json:"value"`
	To        string  `json:"to"`
}

// allKeys is the share of keys from which on all queries are said to be keys.
const allKeys = 0.9995

// changes are the nearest values of each parameter, below and above the question's,
// at which the best answer is another structure, and those at which it is none.
func changes(q Question, offers []Offer, best string) (list []Change) {
	for _, p := range parameters() {
		now, has := p.get(q)
		if !has {
			continue
		}
		for _, up := range []bool{false, true} {
			at := func(v float64) string {
				other := q
				p.set(&other, v)
				return answer(other, q, offers, best)
			}
			// A more expensive lookup, and fewer keys among the queries, are all in a filter's favour.
			towards := p.name == "miss" && up || p.name == "members" && !up
			away := p.name == "miss" && !up || p.name == "members" && up
			if best == None && away {
				continue
			}
			another := func(name string) bool { return name != best && !(towards && name == None) }
			value, to := p.scan(now, up, another, at)
			// A filter for keys alone has nothing to reject, whatever rounding says of the last walk.
			if to != "" && !(p.name == "members" && value > allKeys && to != None) {
				list = append(list, Change{p.name, up, value, to})
			}
			if to != None && best != None && !towards {
				if value, to = p.scan(now, up, func(name string) bool { return name == None }, at); to != "" {
					list = append(list, Change{p.name, up, value, to})
				}
			}
		}
	}
	return list
}

// answer is the name of the first, or still that of the best one so far where it is
// as good; but none, where it is as good, is the answer.
func answer(at, asked Question, offers []Offer, best string) string {
	first, marked := foremost(at, asked, offers)
	still := slices.ContainsFunc(marked, func(r Ranked) bool { return r.Name == best && r.Equal })
	if first.Name == "" || first.Name != None && still {
		return best
	}
	return first.Name
}

// parameter is a number of a question.
type parameter struct {
	name string
	get  func(Question) (float64, bool)
	set  func(*Question, float64)
	// next is the value after v of a walk away from the question's; false at the end.
	next func(v float64, up bool) (float64, bool)
}

func parameters() []parameter {
	// A tenth at a time, over four powers of ten.
	geometric := func(least, most float64) func(float64, bool) (float64, bool) {
		return func(v float64, up bool) (float64, bool) {
			if up {
				v *= 1.1
			} else {
				v /= 1.1
			}
			return v, v >= least && v <= most
		}
	}
	return []parameter{
		{"miss", func(q Question) (float64, bool) { return q.Miss, q.Miss > 0 }, func(q *Question, v float64) { q.Miss = v }, geometric(1, 1e10)},
		{"members", func(q Question) (float64, bool) { return q.Members, true }, func(q *Question, v float64) { q.Members = v },
			func(v float64, up bool) (float64, bool) {
				if up {
					return v + 0.01, v+0.01 <= 1.0000001
				}
				return v - 0.01, v-0.01 >= -0.0000001
			}},
		{"queries", func(q Question) (float64, bool) { return q.Queries, q.Queries > 0 }, func(q *Question, v float64) { q.Queries = v }, geometric(1, 1e15)},
		{"seconds", func(q Question) (float64, bool) { return q.Seconds, q.Seconds > 0 }, func(q *Question, v float64) { q.Seconds = v }, geometric(1, 1e9)},
	}
}

// scan walks from the present value until the answer is one that is looked for, and
// narrows the place down.
func (p parameter) scan(now float64, up bool, wanted func(string) bool, at func(float64) string) (float64, string) {
	v := now
	for {
		next, more := p.next(v, up)
		if !more {
			return 0, ""
		}
		if to := at(next); wanted(to) {
			for range 20 {
				middle := (v + next) / 2
				if other := at(middle); wanted(other) {
					next, to = middle, other
				} else {
					v = middle
				}
			}
			return next, to
		}
		v = next
	}
}
