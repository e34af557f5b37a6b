package choose

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"hyphbench/internal/report/table"
)

// None is the name of the answer that no filter pays.
const None = "none"

// Ranked is an offer, or none, with the time of a query by it.
type Ranked struct {
	Offer
	Total table.JSONNumber `json:"total_ns"` // of a query; null without the cost of a miss
	Equal bool             `json:"equal"`    // as good as the quickest: not distinguishable from it, or nearly as much is saved
	Near  bool             `json:"near"`     // not equal here, but another measurement may find it so
	Exact bool             `json:"exact"`
	cost  cost
	small bool // an exact table so small that its size counts for nothing
}

// Decision is the answer to a question.
type Decision struct {
	Best     Ranked   // None where no filter pays
	Second   Ranked   // the next of another structure; Name is empty where there is none
	Quickest Ranked   // of those that come into question
	Filter   Ranked   // the best of the filters, which is Best unless that is None; Name is empty where none comes into question
	Exact    *Ranked  // the fastest exact table in memory, beside the filters
	Bare     float64  // a query without a filter, ns
	List     []Ranked // of each structure its best rate, from the best on; none among them
	Factor   factor   // how many times the cost of Best that of Second is
	Without  factor   // how many times longer a query takes without a filter than by Best
	Changes  []Change
}

// smallTable is the size of an exact table, in bits, below which nobody saves memory by a filter:
// a page.
const smallTable = 8 * 4096

// exactRoom is how many times the memory of the best filter an exact table may take
// and still be recommended where there is no limit of memory: whoever asks for a
// filter has no room for the keys.
const exactRoom = 2

// Decide ranks the offers, and finds what would change the answer. It fails without any offer.
func Decide(q Question, offers []Offer) (*Decision, error) {
	d, err := decided(q, offers)
	if err == nil && q.compared() {
		d.Changes = changes(q, offers, d.Best.Name)
	}
	return d, err
}

// decided is the decision without its changes.
func decided(q Question, offers []Offer) (*Decision, error) {
	switch {
	case len(offers) == 0 && q.Memory > 0:
		return nil, errors.New("no structure meets the needs within the limit of memory")
	case len(offers) == 0:
		return nil, errors.New("no structure meets the needs")
	}
	d := &Decision{Bare: bare(q)}
	d.List = rank(q, q, offers)
	if _, library := libraryOf(d.List[0].Name); library {
		i := sooner(q, d.List)
		first := d.List[i]
		d.List = slices.Insert(slices.Delete(d.List, i, i+1), 0, first)
	}
	for i := range d.List {
		r := d.List[i]
		if r.Exact && r.Name != None && d.Exact == nil {
			d.Exact = &d.List[i]
		}
		if d.Filter.Name == "" && r.Name != None && !r.Exact {
			d.Filter = r
		}
	}
	d.Best = d.List[0]
	d.Quickest = quickest(q, offers)
	if len(d.List) > 1 {
		d.Second = d.List[1]
		d.Factor = ratio(d.Second.cost, d.Best.cost)
	}
	if q.compared() {
		hits := q.Members * q.Hit
		d.Without = ratio(bareCost(q).plus(hits), d.Best.cost.plus(hits))
	}
	return d, nil
}

// rank is the best offer of each structure and, where filters can be of no use, none,
// the best first.
//
// Of the filters that are as good as the quickest the smallest is first: their
// difference is less than was resolved, or they save nearly as much. A filter is before none,
// which is the simplest, only where the interval says that it takes clearly less.
func rank(at, asked Question, offers []Offer) []Ranked {
	list, aside := within(at, asked, offers)
	slices.SortFunc(aside, byCost)
	none := withoutAny(at)
	switch {
	case !at.Smaller:
		settle(at, list)
		slices.SortFunc(list, byStanding)
		if at.compared() {
			list = placed(none, list)
		}
	case !at.compared():
		slices.SortFunc(list, bySize)
	default:
		paying, losing := split(list, func(r Ranked) bool { return !ratio(none.cost, r.cost).within(margin) })
		if slices.SortFunc(paying, bySize); len(paying) > 0 {
			slices.SortFunc(losing, byCost)
			list = slices.Concat(paying, []Ranked{none}, losing)
		} else {
			list = before(none, losing)
		}
	}
	return eachOnce(append(list, aside...))
}

