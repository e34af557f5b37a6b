package bloom1970

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// faulty is a store that goes wrong after some lookups; −1: never.
type faulty struct {
	store.Store
	left  *int // shared with the test
	wrong func(value []byte, ok bool) ([]byte, bool, error)
}

func (f *faulty) Get(dst []byte, key string) ([]byte, bool, error) {
	value, ok, err := f.Store.Get(dst, key)
	if *f.left == 0 {
		return f.wrong(value, ok)
	}
	*f.left--
	return value, ok, err
}

// Evict evicts nothing.
func (f *faulty) Evict() error { return nil }

// miscounting counts every lookup twice.
type miscounting struct{ store.Store }

func (m *miscounting) Accesses() (int64, error) {
	n, err := m.Store.Accesses()
	return 2 * n, err
}

// stores are the map and fakes of it: "dying" goes wrong, "absent" is not to be had.
func stores(left *int, wrong func([]byte, bool) ([]byte, bool, error)) []store.Kind {
	dying := store.Map()
	dying.Name, dying.Medium = "dying", store.Network
	dying.Open = func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		s, err := store.Map().Open(ctx, e, cfg)
		return &faulty{s, left, wrong}, err
	}
	absent := store.Map()
	absent.Name = "bbolt"
	absent.Ready = func() error { return fmt.Errorf("%w: no tree grows here", store.ErrUnavailable) }
	return []store.Kind{store.Map(), dying, absent}
}

var errDead = errors.New("connection lost")

func dead([]byte, bool) ([]byte, bool, error) { return nil, false, errDead }

// small are flags of a small run.
func small(t *testing.T, more ...string) []string {
	var words []string
	for i := range 3000 {
		words = append(words, fmt.Sprint("Hyphenation", i), fmt.Sprint("hyphenation", i)) // each twice in lower case
	}
	return append([]string{"--words=" + experimenttest.File(t, words), "--n=2000", "--sample=500", "--reps=2"}, more...)
}

func prepared(t *testing.T, x experiment.Experiment, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, x, flags...)
}

// The stores are by default those of three that the program has.
func TestDefaults(t *testing.T) {
	byDefault := func(kinds []store.Kind) string {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		New(kinds).Flags(set)
		return set.Lookup("store").DefValue
	}
	if got := byDefault(store.Kinds()); got != "direct,map,bbolt" && len(store.Kinds()) > 1 {
		t.Errorf("stores %s by default", got)
	}
	if got := byDefault(store.Kinds()[:1]); got != "map" {
		t.Errorf("of the map alone: stores %q by default", got)
	}
}

func TestConforms(t *testing.T) {
	left := -1
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaims": "B4"},
		New:    func() experiment.Experiment { return New(stores(&left, dead)) },
		Small:  small(t, "--store=map,dying"),
		Bad: [][]string{{"--store=none"}, {"--store=map,map"}, {"--store=map", "--n=10"}, {"--store=map", "--sample=5"},
			{"--store=map", "--words=no such file"}, {"--store=map", "--n=1000000000"}},
		Varies: experimenttest.Timed(metric.Query, Total), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Query: 500, Total: 500}),
	})
}

// A store that is not to be had is left out with the reason, unless it was asked for.
func TestUnavailable(t *testing.T) {
	left := -1
	b := prepared(t, New(stores(&left, dead)), small(t)...)
	if notes := strings.Join(b.run.Notes, " "); len(b.stores) != 1 || strings.Count(notes, "no tree grows here") != 1 {
		t.Errorf("%d stores, notes %q", len(b.stores), notes)
	}
	if _, err := experimenttest.Prepare(t, New(stores(&left, dead)), small(t, "--store=map,bbolt")...); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "bbolt") {
		t.Errorf("asked for: %v", err)
	}
	if _, err := experimenttest.Prepare(t, New(stores(&left, dead)[2:]), small(t)...); err == nil || !strings.Contains(err.Error(), "--store") {
		t.Errorf("without any: %v", err)
	}
}

