package thesis

import (
	"fmt"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	filters "hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// The cuckoo table is the one of the run's keys, filled to 95 %.
func TestFullLoad(t *testing.T) {
	b := prepared(t)
	for _, name := range queryFullFilters() {
		structure := experimenttest.Must(filters.ByName(name))(t)
		for _, eps := range []float64{0.01, 0.2} {
			all := experimenttest.Must(fullKeys(b.keys, eps))(t)
			if all.Len() != 1945 {
				t.Fatalf("%d keys, want 1945", all.Len())
			}
			for seed := range uint64(50) {
				f, err := buildFull(structure, all, len(b.keys), filter.Config{Epsilon: eps, Seed: seed})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for key := range all.Each() {
					if !f.Contains(key) {
						t.Fatalf("%s at %v lost %s", name, eps, key)
					}
				}
				if plan, err := structure.Plan(1945, filter.Config{Epsilon: eps}); name == bloom && (err != nil || f.Bits() != plan.Bits) {
					t.Fatalf("%d bits at %v, want the %d of a filter of 1,945 keys (%v)", f.Bits(), eps, plan.Bits, err)
				}
				if name == "cuckoo" && f.Params()[0].Value != 512 {
					t.Fatalf("%v at %v, want 512 buckets", f.Params(), eps)
				}
			}
		}
	}
}

func TestFullKeysAreDistinct(t *testing.T) {
	all := experimenttest.Must(fullKeys([]string{"filling0", "a", "b", "c", "d"}, 0.01))(t)
	seen := map[string]bool{}
	for k := range all.Each() {
		if seen[k] {
			t.Errorf("%q twice", k)
		}
		seen[k] = true
	}
	if all.Len() != 7 { // 95 % of the 8 entries of two buckets
		t.Errorf("%d keys, want 7", all.Len())
	}
}

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

// forgetful is a filter that deletes other keys along with the one it is told.
type forgetful struct {
	filter.Filter
	keys map[string]bool
	loss int
}

func (f *forgetful) Contains(key string) bool { return f.keys[key] }

func (f *forgetful) Delete(key string) bool {
	found := f.keys[key]
	delete(f.keys, key)
	for other := range f.keys {
		if f.loss > 0 {
			f.loss--
			delete(f.keys, other)
		}
	}
	return found
}

// The count after deletions finds every key that is lost, whenever it is asked.
func TestLostByDeletion(t *testing.T) {
	var text []string
	for i := range 101 {
		text = append(text, fmt.Sprint("key", i))
	}
	keys := wordlist.Of(text...)
	for _, loss := range []int{0, 1, 7} {
		for seed := range uint64(5) {
			f := &forgetful{keys: map[string]bool{}, loss: loss}
			for _, k := range text {
				f.keys[k] = true
			}
			if got := lostByDeletion(f, keys, seed); got != loss || len(f.keys) > 50 {
				t.Errorf("%d keys are lost, %d counted; %d are left", loss, got, len(f.keys))
			}
		}
	}
	for seed := range uint64(20) {
		f := experimenttest.Must(structure(t, cuckoo).Build(keys, filter.Config{Epsilon: 0.2, Seed: seed}))(t)
		if got := lostByDeletion(f.(filter.Deleter), keys, seed); got != 0 {
			t.Errorf("seed %d: the cuckoo filter loses %d keys", seed, got)
		}
	}
}
