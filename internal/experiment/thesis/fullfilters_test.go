package thesis

import (
	"testing"

	"hyphbench/internal/filter"
	filters "hyphbench/internal/filter/all"
)

// The cuckoo table is the one of the run's keys, filled to 95 %.
func TestFullLoad(t *testing.T) {
	b := prepared(t)
	for _, name := range queryFullFilters() {
		structure, err := filters.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, eps := range []float64{0.01, 0.2} {
			all, err := fullKeys(b.keys, eps)
			if err != nil {
				t.Fatal(err)
			}
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
	all, err := fullKeys([]string{"filling0", "a", "b", "c", "d"}, 0.01)
	if err != nil {
		t.Fatal(err)
	}
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
