package filtertest

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// sizedFilter is a Bloom filter whose estimates can be wrong in some way.
type sizedFilter struct {
	filter.Sizer
	size      func(n float64) float64
	deviation func(d float64) float64
	with      func(f filter.Sizer, other filter.Filter) (float64, error)
}

func (s *sizedFilter) Insert(key string) error { return s.Sizer.(filter.Inserter).Insert(key) }

func (s *sizedFilter) Size() float64 {
	if s.size != nil {
		return s.size(s.Sizer.Size())
	}
	return s.Sizer.Size()
}

func (s *sizedFilter) SizeDeviation(n float64) float64 {
	if s.deviation != nil {
		return s.deviation(s.Sizer.SizeDeviation(n))
	}
	return s.Sizer.SizeDeviation(n)
}

func (s *sizedFilter) SizeWith(other filter.Filter) (float64, error) {
	if o, ok := other.(*sizedFilter); ok {
		other = o.Sizer
	}
	if s.with != nil {
		return s.with(s.Sizer, other)
	}
	return s.Sizer.SizeWith(other)
}

func sizedBloom(of sizedFilter) filter.Structure {
	s := bloom.Standard()
	build := s.Build
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		f, err := build(keys, cfg)
		if err != nil {
			return nil, err
		}
		own := of
		own.Sizer = f.(filter.Sizer)
		return &own, nil
	}
	return s
}

// TestSizesFail breaks one estimate at a time: the check must complain, and pass a
// sound filter.
func TestSizesFail(t *testing.T) {
	racetest.OneGoroutine(t)
	for name, c := range map[string]struct {
		want string // empty: there is no complaint
		of   sizedFilter
	}{
		"sound":                     {"", sizedFilter{}},
		"2 % too many":              {"the size", sizedFilter{size: func(n float64) float64 { return 1.02 * n }}},
		"a deviation of half of it": {"spread", sizedFilter{deviation: func(d float64) float64 { return d / 2 }}},
		"a deviation of twice it":   {"spread", sizedFilter{deviation: func(d float64) float64 { return 2 * d }}},
		"a union that is the sum": {"the union", sizedFilter{with: func(f filter.Sizer, other filter.Filter) (float64, error) {
			if _, err := f.SizeWith(other); err != nil {
				return 0, err
			}
			return f.Size() + other.(filter.Sizer).Size(), nil
		}}},
		"a union with anything": {"another seed", sizedFilter{with: func(f filter.Sizer, other filter.Filter) (float64, error) {
			n, _ := f.SizeWith(other)
			return n, nil
		}}},
	} {
		failed := strings.Join(Failures(sizedBloom(c.of), "sizes")["sizes"], "\n")
		if c.want == "" && failed != "" || !strings.Contains(failed, c.want) {
			t.Errorf("%s: %q, want %q", name, failed, c.want)
		}
	}
}
