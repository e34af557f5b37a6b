package payoff

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
)

// slow is a store in memory that takes lists, and may die or lie.
type slow struct {
	store.Store
	calls, messages, dies int
	lies                  bool
}

func (s *slow) Get(dst []byte, key string) ([]byte, bool, error) {
	if s.calls++; s.dies > 0 && s.calls >= s.dies { // and stays dead
		return nil, false, errors.New("connection lost")
	}
	value, ok, err := s.Store.Get(dst, key)
	return value, ok || s.lies && s.calls%50 == 0 && s.calls > 250, err
}

func (s *slow) GetMany(keys []string, found func(i int, value []byte) error) error {
	s.messages++
	for i, key := range keys {
		value, ok, err := s.Get(nil, key)
		if err != nil {
			return err
		}
		if !ok {
			value = nil
		}
		if err := found(i, value); err != nil {
			return err
		}
	}
	return nil
}

// kinds are the map and a slow store around it.
func kinds(of slow, opened *[]*slow) []store.Kind {
	k := store.Map()
	k.Name, k.Many = "slow", true
	open := k.Open
	k.Open = func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		inner, err := open(ctx, e, cfg)
		s := of
		s.Store = inner
		if opened != nil {
			*opened = append(*opened, &s)
		}
		return &s, err
	}
	return []store.Kind{store.Map(), k, {Name: "absent", Medium: store.Network, Ready: func() error { return store.ErrUnavailable }}}
}

// prepared is the experiment with the given flags.
func prepared(t *testing.T, stores []store.Kind, flags ...string) *bench {
	t.Helper()
	b := experimenttest.Prepared[*bench](t, New(stores), flags...)
	b.length = 1e5
	return b
}

func TestDefaults(t *testing.T) {
	if price := float64(dillinger().value); math.Abs(price-0.02143) > 0.00001 {
		t.Errorf("a bit for a second costs %g ns of a thread, want Dillinger's 0.0214", price)
	}
	simulated := pflag.NewFlagSet("", pflag.ContinueOnError)
	if New([]store.Kind{{Name: "wait", Medium: store.Simulated}}).Flags(simulated); simulated.Lookup("store").DefValue != "wait:1ms" {
		t.Errorf("a simulated store is taken as %q", simulated.Lookup("store").DefValue)
	}
	b := prepared(t, kinds(slow{}, nil), "--quick", "--n=50")
	if notes := b.Notes; len(b.stores) != 2 || len(notes) != 1 || !strings.Contains(notes[0], "absent is left out") || !slices.Equal(b.Work.Sizes(), []int{50}) {
		t.Errorf("%v, %v", b.stores, notes)
	}
}

// Of several sections the middle one counts; a size at a cache's end is in the cache; and the model
// is off by a share of what was measured, a quarter of it at most.
func TestMiddlesAndLevels(t *testing.T) {
	if m := middleOf([]*experiment.Measurement{{Value: 9}, {Value: 2}, {Value: 5}}); m.Value != 5 {
		t.Errorf("the section of %v ns counts, want that of 5", m.Value)
	}
	for bytes, want := range map[float64]int{99: 0, 100: 0, 101: 1, 1000: 1, 1001: 2} {
		if got := level([]float64{100, 1000}, bytes); got != want {
			t.Errorf("%v bytes are in level %d, want %d", bytes, got, want)
		}
	}
	for model, good := range map[float64]bool{74: false, 76: true, 124: true, 126: false} {
		if c := (check{1, model, 100}); c.good() != good || math.Abs(c.off()-math.Abs(model-100)/100) > 1e-9 {
			t.Errorf("%v for 100 is good: %v, off by %v", model, c.good(), c.off())
		}
	}
}

