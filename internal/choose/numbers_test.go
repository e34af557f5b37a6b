package choose

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/store"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// The user's own queries are what a query takes, corrected by keys and negatives where another share
// of them is asked for; without such it is their mean. A cost has it round by round, as much longer.
func TestQueryOfOwn(t *testing.T) {
	o := Offer{Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Bits: 10, Yes: 30, No: 10, Build: 20}
	if got := o.query(0.25, 0.9); got != 15 {
		t.Errorf("a quarter of keys: %v, want 15", got)
	}
	o.Mixed = []float64{12, 100, 14}
	for _, c := range []struct{ members, measured, want float64 }{{0.2, 0.2, 14}, {0.7, 0.2, 24}, {0, 1, 0}} {
		if got := o.query(c.members, c.measured); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v of keys, measured with %v: %v, want %v", c.members, c.measured, got, c.want)
		}
	}
	at, asked := Question{N: 1000, Members: 0.7, Final: true, Queries: 10_000}, Question{Members: 0.2}
	c := o.cost(at, asked) // and 20·1000/10,000 ns of the construction
	if math.Abs(c.middle-26) > 1e-9 || !slices.EqualFunc(c.rounds, []float64{24, 112, 26}, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
		t.Errorf("%+v", c)
	}
	if more := c.plus(10); math.Abs(more.middle-36) > 1e-9 || math.Abs(more.rounds[1]-122) > 1e-9 || len(more.rounds) != 3 {
		t.Errorf("%+v", more)
	}
}

func TestMedian(t *testing.T) {
	for want, list := range map[float64][]float64{3: {5, 1, 3}, 2.5: {4, 1, 3, 2}, 7: {7}} {
		if got := median(list); got != want {
			t.Errorf("%v: %v, want %v", list, got, want)
		}
	}
}

// Beyond the largest size a filter is as large as there and has its rate; a record of one size is that.
func TestRecordBeyond(t *testing.T) {
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	row := func(n int, bits, rate float64) Recorded {
		return Recorded{N: n, Offer: Offer{Name: "bloom", Asked: onePercent, Rate: rate, Bits: bits, Yes: 10, No: 10, Build: 20}}
	}
	for _, c := range []struct {
		rows       []Recorded
		n          int
		bits, rate float64
		modelled   bool
	}{
		{[]Recorded{row(100, 10, 0.01), row(10_000, 12, 0.02)}, 1000, 11, 0.015, false},
		{[]Recorded{row(100, 10, 0.01), row(10_000, 12, 0.02)}, 10_000, 12, 0.02, false},
		{[]Recorded{row(100, 10, 0.01), row(10_000, 12, 0.02)}, 1_000_000, 12, 0.02, true},
		{[]Recorded{row(100, 10, 0.01)}, 1_000_000, 10, 0.01, true}, {[]Recorded{row(100, 10, 0.01)}, 100, 10, 0.01, false},
	} {
		offers, _ := (&Record{Rows: c.rows}).Offers([]Candidate{{s, onePercent}}, c.n)
		if o := offers[0]; math.Abs(o.Bits-c.bits) > 1e-9 || math.Abs(o.Rate-c.rate) > 1e-9 || o.Modelled != c.modelled {
			t.Errorf("%d keys of %d rows: %+v, want %v bits at %v, modelled %v", c.n, len(c.rows), o, c.bits, c.rate, c.modelled)
		}
	}
}

