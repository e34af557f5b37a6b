package filtertest

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/novelty"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// oracle is a novelty filter whose answers are changed.
type oracle struct {
	of     filter.Novelty
	answer func(item string, novelty float64) float64
}

func (o oracle) Novelty(item string) float64 { return o.answer(item, o.of.Novelty(item)) }
func (o oracle) See(item string)             { o.of.See(item) }
func (o oracle) Bits() uint64                { return o.of.Bits() }
func (o oracle) Params() []filter.Param      { return o.of.Params() }

// plain is a Bloom filter that answers 1 or 0.
type plain struct{ filter.Filter }

func (p plain) See(item string) { _ = p.Filter.(filter.Inserter).Insert(item) }
func (p plain) Novelty(item string) float64 {
	if p.Contains(item) {
		return 0
	}
	return 1
}

// TestNoveltiesFail: the check passes the fly's filter, and complains of a Bloom filter,
// which is not graded, and of each fault.
func TestNoveltiesFail(t *testing.T) {
	racetest.OneGoroutine(t)
	calls := 0
	for name, c := range map[string]struct {
		want   string
		answer func(item string, novelty float64) float64
	}{
		"sound":        {"", nil},
		"never 0":      {"was seen and has", func(_ string, v float64) float64 { return max(v, 0.01) }},
		"above 1":      {"before anything", func(_ string, v float64) float64 { return 2 * v }},
		"other way":    {"was seen and has", func(_ string, v float64) float64 { return 1 - v }},
		"by the call":  {"asked twice", func(_ string, v float64) float64 { calls++; return v * float64(calls%3%2) }},
		"no seed":      {"another seed", nil},
		"Bloom filter": {"less novel than a negative", nil},
	} {
		s := novelty.Fly()
		build := s.Build
		if name == "Bloom filter" {
			build = func(items *wordlist.List, cfg filter.Config) (filter.Novelty, error) {
				f, err := bloom.Standard().Build(items, cfg)
				return plain{f}, err
			}
		}
		s.Build = func(items *wordlist.List, cfg filter.Config) (filter.Novelty, error) {
			f, err := build(items, cfg)
			if c.answer != nil && err == nil {
				f = oracle{f, c.answer}
			}
			return f, err
		}
		var got complaints
		if name == "no seed" {
			s.Build = func(items *wordlist.List, cfg filter.Config) (filter.Novelty, error) {
				cfg.Seed = 1
				return build(items, cfg)
			}
		}
		Novelties(&got, s)
		if text := strings.Join(got.list, "\n"); c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}