// ownFlags are flags of a small run of own keys with text.
func ownFlags(t *testing.T) []string {
	t.Helper()
	var keys, others []string
	for i := range 300 {
		keys, others = append(keys, fmt.Sprint("key", i)), append(others, fmt.Sprint("other", i))
	}
	return []string{"--keys=" + experimenttest.File(t, keys), "--queries=" + experimenttest.File(t, others), "--text=" + experimenttest.File(t, []string{"key1 other1 other1 unknown"}),
		"--filter=bloom,xor", "--predict=fuse", "--members=0", "--batch=1", "--reps=2", "--quick"}
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaims": "O1 O2 O5 O6 O8 O9 O10 O11"},
		New:    func() experiment.Experiment { return New(kinds(slow{}, nil)) },
		Small:  append(ownFlags(t), "--store=map", "--eps=20%", "--levels=1e3"),
		Bad:    [][]string{{"--n=50", "--store=map,absent"}, {"--store=mop"}},
		Varies: experimenttest.Timed(metric.Build, Total, Filter, Hit, Miss, LoneHit, LoneMiss,
			Predicted, PredictedLone, BreakEvenMiss, BreakEvenQueries, LeastRate, MemoryLife),
		Ops:      experimenttest.Each(map[runfolder.Metric]int{metric.Build: 300, Filter: 1, Total: 1, Hit: 1, Miss: 1, LoneHit: 1, LoneMiss: 1}),
		Sections: true,
	})
}

// The user's keys are asked running text only where the user names it.
func TestOwnKeysText(t *testing.T) {
	words := experimenttest.File(t, []string{"academy", "areas"})
	for text, want := range map[string]bool{"": false, words: true} {
		asked := false
		for s := range prepared(t, kinds(slow{}, nil), "--keys="+words, "--text="+text, "--store=map", "--levels=0").Plan(0).Kinds() {
			asked = asked || s.Cell.Point.Value(1) == inText
		}
		if asked != want {
			t.Errorf("--text=%s: text is asked: %v, want %v", text, asked, want)
		}
	}
}

// Bad input has a clear word.
func TestBadInput(t *testing.T) {
	for want, flag := range map[string]string{"not a price above 0": "--memory-price=0/3", "0 lookups asks nothing": "--batch=0", "want --n=1753 or --keys": "--text=book.txt"} {
		if _, err := experimenttest.Prepare(t, New(kinds(slow{}, nil)), "--n=50", flag); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", flag, err, want)
		}
	}
}

// Every total has its prediction in the same round, from the parts of that round; what
// is measured of a structure without a store has no total.
func TestRows(t *testing.T) {
	tier.Check(t) // measures for seconds
	var open []*slow
	x := New(kinds(slow{}, &open))
	flags := []string{"--n=400", "--store=map,slow", "--filter=bloom,map", "--predict=xor", "--eps=5%", "--members=0", "--batch=1,10", "--levels=100", "--reps=2"}
	run := experimenttest.Run(t, x, flags...)
	planned := map[runfolder.Cell]bool{} // whether it may have no value
	for s := range prepared(t, kinds(slow{}, nil), flags...).Plan(0).Kinds() {
		planned[s.Cell] = s.Optional
		if s.Cell.Point.Value(0) == "map" && s.Cell.Point.Value(3) == "10" {
			t.Errorf("%+v: the map takes one lookup", s.Cell)
		}
	}
	type key struct {
		filter, store, members, batch string
		metric                        runfolder.Metric
	}
	rows := map[key]int{}
	values := map[key]float64{}
	for _, row := range run.Measured() {
		if row.Point.Value(1) == attack || row.Point.Value(4) == "100" {
			continue
		}
		k := key{row.Filter, row.Point.Value(0), row.Point.Value(2), row.Point.Value(3), row.Metric}
		rows[k]++
		values[k] = row.PerOp()
		if row.Metric == Predicted && (row.Timed() || !(row.Value > 0)) {
			t.Errorf("%+v is predicted as %v %s", k, row.Value, row.Unit)
		}
	}
	measured := map[runfolder.Cell]bool{}
	for _, row := range run.Measured() {
		measured[row.Cell()] = true
	}
	for c, optional := range planned {
		if !optional && !measured[c] {
			t.Errorf("%+v is planned, and has no row", c)
		}
	}
	for k, want := range map[key]int{
		{"bloom", "slow", "0", "10", Total}: 2, {"bloom", "slow", "0", "10", Predicted}: 2, {"bloom", "map", "0", "1", Total}: 2,
		{"bloom", "map", "0", "10", Total}: 0, {"none", "slow", "0", "10", Total}: 2, {"none", "map", "0", "10", Predicted}: 0,
		{"map", "map", "0", "1", Total}: 2, {"map", "map", "0", "1", Predicted}: 2,
		{"xor", "slow", "0", "1", Total}: 0, {"xor", "slow", "0", "1", Predicted}: 2,
		{"none", "slow", "", "10", Miss}: 2, {"none", "slow", "", "1", Hit}: 2, {"none", "map", "", "10", Hit}: 0,
		{"bloom", "", "0", "10", Filter}: 2, {"none", "", "1", "1", Filter}: 2, {"bloom", "", "", "", BitsPerKey}: 1, {"bloom", "", "", "", Admitted}: 2,
	} {
		if rows[k] != want {
			t.Errorf("%+v has %d rows, want %d", k, rows[k], want)
		}
	}
	if messages := open[0].messages; messages == 0 || open[0].calls < 9*messages {
		t.Errorf("%d lookups in %d messages of ten", open[0].calls, messages)
	}
	if even := values[key{"bloom", "", "0", "1", BreakEvenMiss}]; !(even > 0) {
		t.Errorf("a Bloom filter pays from misses of %v ns on", even)
	}
}

