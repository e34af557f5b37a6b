package choose

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
)

const onePercent = axis.Per / 100

func exactNames(name string) bool { return name == "hashtable" }

// offers are three filters and an exact table.
func offers() []Offer {
	of := func(name string, rate axis.Rate, ns, bits float64) Offer {
		return Offer{Name: name, Asked: rate, Epsilon: rate.Float(), Rate: rate.Float(), Bits: bits, Yes: ns, No: ns, Build: 20}
	}
	return []Offer{
		of("quick", onePercent, 8, 12), of("quick", onePercent/10, 9, 18),
		of("small", onePercent, 20, 7), of("small", onePercent/10, 22, 10),
		of("even", onePercent/10, 9.2, 16),
		of("hashtable", 0, 15, 200),
	}
}

func question() Question {
	return Question{N: 1000, Miss: 1000, Hit: 1000, Batch: 1, Rates: DefaultRates()}
}

func decide(t *testing.T, q Question) *Decision {
	t.Helper()
	d, err := Decide(q, offers(), exactNames)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDecide(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Question)
		want   string
		rate   axis.Rate
	}{
		"a dear miss":                        {func(*Question) {}, "even", onePercent / 10}, // as quick as quick, and smaller
		"a cheap one":                        {func(q *Question) { q.Miss = 50 }, "quick", onePercent},
		"cheaper than any filter":            {func(q *Question) { q.Miss = 7 }, None, 0},
		"as cheap as a filter, within 3 %":   {func(q *Question) { q.Miss = 8.1 }, None, 0},
		"members alone":                      {func(q *Question) { q.Members = 1 }, None, 0},
		"nearly all members":                 {func(q *Question) { q.Members = 0.995 }, None, 0},
		"a limit that the smallest meets":    {func(q *Question) { q.Memory = 8000 }, "small", onePercent},
		"room for all keys":                  {func(q *Question) { q.Memory = 1e6; q.Miss = 1e6 }, "hashtable", 0},
		"the smallest":                       {func(q *Question) { q.Smaller = true }, "small", onePercent},
		"the smallest that pays":             {func(q *Question) { q.Smaller = true; q.Miss = 15 }, "quick", onePercent},
		"few queries a construction":         {func(q *Question) { q.Queries = 10 }, None, 0},
		"memory that is held for long":       {func(q *Question) { q.Queries = 1e3; q.Seconds = 1e3 }, "small", onePercent},
		"no lookup behind it":                {func(q *Question) { q.Final = true; q.Miss = math.NaN() }, "quick", onePercent},
		"a miss that is not known":           {func(q *Question) { q.Miss = math.NaN() }, "quick", onePercent},
		"the time of a hit changes no thing": {func(q *Question) { q.Hit = 1e9 }, "even", onePercent / 10},
	} {
		t.Run(name, func(t *testing.T) {
			q := question()
			c.change(&q)
			d := decide(t, q)
			if d.Best.Name != c.want || d.Best.Asked != c.rate {
				t.Errorf("%s at %s, want %s at %s; %+v", d.Best.Name, d.Best.Asked, c.want, c.rate, d.List)
			}
		})
	}
	if _, err := Decide(question(), nil, exactNames); err == nil {
		t.Error("no offers, and no error")
	}
}

// The answer changes where its changes say, and just before it does not.
func TestChanges(t *testing.T) {
	q := question()
	d := decide(t, q)
	if len(d.Changes) < 2 {
		t.Fatalf("only %d changes: %+v", len(d.Changes), d.Changes)
	}
	for _, c := range d.Changes {
		for _, p := range parameters() {
			if p.name != c.Parameter {
				continue
			}
			for beyond, want := range map[float64]bool{1.001: true, 0.999: false} {
				if !c.Up {
					beyond = 1 / beyond
				}
				other := q
				p.set(&other, c.Value*beyond)
				is := answer(rank(other, q, offers(), exactNames), d.Best.Name) == c.To
				if is != want {
					t.Errorf("%s at %g: %s is the answer: %v, want %v", c.Parameter, c.Value*beyond, c.To, is, want)
				}
			}
		}
	}
	if !slices.ContainsFunc(d.Changes, func(c Change) bool { return c.Parameter == "miss" && !c.Up }) {
		t.Error("a cheaper miss changes nothing")
	}
}

// Two that were measured in the same rounds are compared by these.
func TestRatio(t *testing.T) {
	a := Ranked{Offer: Offer{Name: "a", Mixed: []float64{20, 40, 60, 80}}, Total: 50}
	b := Ranked{Offer: Offer{Name: "b", Mixed: []float64{10, 20, 30, 40}}, Total: 25}
	factor, by := ratio(a, b)
	if math.Abs(factor-2) > 1e-9 || math.Abs(by.Low-2) > 1e-6 || math.Abs(by.High-2) > 1e-6 {
		t.Errorf("%g %+v, want 2 in every round", factor, by)
	}
	none := Ranked{Offer: Offer{Name: None}, Total: 100}
	if factor, by = ratio(none, b); !(by.Low < factor && factor < by.High) {
		t.Errorf("against none: %g %+v", factor, by)
	}
	a.Mixed = nil
	if _, by = ratio(a, b); !math.IsNaN(by.Low) {
		t.Error("an interval without rounds")
	}
}

func TestAnswerWords(t *testing.T) {
	say := func(q Question) string {
		a, err := NewAnswer(q, offers(), []Excluded{{"gcs", "cannot delete"}}, exactNames, []string{"Assumed."}, "Costs.")
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := a.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{a.Headline, "gcs", "cannot delete", "Assumed.", "Costs."} {
			if !strings.Contains(strings.ReplaceAll(page.String(), "&#43;", "+"), text) {
				t.Errorf("the page lacks %q", text)
			}
		}
		return a.Headline + "\n" + strings.Join(a.Lines, "\n")
	}
	q := question()
	for _, want := range []string{"Take even at ε = 0.1 %: 16 bits a key, 2 kB.", "10.2 ns with it and 1 µs without: 98 times less.", "pays from a miss of 9.21 ns", "has paid after 20 queries", "hashtable", "is as good"} {
		if got := say(q); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	q.Members = 1
	if got := say(q); !strings.Contains(got, "No filter. Every query is a key") {
		t.Error(got)
	}
	q = question()
	q.Miss = math.NaN()
	if got := say(q); !strings.Contains(got, "was not said") {
		t.Error(got)
	}
	q.Memory = 16
	a, err := NewAnswer(q, nil, nil, exactNames, nil, "")
	if err != nil || a.Recommended != Nothing || !strings.Contains(a.Headline, "more than 2 bytes") {
		t.Errorf("%+v %v", a, err)
	}
}
