package exact

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
)

// Figure 4.1 of the thesis, in a table whose buckets have one entry, as drawn there.
func TestCuckooTableExamples(t *testing.T) {
	const before, after = "a b · · · c d e", "a x · · c b d e" // buckets 0 to 7 of the figure
	c := newCuckooTable(8, 1, 1, filter.Config{Seed: 26})
	c.places = make([]cuckooPlace, c.buckets)
	state := func() []string {
		list := make([]string, c.buckets)
		for i, p := range c.places {
			if list[i] = "·"; p.tag != 0 {
				list[i] = c.keys.at(p.key)[:1]
			}
		}
		return list
	}
	insert := func(keys ...string) {
		for _, key := range keys {
			if err := c.Insert(key); err != nil {
				t.Fatal(key, err)
			}
		}
	}
	insert("abacus", "bacon", "canto", "dabble", "earned")
	rows := []string{filtertest.Row("bucket", filtertest.Positions(8)...), filtertest.Row("before", state()...)}
	if got := strings.Join(state(), " "); got != before {
		t.Errorf("before: %s, in the figure %s", got, before)
	}
	// Both buckets of x are read for it, then five for a place, and two keys move.
	if steps, err := c.InsertSteps("xylon"); err != nil || steps != 9 {
		t.Errorf("%d steps, want 9 (%v)", steps, err)
	}
	for _, key := range []string{"xylon", "bacon", "canto"} {
		i, j, _ := c.locate(c.hash.Sum64(key))
		places := filtertest.Marks(8, "i1", i)
		places[j] = "i2"
		rows = append(rows, filtertest.Row("  "+key, places...))
	}
	rows = append(rows, filtertest.Row("after", state()...))
	if got := strings.Join(state(), " "); got != after {
		t.Errorf("after: %s, in the figure %s", got, after)
	}
	for _, key := range []string{"abacus", "bacon", "canto", "dabble", "earned", "xylon"} {
		if !c.Contains(key) {
			t.Errorf("%s is lost", key)
		}
	}
	filtertest.Drawn(t, CuckooTable().Explain, rows...)
}
