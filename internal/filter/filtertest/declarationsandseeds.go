package filtertest

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

func description(t TB, s filter.Structure) {
	about(t, filter.About{Name: s.Name, Title: s.Title, Reference: s.Reference, Explain: s.Explain})
	if !slices.Contains(filter.Families(), s.Family) {
		t.Errorf("the family %q is none of %q", s.Family, filter.Families())
	}
	if shown := filter.MissesTheory | filter.IgnoresSeed; s.Exact && s.Faults&shown != 0 {
		t.Errorf("an exact structure declares a fault of its rate or seed, which it has not")
	}
}

// about wants all that a structure says of itself, whatever it answers.
func about(t TB, a filter.About) {
	t.Helper()
	if a.Name == "" || a.Title == "" || a.Reference == "" {
		t.Errorf("a structure has a name, a title and a reference, not %q, %q and %q", a.Name, a.Title, a.Reference)
	}
	explanation(t, a.Explain)
}

// seeded wants one seed to give one row of answers, and another seed another.
func seeded[A comparable](t TB, answers func(seed uint64) []A) {
	t.Helper()
	a, b, c := answers(1), answers(1), answers(2)
	if !slices.Equal(a, b) {
		t.Errorf("one seed gives different answers")
	}
	if len(a) > 0 && slices.Equal(a, c) {
		t.Errorf("another seed changes no answer")
	}
}

// explanation wants every text, in lines that a terminal shows.
func explanation(t TB, e filter.Explanation) {
	for _, text := range []struct {
		name, text string
		lines      bool
	}{
		{"What", e.What, false}, {"Layout", e.Layout, true}, {"Formula", e.Formula, true}, {"Guarantee", e.Guarantee, false},
		{"Price", e.Price, false}, {"When", e.When, false}, {"Examples", e.Examples, true},
	} {
		const widest = 76
		if strings.TrimSpace(text.text) == "" && text.name != "Examples" {
			t.Errorf("Explain.%s is empty", text.name)
		}
		if !text.lines && strings.Contains(text.text, "\n") {
			t.Errorf("Explain.%s has a line break: %q", text.name, text.text)
		}
		for line := range strings.Lines(text.text) {
			if text.lines && utf8.RuneCountInString(strings.TrimRight(line, "\n")) > widest {
				t.Errorf("Explain.%s has a line of more than %d columns: %q", text.name, widest, line)
			}
			if strings.Contains(line, "\t") {
				t.Errorf("Explain.%s has a tab: %q", text.name, line)
			}
		}
	}
}

// configuration tries the limits of a Config. An exact structure heeds no ε.
func configuration(t TB, s filter.Structure) {
	invalid := []filter.Config{{Epsilon: 0.1, Capacity: -1}}
	valid := []float64{filter.MinEpsilon, 1e-9, 1e-4, 0.5, 0.99, 1 - 1e-9}
	if rates := []float64{0, -0.1, 1, 2, math.NaN(), math.Inf(1), filter.MinEpsilon / 2}; s.Exact {
		valid = append(valid, rates...)
	} else {
		for _, epsilon := range rates {
			invalid = append(invalid, filter.Config{Epsilon: epsilon})
		}
	}
	for _, cfg := range invalid {
		var failed *filter.BuildError
		if _, err := s.Build(wordlist.Of("a", "b"), cfg); err == nil || errors.As(err, &failed) {
			t.Errorf("Build for the invalid %+v: %v, want a plain error", cfg, err)
		}
		if _, err := s.Plan(2, cfg); err == nil {
			t.Errorf("Plan takes the invalid %+v without an error", cfg)
		}
	}
	for _, epsilon := range valid {
		keys := words(300, 2)
		f := build(t, s, keys, filter.Config{Epsilon: epsilon, Seed: 2})
		if f == nil {
			continue
		}
		probability(t, "Theory of a filter", epsilon, f.Theory())
		if got := count(f, keys); got != len(keys) && s.Faults&filter.LosesKeys == 0 {
			t.Errorf("ε = %v: %d of %d keys are lost", epsilon, len(keys)-got, len(keys))
		}
	}
	if !filter.Can[filter.Inserter](s) || s.Exact {
		return
	}
	if p, err := s.Plan(10, filter.Config{Epsilon: 0.01}); err == nil && p.Estimated && p.Capacity == 0 {
		return // the keys decide the size
	}
	for n, room := range map[int]int{0: 1000, 10: 1000, 1000: 10} {
		f, sized := build(t, s, words(n, 3), filter.Config{Epsilon: 0.01, Capacity: room}),
			build(t, s, words(max(n, room), 3), filter.Config{Epsilon: 0.01})
		if f != nil && sized != nil && f.Bits() < sized.Bits() {
			t.Errorf("%d keys with room for %d have %d bits, but %d keys have %d", n, room, f.Bits(), max(n, room), sized.Bits())
		}
	}
}

