package choose

import (
	"encoding/json"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/table"
)

const onePercent = axis.Per / 100

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
	return Question{N: 1000, Miss: 1000, Hit: 1000, Rates: DefaultRates(), Quicker: true}
}

func decide(t *testing.T, q Question) *Decision {
	t.Helper()
	d, err := Decide(q, offers())
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
		"an expensive miss":                  {func(*Question) {}, "even", onePercent / 10}, // as quick as quick, and smaller
		"a cheap one":                        {func(q *Question) { q.Miss = 50 }, "quick", onePercent},
		"cheaper than any filter":            {func(q *Question) { q.Miss = 7 }, None, 0},
		"as cheap as a filter, within 3 %":   {func(q *Question) { q.Miss = 8.1 }, None, 0},
		"nearly as cheap, within a tenth":    {func(q *Question) { q.Miss = 8.8 }, None, 0},
		"not as cheap":                       {func(q *Question) { q.Miss = 9.2 }, "quick", onePercent},
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
	if _, err := Decide(question(), nil); err == nil {
		t.Error("no offers, and no error")
	}
}

// The smallest that keeps 98.5 % of the best saving is named, unless the fastest or the smallest is
// wanted, or the memory has a price.
func TestWeighed(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Question)
		want   string
		rate   axis.Rate
	}{
		"an expensive miss":            {func(q *Question) { q.Miss = 1e6 }, "small", onePercent},
		"a tenth of a per cent counts": {func(q *Question) { q.Miss = 1000 }, "small", onePercent / 10},
		"a cheap one":                  {func(q *Question) { q.Miss = 50 }, "quick", onePercent},
		"none pays":                    {func(q *Question) { q.Miss = 7 }, None, 0},
		"the rate is what is saved":    {func(q *Question) { q.Miss = 200 }, "quick", onePercent},
		"the fastest":                  {func(q *Question) { q.Miss, q.Quicker = 200, true }, "even", onePercent / 10},
		"the smallest that pays":       {func(q *Question) { q.Smaller = true }, "small", onePercent},
		"memory has a price":           {func(q *Question) { q.Miss, q.Queries, q.Seconds = 200, 1e9, 1 }, "even", onePercent / 10},
		"ten keys":                     {func(q *Question) { q.N, q.Miss = 10, 1e5 }, "hashtable", 0},
		"ten keys before a cheap miss": {func(q *Question) { q.N, q.Miss = 10, 50 }, "quick", onePercent},
		"more than a page of a table":  {func(q *Question) { q.N, q.Miss = 164, 1e6 }, "small", onePercent},
		"a page of a table":            {func(q *Question) { q.N, q.Miss = 163, 1e6 }, "hashtable", 0},
	} {
		t.Run(name, func(t *testing.T) {
			q := question()
			q.Quicker = false
			c.change(&q)
			if d := decide(t, q); d.Best.Name != c.want || d.Best.Asked != c.rate {
				t.Errorf("%s at %s, want %s at %s; %+v", d.Best.Name, d.Best.Asked, c.want, c.rate, d.List)
			}
		})
	}
}

// What is as good is what keeps that much in the rounds, and what is nearly so is said.
func TestKeeping(t *testing.T) {
	q := question()
	q.Quicker = false
	best, other := offers()[1], offers()[3] // 9 ns at 12 and 22 ns at 10 bits per key, of 1,000
	best.Mixed = []float64{9, 9.1, 8.9, 9, 9}
	for ns, want := range map[float64]struct{ equal, near bool }{20: {true, false}, 23: {true, false}, 24: {false, true}, 40: {false, false}} {
		other.Mixed = []float64{ns - 0.1, ns + 0.1, ns, ns, ns}
		for _, r := range rank(q, q, []Offer{best, other}) {
			if r.Name == other.Name && (r.Equal != want.equal || r.Near != want.near) {
				t.Errorf("%g ns: as good %v, nearly %v, want %+v", ns, r.Equal, r.Near, want)
			}
		}
	}
}

