package exact

import (
	"fmt"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// Figure 2.1 of the thesis, with a key in the bucket of x, so that the collision that its
// section speaks of is seen.
func TestHashTableExamples(t *testing.T) {
	built, err := HashTable().Build(wordlist.Of("abacus", "bacon", "canto", "dabble", "earned"), filter.Config{Capacity: 8, Seed: 26})
	if err != nil {
		t.Fatal(err)
	}
	c := built.(*chained)
	bucket := func(i int) (keys []string) {
		for entry := c.heads[i]; entry != 0; entry = c.entries[entry-1].next {
			keys = append(keys, c.keys.at(c.entries[entry-1].key))
		}
		return keys
	}
	x := "xylon"
	if c.Contains(x) {
		t.Errorf("%s is there before it is inserted", x)
	}
	if err := c.Insert(x); err != nil || !c.Contains(x) {
		t.Errorf("%s is not there (%v)", x, err)
	}
	i := 0
	for &c.heads[i] != c.head(c.hash.Sum64(x)) {
		i++
	}
	rows := []string{fmt.Sprintf("    x = %s, i = h(x) = %d", x, i)}
	for at := range c.heads {
		rows = append(rows, strings.Join(append([]string{fmt.Sprintf("    %d", at)}, bucket(at)...), " ──► "))
	}
	if got := bucket(i); len(got) != 2 || got[0] != x {
		t.Errorf("bucket %d has %q, want x and another key", i, got)
	}
	filtertest.Drawn(t, HashTable().Explain, rows...)
}
