// Package choose decides between a filter and none for a user's own keys: which structure, with
// which rate, by how much, and what would change the answer.
//
// Guarantee: a recommendation is computed from costs. They were measured here, or recorded with
// their machine and date. A filter is recommended only if the interval over the rounds shows
// that a query takes less time with it than without it. Filters that the measurement cannot
// distinguish are called equal. The answer names its assumptions.
// Cost: that of the measurements (Measure); a decision takes at most a second.
// Source: package payoff for the arithmetic; each preset names its own.
//
// The path of the data: a Question selects Candidates among the structures. Measure or a Record
// turns the Candidates into Offers. Decide ranks the Offers, and an Answer presents the result.
package choose

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Question is what is to be decided. Times are in ns.
type Question struct {
	N       int         // keys
	Members float64     // share of the queries that are keys, 0 to 1
	Miss    float64     // a lookup behind the filter that finds nothing; NaN: not known
	Hit     float64     // and one that finds its key; it cancels
	Swing   []float64   // how many times the former it was in each round; empty: the same in all
	Rates   []axis.Rate // false-positive rates to consider
	Final   bool        // a positive is not looked up: a false positive is an error
	Needs   []Need
	Memory  uint64  // the filter's bits at most; 0: any
	Queries float64 // between two constructions; 0: so many that these cost nothing
	Seconds float64 // for which a filter is held, where its memory has a price; 0: it has none
	Smaller bool    // of the filters that pay the smallest is wanted
	Quicker bool    // the fastest is wanted; without either the smallest that saves nearly as much
	Keyed   bool    // queries may be chosen by an adversary: the hash has a secret
	From    Source  // of the keys, for a program that reads them
}

// Need is an ability that the filter must have.
type Need string

// The needs.
const (
	Delete     Need = "delete"     // keys are taken out
	Insert     Need = "insert"     // keys are added to what was built
	Growth     Need = "growth"     // the number of keys is not known beforehand
	Values     Need = "values"     // a key has a value, which the filter is to give
	Serialise  Need = "serialise"  // the filter is stored or sent
	Concurrent Need = "concurrent" // keys are inserted while others ask
	Universe   Need = "universe"   // all queries are of a list that is known: exact on it
)

// Needs lists them.
func Needs() []Need { return []Need{Delete, Insert, Growth, Values, Serialise, Concurrent, Universe} }

// ParseNeeds reads a comma list.
func ParseNeeds(text string) (list []Need, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
next:
	for word := range strings.SplitSeq(text, ",") {
		for _, n := range Needs() {
			if strings.TrimSpace(word) == string(n) {
				list = append(list, n)
				continue next
			}
		}
		var names []string
		for _, n := range Needs() {
			names = append(names, string(n))
		}
		return nil, fmt.Errorf("unknown need %q: want one or more of %s", word, strings.Join(names, ", "))
	}
	return list, nil
}

// met reports whether the structure meets a need, and if not, why.
func (n Need) met(s filter.Structure) (reason string) {
	switch n {
	case Delete:
		if !filter.Can[filter.Deleter](s) {
			return "cannot delete"
		}
	case Insert:
		if !filter.Can[filter.Inserter](s) {
			return "takes no further keys"
		}
	case Growth:
		if s.Family != filter.FamilyGrowing && !filter.Can[filter.Resizer](s) && !(s.Exact && filter.Can[filter.Inserter](s)) {
			return "is sized for a number of keys"
		}
	case Values:
		return "holds no values"
	case Serialise:
		if _, library := libraryOf(s.Name); s.Open == nil && !library { // each of which has a file of its own
			return "has no file"
		}
	case Concurrent:
		if !filter.Can[filter.AtomicInserter](s) {
			return "takes no insertions beside queries"
		}
	case Universe:
		switch {
		case s.Closed:
		case s.Exact:
			return "holds all keys, for which there is no need where all queries are known"
		default:
			return "is not exact on a list of queries"
		}
	}
	return ""
}

// Candidate is a structure at a rate; exact ones have none.
type Candidate struct {
	filter.Structure
	Rate axis.Rate
}

