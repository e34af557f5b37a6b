package filtertest

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// enclosed gives a structure for a closed universe the negatives of the suite as
// its universe wherever a check gives it none. Other structures stay as they are.
func enclosed(s filter.Structure) filter.Structure {
	if !s.Closed {
		return s
	}
	universe := wordlist.Of(words(5_000, negatives)...)
	within := func(cfg filter.Config) filter.Config {
		if cfg.Universe == nil {
			cfg.Universe = universe
		}
		return cfg
	}
	plan, build := s.Plan, s.Build
	s.Plan = func(n int, cfg filter.Config) (filter.Plan, error) { return plan(n, within(cfg)) }
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) { return build(keys, within(cfg)) }
	return s
}

// closed asks a structure for a closed universe for its answers on universes of
// all kinds, and for its rate outside of them.
func closed(t TB, s filter.Structure) {
	keys, others := words(500, 21), words(tier.Of(800, 3000), 22)
	for name, universe := range map[string][]string{
		"no element": nil, "one element": others[:1], "one key": keys[:1], "the keys": keys, "others": others,
		"both": slices.Concat(others, keys), "others twice": slices.Concat(others, others), "odd ones": degenerate(),
	} {
		for _, n := range []int{0, 1, 2, 3, 500} {
			negatives := slices.DeleteFunc(slices.Clone(universe), func(w string) bool { return slices.Contains(keys[:n], w) })
			for hash, function := range hashes() {
				f := build(t, s, repeated(keys[:n], 2), filter.Config{Seed: 21, Hash: function, Universe: wordlist.Of(universe...)})
				if f == nil {
					return
				}
				if got, positives := count(f, keys[:n]), count(f, negatives); got != n || positives > 0 {
					t.Errorf("%s, universe of %s: %d of %d keys are lost, %d false positives among %d elements",
						hash, name, n-got, n, positives, len(negatives))
				}
			}
		}
	}
	outside(t, s)
}

// outside compares the rate outside the universe with the one expected.
func outside(t TB, s filter.Structure) {
	universe, queries := wordlist.Of(words(tier.Of(5_000, 20_000), 23)...), words(tier.Of(10_000, 40_000), negatives)
	seeds := rateSeeds()
	for _, n := range []int{64, 1753} {
		excess, expected := make([]float64, seeds), 0.0
		for i := range excess {
			f, ok := build(t, s, words(n, uint64(200+i)), filter.Config{Seed: uint64(i), Universe: universe}).(filter.Closed)
			if !ok {
				t.Errorf("a structure for a closed universe must say its rate outside of it (filter.Closed)")
				return
			}
			probability(t, "the rate outside the universe", 0, f.Outside())
			excess[i] = float64(count(f, queries))/float64(len(queries)) - f.Outside()
			expected += f.Outside() / float64(seeds)
		}
		if mean, half := meanInterval(excess); math.Abs(mean) > half {
			t.Errorf("%d keys: over %d seeds the rate outside the universe is %.4g %% of the %.4g expected, outside its %v %% interval of ± %.2g %%",
				n, seeds, 100*(expected+mean)/expected, expected, 100*rateLevel, 100*half/expected)
		}
	}
}