// Without a limit of memory an exact table, however quick, is an answer up to twice the
// size of the smallest filter, and stands aside beyond it.
func TestExactRoom(t *testing.T) {
	for bits, want := range map[float64]string{14: "table", 14.1: "even"} {
		table := Offer{Name: "table", Bits: bits, Yes: 1, No: 1, Build: 20}
		d, err := Decide(question(), append(offers(), table)) // the smallest has 7 bits per key
		if err != nil {
			t.Fatal(err)
		}
		if d.Best.Name != want {
			t.Errorf("beside a table of %v bits per key the best is %s, want %s", bits, d.Best.Name, want)
		}
		if d.Exact == nil || d.Exact.Name != "table" {
			t.Errorf("the quickest exact table is %+v", d.Exact)
		}
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
				is := rank(other, q, offers())[0].Name == c.To // the rule of the answer
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

// A new question anywhere between the changes has the answer that they say, so that a measured
// answer and its changes do not contradict each other, at every cost of a miss.
func TestChangesAreAnswers(t *testing.T) {
	racetest.OneGoroutine(t)
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	walked, further := 0, 0
	for _, n := range []int{2000, 200_000, 5_000_000} {
		for _, miss := range []float64{100, 5000, 1e6} {
			q := Question{N: n, Miss: miss, Hit: miss, Rates: DefaultRates()}
			candidates, _, err := q.Candidates(considered(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			offers, _ := record.Offers(candidates, n)
			d, err := Decide(q, offers)
			if err != nil {
				t.Fatal(err)
			}
			for _, up := range []bool{false, true} {
				said := d.Best.Name
				list := slices.DeleteFunc(slices.Clone(d.Changes), func(c Change) bool { return c.Parameter != "miss" || c.Up != up })
				further += max(0, len(list)-1)
				step := 1.07
				if !up {
					step = 1 / step
				}
				for other := q; other.Miss >= 2 && other.Miss < 1e9; other.Miss *= step {
					near := false
					for len(list) > 0 && (up && other.Miss >= list[0].Value || !up && other.Miss <= list[0].Value) {
						said, list = list[0].To, list[1:]
					}
					for _, c := range d.Changes { // an answer over less than a step may be missed
						near = near || c.Parameter == "miss" && math.Abs(math.Log(c.Value/other.Miss)) < math.Log(1.2)
					}
					now, err := decided(other, offers)
					if err != nil {
						t.Fatal(err)
					}
					if walked++; now.Best.Name != said && !near {
						t.Errorf("%d keys, a miss of %.3g ns, changes of %.3g: %s, and a question for it has %s: %v", n, other.Miss, miss, said, now.Best.Name, sentences(d.Changes))
					}
				}
			}
		}
	}
	if walked < 1000 || further < 5 {
		t.Errorf("%d places, %d changes behind the nearest", walked, further)
	}
}

// A structure that only the first rounds measured, since it was no answer to the question, is one
// where its time says so.
func TestChangesOfLeftBehind(t *testing.T) {
	q := question()
	q.Miss, q.Quicker = 1e6, false
	final := Offer{Name: "final", Asked: onePercent / 10, Epsilon: 0.001, Rate: 0.001, Bits: 12, Yes: 90, No: 90, Mixed: []float64{90, 91, 89, 90, 90, 90}}
	left := Offer{Name: "left", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 13, Yes: 10, No: 10, Mixed: []float64{10, 10.1}}
	d, err := Decide(q, []Offer{final, left})
	if err != nil || d.Best.Name != "final" {
		t.Fatalf("%+v %v", d, err)
	}
	if !slices.ContainsFunc(d.Changes, func(c Change) bool { return c.Parameter == "miss" && !c.Up && c.To == "left" }) {
		t.Errorf("%q", sentences(d.Changes))
	}
}

// Changes of one parameter on one side are a sentence.
func TestSentences(t *testing.T) {
	got := sentences([]Change{{"miss", false, 1920, "ribbon"}, {"miss", false, 400, "fuse"}, {"miss", false, 30, None}, {"miss", true, 1e6, "gcs"}, {"members", true, 0.65, "fuse"}, {"members", true, 0.9999, None}})
	want := []string{
		"If a lookup that finds nothing took about 1.92 µs or less: ribbon; 400 ns or less: fuse; 30 ns or less: no filter.",
		"If a lookup that finds nothing took about 1 ms or more: gcs.",
		"If about 65 % of the queries or more were keys: fuse; all: no filter.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Who is first, and who as good, is found without the ranking as by it: of random offers, measured
// in rounds or once, to random questions of every kind.
func TestForemost(t *testing.T) {
	racetest.OneGoroutine(t)
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 3000 {
		q := Question{N: 1 + random.IntN(2000), Members: float64(random.IntN(3)) / 4, Miss: math.Pow(10, 4*random.Float64()), Smaller: random.IntN(3) == 0, Quicker: random.IntN(3) == 0}
		if q.Hit = q.Miss; random.IntN(4) == 0 {
			q.Miss = math.NaN()
		}
		q.Final = random.IntN(5) == 0
		if random.IntN(3) == 0 {
			q.Memory = uint64(8 * q.N)
		}
		rounds := []int{0, 4}[random.IntN(2)]
		for range rounds {
			q.Swing = append(q.Swing, 1+0.1*random.Float64())
		}
		var list []Offer
		for i := range 1 + random.IntN(8) {
			o := Offer{Name: string(rune('a' + i/2)), Asked: onePercent * axis.Rate(i%2), Bits: 6 + 6*random.Float64(), No: 8 + 4*random.Float64(), Build: 1}
			o.Rate, o.Epsilon, o.Yes = o.Asked.Float(), o.Asked.Float(), o.No
			for range rounds {
				o.Mixed = append(o.Mixed, o.No*(1+0.02*random.NormFloat64()))
			}
			list = append(list, o)
		}
		ranked := rank(q, q, list)
		first, marked := foremost(q, q, list)
		if len(ranked) == 0 {
			seen["nothing"]++
			if first.Name != "" {
				t.Fatalf("%+v: %s is first of nothing", q, first.Name)
			}
			continue
		}
		seen[map[bool]string{true: None, false: "a filter"}[first.Name == None]]++
		if first.Name != ranked[0].Name || first.Asked != ranked[0].Asked {
			t.Fatalf("%+v: %s at %s is first, and %s at %s of the ranking", q, first.Name, first.Asked, ranked[0].Name, ranked[0].Asked)
		}
		for _, r := range ranked {
			equal := slices.ContainsFunc(marked, func(m Ranked) bool { return m.Name == r.Name && m.Equal })
			if equal != r.Equal {
				t.Fatalf("%+v: %s is as good: %v, and %v by the ranking", q, r.Name, equal, r.Equal)
			}
		}
	}
	if seen["nothing"] < 50 || seen[None] < 300 || seen["a filter"] < 300 {
		t.Errorf("of the firsts were %v", seen)
	}
}

// Where no filter pays, more keys among the queries or a cheaper lookup make none pay, however
// far the times of keys and other words are from those of the queries asked.
func TestNoFilterStays(t *testing.T) {
	odd := Offer{Name: "odd", Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 8, Yes: 5, No: 30, Mixed: []float64{10, 10.1, 9.9, 10}}
	q := question()
	q.Miss = 9
	d, err := Decide(q, []Offer{odd})
	if err != nil || d.Best.Name != None {
		t.Fatalf("%+v %v", d, err)
	}
	for _, c := range d.Changes {
		if c.Parameter == "members" && c.Up || c.Parameter == "miss" && !c.Up {
			t.Errorf("%s", c.sentence())
		}
	}
}

// Of those marked equal none of this project is smaller than the one named, and a library is
// compared with the best of all.
func TestSmallestOfTheEqual(t *testing.T) {
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Presets() {
		a, err := p.Answer(append(considered(t), Measured()...), record)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(a.Why, " "), "the smallest of hyphbench's structures is named") {
			continue
		}
		for _, r := range a.Ranked[1:] {
			if r.Equal && r.Name != None && r.Bits < a.Ranked[0].Bits {
				t.Errorf("%s: %s at %s has %v bits per key, %s %v", p.Name, r.Name, r.Asked, r.Bits, a.Recommended, a.Ranked[0].Bits)
			}
		}
	}
	q := question()
	slow := Offer{Name: Measured()[0].Name, Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 5, Yes: 90, No: 90}
	a, err := NewAnswer(q, append(offers(), slow), nil, nil, "")
	if err != nil || len(a.Libraries) != 1 || a.Libraries[0].Equal {
		t.Errorf("a library ten times as slow: %+v %v", a.Libraries, err)
	}
}

// Two that were measured in the same rounds are compared by these.
func TestRatio(t *testing.T) {
	a, b := cost{50, []float64{20, 40, 60, 80}}, cost{25, []float64{10, 20, 30, 40}}
	if f := ratio(a, b); math.Abs(f.value-2) > 1e-9 || math.Abs(f.low-2) > 1e-6 || math.Abs(f.high-2) > 1e-6 {
		t.Errorf("%+v, want 2 in every round", f)
	}
	if f := ratio(cost{middle: 100}, b); !(f.low < f.value && f.value < f.high && f.wide()) {
		t.Errorf("of a constant: %+v, want the width of the other", f)
	}
	b.rounds = append(b.rounds, 1e6) // in which a was not measured
	if f := ratio(a, b); math.Abs(f.value-2) > 1e-9 {
		t.Errorf("%+v, want 2 over the rounds in common", f)
	}
	if f := ratio(cost{middle: 50}, cost{middle: 25}); f != (factor{2, 2, 2}) || f.wide() {
		t.Errorf("without rounds: %+v", f)
	}
	if f := ratio(cost{middle: 0, rounds: []float64{0, 0}}, b); f.value != 0 || !f.within(closeness) {
		t.Errorf("a cost of 0: %+v", f)
	}
}

// What slows store and filter down alike does not blur their ratio.
func TestDriftCancels(t *testing.T) {
	q := question()
	q.Members, q.Miss, q.Swing = 0.5, 30, []float64{0.7, 0.9, 1, 1.2, 1.6}
	o := offers()[0]
	for _, swing := range q.Swing {
		o.Mixed = append(o.Mixed, 10*swing)
	}
	want := bareCost(q).middle / o.cost(q, q).middle
	if f := ratio(bareCost(q), o.cost(q, q)); math.Abs(f.value-want) > 1e-9 || f.high/f.low > 1.001 {
		t.Errorf("%+v, want %g in every round", f, want)
	}
	q.Hit = 1000
	d, err := Decide(q, []Offer{o})
	if err != nil {
		t.Fatal(err)
	}
	// Half of the queries take 1,000 ns in any case.
	if got, want := d.Without.value, (500+15.0)/(500+10.15); math.Abs(got-want) > 0.001 {
		t.Errorf("without a filter %g times as long, want %g", got, want)
	}
	list := rank(q, q, []Offer{o})
	if list[0].Name != o.Name || list[1].Near {
		t.Errorf("%+v is first", list[0])
	}
}

// What was not measured to the end is not called as good, however little it is known.
func TestLeftBehind(t *testing.T) {
	best, other := offers()[0], offers()[2]
	best.Mixed = []float64{8, 8.1, 8.2, 8.1}
	other.Mixed = []float64{10, 40}
	list := rank(question(), question(), []Offer{best, other})
	if list[0].Name != best.Name || list[1].Equal || list[1].Near {
		t.Errorf("%+v", list)
	}
	other.Mixed = []float64{10, 40, 10, 40}
	if list = rank(question(), question(), []Offer{best, other}); !list[0].Equal || list[0].Name != other.Name || !list[1].Equal {
		t.Errorf("%+v", list)
	}
}

func TestFactor(t *testing.T) {
	for _, c := range []struct {
		f              factor
		more           float64
		within, nearly bool
	}{
		{factor{1, 0.9, 1.1}, closeness, true, true}, {factor{1.5, 1.02, 2}, closeness, true, true},
		{factor{1.1, 1.05, 1.15}, closeness, false, true}, {factor{1.2, 1.15, 1.25}, closeness, false, false}, {factor{1.05, 1.05, 1.05}, closeness, false, false},
		{factor{1.09, 1.08, 1.1}, margin, true, true}, {factor{1.15, 1.12, 1.18}, margin, false, true}, {factor{1.12, 1.12, 1.12}, margin, false, false},
	} {
		if c.f.within(c.more) != c.within || c.f.nearly(c.more) != c.nearly {
			t.Errorf("%+v is within %g: %v, nearly: %v", c.f, c.more, c.f.within(c.more), c.f.nearly(c.more))
		}
	}
}

func TestAnswerWords(t *testing.T) {
	say := func(q Question) *Answer {
		t.Helper()
		a, err := NewAnswer(q, append(offers(), offers()[slices.IndexFunc(offers(), Offer.exact)].named("map")), []Excluded{{Name: "gcs", Reason: "cannot delete"}}, []string{"Assumed."}, "Costs.")
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	all := func(a *Answer) string {
		return a.Headline + "\n" + strings.Join(slices.Concat(a.Why, a.Do, a.Details, a.changes(), a.Assumed), "\n")
	}
	for name, c := range map[string]struct {
		change func(*Question)
		want   []string
	}{
		"a filter": {func(*Question) {}, []string{
			"Take even with 0.1 % false positives: 2 kB of memory for 1,000 keys. A query takes 10.2 ns with it and 1 µs without: 98 times faster.",
			"these are the false positives", "Of the queries 100 % are no keys", "more than 9.21 ns", "repaid after 20 queries", "Next is quick at 0.1 %", "Not distinguishable from it: quick at 0.1 %.",
			"hashtable) is never wrong: it takes 25 kB, 12.5 times", "even at 0.1 % has 16 bits per key", "No maintained Go library that was measured has what is needed, and pays. 'hyphbench filters even' says",
			"even is code of hyphbench, and no Go package to import: 'hyphbench build --filter=even' makes its file",
			"If a lookup that finds nothing took", "or less: no filter.",
		}},
		"members alone": {func(q *Question) { q.Members = 1 }, []string{"No filter. Every query is a key", "Ask the store directly"}},
		"a free lookup": {func(q *Question) { q.Miss, q.Hit = 0, 0 }, []string{"No filter. A lookup that costs nothing leaves nothing to save."}},
		"as good":       {func(q *Question) { q.Miss = 8.1 }, []string{"No filter. A query takes 8.1 ns without one and 8.08 ns with quick with 1 % false positives: that is not clearly less", "Not clearly better or worse: quick at 1 %.", "saves a tenth or more"}},
		"worse":         {func(q *Question) { q.Miss = 4 }, []string{"No filter. A query takes 4 ns without one, and 8.04 ns with the best, quick with 1 % false positives: 2.01 times more.", "If a lookup that finds nothing took about 8.9 ns or more: quick"}},
		"not said":      {func(q *Question) { q.Miss = math.NaN() }, []string{"Take quick with 1 % false positives", "It pays where a lookup that finds nothing takes more than 8.08 ns.", "was not said (--miss-cost or --store)"}},
		"final":         {func(q *Question) { q.Final, q.Miss = true, math.NaN() }, []string{"It answers a query in 8 ns.", "Nothing corrects a wrong answer", "No maintained Go library that was measured"}},
		"the smallest":  {func(q *Question) { q.Smaller = true }, []string{"Take small", "The smallest was asked for; next is quick"}},
		"room":          {func(q *Question) { q.Memory, q.Miss = 1e6, 1e6 }, []string{"Take hashtable: 25 kB", "holds all keys and is asked before the store", "so is its yes", "Go's own map"}},
		"an adversary":  {func(q *Question) { q.Keyed = true }, []string{"SipHash with a secret"}},
	} {
		t.Run(name, func(t *testing.T) {
			q := question()
			c.change(&q)
			a := say(q)
			for _, want := range c.want {
				if got := all(a); !strings.Contains(got, want) {
					t.Errorf("%q is not said:\n%s", want, got)
				}
			}
			if strings.ContainsAny(all(a), "εσ") {
				t.Errorf("a symbol in\n%s", all(a))
			}
			var program struct{ Recommended, Headline string }
			if text, err := json.Marshal(a); err != nil || json.Unmarshal(text, &program) != nil || program.Recommended != a.Recommended || program.Headline != a.Headline {
				t.Errorf("JSON: %s %v", text, err)
			}
			for _, write := range map[string]func(io.Writer) error{
				"page": a.WriteHTML, "text": func(w io.Writer) error { return table.Write(w, a.Page(), table.Text) }, "Markdown": func(w io.Writer) error { return table.Write(w, a.Page(), table.Markdown) },
			} {
				var text strings.Builder
				if err := write(&text); err != nil {
					t.Fatal(err)
				}
				got := strings.Join(strings.Fields(html.UnescapeString(text.String())), " ")
				for _, want := range []string{a.Headline, "gcs", "cannot delete", "Assumed.", "Costs.", glossary} {
					if !strings.Contains(got, want) {
						t.Errorf("%q is not in\n%s", want, got)
					}
				}
			}
		})
	}
	for want, c := range map[string]struct {
		q   Question
		out []Excluded
	}{
		"for 1,000 keys the smallest that has what is needed (b) takes 100 bytes, and the limit is 2 bytes": {Question{N: 1000, Memory: 16}, []Excluded{{"a", "", 1600}, {"b", "", 800}, {Name: "c"}}},
		"holds no values":    {Question{N: 1000, Needs: []Need{Values}}, nil},
		"want fewer --needs": {Question{Needs: []Need{Delete}}, nil},
	} {
		a, err := NewAnswer(c.q, nil, c.out, nil, "")
		if err != nil || a.Recommended != Nothing || !strings.Contains(a.Headline, want) {
			t.Errorf("%q lacks %q (%v)", a.Headline, want, err)
		}
		if values := c.q.wants(Values); values != strings.Contains(strings.Join(a.Do, " "), "bloomier (") {
			t.Errorf("%q: what holds values is named: %v", want, a.Do)
		}
	}
}

// named is the offer as of another structure.
func (o Offer) named(name string) Offer {
	o.Name = name
	return o
}

// That a structure takes no further keys is said on every screen, and of no other structure.
func TestFixedKeysAreSaid(t *testing.T) {
	final := question()
	final.Final = true
	for _, q := range []Question{question(), final} {
		for _, fixed := range []bool{false, true} {
			list := offers()
			for i := range list {
				list[i].Fixed = fixed
			}
			d, err := Decide(q, list)
			if err != nil || d.Best.Name == None {
				t.Fatalf("%+v %v", d, err)
			}
			r := why(q, d)
			for _, said := range [][]string{r.all, r.brief} {
				if got := strings.Contains(strings.Join(said, " "), "--needs=insert"); got != fixed {
					t.Errorf("final %v, fixed %v: %q", q.Final, fixed, said)
				}
			}
		}
	}
}