// Numbers in sentences: three digits, in the unit that they are rounded into.
func TestNumberTexts(t *testing.T) {
	for got, want := range map[string]string{
		Duration(0.12): "0.12 ns", Duration(999.4): "999 ns", Duration(999.6): "1 µs", Duration(1234): "1.23 µs", Duration(999_600): "1 ms", Duration(2.5e9): "2.5 s",
		times(1.5, "less"): "33 % less", times(1.5, "more"): "50 % more", times(2, "less"): "2 times faster", times(3.14159, "more"): "3.14 times more",
		bytesText(8): "1 byte", bytesText(9): "2 bytes", bytesText(7992): "999 bytes", bytesText(8000): "1 kB", bytesText(12e6): "1.5 MB",
		count(0.3): "1", count(1_234_567): "1,200,000", count(42): "42", number(1234): "1,200", percent(0.12345): "12.3",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	list := make([]Ranked, 8)
	for i := range list {
		list[i].Name = string(rune('a' + i))
	}
	if got := names(list); got != "a, b, c, d, e, f and 2 more" {
		t.Error(got)
	}
}

// Of what does not fit the smallest is told, at whatever of the rates that is.
func TestLeastOfTheLimit(t *testing.T) {
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Plan(1000, filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	for _, rates := range [][]axis.Rate{{onePercent, onePercent / 10}, {onePercent / 10, onePercent}} {
		_, out, err := Question{N: 1000, Rates: rates, Memory: 100}.Candidates([]filter.Structure{s}, nil)
		if err != nil || len(out) != 1 || out[0].Bits != plan.Bits {
			t.Errorf("%v: %+v, %v, want %d bits", rates, out, err, plan.Bits)
		}
	}
}

// Of a million queries half are no keys, whose lookups take 1 µs: 500 ns per query, of which the filter
// leaves 10 ns and a hundredth of the lookups.
func TestLoad(t *testing.T) {
	q := Question{N: 1000, Members: 0.5, Miss: 1000, Hit: 7}
	r := Ranked{Offer: Offer{Asked: onePercent, Epsilon: 0.01, Rate: 0.01, Yes: 10, No: 10}}
	const want = "A million queries a second cost 1 % of a core for the filter; of the lookups that find nothing, a million times 500 ns, 97 % are saved."
	if got := load(q, r); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A round with all keys is predicted from the costs: each structure is built twice and asks three
// lists four times over. What a sample said of some is forgotten, and of the store.
func TestRoundOfAllKeys(t *testing.T) {
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = strings.Repeat("k", i+1)
	}
	w := &Workload{Keys: wordlist.Of(keys...), Queries: wordlist.Of(keys[:100]...)}
	candidate := func(name string) Candidate { return Candidate{filter.Structure{Name: name}, onePercent} }
	m := &measurer{Workload: w, candidates: []Candidate{candidate("a"), candidate("b"), candidate("c")}, offers: make([]Offer, 3), rounds: make([]series, 3), repetitions: map[what]int{{candidate: 1}: 5}, hits: []float64{1}, misses: []float64{1}}
	c := &Costs{}
	for i, name := range []string{"a", "b", "c"} {
		c.Offers = append(c.Offers, Offer{Name: name, Asked: onePercent, Build: 20 * float64(i+1), Yes: 10, No: 10})
		m.offers[i].Mixed, m.rounds[i].yes = []float64{1}, []float64{1}
	}
	if got, want := m.needs(c, []int{0, 2}), time.Duration(2*(20+60)*1000+2*4*10*300); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	m.forget([]int{0, 2})
	if m.hits != nil || m.misses != nil || m.rounds[0].yes != nil || m.rounds[1].yes == nil || m.offers[1].Mixed != nil {
		t.Errorf("%+v", m)
	}
	if m.use(w, timing.Short); len(m.repetitions) != 0 || m.least != timing.Short {
		t.Errorf("of sections of another length %v", m.repetitions)
	}
}

// Every construction has a seed of its own, in whatever round, and takes what it takes by the key.
func TestConstructions(t *testing.T) {
	w, err := NewWorkload(wordlist.Of("a", "b", "c", "d"), wordlist.Of("a", "x"), -1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	build, seeds := s.Build, map[uint64]int{}
	const takes = 200 * time.Microsecond
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		seeds[cfg.Seed]++
		for start := time.Now(); time.Since(start) < takes; {
		}
		return build(keys, cfg)
	}
	c, err := Measure(timing.WithLeast(t.Context(), timing.Short), Question{}, w, []Candidate{{s, onePercent}}, How{Rounds: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for seed, n := range seeds {
		if n > 1 {
			t.Errorf("%d constructions have the seed %d", n, seed)
		}
	}
	if got := c.Offers[0].Build; got > 2*float64(takes)/4 {
		t.Errorf("%v ns by the key, want %v", got, takes/4)
	}
}

// Words in turn begin anew; what the way to a store takes here is no part of a lookup.
func TestLookupsOfAStore(t *testing.T) {
	list := wordlist.Of("x", "y", "z")
	if got := inTurn(list, 7).All(); !slices.Equal(got, []string{"x", "y", "z", "x", "y", "z", "x"}) {
		t.Error(got)
	}
	m := &measurer{how: How{Store: &Asked{Store: &behind{wait: 10 * time.Millisecond}, Medium: store.Network, Pipe: time.Hour}}, asked: map[*wordlist.List]*wordlist.List{list: list.First(1)}}
	if got, err := m.lookups(list, false); err != nil || got != leastQuery {
		t.Errorf("%v, %v, want %v", got, err, leastQuery)
	}
	m.how.Store.Pipe = 0
	if got, err := m.lookups(list, false); err != nil || got < float64(10*time.Millisecond) { // of the one word that is asked
		t.Errorf("%v, %v, want %v or more", got, err, 10*time.Millisecond)
	}
}

// Of long words a sample is as large as its text has room for.
func TestAffordable(t *testing.T) {
	for _, c := range []struct{ bytes, n, want int }{{1<<20 - 2, 1 << 20, 64}, {7, 1 << 20, 1 << 20}, {7, 100, 100}, {mostText, 5, 1}} {
		if got := affordable(c.n, wordlist.Of(strings.Repeat("x", c.bytes))); got != c.want {
			t.Errorf("%d words of %d bytes: %d, want %d", c.n, c.bytes, got, c.want)
		}
	}
}

// A filter for its size keeps a share of what the quickest saves: of 990 ns it is 980.
func TestKeptOfTheBestSaving(t *testing.T) {
	q := Question{N: 1000, Miss: 1000}
	of := func(name string, bits, ns float64) Ranked {
		return Ranked{Offer: Offer{Name: name, Asked: onePercent, Epsilon: 0.01, Bits: bits}, cost: cost{middle: ns}}
	}
	for want, d := range map[string]*Decision{
		"It keeps 99 % of what the quickest saves (fast at 1 %, 16 bits per key), and has 9 bits per key. --prefer=time names the quickest.": {Best: of("small", 9, 20), Quickest: of("fast", 16, 10)},
		"It saves the most.": {Best: of("fast", 16, 10), Quickest: of("fast", 16, 10)},
	} {
		var list reasons
		if whyWeighed(q, d, nil, &list); len(list.all) != 2 || list.all[0] != want {
			t.Errorf("%q, want %q first", list.all, want)
		}
	}
}