// Of running text the keys are asked apart from the other words, each as often as it is there.
func TestTextOnly(t *testing.T) {
	file := func(words string) string { return experimenttest.File(t, strings.Fields(words)) }
	b := prepared(t, kinds(slow{}, nil), "--keys="+file("a b"), "--queries="+file("c a"), "--text="+file("a c a d c"), "--store=map", "--levels=0")
	b.load(2, 1)
	for keys, want := range map[bool]string{true: "a a", false: "c d c"} {
		q := experimenttest.Must(b.textOnly(keys))(t)
		if got := strings.Join(q.words.All(), " "); got != want || slices.Contains(q.member, !keys) {
			t.Errorf("keys %v: %q %v, want %q", keys, got, q.member, want)
		}
	}
	// Lone lookups find what others find.
	q := experimenttest.Must(b.queries(asked{mixed, "0.5"}, nil))(t)
	s := experimenttest.Must(b.store(t.Context(), "map"))(t)
	one, err := lone(s, q.words, nil)
	two, err2 := bare(s, q.words, nil)
	if err != nil || err2 != nil || one != two || one == 0 {
		t.Errorf("%d and %d found: %v, %v", one, two, err, err2)
	}
}

// In memory all queries are asked, so that parts and totals touch as much of it.
func TestWholePasses(t *testing.T) {
	b := prepared(t, kinds(slow{}, nil), "--n=300", "--store=map,slow", "--filter=bloom", "--levels=0")
	b.length = 1e6
	every := func(int) bool { return true }
	b.stores[1].Medium = store.Network
	for of, want := range map[string]length{"map": {5000, 1}, "slow": {1000, 1}} {
		if got := b.sized(place{store: of, batch: 1}, 1000, 5000, every); got != want {
			t.Errorf("%s: %+v, want %+v", of, got, want)
		}
	}
	if got := b.sized(place{store: "map", batch: 1}, 10, 5000, every); got != (length{5000, 20}) {
		t.Errorf("quick lookups: %+v", got)
	}
}

// An attack asks what it found in turn, and a mix takes negatives as often as each other.
func TestAsksAllInTurn(t *testing.T) {
	b := prepared(t, kinds(slow{}, nil), "--n=300", "--store=map", "--filter=bloom", "--levels=0")
	b.load(300, 1)
	in := experimenttest.Must(b.instance("bloom", b.middleRate().String()))(t)
	for name, q := range map[string]*queries{"attack": experimenttest.Must(in.attack(b))(t), "mix": experimenttest.Must(b.queries(negatives(), nil))(t)} {
		times, least := map[string]int{}, q.words.Len()
		for word := range q.words.Each() {
			times[word]++
		}
		for _, n := range times {
			least = min(least, n)
		}
		if n := len(times); n < 50 || least < q.words.Len()/n-1 {
			t.Errorf("%s: %d words, one of them %d times among %d", name, n, least, q.words.Len())
		}
	}
}

