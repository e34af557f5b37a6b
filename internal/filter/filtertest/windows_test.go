package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/window"
	"hyphbench/internal/racetest"
)

// forgetful is a window in which the answer or the rates are replaced.
type forgetful struct {
	filter.Window
	calls              int
	seen               func(call int, seen bool) bool
	positive, negative float64 // factors of the theory
}

func (f *forgetful) Seen(key string) bool {
	f.calls++
	seen := f.Window.Seen(key)
	if f.seen != nil {
		return f.seen(f.calls, seen)
	}
	return seen
}

func (f *forgetful) Theory(d int) (positive, negative float64) {
	positive, negative = f.Window.Theory(d)
	if f.positive > 0 {
		positive *= f.positive
	}
	if f.negative > 0 {
		negative *= f.negative
	}
	return positive, negative
}

// Each promise of a window that is broken is noticed.
func TestWindowsFail(t *testing.T) {
	racetest.OneGoroutine(t)
	for name, c := range map[string]struct {
		of     func() filter.Windows
		fault  forgetful
		change func(*filter.Windows)
		sound  bool
	}{
		"sound":                     {of: window.Sliding, sound: true},
		"sound, by chance":          {of: window.Stable, sound: true},
		"forgets now and then":      {of: window.Aging, fault: forgetful{seen: func(call int, seen bool) bool { return seen && call%50 != 0 }}},
		"remembers too much":        {of: window.Stable, fault: forgetful{seen: func(call int, seen bool) bool { return seen || call%10 == 0 }}},
		"promises more positives":   {of: window.Stable, fault: forgetful{positive: 1.6}},
		"promises fewer negatives":  {of: window.Stable, fault: forgetful{negative: 0.7}},
		"promises too few":          {of: window.Sliding, fault: forgetful{positive: 0.3}},
		"is called certain":         {of: window.Decaying, change: func(s *filter.Windows) { s.Certain = true }},
		"no guarantee":              {of: window.Sliding, change: func(s *filter.Windows) { s.Explain.Guarantee = "" }},
		"takes a window of no keys": {of: window.Sliding, change: func(s *filter.Windows) { least(s) }},
		"no seed": {of: window.Generalised, change: func(s *filter.Windows) {
			build := s.Build
			s.Build = func(w int, cfg filter.Config) (filter.Window, error) {
				cfg.Seed = 1
				return build(w, cfg)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.of()
			if c.change != nil {
				c.change(&s)
			}
			build := s.Build
			s.Build = func(w int, cfg filter.Config) (filter.Window, error) {
				win, err := build(w, cfg)
				if err != nil {
					return nil, err
				}
				own := c.fault
				own.Window = win
				return &own, nil
			}
			var got complaints
			if Windows(&got, s); (len(got.list) == 0) != c.sound {
				t.Errorf("complaints: %q", got.list)
			}
		})
	}
}

// least makes a window of one key of any that has less.
func least(s *filter.Windows) {
	build := s.Build
	s.Build = func(w int, cfg filter.Config) (filter.Window, error) { return build(max(1, w), cfg) }
}
