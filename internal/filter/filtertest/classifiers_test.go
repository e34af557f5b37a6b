package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/sets"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// misclassifying is a classifier in which the answer or the rate is replaced.
type misclassifying struct {
	filter.Classifier
	which  func(key string, which uint64) uint64
	theory float64
}

func (m *misclassifying) Which(key string) uint64 {
	if m.which != nil {
		return m.which(key, m.Classifier.Which(key))
	}
	return m.Classifier.Which(key)
}

func (m *misclassifying) Theory(i int) float64 {
	if m.theory > 0 {
		return m.theory * m.Classifier.Theory(i)
	}
	return m.Classifier.Theory(i)
}

// Each promise of a classifier that is broken is noticed.
func TestClassifiersFail(t *testing.T) {
	racetest.OneGoroutine(t)
	for name, c := range map[string]struct {
		of     func() filter.Classifiers
		fault  misclassifying
		change func(*filter.Classifiers)
		sound  bool
	}{
		"sound":                    {of: sets.Bank, sound: true},
		"sound, of one set":        {of: sets.Spatial, sound: true},
		"denies the last set":      {of: sets.Bank, fault: misclassifying{which: func(_ string, w uint64) uint64 { return w &^ 4 }}},
		"says the first alone":     {of: sets.Bank, fault: misclassifying{which: func(_ string, w uint64) uint64 { return w & -w }}},
		"says two sets":            {of: sets.Spatial, fault: misclassifying{which: func(_ string, w uint64) uint64 { return w | w<<1 }}},
		"says an earlier set":      {of: sets.Spatial, fault: misclassifying{which: func(k string, w uint64) uint64 { return max(w>>1, min(w, 1)) }}},
		"says a set that is none":  {of: sets.Bank, fault: misclassifying{which: func(_ string, w uint64) uint64 { return w | w>>1<<62 }}},
		"is in sets by chance":     {of: sets.Bank, fault: misclassifying{which: func(k string, w uint64) uint64 { return w | uint64(len(k)&1) }}},
		"another rate is promised": {of: sets.Attenuated, fault: misclassifying{theory: 1.3}},
		"no reference":             {of: sets.Bank, change: func(s *filter.Classifiers) { s.Reference = "" }},
		"another plan": {of: sets.Bank, change: func(s *filter.Classifiers) {
			plan := s.Plan
			s.Plan = func(n []int, cfg filter.Config) (filter.Plan, error) {
				p, err := plan(n, cfg)
				p.Bits++
				return p, err
			}
		}},
		"no seed": {of: sets.Bank, change: func(s *filter.Classifiers) {
			build := s.Build
			s.Build = func(list []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
				cfg.Seed = 1
				return build(list, cfg)
			}
		}},
		"takes no set": {of: sets.Bank, change: func(s *filter.Classifiers) {
			build := s.Build
			s.Build = func(list []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
				if len(list) == 0 {
					list = []*wordlist.List{wordlist.Of()}
				}
				return build(list, cfg)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.of()
			if c.change != nil {
				c.change(&s)
			}
			build := s.Build
			s.Build = func(list []*wordlist.List, cfg filter.Config) (filter.Classifier, error) {
				of, err := build(list, cfg)
				if err != nil {
					return nil, err
				}
				own := c.fault
				own.Classifier = of
				return &own, nil
			}
			var got complaints
			if Classifiers(&got, s); (len(got.list) == 0) != c.sound {
				t.Errorf("complaints: %q", got.list)
			}
		})
	}
}
