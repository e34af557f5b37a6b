package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// sized is a terminal for tests.
type sized struct {
	strings.Builder
	columns int
	colours bool
}

func (s *sized) Columns() int  { return s.columns }
func (s *sized) Colours() bool { return s.colours }

// drawn is a page as text for so many columns.
func drawn(t interface{ Fatal(...any) }, p Page, columns int) string {
	w := &sized{columns: columns}
	if err := Write(w, p, Text); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

// widest is the length of the longest line.
func widest(text string) (n int) {
	for line := range strings.SplitSeq(text, "\n") {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// ratios has a text to wrap, keys, one of which is the same in all rows, and
// numbers with intervals.
func ratios() Table {
	return Table{
		Title: "ratios", Columns: []string{"filter", "store", "ε %", "what it is", "ratio of the times", "p", "U"},
		Left: 4, Keys: 3, Widths: []int{0, 0, 0, 20}, Ranks: []int{0, 0, 0, 0, 0, 0, 1},
		Rows: [][]string{
			{"bloom", "direct", "0.1", "an array of bits and some functions", "1.046 [1.027, 1.066]", "0.012", "0.300"},
			{"cuckoo", "direct", "20", "a table of buckets", "12.3 ± 0.4", "<0.0001", "1.000"},
		},
	}
}

// The narrower the terminal, the more is given up, in order: gaps, wide texts, what
// all rows share, columns with a rank, one table, tables at all. No number is
// ever broken.
func TestLayouts(t *testing.T) {
	for _, c := range []struct {
		columns        int
		want, unwanted []string
	}{
		{132, []string{"an array of bits and some functions", "  0.300\n", " direct"}, []string{"left out", "in all rows"}},
		{80, []string{" direct", "array of bits and some ", "0.300\n"}, []string{"left out", "in all rows"}},
		{64, []string{"0.300\n", "in all rows: store direct"}, []string{"left out"}},
		{58, []string{"left out for the width of 58 columns: U; --format=csv", "in all rows: store direct"}, []string{"0.300"}},
		{40, []string{"0.300\n", "in all rows: store direct"}, []string{"left out"}},
		{24, []string{"filter bloom;", "ratio of the times"}, []string{"──", "left out"}},
	} {
		text := drawn(t, Page{Tables: []Table{ratios()}}, c.columns)
		for _, want := range append(c.want, "[1.027, 1.066]", "12.3 ± 0.4") {
			if !strings.Contains(text, want) {
				t.Errorf("%d columns have no %q:\n%s", c.columns, want, text)
			}
		}
		for _, unwanted := range c.unwanted {
			if strings.Contains(text, unwanted) {
				t.Errorf("%d columns have %q:\n%s", c.columns, unwanted, text)
			}
		}
		if n := widest(text); n > c.columns {
			t.Errorf("%d columns: a line of %d:\n%s", c.columns, n, text)
		}
	}
}

// A table is folded where it says, with its keys in every part.
func TestFolds(t *testing.T) {
	two := Table{Columns: []string{"ε %", "bloom ms", "median", "cuckoo ms", "median"}, Folds: []int{1, 3}, Rows: [][]string{{"1", "3.19 ± 0.20", "3.22", "2.57 ± 0.59", "2.45"}}}
	lines := strings.Split(drawn(t, Page{Tables: []Table{two}}, 30), "\n")
	if want := []string{" ε %     bloom ms  median", " ε %    cuckoo ms  median"}; !slices.Contains(lines, want[0]) || !slices.Contains(lines, want[1]) {
		t.Errorf("want the lines %q in\n%s", want, strings.Join(lines, "\n"))
	}
}

// At any width every word and number of a table is there whole, but for columns
// that it says it left out, and no line is longer than the width unless one word
// is.
func TestNothingIsBroken(t *testing.T) {
	cell := rapid.SampledFrom([]string{"1.05 [0.77, 1.43]", "12.3 ± 0.4", "0", "–", "466,550", "bloom", "cuckoo-semisort", "not separated", "m = 16803, k = 6", "a filter of two tables and some more words"})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "columns")
		table := Table{Left: rapid.IntRange(0, n).Draw(t, "left"), Keys: rapid.IntRange(0, n).Draw(t, "keys")}
		for i := range n {
			table.Columns = append(table.Columns, fmt.Sprintf("column %c", 'a'+i))
			table.Widths = append(table.Widths, rapid.SampledFrom([]int{0, 0, 20}).Draw(t, "width"))
		}
		for range rapid.IntRange(1, 4).Draw(t, "rows") {
			table.Rows = append(table.Rows, rapid.SliceOfN(cell, n, n).Draw(t, "row"))
		}
		columns := rapid.IntRange(24, 140).Draw(t, "width")
		text := drawn(t, Page{Tables: []Table{table}}, columns)
		if got := widest(text); got > columns {
			t.Fatalf("a line of %d in %d columns:\n%s", got, columns, text)
		}
		for _, row := range table.Rows {
			for _, text2 := range row {
				for _, word := range words(text2) {
					if !strings.Contains(text, word) {
						t.Fatalf("%q is broken or lost in %d columns:\n%s", word, columns, text)
					}
				}
			}
		}
	})
}

