package choose

import (
	"math"

	"hyphbench/internal/report/table"
)

// Answer is a decision with all that is said of it, and what is written as JSON.
type Answer struct {
	Recommended string           `json:"recommended"` // a structure, "none" or "nothing"
	Epsilon     float64          `json:"epsilon"`     // asked; 0 of exact ones and of none
	Headline    string           `json:"headline"`
	Why         []string         `json:"why"`
	Do          []string         `json:"do"`
	Details     []string         `json:"details"`
	Keys        int              `json:"keys"`
	Members     float64          `json:"members"`
	Miss        table.JSONNumber `json:"miss_ns"`
	Bare        table.JSONNumber `json:"without_filter_ns"`
	Obtainable  *Obtainable      `json:"obtainable,omitempty"`
	Changes     []Change         `json:"changes"`
	Ranked      []Ranked         `json:"ranked"`    // total_ns is null without the cost of a miss
	Libraries   []Ranked         `json:"libraries"` // likewise, of the libraries' own filters
	Excluded    []Excluded       `json:"excluded"`
	Assumed     []string         `json:"assumed"`
	Costs       string           `json:"costs"` // where they are from
	Warnings    []string         `json:"-"`     // why another measurement may say something else, for a first screen; Costs says so too
	final       bool             // no lookup follows
	brief       struct {         // what a first screen has of Why and Do, and the structures in its table whatever their rank
		why, do []string
		rows    []string
	}
	equal   string   // what makes an answer as good as the best
	rate    string   // at which of its rates a structure is shown
	program *program // of the library; nil without one
}

// Obtainable is the best filter that a maintained library has.
type Obtainable struct {
	Structure string           `json:"structure"` // in this project
	Module    string           `json:"module"`
	Version   string           `json:"version"`
	Longer    table.JSONNumber `json:"times_as_long"` // as the best, the lookups of keys left out
	Filter    table.JSONNumber `json:"filter_ns"`     // of a query, the filter alone
	Query     table.JSONNumber `json:"query_ns"`      // with the lookups behind it; null without their cost
	Rate      float64          `json:"rate"`          // that its filter has
	Bits      float64          `json:"bits_per_key"`  // and its size
	Code      string           `json:"code"`
	equal     bool             // as good as the best
}

// NewAnswer decides and says it. assumed is what the question was completed by, costs
// where the offers are from. Without an offer nothing meets the question.
func NewAnswer(q Question, offers []Offer, out []Excluded, assumed []string, costs string) (*Answer, error) {
	a := &Answer{
		Recommended: Nothing, Why: []string{}, Do: []string{}, Details: []string{}, Keys: q.N, Members: q.Members, Miss: table.JSONNumber(q.Miss), Bare: table.JSONNumber(math.NaN()),
		Excluded: out, Assumed: assumed, Costs: costs, final: q.Final, Changes: []Change{}, Ranked: []Ranked{}, Libraries: []Ranked{},
	}
	if q.Keyed {
		a.Assumed = append(a.Assumed, "Queries may be chosen by an adversary (--adversarial): hash by SipHash with a secret, and keep the secret where the filter is.")
	}
	offers, libraries := apart(offers)
	if len(offers) == 0 {
		values, err := withValues(q)
		if err != nil {
			return nil, err
		}
		a.Do = append(a.Do, values...)
		a.Headline = "No structure meets this: " + nothingWhy(q, out) + "."
		return a, nil
	}
	d, err := Decide(q, offers)
	if err != nil {
		return nil, err
	}
	a.equal = "not distinguishable from the best."
	if q.weighed() {
		a.equal = "keeps 98.5 % of the best saving, or is no slower."
	}
	a.rate = "each as its smallest filter (=) or its quickest"
	if q.Smaller {
		a.rate = "each as its smallest filter that pays, or its quickest"
	}
	if q.Smaller && !q.compared() {
		a.rate = "each as its smallest filter"
	}
	a.Recommended, a.Epsilon, a.Ranked, a.Bare = d.Best.Name, d.Best.Epsilon, d.List, table.JSONNumber(d.Bare)
	a.Changes = append(a.Changes, d.Changes...)
	reasons := why(q, d)
	a.Headline, a.Why, a.Details = headline(q, d), reasons.all, details(q, d)
	if err := a.obtain(q, d, libraries); err != nil {
		return nil, err
	}
	do := toDo(d, a.Obtainable, a.program)
	a.Do = do.all
	a.brief.why, a.brief.do = reasons.brief, do.brief
	a.brief.rows = []string{None, d.Quickest.Name}
	if d.Exact != nil {
		a.brief.rows = append(a.brief.rows, d.Exact.Name)
	}
	return a, nil
}

// obtain finds what a library has: the filter that the same decision names among those of the
// libraries.
func (a *Answer) obtain(q Question, d *Decision, libraries []Offer) error {
	if _, is := libraryOf(d.Best.Name); is {
		return a.take(q, d, d.Best)
	}
	if d.Best.Name == None || len(libraries) == 0 {
		return nil
	}
	among, err := decided(q, libraries)
	if err != nil {
		return err
	}
	for i := range among.List {
		if r := &among.List[i]; r.Name != None {
			r.Equal, r.Near = standing(q, *r, d) // beside the best of all, and not of the libraries
			a.Libraries = append(a.Libraries, *r)
		}
	}
	for _, r := range among.List {
		l, there := libraryOf(r.Name)
		switch {
		case r.Name == None:
			return nil // what follows pays nothing
		case !there || !l.serves(q), r.Exact && q.Memory == 0 && !d.Best.Exact: // or there is no room for it
			continue
		}
		return a.take(q, d, r)
	}
	return nil
}

// take has the answer name a library's filter, with its program.
func (a *Answer) take(q Question, d *Decision, r Ranked) error {
	l, _ := libraryOf(r.Name)
	p := l.program(q.N, r.Offer, q.Keyed, q.From)
	code, err := p.code()
	a.program = &p
	a.Obtainable = &Obtainable{r.Name, l.Module, l.Version, table.JSONNumber(ratio(r.cost, d.Best.cost).value), table.JSONNumber(r.query(q.Members, q.Members)), r.Total, r.Rate, r.Bits, code, r.Equal}
	return err
}
