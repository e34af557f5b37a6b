package filtertest

import (
	"errors"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/quotient"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// grown is a quotient filter in which resizing and merging can be replaced.
type grown struct {
	filter.Filter
	resize func(f filter.Resizer) error
	merge  func(f filter.Merger, other filter.Filter) error
	theory func(float64) float64

	resized bool
}

func (g *grown) Insert(key string) error { return g.Filter.(filter.Inserter).Insert(key) }
func (g *grown) Delete(key string) bool  { return g.Filter.(filter.Deleter).Delete(key) }

func (g *grown) Resize() error {
	g.resized = true
	if g.resize != nil {
		return g.resize(g.Filter.(filter.Resizer))
	}
	return g.Filter.(filter.Resizer).Resize()
}

func (g *grown) Merge(other filter.Filter) error {
	if o, is := other.(*grown); is {
		other = o.Filter
	}
	if g.merge != nil {
		return g.merge(g.Filter.(filter.Merger), other)
	}
	return g.Filter.(filter.Merger).Merge(other)
}

func (g *grown) Theory() float64 {
	if g.theory != nil && g.resized {
		return g.theory(g.Filter.Theory())
	}
	return g.Filter.Theory()
}

// grownQuotient is the quotient filter with the replacements of g.
func grownQuotient(g grown) filter.Structure {
	s := quotient.Standard()
	s.Open = nil
	build := s.Build
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		f, err := build(keys, cfg)
		if err != nil {
			return nil, err
		}
		own := g
		own.Filter = f
		return &own, nil
	}
	return s
}

// forget deletes one copy of a key, if it is there.
func forget(f filter.Filter, key string) {
	if deleter, is := f.(filter.Deleter); is {
		deleter.Delete(key)
	}
}

// TestGrowthFails breaks one thing of resizing or merging at a time: the check for it
// must complain, and a sound filter must pass.
func TestGrowthFails(t *testing.T) {
	racetest.OneGoroutine(t)
	last := words(55, 61)[53] // inserted once
	twice := words(5, 61)[1]  // inserted twice, and left when every third key is deleted
	one := words(400, 71)
	own := errors.New("no")
	resize := func(f func(filter.Resizer) error) filter.Structure { return grownQuotient(grown{resize: f}) }
	merge := func(f func(filter.Merger, filter.Filter) error) filter.Structure {
		return grownQuotient(grown{merge: f})
	}
	for _, c := range []struct {
		name  string
		check string
		want  string // in the complaint; empty: there is none
		s     filter.Structure
	}{
		{"sound", "resize", "", grownQuotient(grown{})},
		{"sound", "merge", "", grownQuotient(grown{})},
		{"sound with files", "resize", "", quotient.Standard()},
		{"sound with files", "merge", "", quotient.Standard()},
		{"loses a key", "resize", "lost", resize(func(f filter.Resizer) error {
			defer forget(f, last)
			return f.Resize()
		})},
		{"drops a copy", "resize", "copies", resize(func(f filter.Resizer) error {
			err := f.Resize()
			if err == nil && f.Theory() > 0 {
				forget(f, twice)
			}
			return err
		})},
		{"is always full", "resize", "cannot be resized", resize(func(filter.Resizer) error { return filter.ErrFull })},
		{"stays as it is", "resize", "bits", resize(func(filter.Resizer) error { return nil })},
		{"has errors of its own", "resize", "only error", resize(func(f filter.Resizer) error {
			if f.Resize() != nil {
				return own
			}
			return nil
		})},
		{"changes when it refuses", "resize", "refused", resize(func(f filter.Resizer) error {
			err := f.Resize()
			if err != nil {
				_ = f.Insert("one more")
			}
			return err
		})},
		{"has the rate of another size", "resize", "Theory says", grownQuotient(grown{theory: func(r float64) float64 { return r / 2 }})},
		{"takes in nothing", "merge", "lost", merge(func(filter.Merger, filter.Filter) error { return nil })},
		{"drops copies", "merge", "copies", merge(func(f filter.Merger, other filter.Filter) error {
			both := make(map[string]bool)
			for _, k := range one {
				both[k] = f.Contains(k) && other.Contains(k)
			}
			err := f.Merge(other)
			for k, is := range both {
				if is && err == nil {
					forget(f, k)
				}
			}
			return err
		})},
		{"empties the other one", "merge", "the other", merge(func(f filter.Merger, other filter.Filter) error {
			err := f.Merge(other)
			for _, k := range one {
				forget(other, k)
			}
			return err
		})},
		{"is always full", "merge", "not merged", merge(func(filter.Merger, filter.Filter) error { return filter.ErrFull })},
		{"takes in other seeds", "merge", "seed is merged", merge(func(f filter.Merger, other filter.Filter) error {
			if err := f.Merge(other); err == nil || errors.Is(err, filter.ErrFull) || !strings.Contains(err.Error(), "seed") {
				return err
			}
			return nil
		})},
		{"takes in other structures", "merge", "structure is merged", merge(func(f filter.Merger, other filter.Filter) error {
			if _, is := other.(foreign); is {
				return nil
			}
			return f.Merge(other)
		})},
		{"calls another seed a lack of place", "merge", "what differs", merge(func(f filter.Merger, other filter.Filter) error {
			if f.Merge(other) != nil {
				return filter.ErrFull
			}
			return nil
		})},
		{"changes when it refuses", "merge", "changes", merge(func(f filter.Merger, other filter.Filter) error {
			err := f.Merge(other)
			if err != nil && !errors.Is(err, filter.ErrFull) {
				_ = f.(filter.Inserter).Insert("one more")
			}
			return err
		})},
		{"changes when it is full", "merge", "no change", merge(func(f filter.Merger, other filter.Filter) error {
			err := f.Merge(other)
			if errors.Is(err, filter.ErrFull) {
				forget(f, words(1, 73)[0])
			}
			return err
		})},
	} {
		failed := Failures(c.s, c.check)[c.check]
		switch {
		case c.want == "" && len(failed) > 0:
			t.Errorf("%s, %s: %q", c.check, c.name, failed)
		case c.want != "" && !strings.Contains(strings.Join(failed, "\n"), c.want):
			t.Errorf("%s, %s: %q, want %q", c.check, c.name, failed, c.want)
		}
	}
}
