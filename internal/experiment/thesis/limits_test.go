package thesis

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// fakeTable is a bounded table that deletes: it takes keys until it has
// as many as entries.
type fakeTable struct {
	filter.Filter
	keys    map[string]bool
	entries int
	keeps   bool // Delete does nothing
}

func (f *fakeTable) Contains(key string) bool { return f.keys[key] }
func (f *fakeTable) Insert(key string) error {
	if len(f.keys) >= f.entries {
		return filter.ErrFull
	}
	f.keys[key] = true
	return nil
}
func (f *fakeTable) Delete(key string) bool {
	if !f.keeps {
		delete(f.keys, key)
	}
	return true
}

// fakeTables plants tables in a bench of the cuckoo filter.
func fakeTables(b *bench, entries int, keeps bool) *bench {
	return planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		real, err := build(keys, cfg)
		if err != nil {
			return nil, err
		}
		f := &fakeTable{Filter: real, keys: map[string]bool{}, entries: entries, keeps: keeps}
		for key := range keys.Each() {
			f.keys[key] = true
		}
		return f, nil
	})
}

// The load is counted in entries, the first refusal ends the filling, and a
// table that refuses nothing ends the run.
func TestLoadLimit(t *testing.T) {
	bench := func() *bench { return prepared(t, "--filter=cuckoo", "--eps=0.01", "--reps=2") }
	step := stepOf(LoadLimit, cuckoo, "0.01", 1)
	for entries, want := range map[int]float64{1900: 1900.0 / 2048, 2048: 1, 1753: 1753.0 / 2048} {
		if got := measure(t, fakeTables(bench(), entries, false), step).Value; got != want {
			t.Errorf("a table that takes %d of 2048: %v, want %v", entries, got, want)
		}
	}
	if _, err := fakeTables(bench(), 1<<20, false).Measure(t.Context(), step); err == nil || !strings.Contains(err.Error(), "want a refusal at its 2048 entries") {
		t.Errorf("a table that refuses nothing: %v", err)
	}
	b := bench()
	first := measure(t, b, step)
	if first.Value < 0.9 || first.Value > 1 || first.Unit != "1" {
		t.Errorf("the cuckoo filter's limit is %v %s", first.Value, first.Unit)
	}
	if again := measure(t, bench(), step); again.Value != first.Value {
		t.Errorf("%v, then %v", first.Value, again.Value)
	}
	if other := measure(t, b, stepOf(LoadLimit, cuckoo, "0.01", 2)); other.Value == first.Value {
		t.Errorf("another round has the same %v", other.Value)
	}
}

// Half of the keys are deleted; those that the filter still admits are counted.
func TestRemovedAdmitted(t *testing.T) {
	bench := func() *bench { return prepared(t, "--filter=cuckoo", "--eps=0.01", "--reps=2") }
	step := stepOf(RemovedAdmitted, cuckoo, "0.01", 1)
	if got := measure(t, fakeTables(bench(), 2048, false), step).Value; got != 0 {
		t.Errorf("an exact table admits %v removed keys", got)
	}
	if got := measure(t, fakeTables(bench(), 2048, true), step).Value; got != float64(removals(1753)) || got != 877 {
		t.Errorf("a table that deletes nothing admits %v removed keys, want 877", got)
	}
	// 877 negatives at half of the load: 3 or so of 1 %.
	if got := measure(t, bench(), step).Value; got > 15 {
		t.Errorf("the cuckoo filter admits %v of 877 removed keys at 1 %%", got)
	}
}