// The dictionary has distinct words in lower case, those of the list first, and the
// seed's exceptions.
func TestDictionary(t *testing.T) {
	list := strings.TrimPrefix(small(t)[0], "--words=")
	for _, c := range []struct{ n, first, inputs int }{{2000, 2000, 1}, {4000, 3000, 2}} {
		d := experimenttest.Must(newDictionary(list, c.n, 1))(t)
		seen := map[string]bool{}
		ours := 0
		for _, word := range d.words {
			seen[word] = true
			if strings.HasPrefix(word, "hyphenation") && len(word) > len("hyphenations") || word == "hyphenation1" {
				ours++
			}
			if strings.ToLower(word) != word {
				t.Errorf("%q is not in lower case", word)
			}
		}
		if len(seen) != c.n || d.first != c.first || len(d.inputs) != c.inputs || ours < c.first-10 || ours > c.first {
			t.Errorf("%d words: %d distinct, %d of the list (%d by their form), %d inputs", c.n, len(seen), d.first, ours, len(d.inputs))
		}
		if d.exceptions() != c.n/10 {
			t.Errorf("%d exceptions of %d", d.exceptions(), c.n)
		}
		for i := range d.exceptions() {
			if value := d.entries.Values.At(i); strings.ReplaceAll(value, "-", "") != strings.ReplaceAll(d.entries.Keys.At(i), "-", "") {
				t.Fatalf("%q has the value %q", d.entries.Keys.At(i), value)
			}
		}
		for _, n := range []int{500, c.n, c.n + 1} {
			q := d.sample(n, 3)
			yes, distinct, value := 0, map[string]bool{}, map[string]int{}
			for i := range d.exceptions() {
				value[d.entries.Keys.At(i)] = len(d.entries.Values.At(i))
			}
			bytes := 0
			for word := range q.words.Each() {
				distinct[word] = true
				if size, is := value[word]; is {
					yes, bytes = yes+1, bytes+size
				}
			}
			if want := min(n, c.n); len(distinct) != want || yes != want/10 || yes != q.exceptions || bytes != q.bytes {
				t.Errorf("a sample of %d: %d distinct, %d exceptions (%d said) of %d bytes (%d said)", n, len(distinct), yes, q.exceptions, bytes, q.bytes)
			}
		}
		if racetest.Enabled {
			return // the embedded list takes a second under the race detector
		}
	}
	first, err := newDictionary(list, 2000, 1)
	again, err1 := newDictionary(list, 2000, 1)
	other, err2 := newDictionary(list, 2000, 2)
	if err := errors.Join(err, err1, err2); err != nil || again.entries.Sum() != first.entries.Sum() || other.entries.Sum() == first.entries.Sum() {
		t.Errorf("the exceptions are not the seed's: %v", err)
	}
	if _, err := newDictionary(list, 1_000_000, 1); err == nil || !strings.Contains(err.Error(), "3,000 distinct words and the embedded list 6") {
		t.Errorf("of more words than there are: %v", err)
	}
}

// A store that dies ends the run with its name. What was measured stays.
func TestStoreDies(t *testing.T) {
	left := 3000
	x := New(stores(&left, dead))
	b := prepared(t, x, small(t, "--store=map,dying")...)
	half, err := experimenttest.Ended(t, b, experimenttest.Begun(t, x, b))
	if !errors.Is(err, errDead) || !strings.Contains(err.Error(), "store dying") || len(half.Rows) == 0 {
		t.Errorf("the store died, %d rows stay: %v", len(half.Rows), err)
	}
}

// A store that lies gets no number, nor one that was to be cold and was not.
func TestGate(t *testing.T) {
	for name, wrong := range map[string]func([]byte, bool) ([]byte, bool, error){
		"forgets": func(value []byte, _ bool) ([]byte, bool, error) { return value[:0], false, nil },
		"makes up": func(value []byte, _ bool) ([]byte, bool, error) {
			return value, true, nil
		},
		"shortens": func(value []byte, ok bool) ([]byte, bool, error) { return value[:len(value)/2], ok, nil },
	} {
		left := 1
		b := prepared(t, New(stores(&left, wrong)), small(t, "--store=dying")...)
		step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: noFilter, Metric: Total, Point: runfolder.At("", "dying")}}
		if _, err := b.Measure(t.Context(), step); err == nil || !strings.Contains(err.Error(), "wrong answers") {
			t.Errorf("a store that %s: %v", name, err)
		}
	}
	left := -1
	kinds := stores(&left, dead)
	kinds[0].Open = func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
		s, err := store.Map().Open(ctx, e, cfg)
		return &miscounting{s}, err
	}
	miscounts := prepared(t, New(kinds), small(t, "--store=map")...)
	total := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: exact, Metric: Total, Point: runfolder.At("", "map")}}
	if _, err := miscounts.Measure(t.Context(), total); err == nil || !strings.Contains(err.Error(), "200 lookups, and the store counted 400") {
		t.Errorf("a store that counts twice: %v", err)
	}
	kinds = stores(&left, dead)
	kinds[1].Medium = store.Disk // with an Evict that evicts nothing
	b := prepared(t, New(kinds), small(t, "--store=dying")...)
	b.large = 50
	step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: noFilter, Metric: ColdLookup, Point: runfolder.At("", "dying")}}
	if _, err := b.Measure(t.Context(), step); err == nil || !strings.Contains(err.Error(), "not cold") {
		t.Errorf("a store that is not cold: %v", err)
	}
}

// The cold total is computed: the lookups that are left, at the price of a cold one.
func TestColdTotal(t *testing.T) {
	left := -1
	kinds := stores(&left, dead)
	kinds[1].Medium = store.Disk
	b := prepared(t, New(kinds), small(t, "--store=dying")...)
	b.cold = coldCost{1, map[string]*experiment.Measurement{"dying": {Value: 8e9, Ops: 1000}}} // 8 ms a lookup
	for name, want := range map[string]float64{noFilter: 8000, exact: 800} {
		step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: name, Metric: ColdTotal, Point: runfolder.At("", "dying")}}
		if m, err := b.Measure(t.Context(), step); err != nil || m.Unit != "µs" || m.Value < want || m.Value > want+50 {
			t.Errorf("%s: %+v, %v, want %v µs and the time of the hash area", name, m, err, want)
		}
	}
}

// A pass that is under way ends with its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	left := 100
	stopping := func(value []byte, ok bool) ([]byte, bool, error) { cancel(); return value, ok, nil }
	b := prepared(t, New(stores(&left, stopping)), small(t, "--store=dying", "--sample=2000")...)
	step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: noFilter, Metric: Total, Point: runfolder.At("", "dying")}}
	if _, err := b.Measure(ctx, step); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n, err := b.stores[0].store.Accesses(); err != nil || n < 100 || n >= 2000 {
		t.Errorf("%d lookups of a cancelled pass, %v", n, err)
	}
}
