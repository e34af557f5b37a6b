package choose

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/table"
)

// Both outputs say the same of the mark =, and which rate a row has.
func TestMarkEqual(t *testing.T) {
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	a, err := Presets()[0].Answer(Measured(), record)
	if err != nil {
		t.Fatal(err)
	}
	a.equal, a.rate = "EQUAL.", "RATE."
	a.Ranked[0].Equal = true
	brief, whole := a.briefTable(len(a.Ranked)), a.table()
	for _, got := range []table.Table{brief, whole} {
		if text := strings.Join(got.Notes, " "); !strings.Contains(text, "=: EQUAL.") || !strings.Contains(got.Title, "RATE.") {
			t.Errorf("%s: %q", got.Title, text)
		}
	}
}

// A smaller filter that is not clearly better than none is no answer, and no row in the place of an
// equally good rate of its structure.
func TestPlacedRates(t *testing.T) {
	offer := func(name string, bits, took float64, equal bool) Ranked {
		return Ranked{Offer: Offer{Name: name, Bits: bits}, Equal: equal, cost: cost{middle: took}}
	}
	list := []Ranked{offer("a", 5, 95, true), offer("b", 8, 50, true), offer("a", 9, 50, true), offer("c", 9, 70, false)}
	none := Ranked{Offer: Offer{Name: None}, cost: cost{middle: 100}}
	out := eachOnce(placed(none, list))
	at := slices.IndexFunc(out, func(r Ranked) bool { return r.Name == "a" })
	if out[0].Name != "b" || at < 0 || !out[at].Equal || out[at].Bits != 9 {
		t.Errorf("%+v", out)
	}
}