// A clipped column ends in "…" behind a word, and has one line a row.
func TestClip(t *testing.T) {
	claims := Table{Bare: true, Left: 2, Clip: 2, Columns: []string{"", ""}, Rows: [][]string{{"supported", "cuckoo answers faster than Bloom (tuned), even at 95 % load"}}}
	if got := drawn(t, Page{Tables: []Table{claims}}, 50); got != " supported  cuckoo answers faster than Bloom …\n" && got != "supported cuckoo answers faster than Bloom …\n" {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		n    int
		want string
	}{{11, "one two"}, {7, "one two"}, {6, "one …"}} {
		if got := Clip("one  two", c.n); got != c.want {
			t.Errorf("%d columns: %q, want %q", c.n, got, c.want)
		}
	}
}

// Colours add nothing but colours: without the sequences the text is the same.
func TestColours(t *testing.T) {
	page := Page{Header: []Field{{Name: "warning", Value: "other programs compete"}}, Tables: []Table{ratios(), {
		Columns: []string{"id", "verdict"}, Left: 2, Rows: [][]string{{"T1", "supported"}, {"T2", "supported (below resolution)"}, {"T3", "unsupported"}}, Tones: map[string]Tone{"supported": Good},
	}}}
	plain := drawn(t, page, 80)
	w := &sized{columns: 80, colours: true}
	if err := Write(w, page, Text); err != nil {
		t.Fatal(err)
	}
	coloured := w.String()
	if got := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(coloured, ""); got != plain {
		t.Errorf("without the colours\n%s\nwant\n%s", got, plain)
	}
	if strings.Count(coloured, string(Good)) != 2 || !strings.Contains(coloured, string(Unsure)+"warning") || strings.Contains(plain, "\x1b") {
		t.Errorf("%q", coloured)
	}
	var markdown sized
	markdown.colours = true
	if err := Write(&markdown, page, Markdown); err != nil || strings.Contains(markdown.String(), "\x1b") {
		t.Errorf("Markdown in colours: %v", err)
	}
}

// What is longer than a line is broken behind commas and slashes, never in a
// number.
func TestWrapLongWords(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"run --filter=bloom,cuckoo,xor", 20, "run --filter=bloom,|cuckoo,xor"},
		{"https://example.org/words/list.txt", 22, "https://example.org/|words/list.txt"},
		{"1,234,567,890,123", 8, "1,234,567,890,123"},
		{"1.05 [0.77, 1.43] ×", 13, "1.05|[0.77, 1.43]|×"},
		{"f = 10, b = 4", 7, "f = 10,|b = 4"},
	} {
		if got := strings.Join(Wrap(c.text, c.n), "|"); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
