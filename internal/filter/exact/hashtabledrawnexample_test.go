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
	for key, want := range map[string]int{x: 1, "bacon": 2, "abacus": 1} { // x is the first of its bucket
		if found, steps := c.ContainsSteps(key); !found || steps != want {
			t.Errorf("%s: %v after %d steps, want %d", key, found, steps, want)
		}
	}
	filtertest.Drawn(t, HashTable().Explain, rows...)
}

// An insertion compares the keys of its bucket and links its own; the third one into a single
// bucket has it doubled, and links all three anew. A key that is there is compared alone.
func TestHashTableSteps(t *testing.T) {
	built, err := HashTable().Build(wordlist.Of(), filter.Config{Capacity: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 2, 6} {
		key := string(rune('a' + i))
		if steps, err := built.(*chained).InsertSteps(key); err != nil || steps != want {
			t.Errorf("%s: %d steps, want %d (%v)", key, steps, want, err)
		}
	}
	if steps, err := built.(*chained).InsertSteps("c"); err != nil || steps > 3 || built.(*chained).n != 3 {
		t.Errorf("a key that is there: %d steps, %v", steps, err)
	}
}
