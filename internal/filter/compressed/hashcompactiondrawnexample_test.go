package compressed

import (
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// Figure 2.2 of the thesis, with the collision of places and the collision of codes that its
// section speaks of: six keys at ε = 3 % have codes of 8 bits and 8 addresses.
func TestHashCompactionExamples(t *testing.T) {
	built, err := HashCompaction().Build(wordlist.Of("abacus", "bacon", "canto", "dabble", "earned"), filter.Config{Epsilon: 0.03, Capacity: 6, Seed: 26})
	if err != nil {
		t.Fatal(err)
	}
	c := built.(*compaction)
	if c.table.Width != 8 || c.addresses != 8 {
		t.Fatalf("codes of %d bits, %d addresses, want 8 and 8", c.table.Width, c.addresses)
	}
	state := func() []string {
		list := make([]string, c.addresses)
		for i := range list {
			if list[i] = "·"; c.table.At(uint64(i)) != c.empty() {
				list[i] = fmt.Sprintf("%02x", c.table.At(uint64(i)))
			}
		}
		return list
	}
	rows := []string{filtertest.Row("place", filtertest.Positions(8)...), filtertest.Row("before", state()...)}
	x, other := "xylon", "wet" // which has the code of x
	if c.Contains(x) {
		t.Errorf("%s is there before it is inserted", x)
	}
	if err := c.Insert(x); err != nil {
		t.Fatal(err)
	}
	code, i := c.locate(c.hash.Sum64(x))
	rows = append(rows, filtertest.Row(fmt.Sprintf("+ %s: %02x", x, code), filtertest.Marks(8, "▼", i)...), filtertest.Row("after", state()...))
	if same, _ := c.locate(c.hash.Sum64(other)); same != code || !c.Contains(other) {
		t.Errorf("%s has the code %02x and is answered %v, want %02x and a false positive", other, same, c.Contains(other), code)
	}
	rows = append(rows, filtertest.Row(fmt.Sprintf("%s: %02x? yes", other, code), filtertest.Marks(8, "▲", i)...))
	if c.table.At(i) != code {
		t.Errorf("place %d has %02x, want x′ = %02x", i, c.table.At(i), code)
	}
	filtertest.Drawn(t, HashCompaction().Explain, rows...)
}
