package choose

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

func TestWorkload(t *testing.T) {
	big := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		keys, queries []string
		members       float64
		notes         []string
	}{
		"some":       {[]string{"a", "b"}, []string{"a", "c", "d", "e"}, 0.25, nil},
		"nothing":    {[]string{"a"}, []string{"b"}, 0, []string{"No query is a key."}},
		"everything": {[]string{"a", "b"}, []string{"b", "a"}, 1, []string{"nothing that a filter could reject"}},
		"twice":      {[]string{"a", "a", "b", "a"}, []string{"c", "a"}, 0.5, []string{"2 of the 4 keys are there twice"}},
		"repeated":   {[]string{"a"}, []string{"c", "c", "c", "a"}, 0.25, []string{"2 of the 4 queries were asked before"}},
		"case":       {[]string{"Key"}, []string{"kEY", "Key"}, 0.5, []string{"1 of the queries differ from a key in upper and lower case"}},
		"no queries": {[]string{"a"}, nil, 0.3, []string{"Assumed, since there are no queries: 30 % of them are keys"}},
		"bytes":      {[]string{"a\x00b", big}, []string{big, "a\x00c"}, 0.5, nil},
	} {
		var queries *wordlist.List
		if c.queries != nil {
			queries = wordlist.Of(c.queries...)
		}
		w, err := NewWorkload(wordlist.Of(c.keys...), queries, c.members, 1)
		if err != nil {
			t.Fatal(err)
		}
		if w.Members != c.members || w.Queries.Len() == 0 || w.strangers.Len() == 0 {
			t.Errorf("%s: %g of %d queries are members, want %g", name, w.Members, w.Queries.Len(), c.members)
		}
		if text := strings.Join(w.Notes, " "); len(w.Notes) != len(c.notes) || len(c.notes) > 0 && !strings.Contains(text, c.notes[0]) {
			t.Errorf("%s: notes %q, want %q", name, w.Notes, c.notes)
		}
		known := map[string]bool{}
		for _, key := range c.keys {
			known[key] = true
		}
		for word := range w.strangers.Each() {
			if known[word] {
				t.Fatalf("%s: the stranger %.20q is a key", name, word)
			}
		}
		for word := range w.known.First(10).Each() {
			if !known[word] {
				t.Fatalf("%s: %.20q is no key", name, word)
			}
		}
	}
	if _, err := NewWorkload(wordlist.Of(), nil, 0, 1); err == nil {
		t.Error("no keys, and no error")
	}
	w, err := NewWorkload(wordlist.Of("a", "b", "c"), nil, 0.25, 1)
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	for word := range w.Queries.Each() {
		if len(word) == 1 {
			hits++
		}
	}
	if hits != fewQueries/4 {
		t.Errorf("%d of %d generated queries are members, want a quarter", hits, fewQueries)
	}
}

// An offer has the numbers of the structure, and a denied key ends the measurement.
func TestMeasure(t *testing.T) {
	keys := make([]string, 300)
	for i := range keys {
		keys[i] = strings.Repeat("k", i+1)
	}
	w, err := NewWorkload(wordlist.Of(keys...), wordlist.Of(keys[0], "x", "y", "z"), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	offers, out, err := Measure(t.Context(), w, []Candidate{{s, onePercent}}, How{Rounds: 2, Seed: 1, Progress: func(int, int) { seen++ }})
	if err != nil || len(offers) != 1 || len(out) != 0 || seen != 2 {
		t.Fatalf("%+v %v %v, progress %d", offers, out, err, seen)
	}
	if o := offers[0]; o.Name != "bloom" || o.Bits < 9 || o.Bits > 10 || o.Rate < 0.009 || o.Rate > 0.011 || len(o.Mixed) != 2 || o.Yes <= 0 || o.No <= 0 || o.Build <= 0 {
		t.Errorf("%+v", o)
	}
	broken := s
	broken.Name = "broken"
	broken.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		return s.Build(keys.First(keys.Len()-1), cfg)
	}
	if _, _, err := Measure(t.Context(), w, []Candidate{{broken, onePercent}}, How{Rounds: 1}); err == nil || !strings.Contains(err.Error(), "denied") {
		t.Errorf("a denied key: %v", err)
	}
	broken.Build = func(*wordlist.List, filter.Config) (filter.Filter, error) {
		return nil, &filter.BuildError{Attempts: 3}
	}
	if offers, out, err := Measure(t.Context(), w, []Candidate{{broken, onePercent}}, How{Rounds: 2}); err != nil || len(offers) != 0 || len(out) != 1 {
		t.Errorf("a structure that cannot be built: %v %v %v", offers, out, err)
	}
}

func TestMeasureStore(t *testing.T) {
	keys := wordlist.Of("a", "b", "c")
	w, err := NewWorkload(keys, nil, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	open := func(keys *wordlist.List) store.Store {
		s, err := store.Map().Open(t.Context(), store.Entries{Keys: keys, Values: keys}, store.Config{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	hit, miss, err := MeasureStore(t.Context(), open(keys), store.Memory, w, 3, 1)
	if err != nil || !(hit > 0 && hit < 1e4) || !(miss > 0 && miss < 1e4) {
		t.Errorf("a hit takes %g ns, a miss %g (%v)", hit, miss, err)
	}
	if _, _, err := MeasureStore(t.Context(), open(keys.First(2)), store.Memory, w, 2, 1); err == nil || !strings.Contains(err.Error(), "want true") {
		t.Errorf("a store that lacks a key: %v", err)
	}
}
