package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/static"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// faulty is a Bloomier filter in which the value is replaced.
type faulty struct {
	filter.Maplet
	value  func(key string, value uint64, known bool) (uint64, bool)
	theory float64
}

func (f *faulty) Value(key string) (uint64, bool) {
	value, known := f.Maplet.Value(key)
	if f.value != nil {
		return f.value(key, value, known)
	}
	return value, known
}

func (f *faulty) Theory() float64 {
	if f.theory > 0 {
		return f.theory * f.Maplet.Theory()
	}
	return f.Maplet.Theory()
}

// lossy is one with values that change, of which some changes are lost.
type lossy struct {
	filter.Maplet
	lost func(key string) bool
}

func (f *lossy) Set(key string, value uint64) bool {
	return f.lost(key) || f.Maplet.(filter.Setter).Set(key, value)
}

// A change that is lost is noticed.
func TestSetterFails(t *testing.T) {
	racetest.OneGoroutine(t)
	for name, c := range map[string]struct {
		lost  func(key string) bool
		sound bool
	}{
		"sound":            {func(string) bool { return false }, true},
		"changes are lost": {func(key string) bool { return key[0] == 'a' }, false},
	} {
		s := static.BloomierMutable()
		build := s.Build
		s.Build = func(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
			m, err := build(keys, values, v, cfg)
			return &lossy{m, c.lost}, err
		}
		var got complaints
		if mapletChanges(&got, s); (len(got.list) == 0) != c.sound {
			t.Errorf("%s: %q", name, got.list)
		}
	}
}

// Each promise of a maplet that is broken is noticed.
func TestMapletsFail(t *testing.T) {
	racetest.OneGoroutine(t)
	for name, c := range map[string]struct {
		fault  faulty
		change func(*filter.Maplets)
		sound  bool
	}{
		"sound":                    {sound: true},
		"a value too small":        {fault: faulty{value: func(_ string, v uint64, known bool) (uint64, bool) { return v - v/7%2, known }}},
		"a value too large":        {fault: faulty{value: func(_ string, v uint64, known bool) (uint64, bool) { return v + v/7%2, known }}},
		"a key is denied":          {fault: faulty{value: func(k string, v uint64, known bool) (uint64, bool) { return v, known && k != "yyy" }}},
		"few negatives are denied": {fault: faulty{value: func(k string, v uint64, known bool) (uint64, bool) { return v, known || len(k) > 2 && k[2] == 'b' }}},
		"another rate is promised": {fault: faulty{theory: 1.3}},
		"no title":                 {change: func(s *filter.Maplets) { s.Title = "" }},
		"no price":                 {change: func(s *filter.Maplets) { s.Explain.Price = "" }},
		"another plan": {change: func(s *filter.Maplets) {
			plan := s.Plan
			s.Plan = func(n, v int, cfg filter.Config) (filter.Plan, error) { return plan(n+n/50, v, cfg) }
		}},
		"no seed": {change: func(s *filter.Maplets) {
			build := s.Build
			s.Build = func(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
				cfg.Seed = 1
				return build(keys, values, v, cfg)
			}
		}},
		"values are not checked": {change: func(s *filter.Maplets) {
			build := s.Build
			s.Build = func(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
				for i := range values {
					values[i] = min(values[i], 1<<v-1)
				}
				return build(keys, values, v, cfg)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := static.Bloomier()
			build := s.Build
			s.Build = func(keys *wordlist.List, values []uint64, v int, cfg filter.Config) (filter.Maplet, error) {
				m, err := build(keys, values, v, cfg)
				if err != nil {
					return nil, err
				}
				own := c.fault
				own.Maplet = m
				return &own, nil
			}
			if c.change != nil {
				c.change(&s)
			}
			var got complaints
			if Maplets(&got, s); (len(got.list) == 0) != c.sound {
				t.Errorf("complaints: %q", got.list)
			}
		})
	}
}
