package choose

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"hyphbench/internal/report/table"
	"hyphbench/internal/stats"
)

// None is the name of the answer that no filter pays.
const None = "none"

// Ranked is an offer, or none, with the time of a query by it.
type Ranked struct {
	Offer
	Total float64          `json:"-"`        // of a query, ns; NaN without the cost of a miss
	Time  table.JSONNumber `json:"total_ns"` // the same
	Equal bool             `json:"equal"`    // not told apart from the best
	Exact bool             `json:"exact"`
}

// Decision is the answer to a question.
type Decision struct {
	Best    Ranked         // None where no filter pays
	Second  Ranked         // the best of another structure; Name is empty where there is none
	Filter  Ranked         // the best of the filters, which is Best unless that is None; Name is empty where none comes into question
	Exact   *Ranked        // the fastest exact table in memory, beside the filters
	Bare    float64        // a query without a filter, ns
	List    []Ranked       // of each structure its best rate, from the best on; none among them
	By      stats.Interval // how many times longer a query takes by Second than by Best; NaN where it is not known
	Factor  float64        // its middle
	Changes []Change
}

// closeness is the difference of two times below which they are taken for equal,
// whatever the interval: other layouts of the same program differ by as much.
const closeness = 0.03

// exactRoom is how many times the memory of the best filter an exact table may take
// and still be recommended where there is no limit of memory: whoever asks for a
// filter has no room for the keys.
const exactRoom = 2

// Decide ranks the offers. It fails without any.
func Decide(q Question, offers []Offer, exact func(name string) bool) (*Decision, error) {
	if len(offers) == 0 {
		return nil, errors.New("no structure meets the needs within the limit of memory")
	}
	d := &Decision{Bare: bare(q)}
	d.List = rank(q, q, offers, exact)
	for i := range d.List {
		r := d.List[i]
		if r.Exact && r.Name != None && d.Exact == nil {
			d.Exact = &d.List[i]
		}
		if d.Filter.Name == "" && r.Name != None && !r.Exact {
			d.Filter = r
		}
	}
	for i := range d.List {
		d.List[i].Time = table.JSONNumber(d.List[i].Total)
	}
	d.Best = d.List[0]
	if len(d.List) > 1 {
		d.Second = d.List[1]
		d.Factor, d.By = ratio(d.Second, d.Best)
	}
	if q.known() && !q.Final {
		d.Changes = changes(q, offers, exact, d.Best.Name)
	}
	return d, nil
}

// rank is the best offer of each structure and, where filters can be of no use, none,
// the best first.
func rank(at, asked Question, offers []Offer, exact func(string) bool) []Ranked {
	best := map[string]Ranked{}
	smallest := math.Inf(1) // of the filters
	for _, o := range offers {
		if at.Memory > 0 && o.size(at.N) > float64(at.Memory) {
			continue
		}
		if !exact(o.Name) {
			smallest = min(smallest, o.Bits)
		}
		r := Ranked{Offer: o, Total: o.total(at, asked), Exact: exact(o.Name)}
		if before, there := best[o.Name]; !there || at.before(r, before) < 0 {
			best[o.Name] = r
		}
	}
	var list, aside []Ranked
	for _, r := range best {
		// Without a limit an exact table is no answer to who has no room for it.
		if r.Exact && at.Memory == 0 && r.Bits > exactRoom*smallest && !math.IsInf(smallest, 1) {
			aside = append(aside, r)
			continue
		}
		list = append(list, r)
	}
	var losing []Ranked
	if !at.Final && at.known() {
		none := Ranked{Offer: Offer{Name: None}, Total: bare(at), Exact: true}
		if at.Smaller { // of those that pay
			list, losing = split(list, func(r Ranked) bool { return r.Total < none.Total })
		}
		list = append(list, none)
	}
	slices.SortFunc(list, at.before)
	if !at.Smaller {
		settle(at, list)
	}
	for _, rest := range [][]Ranked{losing, aside} {
		slices.SortFunc(rest, at.before)
		list = append(list, rest...)
	}
	return list
}

