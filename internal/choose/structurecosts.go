package choose

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/payoff"
)

// Offer is what a structure at a rate costs for the keys of a question. Times are in
// ns.
type Offer struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	Asked    axis.Rate      `json:"-"`
	Epsilon  float64        `json:"epsilon"` // asked; 0 of an exact structure
	Rate     float64        `json:"rate"`    // that of the parameters really used
	Bits     float64        `json:"bits_per_key"`
	Yes      float64        `json:"query_of_a_key_ns"`
	No       float64        `json:"query_of_a_negative_ns"`
	Build    float64        `json:"build_per_key_ns"`
	Mixed    []float64      `json:"-"`                // a query of the user's own, one value for each round; nil: not measured
	Params   []filter.Param `json:"params,omitempty"` // of the last round's; none of a recorded offer
	Modelled bool           `json:"modelled"`         // beyond what was measured
	Fixed    bool           `json:"fixed"`            // no key can be added to what was built
}

// exact reports whether the structure has no false positives.
func (o Offer) exact() bool { return o.Asked == 0 }

// admits is the share of negatives that pass. A rate below the one asked for, by an
// accident of sizes, counts for nothing: who wants fewer false positives asks for
// fewer, which another structure may give for less.
func (o Offer) admits() float64 { return max(o.Rate, o.Epsilon) }

// query is the time of a query, of which a share is of keys. Where the user's own
// were measured, these are it, and the difference of keys and negatives corrects for
// another share.
func (o Offer) query(members, measuredMembers float64) float64 {
	if len(o.Mixed) == 0 {
		return members*o.Yes + (1-members)*o.No
	}
	return max(0, median(o.Mixed)+(members-measuredMembers)*(o.Yes-o.No))
}

// fixed is what a query carries of the construction and of the price of the memory.
func (o Offer) fixed(q Question) (ns float64) {
	if q.Queries == 0 {
		return 0
	}
	if q.Seconds > 0 {
		ns = payoff.PriceOf(payoff.DillingerGiB, payoff.DillingerThread).Rent(o.size(q.N), q.Seconds) / q.Queries
	}
	return ns + o.Build*float64(q.N)/q.Queries
}

// payoff is the offer in front of the question's store. At stands for the question as
// asked, or with other numbers.
func (o Offer) payoff(at, asked Question) payoff.Case {
	return payoff.Case{Filter: o.query(at.Members, asked.Members), Rate: o.admits(), Members: at.Members, Hit: at.Hit, Miss: at.Miss}
}

// total is the time of a query with the filter, construction and memory included; NaN
// where the cost of a miss counts and is not known.
func (o Offer) total(at, asked Question) float64 {
	c := o.payoff(at, asked)
	if at.Final { // no positive is looked up
		return c.Filter + o.fixed(at)
	}
	return c.Guarded() + o.fixed(at)
}

// bare is the time of a query without a filter.
func bare(q Question) float64 {
	return payoff.Case{Members: q.Members, Hit: q.Hit, Miss: q.Miss}.Bare()
}

// size is the offer's memory in bits.
func (o Offer) size(n int) float64 { return o.Bits * float64(n) }
