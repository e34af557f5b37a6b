package filtertest

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// Classifiers holds a kind of classifier to what it declares: the sets of its keys
// against a map for each set, the rate of every set for negatives, its plan, its errors, its
// seed.
func Classifiers(t TB, s filter.Classifiers) {
	t.Helper()
	about(t, s.About)
	for name, sets := range setsOf() {
		for hash, h := range hashes() {
			classified(t, s, name+", "+hash, sets, filter.Config{Epsilon: 0.05, Seed: 4, Hash: h})
		}
	}
	classifierRates(t, s)
	classifierPlan(t, s)
	classifierErrors(t, s)
	classifierSeed(t, s)
}

// setsOf are sets that are easily mistaken: empty ones, such as meet, keys twice in one.
func setsOf() map[string][][]string {
	many := make([][]string, filter.MostSets)
	for i := range many {
		many[i] = words(10+i%7, uint64(100+i))
	}
	a, b := words(500, 20), words(700, 21)
	return map[string][][]string{
		"one set":        {a},
		"apart":          {a, b, words(3, 22)},
		"one in another": {b, b[:100], b[:10]},
		"empty ones":     {{}, a, {}},
		"all empty":      {{}, {}},
		"keys twice":     {repeated(a, 2), b},
		"64 sets":        many,
		"odd keys":       {degenerate(), {"", "b"}},
	}
}

func lists(sets [][]string) (list []*wordlist.List) {
	for _, s := range sets {
		list = append(list, wordlist.Of(s...))
	}
	return list
}

// classified compares the answers for all keys with the truth.
func classified(t TB, s filter.Classifiers, name string, sets [][]string, cfg filter.Config) {
	c, err := s.Build(lists(sets), cfg)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	truth := map[string]uint64{}
	for i, set := range sets {
		for _, key := range set {
			truth[key] |= 1 << i
		}
	}
	denied, outside, wrong := 0, 0, 0
	for key, want := range truth {
		got := c.Which(key)
		last := uint64(1) << (63 - bits.LeadingZeros64(want))
		switch {
		case s.Single && (bits.OnesCount64(got) != 1 || got < last), !s.Single && got&want != want:
			denied++
		case got>>1>>(len(sets)-1) != 0:
			outside++
		case s.Single && got != last, !s.Single && got != want:
			wrong++
		}
	}
	if denied > 0 || outside > 0 {
		t.Errorf("%s: of %d keys %d are denied a set or have an earlier one, %d are in a set that there is not", name, len(truth), denied, outside)
	}
	if cfg.Hash != nil { // keys of equal hash are in the sets of each other
		return
	}
	each := 0.0
	for i := range sets {
		each += c.Theory(i)
	}
	if limit := each*float64(len(truth)) + 5*math.Sqrt(each*float64(len(truth))) + 1; float64(wrong) > limit {
		t.Errorf("%s: %d of %d keys have another set too, more than the %.0f of the rates", name, wrong, len(truth), limit)
	}
	if len(truth) == 0 && c.Which("a") != 0 {
		t.Errorf("%s: without keys a negative is in %b", name, c.Which("a"))
	}
}

// classifierRates compares the share of negatives in each set with its theory, over
// seeds.
func classifierRates(t TB, s filter.Classifiers) {
	seeds := tier.Of(6, 30)
	sets := lists([][]string{words(900, 30), words(300, 31), words(1200, 32)})
	others := words(20_000, 33+negatives)
	for _, epsilon := range []float64{0.2, 0.02} {
		theory, seen := make([]float64, len(sets)), make([]int, len(sets))
		for seed := range uint64(seeds) {
			c, err := s.Build(sets, filter.Config{Epsilon: epsilon, Seed: seed})
			if err != nil {
				t.Errorf("ε = %v, seed %d: %v", epsilon, seed, err)
				return
			}
			for i := range sets {
				theory[i] += c.Theory(i) / float64(seeds)
			}
			for _, word := range others {
				if c.Which(word)>>len(sets) != 0 {
					t.Errorf("ε = %v: a negative is in a set that there is not", epsilon)
					return
				}
				for which := c.Which(word); which != 0; which &= which - 1 {
					seen[bits.TrailingZeros64(which)]++
				}
			}
		}
		for i := range sets {
			rate := float64(seen[i]) / float64(seeds*len(others))
			// Seeds spread by up to four times the binomial error.
			if sd := 4 * math.Sqrt(max(theory[i], 1e-6)/float64(seeds*len(others))); math.Abs(rate-theory[i]) > 4*sd {
				t.Errorf("ε = %v: %.5f of the negatives are in set %d, the theory says %.5f", epsilon, rate, i, theory[i])
			}
			if theory[i] > 1.1*epsilon {
				t.Errorf("ε = %v: the theory of set %d is %.4f", epsilon, i, theory[i])
			}
		}
	}
}

// classifierPlan compares what is planned with what is built.
func classifierPlan(t TB, s filter.Classifiers) {
	for _, n := range [][]int{{0}, {1}, {1753}, {10, 2000, 5}, slices.Repeat([]int{50}, filter.MostSets)} {
		var sets [][]string
		for i, of := range n {
			sets = append(sets, words(of, uint64(40+i)))
		}
		cfg := filter.Config{Epsilon: 0.01}
		p, err := s.Plan(n, cfg)
		if err != nil {
			t.Errorf("Plan of %v keys: %v", n, err)
			continue
		}
		c, err := s.Build(lists(sets), cfg)
		if err != nil {
			t.Errorf("%v keys: %v", n, err)
			continue
		}
		if p.Bits != c.Bits() || p.Theory != c.Theory(0) || fmt.Sprint(p.Params) != fmt.Sprint(c.Params()) {
			t.Errorf("%v keys: planned %+v, built %d bits, %v, %v", n, p, c.Bits(), c.Theory(0), c.Params())
		}
	}
}

// classifierErrors tries what cannot be built.
func classifierErrors(t TB, s filter.Classifiers) {
	one := wordlist.Of("a")
	valid := filter.Config{Epsilon: 0.1}
	for name, c := range map[string]struct {
		sets []*wordlist.List
		cfg  filter.Config
	}{
		"no set":  {nil, valid},
		"65 sets": {slices.Repeat([]*wordlist.List{one}, filter.MostSets+1), valid},
		"no rate": {[]*wordlist.List{one}, filter.Config{}},
	} {
		var cannot *filter.BuildError
		if _, err := s.Build(c.sets, c.cfg); err == nil || errors.As(err, &cannot) {
			t.Errorf("%s: %v, want a plain error", name, err)
		}
		n := make([]int, len(c.sets))
		if _, err := s.Plan(n, c.cfg); err == nil {
			t.Errorf("Plan takes %s", name)
		}
	}
}

// classifierSeed asks negatives.
func classifierSeed(t TB, s filter.Classifiers) {
	sets := lists([][]string{words(300, 50), words(200, 51)})
	seeded(t, func(seed uint64) (answers []uint64) {
		c, err := s.Build(sets, filter.Config{Epsilon: 0.2, Seed: seed})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return nil
		}
		for _, word := range words(500, 50+negatives) {
			answers = append(answers, c.Which(word))
		}
		return answers
	})
}
