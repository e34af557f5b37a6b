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

// changes are the values of each parameter, below and above the question's, at which the answer
// becomes another one, from the nearest on. They are found by the rule of the answer itself, but by
// the middles of all costs: structures that were left out of the later rounds, since they were no
// answer to the question, may be one elsewhere, and have too few rounds for an interval.
func changes(q Question, offers []Offer, best string) (list []Change) {
	q, offers = byMiddles(q, offers)
	here := firstOf(q, q, offers) // which intervals may decide otherwise
	for _, p := range parameters() {
		now, has := p.get(q)
		if !has {
			continue
		}
		for _, up := range []bool{false, true} {
			// A more expensive lookup, and fewer keys among the queries, are all in a filter's favour.
			towards := p.name == "miss" && up || p.name == "members" && !up
			away := p.name == "miss" && !up || p.name == "members" && up
			if best == None && away {
				continue
			}
			at := func(v float64) string {
				other := q
				p.set(&other, v)
				switch name := firstOf(other, q, offers); {
				case name == here && here != None && best != None:
					return best
				case name == None && towards:
					return "" // a lack of precision
				default:
					return name
				}
			}
			for _, c := range p.walk(now, up, best, at) {
				// A filter for keys alone has nothing to reject, whatever rounding says of the last walk.
				if !(p.name == "members" && c.Value > allKeys && c.To != None) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// byMiddles are a question and offers whose costs have one value, in place of one for each round.
func byMiddles(q Question, offers []Offer) (Question, []Offer) {
	q.Swing, offers = nil, slices.Clone(offers)
	for i := range offers {
		if o := &offers[i]; len(o.Mixed) > 0 {
			o.Mixed = []float64{median(o.Mixed)}
		}
	}
	return q, offers
}

// firstOf is the name of the answer.
func firstOf(at, asked Question, offers []Offer) string {
	first, marked := foremost(at, asked, offers)
	if _, library := libraryOf(first.Name); library {
		list := append([]Ranked{first}, marked...)
		return list[sooner(at, list)].Name
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

// walk walks away from the present value, and narrows down each place where the answer becomes
// another one; an answer of "" is still the last one.
func (p parameter) walk(now float64, up bool, answer string, at func(float64) string) (list []Change) {
	another := func(to string) bool { return to != "" && to != answer }
	v := now
	for {
		next, more := p.next(v, up)
		if !more {
			return list
		}
		if to := at(next); another(to) {
			for range 20 {
				middle := (v + next) / 2
				if other := at(middle); another(other) {
					next, to = middle, other
				} else {
					v = middle
				}
			}
			list, answer = append(list, Change{p.name, up, next, to}), to
		}
		v = next
	}
}
