package cuckoo

import (
	"fmt"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func TestCuckooLiteralExamples(t *testing.T)      { literalFigures[packedTable](t, Literal()) }
func TestCuckooLiteralArrayExamples(t *testing.T) { literalFigures[arrayTable](t, LiteralArray()) }

// literalFigures are Figures 4.2 and 4.3 of the thesis: room for 20 keys at ε = 1/32 is 8
// buckets and fingerprints of 8 bits.
func literalFigures[T table[T]](t *testing.T, s filter.Structure) {
	const with, without = "a f · · c b d e", "a · · · c b d e" // buckets 0 to 7 of Figure 4.3, f being x's
	letters := map[uint64]string{empty: "·"}
	built, err := s.Build(wordlist.Of("abaci", "babble", "cache", "dactyl", "early"), filter.Config{Epsilon: 1. / 32, Capacity: 20, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	c := built.(*literal[T])
	if c.buckets != 8 || c.f != 8 {
		t.Fatalf("%d buckets, fingerprints of %d bits, want 8 and 8", c.buckets, c.f)
	}
	of := func(key string) (f, i1, i2 uint64) {
		x := c.hash.Nth(key, 0)
		f = c.fingerprint(x)
		return f, c.index(x), c.other(c.index(x), f)
	}
	for _, key := range []string{"abaci", "babble", "cache", "dactyl", "early"} {
		f, _, _ := of(key)
		letters[f] = key[:1]
	}
	f, i1, i2 := of("xenon")
	letters[f] = "f"
	var rows []string
	draw := func(label, figure string) {
		first, named := make([]string, c.buckets), make([]string, c.buckets)
		for i := range c.buckets {
			content := c.table.get(i * entries)
			if named[i], first[i] = letters[content], "·"; content != empty {
				first[i] = fmt.Sprintf("%02x", content)
			}
			for e := i*entries + 1; e < (i+1)*entries; e++ {
				if c.table.get(e) != empty {
					t.Errorf("%s: entry %d is taken", label, e)
				}
			}
		}
		if got := strings.Join(named, " "); got != figure {
			t.Errorf("%s: %s, in the figure %s", label, got, figure)
		}
		rows = append(rows, filtertest.Row(label, first...))
	}
	places := filtertest.Marks(8, "i1", i1)
	places[i2] = "i2"
	rows = append(rows, fmt.Sprintf("    x = xenon, f = %02x, i1 = hash(x) = %d, hash(f) = %d modulo 8", f, i1, c.other(0, f)),
		fmt.Sprintf("    i2 = %d ⊕ %d = %d, and back: %d ⊕ %d = %d", i1, c.other(0, f), i2, i2, c.other(0, f), c.other(i2, f)),
		filtertest.Row("bucket", filtertest.Positions(8)...))
	draw("before", without)
	if c.Contains("xenon") {
		t.Error("x is there before it is inserted")
	}
	if err := c.Insert("xenon"); err != nil || !c.Contains("xenon") {
		t.Errorf("x is not there (%v)", err)
	}
	rows = append(rows, filtertest.Row("+ xenon", places...))
	draw("inserted", with)
	if !c.Delete("xenon") || c.Contains("xenon") {
		t.Error("x is not removed")
	}
	rows = append(rows, filtertest.Row("- xenon", places...))
	draw("removed", without)
	filtertest.Drawn(t, s.Explain, rows...)
}
