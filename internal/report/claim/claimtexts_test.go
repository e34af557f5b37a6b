package claim

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A text gives each test its claim, in its own order.
func TestReadTexts(t *testing.T) {
	b := By("b", nil)
	b.Narrow = 0.01
	got := Read(`# Two claims: of two sources.
source: one

B: it is so: always
brief: so
section: 3.2, Table 1
says: text.txt:1-2 so it is: […] always
margin: like: ±5 %
cannot fail: it is computed

source: two
A: it may be
from: this program
`, Tests{"A": By("a", nil)}, Tests{"B": b})
	want := []Claim{
		{ID: "B", Source: "one", Section: "3.2, Table 1", Statement: "it is so: always", Brief: "so", Metric: "b", Narrow: 0.01, Margin: "like: ±5 %",
			Quote: Quote{Text: "so it is: […] always", Place: "text.txt:1-2"}, CannotFail: "it is computed"},
		{ID: "A", Source: "two", Statement: "it may be", Metric: "a", Quote: Quote{Place: Own}},
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b func(*Data) Outcome) bool { return (a == nil) == (b == nil) })); diff != "" {
		t.Error(diff)
	}
}

// What has no test, no text or no name is refused.
func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"A: so\nB: not so\n", "section: 1\nA: so\n", "A: so\nmargins: 1 %\n", "A: so\nA: again\n", "section: 1\n", ""} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is accepted", text)
				}
			}()
			Read(text, Tests{"A": By("a", nil)})
		}()
	}
}
