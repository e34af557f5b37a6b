package thesis

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// endless takes every key.
type endless struct{ filter.Filter }

func (endless) Insert(string) error { return nil }

// A table that refuses nothing ends the run, and each repetition fills one of its own.
func TestLoadLimit(t *testing.T) {
	bench := func() *bench { return prepared(t, "--filter=cuckoo", "--eps=0.01", "--reps=2") }
	step := stepOf(LoadLimit, cuckoo, "0.01", 1)
	endless := planted(bench(), func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		real, err := build(keys, cfg)
		return endless{real}, err
	})
	if _, err := endless.Measure(t.Context(), step); err == nil || !strings.Contains(err.Error(), "want a refusal at its 2048 entries") {
		t.Errorf("a table that refuses nothing: %v", err)
	}
	b := bench()
	first := measure(t, b, step)
	if other := measure(t, b, stepOf(LoadLimit, cuckoo, "0.01", 2)); other.Value == first.Value {
		t.Errorf("another round has the same %v", other.Value)
	}
}
