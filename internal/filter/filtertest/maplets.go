package filtertest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// Maplets holds a kind of maplet to what it declares: the values of its keys, the rate
// of negatives that are known, its plan, its errors, its seed, under usual hash functions and
// such as make many keys equal.
func Maplets(t TB, s filter.Maplets) {
	t.Helper()
	about(t, s.About)
	mapletValues(t, s)
	mapletRate(t, s)
	mapletPlan(t, s)
	mapletErrors(t, s)
	mapletRepeats(t, s)
	mapletSeed(t, s)
	mapletChanges(t, s)
}

// mapletChanges gives half of the keys other values, where that can be done.
func mapletChanges(t TB, s filter.Maplets) {
	keys := words(2000, 13)
	values := valuesOf(len(keys), 9, s.Least, 14)
	m, err := s.Build(wordlist.Of(keys...), values, 9, filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	change, can := m.(filter.Setter)
	if !can {
		return
	}
	for i := 0; i < len(keys); i += 2 {
		if values[i] = 1<<9 - 1 - values[i]; !change.Set(keys[i], values[i]) {
			t.Errorf("%q is not known when its value is changed", keys[i])
		}
	}
	for i, key := range keys {
		if got, known := m.Value(key); !known || got != values[i] {
			t.Errorf("%q has the value %d (%v) after changes, not %d", key, got, known, values[i])
			return
		}
	}
	refused := 0
	for _, word := range words(1000, 13+negatives) {
		if _, known := m.Value(word); !known && !change.Set(word, 1) {
			refused++
		}
	}
	if refused < 900 {
		t.Errorf("%d of 1000 negatives are refused as not known", refused)
	}
	for i, key := range keys {
		if got, _ := m.Value(key); got != values[i] {
			t.Errorf("%q has the value %d after refused changes, not %d", key, got, values[i])
			return
		}
	}
}

// valuesOf are values of v bits, the least and the largest among them.
func valuesOf(n, v int, least, seed uint64) []uint64 {
	random := rand.New(rand.NewPCG(seed, 'v'))
	list := make([]uint64, n)
	for i := range list {
		list[i] = least + random.Uint64N(1<<v-least)
	}
	if n > 1 {
		list[0], list[1] = least, 1<<v-1
	}
	return list
}

// mapletValues compares the values of all keys with a map's.
func mapletValues(t TB, s filter.Maplets) {
	for _, keys := range [][]string{{}, {"a"}, words(2, 1), words(3, 2), words(1753, 3), words(20_000, 4), degenerate()} {
		for _, v := range []int{1, 5, 13} {
			values := valuesOf(len(keys), v, s.Least, uint64(len(keys)))
			m, err := s.Build(wordlist.Of(keys...), values, v, filter.Config{Epsilon: 0.05, Seed: uint64(v)})
			if err != nil {
				t.Errorf("%d keys with values of %d bits: %v", len(keys), v, err)
				continue
			}
			wrong, above := 0, 0
			for i, key := range keys {
				got, known := m.Value(key)
				switch {
				case !known || got < values[i]:
					wrong++
				case got > values[i]:
					above++
				}
			}
			if wrong > 0 || above > 0 && !s.Above {
				t.Errorf("%d keys, %d bits: %d values too small or not known, %d too large", len(keys), v, wrong, above)
			}
			// Those of larger values cover a key as all keys cover a negative.
			if limit := m.Theory()*float64(len(keys)) + 5*math.Sqrt(m.Theory()*float64(len(keys))) + 1; float64(above) > limit {
				t.Errorf("%d keys, %d bits: %d values are too large, more than the %.0f of the rate", len(keys), v, above, limit)
			}
			if len(keys) == 0 {
				if x, known := m.Value("a"); known {
					t.Errorf("without keys a negative has the value %d", x)
				}
			}
		}
	}
	for name, hash := range hashes() {
		if hash == nil {
			continue
		}
		// Equal hashes cannot be told apart: values from above must hold, true ones
		// cannot be given, which is an error.
		keys := words(40, 5)
		m, err := s.Build(wordlist.Of(keys...), valuesOf(len(keys), 8, s.Least, 6), 8, filter.Config{Epsilon: 0.01, Hash: hash})
		var cannot *filter.BuildError
		if !s.Above {
			if !errors.As(err, &cannot) || cannot.Attempts < 1 {
				t.Errorf("%s: %v, want a BuildError", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, key := range keys {
			if got, known := m.Value(key); !known || got < valuesOf(len(keys), 8, s.Least, 6)[i] {
				t.Errorf("%s: %q has the value %d, %v", name, key, got, known)
			}
		}
	}
}

// mapletRate compares the share of negatives that are known with the theory, over
// seeds.
func mapletRate(t TB, s filter.Maplets) {
	const n = 1753
	seeds := tier.Of(6, 30)
	keys, others := wordlist.Of(words(n, 7)...), words(20_000, 7+negatives)
	for _, epsilon := range []float64{0.2, 0.05, 0.01} {
		known, theory := 0, 0.0
		for seed := range uint64(seeds) {
			m, err := s.Build(keys, valuesOf(n, 6, s.Least, seed), 6, filter.Config{Epsilon: epsilon, Seed: seed})
			if err != nil {
				t.Errorf("ε = %v, seed %d: %v", epsilon, seed, err)
				return
			}
			theory += m.Theory() / float64(seeds)
			for _, word := range others {
				if _, is := m.Value(word); is {
					known++
				}
			}
		}
		rate := float64(known) / float64(seeds*len(others))
		// Seeds spread by up to four times the binomial error.
		if sd := 4 * math.Sqrt(theory/float64(seeds*len(others))); math.Abs(rate-theory) > 4*sd {
			t.Errorf("ε = %v: %.4f of the negatives are known, the theory says %.4f", epsilon, rate, theory)
		}
		if theory > 1.1*epsilon {
			t.Errorf("ε = %v: the theory says %.4f", epsilon, theory)
		}
	}
}

// mapletPlan compares what is planned with what is built.
func mapletPlan(t TB, s filter.Maplets) {
	for _, n := range []int{0, 1, 2, 64, 1753} {
		for _, v := range []int{1, 9, 20} {
			cfg := filter.Config{Epsilon: 0.01, Seed: uint64(n)}
			p, err := s.Plan(n, v, cfg)
			if err != nil {
				t.Errorf("Plan of %d keys: %v", n, err)
				continue
			}
			m, err := s.Build(wordlist.Of(words(n, 8)...), valuesOf(n, v, s.Least, 9), v, cfg)
			if err != nil {
				t.Errorf("%d keys: %v", n, err)
				continue
			}
			if p.Estimated {
				if ratio := float64(m.Bits()) / float64(p.Bits); n >= 1000 && math.Abs(ratio-1) > 0.05 {
					t.Errorf("%d keys, %d bits: planned about %d bits, built %d", n, v, p.Bits, m.Bits())
				}
				continue
			}
			if p.Bits != m.Bits() || p.Theory != m.Theory() || fmt.Sprint(p.Params) != fmt.Sprint(m.Params()) {
				t.Errorf("%d keys, %d bits: planned %+v, built %d bits, %v, %v", n, v, p, m.Bits(), m.Theory(), m.Params())
			}
		}
	}
}

// mapletErrors tries what cannot be built.
func mapletErrors(t TB, s filter.Maplets) {
	two := wordlist.Of("a", "b")
	valid := filter.Config{Epsilon: 0.1}
	for name, build := range map[string]func() (filter.Maplet, error){
		"no rate":           func() (filter.Maplet, error) { return s.Build(two, []uint64{1, 1}, 4, filter.Config{}) },
		"one value for two": func() (filter.Maplet, error) { return s.Build(two, []uint64{1}, 4, valid) },
		"a value of 5 bits": func() (filter.Maplet, error) { return s.Build(two, []uint64{1, 16}, 4, valid) },
		"no bits":           func() (filter.Maplet, error) { return s.Build(two, []uint64{0, 0}, 0, valid) },
		"too many bits": func() (filter.Maplet, error) {
			return s.Build(two, []uint64{1, 1}, filter.MostValueBits+1, valid)
		},
	} {
		var cannot *filter.BuildError
		if _, err := build(); err == nil || errors.As(err, &cannot) {
			t.Errorf("%s: %v, want a plain error", name, err)
		}
	}
	if _, err := s.Plan(10, 0, valid); err == nil {
		t.Errorf("Plan takes values of 0 bits")
	}
	if _, err := s.Plan(10, 4, filter.Config{}); err == nil {
		t.Errorf("Plan takes a rate of 0")
	}
}

// mapletRepeats gives keys twice.
func mapletRepeats(t TB, s filter.Maplets) {
	keys := words(500, 10)
	values := valuesOf(len(keys), 7, s.Least, 11)
	twice := slices.Concat(keys, keys)
	m, err := s.Build(wordlist.Of(twice...), slices.Concat(values, values), 7, filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Errorf("keys that are there twice with one value: %v", err)
		return
	}
	for i, key := range keys {
		if got, known := m.Value(key); !known || got < values[i] {
			t.Errorf("%q, there twice with the value %d, has %d (%v)", key, values[i], got, known)
		}
	}
	larger := slices.Clone(values)
	for i := range larger {
		larger[i] = min(larger[i]+1, 1<<7-1)
	}
	m, err = s.Build(wordlist.Of(twice...), slices.Concat(values, larger), 7, filter.Config{Epsilon: 0.01})
	if !s.Above {
		if err == nil {
			t.Errorf("a key with two values is taken")
		}
		return
	}
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for i, key := range keys {
		if got, _ := m.Value(key); got < larger[i] {
			t.Errorf("%q with the values %d and %d has %d", key, values[i], larger[i], got)
		}
	}
}

// mapletSeed asks negatives.
func mapletSeed(t TB, s filter.Maplets) {
	keys := wordlist.Of(words(300, 12)...)
	seeded(t, func(seed uint64) (answers []uint64) {
		m, err := s.Build(keys, valuesOf(keys.Len(), 7, s.Least, 12), 7, filter.Config{Epsilon: 0.2, Seed: seed})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return nil
		}
		for _, word := range words(500, 12+negatives) {
			if value, known := m.Value(word); known {
				answers = append(answers, value+1)
			} else {
				answers = append(answers, 0)
			}
		}
		return answers
	})
}
