package choose

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// True costs of a simulated machine.
type truth struct {
	name     string
	ns, bits float64
}

// offered are offers of such costs.
func offered(filters []truth) (offers []Offer) {
	rate := axis.Rate(onePercent / 1000)
	for _, f := range filters {
		offers = append(offers, Offer{Name: f.name, Asked: rate, Epsilon: rate.Float(), Rate: rate.Float(), Bits: f.bits, Yes: f.ns, No: f.ns, Build: 1})
	}
	return offers
}

// simulated are the rank of one measurement of offers: rounds with a drift of
// their own, sections with noise and now and then a burst, first over all, then over the
// finalists.
func simulated(random *rand.Rand, q Question, truth []Offer) []Ranked {
	const rounds, finals = 5, 20
	miss, offers := q.Miss, slices.Clone(truth)
	section := func(ns float64) float64 {
		ns *= math.Exp(0.03 * random.NormFloat64())
		if random.IntN(10) == 0 {
			ns *= 1 + 0.5*random.Float64()
		}
		return ns
	}
	var misses []float64
	in := func(Offer) bool { return true }
	for round := range rounds + finals {
		if q.Know(&Costs{Hits: misses, Misses: misses}); round == rounds {
			last := finalists(q, offers)
			in = func(o Offer) bool {
				return slices.ContainsFunc(last, func(r Ranked) bool { return r.Name == o.Name && r.Asked == o.Asked })
			}
		}
		drift := math.Exp(0.1 * random.NormFloat64())
		for i, o := range truth {
			if in(o) {
				offers[i].Mixed = append(offers[i].Mixed, section(o.query(q.Members, q.Members)*drift))
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

// agreeing is what most measurements name, and how many name it or call it as good or nearly so.
func agreeing(lists [][]Ranked) (usual string, agree int) {
	named := map[string]int{}
	for _, list := range lists {
		if named[list[0].Name]++; named[list[0].Name] > named[usual] {
			usual = list[0].Name
		}
	}
	for _, list := range lists {
		if slices.ContainsFunc(list, func(r Ranked) bool { return r.Name == usual && (r.Name == list[0].Name || r.Equal || r.Near) }) {
			agree++
		}
	}
	return usual, agree
}

// Measurements of the same costs name the same answer, or each says of the other's that
// it is as good or nearly so; and what is clear is named.
func TestStability(t *testing.T) {
	racetest.OneGoroutine(t)
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
			list := simulated(random, Question{N: 1000, Miss: c.miss, Quicker: !c.weighed}, offered(c.filters))
			named[list[0].Name]++
			lists = append(lists, list)
		}
		usual, agree := agreeing(lists)
		if agree < trials*95/100 {
			t.Errorf("%s: %d of %d trials agree with %s, or call it as good: %v", name, agree, trials, usual, named)
		}
		if c.want != "" && named[c.want] < trials*95/100 {
			t.Errorf("%s: %s is named in %d of %d trials: %v", name, c.want, named[c.want], trials, named)
		}
		t.Logf("%s: %v", name, named)
	}
}

// Twenty measurements of the recorded costs name the same structure or call it as good or nearly
// so, wherever the miss is, with members and without.
func TestTwentySeeds(t *testing.T) {
	tier.Check(t)
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{2000, 200_000, 5_000_000} {
		for _, members := range []float64{0, 0.5} {
			for _, miss := range []float64{20, 50, 200, 1000, 8000, 50_000, 1e6} {
				q := Question{N: n, Members: members, Miss: miss, Hit: miss, Rates: DefaultRates()}
				candidates, _, err := q.Candidates(considered(t), nil)
				if err != nil {
					t.Fatal(err)
				}
				offers, _ := record.Offers(candidates, n)
				var lists [][]Ranked
				for seed := range uint64(20) {
					lists = append(lists, simulated(rand.New(rand.NewPCG(seed, 0)), q, offers))
				}
				if usual, agree := agreeing(lists); agree < 20 {
					t.Errorf("%d keys, %v members, a miss of %v ns: %d of 20 agree with %s", n, members, miss, agree, usual)
				}
			}
		}
	}
}