func probability(t TB, what string, epsilon, p float64) {
	t.Helper()
	if !(p >= 0 && p <= 1) {
		t.Errorf("ε = %v: %s is %v, which is no probability", epsilon, what, p)
	}
}

// amounts are numbers of keys, without those that are too many for the structure.
func amounts(s filter.Structure, n ...int) []int {
	return slices.DeleteFunc(n, func(n int) bool { return s.MaxKeys > 0 && n > s.MaxKeys })
}

// plan compares what is planned with what is built.
func plan(t TB, s filter.Structure) {
	differs, estimated := false, false
	for _, n := range amounts(s, 0, 1, 2, 3, 64, 1753, tier.Of(2_000, 10_000)) {
		for _, cfg := range []filter.Config{
			{Epsilon: 0.5}, {Epsilon: 0.05}, {Epsilon: 0.01}, {Epsilon: 1e-5}, {Epsilon: 0.01, Capacity: 2000},
		} {
			cfg.Seed = uint64(n)
			p, err := s.Plan(n, cfg)
			if err != nil {
				t.Errorf("Plan of %d keys for %+v: %v", n, cfg, err)
				return
			}
			f := build(t, s, words(n, 8), cfg)
			if f == nil {
				return
			}
			probability(t, "Theory of a plan", cfg.Epsilon, p.Theory)
			if s.Exact && p.Theory != 0 {
				t.Errorf("an exact structure is planned with a rate of %v", p.Theory)
			}
			if p.Capacity < 0 || p.Capacity > 0 && p.Capacity < n && s.Faults&filter.LosesKeys == 0 {
				t.Errorf("%d keys are planned where there is room for %d", n, p.Capacity)
			}
			const rounding = 1e-9
			same := slices.Equal(p.Params, f.Params()) && p.Bits == f.Bits() &&
				math.Abs(p.Theory-f.Theory()) <= rounding*f.Theory()
			estimated = estimated || p.Estimated
			differs = differs || !same
			if !same && !p.Estimated {
				t.Errorf("n = %d, %+v: planned are %v, %d bits, a rate of %v, built %v, %d bits, a rate of %v",
					n, cfg, p.Params, p.Bits, p.Theory, f.Params(), f.Bits(), f.Theory())
			}
		}
	}
	if estimated && !differs {
		t.Errorf("%s declares that its plans are estimates, but builds just what they say", s.Name)
	}
}

func determinism(t TB, s filter.Structure) {
	keys, queries := words(1753, 4), words(20000, negatives)
	cfg := filter.Config{Epsilon: 0.05, Seed: 99}
	f, g := build(t, s, keys, cfg), build(t, s, slices.Clone(keys), cfg)
	if f == nil || g == nil {
		return
	}
	if !slices.Equal(f.Params(), g.Params()) || f.Bits() != g.Bits() || f.Theory() != g.Theory() {
		t.Errorf("two filters of the same keys and seed differ: %v, %d bits, rate %v and %v, %d bits, rate %v",
			f.Params(), f.Bits(), f.Theory(), g.Params(), g.Bits(), g.Theory())
	}
	for _, q := range slices.Concat(keys, queries) {
		first := f.Contains(q)
		if first != g.Contains(q) {
			t.Errorf("two filters of the same keys and seed answer differently for %q", q)
			return
		}
		if first != f.Contains(q) {
			t.Errorf("the same filter answers differently when asked twice for %q", q)
			return
		}
	}
}

func seeds(t TB, s filter.Structure) {
	keys, queries := words(1753, 5), words(20000, negatives)
	answers := func(cfg filter.Config) []bool {
		f := build(t, s, keys, cfg)
		if f == nil {
			return nil
		}
		list := make([]bool, len(queries))
		for i, q := range queries {
			list[i] = f.Contains(q)
		}
		return list
	}
	one := answers(filter.Config{Epsilon: 0.05, Seed: 1})
	same := slices.Equal(one, answers(filter.Config{Epsilon: 0.05, Seed: 2})) ||
		slices.Equal(one, answers(filter.Config{Epsilon: 0.05, Seed: 1, Hash: FNV{}}))
	expect(t, s, filter.IgnoresSeed, same, "IgnoresSeed",
		"another seed or another hash makes no false positive true or false: Config.Seed and Config.Hash must decide")
}