// split divides a list in two.
func split(list []Ranked, first func(Ranked) bool) (yes, no []Ranked) {
	for _, r := range list {
		if first(r) {
			yes = append(yes, r)
		} else {
			no = append(no, r)
		}
	}
	return yes, no
}

// before orders two answers by time or, where the smaller is wanted, by size. Without
// the cost of a miss filters are ranked by the miss from which on they pay.
func (q Question) before(a, b Ranked) int {
	if q.Smaller {
		if (a.Name == None) != (b.Name == None) { // behind all that pay
			if a.Name == None {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a.Bits, b.Bits), cmp.Compare(a.Total, b.Total), cmp.Compare(a.Name, b.Name))
	}
	key := func(r Ranked) float64 {
		if q.known() || q.Final {
			return r.Total
		}
		c := r.payoff(q, q)
		return c.BreakEvenMiss()
	}
	return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.Bits, b.Bits), cmp.Compare(a.Name, b.Name))
}

// settle marks those that are as good as the first, and puts in front of them none,
// which is the simplest, or the smallest.
//
// The time of hits is left out: it is in all of them, and would make them alike.
func settle(q Question, list []Ranked) {
	if len(list) == 0 {
		return
	}
	hits := q.Members * q.Hit
	if math.IsNaN(hits) || q.Final {
		hits = 0
	}
	equal := 0
	for i := range list {
		if i == 0 || list[i].Total-hits <= (list[0].Total-hits)*(1+closeness) {
			list[i].Equal = true
			equal = i + 1
		}
	}
	slices.SortStableFunc(list[:equal], func(a, b Ranked) int {
		if (a.Name == None) != (b.Name == None) {
			if a.Name == None {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Bits, b.Bits)
	})
}

// ratio is how many times longer a takes than b, with the interval of the rounds in
// which both were measured.
func ratio(a, b Ranked) (float64, stats.Interval) {
	unknown := stats.Interval{Low: math.NaN(), High: math.NaN()}
	rounds := max(len(a.Mixed), len(b.Mixed))
	of := func(r Ranked) (list []float64) {
		for i := range rounds {
			switch {
			case r.Name == None: // as long in every round
				list = append(list, r.Total)
			case i < len(r.Mixed):
				list = append(list, r.Total-median(r.Mixed)+r.Mixed[i])
			}
		}
		return list
	}
	e, err := stats.Ratio(of(a), of(b), true)
	if err != nil {
		return a.Total / b.Total, unknown
	}
	ci := e.CI()
	return math.Exp(e.Value), stats.Interval{Low: math.Exp(ci.Low), High: math.Exp(ci.High)}
}

// Change is a value of a parameter at which the answer becomes another one.
type Change struct {
	Parameter string  `json:"parameter"`
	Up        bool    `json:"up"` // at and above the value; else at and below
	Value     float64 `json:"value"`
	To        string  `json:"to"`
}

// changes are the nearest values of each parameter, below and above the question's,
// at which the best answer is another structure, and those at which it is none.
func changes(q Question, offers []Offer, exact func(string) bool, best string) (list []Change) {
	for _, p := range parameters() {
		now, has := p.get(q)
		if !has {
			continue
		}
		for _, up := range []bool{false, true} {
			at := func(v float64) string {
				other := q
				p.set(&other, v)
				return answer(rank(other, q, offers, exact), best)
			}
			value, to := p.scan(now, up, func(name string) bool { return name != best }, at)
			if to != "" {
				list = append(list, Change{p.name, up, value, to})
			}
			if to != None && best != None {
				if value, to = p.scan(now, up, func(name string) bool { return name == None }, at); to != "" {
					list = append(list, Change{p.name, up, value, to})
				}
			}
		}
	}
	return list
}

// answer is the name of the first, or still that of the best one so far where it is
// as good.
func answer(ranked []Ranked, best string) string {
	for _, r := range ranked {
		if r.Name == best && r.Equal {
			return best
		}
	}
	if len(ranked) == 0 {
		return best
	}
	return ranked[0].Name
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