// name is the candidate's: "fuse, ε = 1 %".
func (c Candidate) name() string {
	if c.Rate == 0 {
		return c.Name
	}
	return fmt.Sprintf("%s, ε = %s %%", c.Name, c.Rate.Percent())
}

// Excluded is a structure that does not come into question, and why.
type Excluded struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Bits   uint64 `json:"bits,omitempty"` // that it would take, where these are the reason
}

// DefaultRates are considered where the user names none.
func DefaultRates() []axis.Rate {
	return []axis.Rate{axis.Per / 10, axis.Per / 100, axis.Per / 1000, axis.Per / 10_000, axis.Per / 1_000_000}
}

// Considered are the structures that are measured: of each family those that one
// would take, and the exact tables that a filter competes with.
func Considered() []string {
	return []string{
		"hashtable", "fingerprints", "bloom", "blocked", "splitblock", "register", "gcs", "cuckoo", "counting", "dleft", "quotient",
		"prefix", "scalable", "infini", "xor", "fuse", "ribbon", "burr", "adaptivecuckoo", "clubcard",
	}
}

// Candidates are the structures at the rates that meet the question's needs and its
// limit of memory, by their plans. universe are all queries, nil where they are not
// known.
func (q Question) Candidates(structures []filter.Structure, universe *wordlist.List) (list []Candidate, out []Excluded, err error) {
	for _, s := range structures {
		var reasons []string
		if s.Closed && !q.wants(Universe) {
			reasons = append(reasons, "needs the list of all queries")
		}
		for _, n := range q.Needs {
			if reason := n.met(s); reason != "" {
				reasons = append(reasons, reason)
			}
		}
		if len(reasons) > 0 {
			out = append(out, Excluded{Name: s.Name, Reason: strings.Join(reasons, ", ")})
			continue
		}
		rates := q.Rates
		switch {
		case s.Exact:
			rates = []axis.Rate{0}
		case s.Family == filter.FamilyLibrary:
			if rates = distinct(s, q.N, rates); len(rates) == 0 {
				out = append(out, Excluded{Name: s.Name, Reason: "holds none of the rates"})
				continue
			}
		}
		fits, least := false, uint64(math.MaxUint64)
		for _, rate := range rates {
			if q.Memory > 0 && (!s.Closed || universe != nil) {
				plan, err := s.Plan(q.N, filter.Config{Epsilon: rate.Float(), Universe: universe})
				if err != nil {
					return nil, nil, fmt.Errorf("%s: %w", s.Name, err)
				}
				if plan.Bits > q.Memory {
					least = min(least, plan.Bits)
					continue
				}
			}
			fits = true
			list = append(list, Candidate{s, rate})
		}
		if !fits {
			out = append(out, Excluded{s.Name, "takes " + bytesText(float64(least)) + ", more than the limit", least})
		}
	}
	return list, out, nil
}

func (q Question) wants(need Need) bool {
	for _, n := range q.Needs {
		if n == need {
			return true
		}
	}
	return false
}

// known reports whether the cost of a miss is.
func (q Question) known() bool { return !math.IsNaN(q.Miss) }

// compared reports whether no filter is an answer to be compared with filters.
func (q Question) compared() bool { return q.known() && !q.Final }

// weighed reports whether size is weighed against what is saved. Where the memory has a price
// the cost of a query has it already.
func (q Question) weighed() bool {
	return q.compared() && !q.Smaller && !q.Quicker && q.Seconds == 0
}

// swing is how many times its median a miss took in a round.
func (q Question) swing(round int) float64 {
	if round < len(q.Swing) {
		return q.Swing[round]
	}
	return 1
}

// Know fills in the cost of the store's lookups, as they were measured.
func (q *Question) Know(c *Costs) {
	if len(c.Misses) == 0 {
		return
	}
	q.Hit, q.Miss, q.Swing = median(c.Hits), median(c.Misses), nil
	for _, miss := range c.Misses {
		q.Swing = append(q.Swing, miss/q.Miss)
	}
}