// Of two that are as good the one that is so much sooner to ask is worth so much more memory.
const (
	hardlyLarger  = 1.05
	clearlySooner = 1.1
)

// sooner is the number of one in a ranking that is as good as the first, hardly larger and clearly
// sooner to ask, the soonest of them; 0 where there is none.
func sooner(q Question, list []Ranked) (at int) {
	ask := func(r Ranked) float64 { return r.query(q.Members, q.Members) }
	first := list[0]
	for i, r := range list {
		if r.Name != None && r.Equal && first.Equal && r.Bits <= hardlyLarger*first.Bits && ask(r)*clearlySooner <= ask(first) && ask(r) < ask(list[at]) {
			at = i
		}
	}
	return at
}

// withoutAny is the row of no filter.
func withoutAny(q Question) Ranked {
	return Ranked{Offer: Offer{Name: None}, Total: table.JSONNumber(bare(q)), Exact: true, cost: bareCost(q)}
}

// foremost is the first of rank, and as good are those that are marked so. The others are not put
// in order: a map and the values that change an answer ask for thousands of firsts of hundreds of
// offers.
func foremost(at, asked Question, offers []Offer) (first Ranked, marked []Ranked) {
	list, _ := within(at, asked, offers)
	none := withoutAny(at)
	pays := func(r Ranked) bool { return !at.compared() || !ratio(none.cost, r.cost).within(margin) }
	order := bySize
	if !at.Smaller {
		settle(at, list)
		order = byStanding
	}
	for _, r := range list {
		if first.Name != "" && order(r, first) >= 0 || at.compared() && !at.Smaller && !r.Equal || !pays(r) {
			continue
		}
		first = r
	}
	if first.Name == "" && at.compared() {
		none.Equal = true
		stand(list, none.cost, mostRounds(list))
		return none, append(list, none)
	}
	if at.compared() && !at.Smaller {
		for i := range list { // as in placed
			if r := &list[i]; r.Equal && order(*r, first) < 0 {
				r.Equal, r.Near = false, true
			}
		}
	}
	return first, list
}

// within are the offers that come into question, and exact tables without room.
func within(at, asked Question, offers []Offer) (list, aside []Ranked) {
	list = make([]Ranked, 0, len(offers)+1) // none comes to it
	smallest := math.Inf(1)                 // of the filters
	for _, o := range offers {
		if !o.exact() && fits(o, at) {
			smallest = min(smallest, o.Bits)
		}
	}
	for _, o := range offers {
		if !fits(o, at) {
			continue
		}
		r := Ranked{Offer: o, Total: table.JSONNumber(o.total(at, asked)), Exact: o.exact(), cost: o.cost(at, asked)}
		// Without a limit an exact table is no answer to who has no room for it.
		r.small = at.weighed() && r.Exact && r.size(at.N) <= smallTable
		if r.Exact && at.Memory == 0 && !r.small && r.Bits > exactRoom*smallest && !math.IsInf(smallest, 1) {
			aside = append(aside, r)
		} else {
			list = append(list, r)
		}
	}
	return list, aside
}

func fits(o Offer, q Question) bool { return q.Memory == 0 || o.size(q.N) <= float64(q.Memory) }

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

// recordedDoubt is how many times the bound a recorded cost may be and still be nearly as good: a
// record has no interval.
const recordedDoubt = 1.05

// settle marks those that are as good as the quickest.
func settle(q Question, list []Ranked) {
	i := theQuickest(list)
	if i < 0 {
		return
	}
	mark(q, list, list[i].cost)
	list[i].Equal = true
}

// mark marks those that are as good as one of such a cost, and those that nearly are.
func mark(q Question, list []Ranked, quickest cost) {
	most := mostRounds(list)
	stand(list, quickest, most)
	if q.weighed() {
		enough := keeping(quickest, bareCost(q))
		for j := range list {
			if r := &list[j]; len(r.cost.rounds) == most {
				f := ratio(r.cost, enough)
				r.Equal = r.Equal || f.within(0)
				r.Near = !r.Equal && (r.Near || f.nearly(0) || !f.wide() && f.value <= recordedDoubt)
			}
		}
	}
}

