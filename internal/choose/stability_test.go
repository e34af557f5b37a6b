package choose

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/tier"
)

// True costs of a simulated machine.
type truth struct {
	name     string
	ns, bits float64
}

// simulated are the rank of one measurement of such costs: rounds with a drift of
// their own, sections with noise and now and then a burst, first over all, then over the
// finalists.
func simulated(random *rand.Rand, miss float64, filters []truth, weighed bool) []Ranked {
	const rounds, finals = 5, 20
	q := Question{N: 1000, Rates: []axis.Rate{onePercent / 1000}, Quicker: !weighed}
	section := func(ns float64) float64 {
		ns *= math.Exp(0.03 * random.NormFloat64())
		if random.IntN(10) == 0 {
			ns *= 1 + 0.5*random.Float64()
		}
		return ns
	}
	var misses []float64
	offers := make([]Offer, len(filters))
	for i, f := range filters {
		offers[i] = Offer{Name: f.name, Asked: q.Rates[0], Epsilon: q.Rates[0].Float(), Rate: q.Rates[0].Float(), Bits: f.bits, Yes: f.ns, No: f.ns, Build: 1}
	}
	in := func(string) bool { return true }
	for round := range rounds + finals {
		if q.Know(&Costs{Hits: misses, Misses: misses}); round == rounds {
			last := map[string]bool{}
			for _, r := range finalists(q, offers) {
				last[r.Name] = true
			}
			in = func(name string) bool { return last[name] }
		}
		drift := math.Exp(0.1 * random.NormFloat64())
		for i, f := range filters {
			if in(f.name) {
				offers[i].Mixed = append(offers[i].Mixed, section(f.ns*drift))
			}
		}
		var visits []float64
		for range storeVisits {
			visits = append(visits, section(miss*drift))
		}
		misses = append(misses, median(visits))
	}
	q.Know(&Costs{Hits: misses, Misses: misses})
	return rank(q, q, offers)
}

// Measurements of the same costs name the same answer, or each says of the other's that
// it is as good or nearly so; and what is clear is named.
func TestStability(t *testing.T) {
	trials := tier.Of(40, 200)
	filters := []truth{{"fast", 10, 16}, {"same", 10, 14}, {"small", 10.5, 8}, {"slow", 20, 7}, {"slower", 30, 6}, {"slowest", 80, 5}}
	for name, c := range map[string]struct {
		miss    float64
		filters []truth
		want    string // in nearly all trials; empty: any that agree
		weighed bool
	}{
		"no filter is clearly better":          {7, filters, None, false},
		"no filter is as good":                 {10, filters, None, false},
		"no filter is a little worse":          {10.4, filters, None, false},
		"no filter is nearly as good":          {10.7, filters, "", false},
		"a filter is a little better":          {11, filters, "", false},
		"a filter is a tenth better":           {11.6, filters, "", false},
		"a filter is better":                   {12.5, filters, "", false},
		"a filter is clearly better":           {1000, filters, "", false},
		"of two as fast the smaller":           {1000, []truth{{"fast", 10, 16}, {"same", 10, 14}, {"slow", 20, 7}}, "same", false},
		"a twentieth slower and small":         {1000, []truth{{"fast", 10, 16}, {"small", 10.5, 8}}, "", false},
		"a fortieth slower and small":          {1000, []truth{{"fast", 10, 16}, {"small", 10.25, 8}}, "small", false},
		"a tenth slower":                       {1000, []truth{{"fast", 10, 16}, {"small", 11.5, 8}}, "fast", false},
		"many that are about as good":          {1000, []truth{{"a", 10, 16}, {"b", 10.2, 15}, {"c", 10.4, 14}, {"d", 10.6, 13}, {"e", 10.8, 12}, {"f", 11, 11}}, "", false},
		"an expensive miss decides by itself":  {1e9, filters, "", false},
		"no filter is clearly better, weighed": {7, filters, None, true},
		"a filter is a tenth better, weighed":  {11.6, filters, "", true},
		"a filter is better, weighed":          {15, filters, "", true},
		"the quickest keep enough":             {100, filters, "small", true},
		"one at the border":                    {670, filters, "", true},
		"the slow one keeps enough":            {900, filters, "slow", true},
		"the slower one keeps enough":          {2000, filters, "slower", true},
		"all keep enough":                      {1e9, filters, "slowest", true},
	} {
		random := rand.New(rand.NewPCG(1, 2))
		named := map[string]int{}
		var lists [][]Ranked
		for range trials {
			list := simulated(random, c.miss, c.filters, c.weighed)
			named[list[0].Name]++
			lists = append(lists, list)
		}
		usual := ""
		for answer, n := range named {
			if n > named[usual] {
				usual = answer
			}
		}
		agree := 0
		for _, list := range lists {
			for i, r := range list {
				if r.Name == usual && (i == 0 || r.Equal || r.Near) {
					agree++
				}
			}
		}
		if agree < trials*95/100 {
			t.Errorf("%s: %d of %d trials agree with %s, or call it as good: %v", name, agree, trials, usual, named)
		}
		if c.want != "" && named[c.want] < trials*95/100 {
			t.Errorf("%s: %s is named in %d of %d trials: %v", name, c.want, named[c.want], trials, named)
		}
		t.Logf("%s: %v", name, named)
	}
}