// liar denies a key now and then.
type liar struct{ filter.Filter }

func (l liar) Contains(key string) bool { return l.Filter.Contains(key) && key[0] != 'a' }

// A filter that denies a key and a store with a wrong answer get no number; a store
// that dies is named.
func TestGate(t *testing.T) {
	b := prepared(t, kinds(slow{}, nil), "--n=300", "--store=map", "--filter=bloom", "--levels=0")
	b.load(300, 1)
	in := experimenttest.Must(b.instance("bloom", "0.01"))(t)
	in.filter = liar{in.filter}
	p := place{"map", asked{mixed, "0.5"}, 1, 300, "0.01"}
	if _, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: p.cell("bloom", Total)}); err == nil || !strings.Contains(err.Error(), "false negative") {
		t.Errorf("a filter that denies keys: %v", err)
	}
	for want, of := range map[string]slow{"store slow: wrong answers": {lies: true}, "store slow: connection lost": {dies: 230}} {
		b := prepared(t, kinds(of, nil), "--n=300", "--store=slow", "--filter=bloom", "--levels=0")
		p := place{"slow", asked{mixed, "0.5"}, 1, 300, ""}
		_, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: p.cell(none, Total)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", of, err, want)
		}
	}
}

// The queries of a round depend on the round alone, and have the share of members.
func TestQueries(t *testing.T) {
	words := func(round int, before bool) []string {
		b := prepared(t, kinds(slow{}, nil), "--n=300", "--store=map", "--seed=9")
		if before {
			b.load(300, 1)
			b.load(400, round)
		}
		b.load(300, round)
		q := experimenttest.Must(b.queries(asked{mixed, "0.25"}, nil))(t)
		members := 0
		for _, m := range q.member {
			if m {
				members++
			}
		}
		if members != fewQueries/4 {
			t.Errorf("%d members", members)
		}
		return q.words.All()
	}
	if !slices.Equal(words(2, false), words(2, true)) || slices.Equal(words(2, false), words(3, false)) {
		t.Error("the queries of a round do not depend on the round alone")
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		speed float64
		most  int
		batch int
		want  length
	}{
		{1000, 65536, 1, length{20000, 1}}, {1000, 65536, 300, length{20100, 1}}, {100, 65536, 1, length{65536, 4}},
		{1e9, 65536, 1, length{16, 1}}, {1e9, 65536, 100, length{100, 1}}, {1e9, 8, 100, length{8, 1}}, {0, 10, 1, length{10, 20_000_000}},
	} {
		if got := fit(c.speed, c.most, c.batch, 20e6); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A section by messages sends whole ones, about as many as fit.
func TestWholeMessages(t *testing.T) {
	every := func(k int) func(int) bool { return func(i int) bool { return i%k == 0 } }
	for _, c := range []struct {
		size  length
		batch int
		most  int
		sent  func(int) bool
		want  length
	}{
		{length{450, 1}, 100, 1000, every(1), length{500, 1}}, {length{449, 1}, 100, 1000, every(1), length{400, 1}},
		{length{450, 1}, 1, 1000, every(1), length{450, 1}}, {length{1000, 1}, 100, 1000, every(4), length{797, 2}},
		{length{1000, 7}, 100, 1000, every(50), length{951, 5}}, {length{100, 1}, 100, 1000, every(5000), length{1, 100}},
		{length{100, 3}, 100, 1000, func(int) bool { return false }, length{100, 3}},
	} {
		got := wholeMessages(c.size, c.batch, c.most, c.sent)
		sent := 0
		for i := range got.queries {
			if c.sent(i) {
				sent += got.passes
			}
		}
		if got != c.want || c.batch > 1 && sent%c.batch != 0 {
			t.Errorf("%+v: %v, in which %d are sent", c, got, sent)
		}
	}
}
