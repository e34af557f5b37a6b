package bloom

import (
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

// bitsOf are m bits, as a row of a drawing.
func bitsOf(words []uint64, m uint64) []uint64 {
	list := make([]uint64, m)
	for i := range list {
		list[i] = words[i/64] >> (i % 64) & 1
	}
	return list
}

// yes says in a drawing what a query answers.
func yes(answer bool) string {
	if answer {
		return "yes"
	}
	return "no"
}

// Figures 3.1 and 3.2 of the thesis, with words whose bits are those of the figures: m and k
// are those of three keys at ε = 8 %, two of which are inserted.
func TestBloomLiteralExamples(t *testing.T) {
	const figure = "[0 1 0 0 1 0 0 0 0 1 0 0 0 1 0 1]" // the array as both print it
	built, err := Literal().Build(wordlist.Of(), filter.Config{Epsilon: 0.08, Capacity: 3, Seed: 24})
	if err != nil {
		t.Fatal(err)
	}
	f := built.(*literal)
	if f.of.m != 16 || f.of.k != 3 {
		t.Fatalf("m = %d, k = %d, want 16 and 3", f.of.m, f.of.k)
	}
	rows := []string{filtertest.Row("bit", filtertest.Positions(16)...)}
	for _, key := range []string{"xylidic", "youthened"} {
		if err := f.Insert(key); err != nil {
			t.Fatal(err)
		}
		at := []uint64{f.position(key, 0), f.position(key, 1), f.position(key, 2)}
		rows = append(rows, filtertest.Row("+ "+key, filtertest.Marks(16, "▼", at...)...), filtertest.Row("", bitsOf(f.of.words, 16)...))
	}
	state := bitsOf(f.of.words, 16)
	if fmt.Sprint(state) != figure {
		t.Errorf("x and y set %v, in the figures %s", state, figure)
	}
	for key, want := range map[string]bool{"xylidic": true, "youthened": true, "zeolites": false, "wheeler": true} {
		if f.Contains(key) != want {
			t.Errorf("%s is answered %v, in the figures %v", key, !want, want)
		}
	}
	for _, key := range []string{"zeolites", "wheeler"} {
		read := make([]string, 16) // up to the first 0
		for j := range f.of.k {
			i := f.position(key, j)
			read[i] = fmt.Sprint(state[i])
			if state[i] == 0 {
				break
			}
		}
		rows = append(rows, filtertest.Row(key+"? "+yes(f.Contains(key)), read...))
	}
	filtertest.Drawn(t, Literal().Explain, rows...)
}
