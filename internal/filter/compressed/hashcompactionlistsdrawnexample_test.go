package compressed

import (
	"fmt"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// Figure 2.2 of the thesis with the lists of its section 2.1.2: a code in the bucket of x′, so
// that a collision is seen, and a word whose code is x′.
func TestHashCompactionListsExamples(t *testing.T) {
	built, err := HashCompactionLists().Build(wordlist.Of("abacus", "bacon", "canto", "dabble", "earned"), filter.Config{Epsilon: 0.04, Capacity: 8, Seed: 17})
	if err != nil {
		t.Fatal(err)
	}
	c := built.(*lists)
	if c.codes.Width != 8 || len(c.heads) != 8 {
		t.Fatalf("codes of %d bits, %d buckets, want 8 and 8", c.codes.Width, len(c.heads))
	}
	x, other := "xylon", "pan"
	code := c.code(c.hash.Sum64(x))
	if c.Contains(x) || c.Contains(other) {
		t.Errorf("%s or %s is there before %s is inserted", x, other, x)
	}
	if err := c.Insert(x); err != nil {
		t.Fatal(err)
	}
	i := 0
	for &c.heads[i] != c.bucket(code) {
		i++
	}
	rows := []string{fmt.Sprintf("    x = %s, x′ = H(x) = %02x, i = h(x′) = %d", x, code, i)}
	for at := range c.heads {
		list := []string{fmt.Sprintf("    %d", at)}
		for entry := c.heads[at]; entry != 0; entry = c.next[entry-1] {
			list = append(list, fmt.Sprintf("%02x", c.codes.At(uint64(entry-1))))
		}
		if at == i && (len(list) != 3 || list[1] != fmt.Sprintf("%02x", code)) {
			t.Errorf("bucket %d has %q, want x′ and another code", at, list[1:])
		}
		rows = append(rows, strings.Join(list, " ──► "))
	}
	if same := c.code(c.hash.Sum64(other)); same != code || !c.Contains(other) {
		t.Errorf("%s has the code %02x and is answered %v, want %02x and a false positive", other, same, c.Contains(other), code)
	}
	filtertest.Drawn(t, HashCompactionLists().Explain, append(rows, fmt.Sprintf("    %s: %02x? yes", other, code))...)
}