// standing is whether one that was not ranked with the others is as good as their quickest, or
// nearly.
func standing(q Question, r Ranked, d *Decision) (equal, near bool) {
	quickest := d.Quickest
	if q.Smaller || quickest.Name == "" {
		return false, false
	}
	pair := []Ranked{quickest, r}
	pair[0].Equal, pair[0].Near, pair[1].Equal, pair[1].Near = false, false, false, false
	mark(q, pair, quickest.cost)
	return pair[1].Equal, pair[1].Near
}

// theQuickest is the number of the quickest of those that were measured to the end; −1 without
// any.
func theQuickest(list []Ranked) int {
	most, quickest := mostRounds(list), -1
	for i, r := range list {
		if len(r.cost.rounds) == most && (quickest < 0 || byCost(r, list[quickest]) < 0) {
			quickest = i
		}
	}
	return quickest
}

// quickest is that of the offers that come into question.
func quickest(q Question, offers []Offer) (r Ranked) {
	list, _ := within(q, q, offers)
	if i := theQuickest(list); i >= 0 {
		r = list[i]
	}
	return r
}

// mostRounds is in how many rounds those were measured that were in all of them.
func mostRounds(list []Ranked) (most int) {
	for _, r := range list {
		most = max(most, len(r.cost.rounds))
	}
	return most
}

// stand marks those that are as good as the best. Those that were left behind after
// the first rounds are not.
func stand(list []Ranked, best cost, rounds int) {
	for i := range list {
		r := &list[i]
		f := ratio(r.cost, best)
		r.Equal = len(r.cost.rounds) == rounds && f.within(closeness)
		r.Near = len(r.cost.rounds) == rounds && !r.Equal && f.nearly(closeness)
	}
}

// placed puts none among the filters, of which the best is first: behind one of the
// best that is clearly better, or in front of all.
func placed(none Ranked, list []Ranked) []Ranked {
	for i, r := range list {
		f := ratio(none.cost, r.cost)
		if !r.Equal || f.within(margin) {
			continue
		}
		none.Near = f.nearly(margin) || !f.wide() && f.value <= (1+margin)*recordedDoubt
		for j := range list[:i] { // smaller, but not clearly better than none: no answer
			list[j].Equal, list[j].Near = false, true
		}
		list = slices.Concat([]Ranked{r}, list[:i], list[i+1:])
		slices.SortFunc(list[1:], byStanding) // a structure's equal rate before one that is no answer
		at := slices.IndexFunc(list, func(r Ranked) bool { return !r.Equal && r.cost.middle > none.cost.middle })
		if at < 0 {
			at = len(list)
		}
		return slices.Insert(list, at, none)
	}
	return before(none, list)
}

// before puts none in front, and marks those that are as good.
func before(none Ranked, list []Ranked) []Ranked {
	none.Equal = true
	stand(list, none.cost, mostRounds(list))
	slices.SortFunc(list, byStanding)
	return slices.Insert(list, 0, none)
}

// eachOnce keeps the first of each structure.
func eachOnce(list []Ranked) (out []Ranked) {
	seen := map[string]bool{}
	for _, r := range list {
		if !seen[r.Name] {
			seen[r.Name] = true
			out = append(out, r)
		}
	}
	return out
}

func byCost(a, b Ranked) int {
	return cmp.Or(cmp.Compare(a.cost.middle, b.cost.middle), bySize(a, b))
}

func bySize(a, b Ranked) int {
	return cmp.Or(cmp.Compare(a.Bits, b.Bits), cmp.Compare(a.cost.middle, b.cost.middle), cmp.Compare(a.Name, b.Name))
}

// byStanding puts the equal ones first, of these small tables and then the smallest.
func byStanding(a, b Ranked) int {
	switch {
	case a.Equal != b.Equal && a.Equal:
		return -1
	case a.Equal != b.Equal:
		return 1
	case a.Equal && a.small != b.small:
		if a.small {
			return -1
		}
		return 1
	case a.Equal:
		return bySize(a, b)
	}
	return byCost(a, b)
}
