package filtertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// Novelties holds a kind of novelty filter to what it declares: what was seen is familiar,
// nothing becomes more novel, and the answers are graded by likeness, over seeds.
func Novelties(t TB, s filter.Novelties) {
	t.Helper()
	about(t, s.About)
	for _, cfg := range []filter.Config{{}, {Epsilon: 2}, {Epsilon: 0.1, Capacity: -1}} {
		if _, err := s.Build(wordlist.Of("a"), cfg); err == nil {
			t.Errorf("Build takes %+v", cfg)
		}
		if _, err := s.Plan(1, cfg); err == nil {
			t.Errorf("Plan takes %+v", cfg)
		}
	}
	novel(t, s)
	graded, seeds := 0.0, tier.Of(2, 8)
	for seed := range uint64(seeds) {
		graded += gradedNovelty(t, s, seed) / float64(seeds)
	}
	if graded < 0.1 {
		t.Errorf("a word with one letter of a seen one changed is %.2f less novel than a negative: want 0.1 or more", graded)
	}
}

// novel asks for words of all kinds before and after they were seen.
func novel(t TB, s filter.Novelties) {
	items := slices.Concat(degenerate(), words(60, 90))
	cfg := filter.Config{Epsilon: 0.01, Seed: 90, Capacity: len(items)}
	f, err := s.Build(wordlist.Of(), cfg)
	if err != nil {
		t.Errorf("Build: %v", err)
		return
	}
	g, err := s.Build(wordlist.Of(items...), cfg)
	if err != nil {
		t.Errorf("Build: %v", err)
		return
	}
	if p, err := s.Plan(len(items), cfg); err != nil || p.Bits != g.Bits() || fmt.Sprint(p.Params) != fmt.Sprint(g.Params()) {
		t.Errorf("planned %+v (%v), built %d bits, %v", p, err, g.Bits(), g.Params())
	}
	probes := words(tier.Of(16, 40), 91)
	for i, item := range items {
		if i == 0 && f.Novelty(item) != 1 {
			t.Errorf("before anything was seen %q has a novelty of %v", item, f.Novelty(item))
		}
		before := noveltiesOf(f, probes)
		if again := noveltiesOf(f, probes); !slices.Equal(before, again) {
			t.Errorf("asked twice: %v, then %v", before, again)
			return
		}
		f.See(item)
		if got := f.Novelty(item); got != 0 {
			t.Errorf("%.20q was seen and has a novelty of %v", item, got)
			return
		}
		for j, after := range noveltiesOf(f, probes) {
			if !(after >= 0 && after <= before[j]) {
				t.Errorf("%q has a novelty of %v, and of %v when another was seen", probes[j], before[j], after)
				return
			}
		}
	}
	for _, item := range items {
		if got := f.Novelty(item); got != 0 {
			t.Errorf("%.20q was seen long ago and has a novelty of %v", item, got)
			return
		}
	}
	if one, other := noveltiesOf(f, probes), noveltiesOf(g, probes); !slices.Equal(one, other) {
		t.Errorf("items seen in turn and built in give %v and %v", one, other)
	}
	cfg.Seed++
	if h, err := s.Build(wordlist.Of(items...), cfg); err == nil && slices.Equal(noveltiesOf(h, probes), noveltiesOf(g, probes)) {
		t.Errorf("another seed changes no answer")
	}
}

func noveltiesOf(f filter.Novelty, items []string) (list []float64) {
	for _, item := range items {
		list = append(list, f.Novelty(item))
	}
	return list
}

// gradedNovelty is by how much less novel words are with a letter of a seen one changed
// than negatives, on average.
func gradedNovelty(t TB, s filter.Novelties, seed uint64) float64 {
	seen, others := words(100, 92+seed), words(200, 92+seed+negatives)
	f, err := s.Build(wordlist.Of(seen...), filter.Config{Epsilon: 0.001, Seed: seed})
	if err != nil {
		t.Errorf("Build: %v", err)
		return 0
	}
	random := rand.New(rand.NewPCG(seed, 'n'))
	difference := 0.0
	for _, word := range seen {
		letters := []byte(word)
		at := random.IntN(10)
		letters[at] = 'a' + (letters[at]-'a'+1+byte(random.IntN(25)))%26
		difference -= f.Novelty(string(letters)) / float64(len(seen))
	}
	for _, word := range others {
		difference += f.Novelty(word) / float64(len(others))
	}
	return difference
}
