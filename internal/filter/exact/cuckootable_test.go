package exact

import (
	"strconv"
	"testing"

	"hyphbench/internal/filter"
)

// TestCuckooLoads fills tables to the first refusal. Fan et al., section 5.1, give
// 50, 84, 95 and 98 % for buckets of 1, 2, 4 and 8 entries, by 500 random
// relocations. A search in breadth comes closer to the thresholds up to which
// there is a table at all: 50, 89.7, 98.0 and 99.8 % (Fernholz, Ramachandran 2007;
// Cain, Sanders, Wormald 2007), which a table of this size passes by chance alone.
func TestCuckooLoads(t *testing.T) {
	const places, tables, chance = 1 << 14, 5, 0.03
	for _, want := range []struct {
		entries       uint64
		fan, possible float64
	}{{1, 0.50, 0.50}, {2, 0.84, 0.897}, {4, 0.95, 0.980}, {8, 0.98, 0.998}} {
		load := 0.0
		for seed := range tables {
			c := newCuckooTable(places, want.entries, 1, filter.Config{Seed: uint64(seed)})
			c.places = make([]cuckooPlace, places)
			n := 0
			for c.Insert(strconv.Itoa(n)) == nil {
				n++
			}
			load += float64(n) / places / tables
			for i := range n {
				if !c.Contains(strconv.Itoa(i)) {
					t.Fatalf("%d entries per bucket: key %d of %d is lost", want.entries, i, n)
				}
			}
		}
		t.Logf("%d entries per bucket: load %.3f", want.entries, load)
		if load < want.fan-0.01 || load > min(1, want.possible+chance) {
			t.Errorf("%d entries per bucket: filled to %.3f, not to %.2f at least and %.3f at most", want.entries, load, want.fan, want.possible)
		}
	}
}

// TestCuckooStash: more than eight keys of one hash are kept, and can be deleted.
func TestCuckooStash(t *testing.T) {
	f, err := buildCuckooTable(numbers(0, 50), filter.Config{Hash: constant{}})
	if err != nil {
		t.Fatal(err)
	}
	c := f.(*cuckooTable)
	if len(c.stash) != 50-2*cuckooEntries {
		t.Errorf("%d keys are in the stash, not %d", len(c.stash), 50-2*cuckooEntries)
	}
	for key := range numbers(0, 50).Each() {
		if !c.Contains(key) || !c.Delete(key) || c.Contains(key) {
			t.Fatalf("%s is lost or stays", key)
		}
	}
}
