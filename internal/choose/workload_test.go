package choose

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/timing"
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
		"nothing":    {[]string{"a"}, []string{"b"}, 0, []string{"No query is a key"}},
		"everything": {[]string{"a", "b"}, []string{"b", "a"}, 1, []string{"nothing that a filter could reject"}},
		"twice":      {[]string{"a", "a", "b", "a"}, []string{"c", "a"}, 0.5, []string{"repeat an earlier one: 2 of 4. There are 2 keys."}},
		"repeated":   {[]string{"a"}, []string{"c", "c", "c", "a"}, 0.25, []string{"Queries that repeat an earlier one: 2 of 4."}},
		"hardly":     {[]string{"a"}, strings.Split("aabcdefghijklmnopqrs", ""), 0.1, nil},
		"case":       {[]string{"Key"}, []string{"kEY", "Key"}, 0.5, []string{"upper and lower case only: 1. They count as negatives"}},
		"no queries": {[]string{"a"}, nil, 0.3, []string{"Assumed, since there are no queries: 30 % of them are keys"}},
		"bytes":      {[]string{"a\x00b", "b"}, []string{"b", "a\x00c"}, 0.5, []string{"hold a zero byte: 1."}},
		"a megabyte": {[]string{"a", big, "c"}, []string{big, "b"}, 0.5, []string{"Keys of more than 4,096 bytes: 1, the longest has 1,048,576."}},
	} {
		var queries *wordlist.List
		if c.queries != nil {
			queries = wordlist.Of(c.queries...)
		}
		given := -1.0
		if queries == nil {
			given = c.members
		}
		w, err := NewWorkload(wordlist.Of(c.keys...), queries, given, 1)
		if err != nil {
			t.Fatal(err)
		}
		if w.Members != c.members || w.Queries.Len() == 0 || w.negatives.Len() == 0 {
			t.Errorf("%s: %g of %d queries are members, want %g", name, w.Members, w.Queries.Len(), c.members)
		}
		if n := w.negatives.Distinct().Len(); n != w.negatives.Len() {
			t.Errorf("%s: %d of %d negatives are there again", name, w.negatives.Len()-n, w.negatives.Len())
		}
		if text := strings.Join(w.Notes, " "); len(w.Notes) != len(c.notes) || len(c.notes) > 0 && !strings.Contains(text, c.notes[0]) {
			t.Errorf("%s: notes %q, want %q", name, w.Notes, c.notes)
		}
		known := map[string]bool{}
		for _, key := range c.keys {
			known[key] = true
		}
		for word := range w.negatives.Each() {
			if known[word] {
				t.Fatalf("%s: the negative %.20q is a key", name, word)
			}
		}
		for word := range w.known.First(10).Each() {
			if !known[word] {
				t.Fatalf("%s: %.20q is no key", name, word)
			}
		}
	}
	if _, err := NewWorkload(wordlist.Of(), nil, 0, 1); err == nil || !strings.Contains(err.Error(), "no keys") {
		t.Errorf("no keys: %v", err)
	}
	if _, err := NewWorkload(wordlist.Of("a"), wordlist.Of(), 0, 1); err == nil || !strings.Contains(err.Error(), "no queries") {
		t.Errorf("no queries: %v", err)
	}
	for name, queries := range map[string]*wordlist.List{"generated": nil, "drawn": wordlist.Of("a", "negative", "other")} {
		w, err := NewWorkload(wordlist.Of("a", "b", "c"), queries, 0.25, 1)
		if err != nil {
			t.Fatal(err)
		}
		hits, last := 0, 0
		for i, word := range w.Queries.All() {
			switch {
			case len(word) == 1:
				hits, last = hits+1, i
			case queries != nil && word != "negative" && word != "other":
				t.Fatalf("%s: %q is asked", name, word)
			}
		}
		if last < fewQueries*9/10 {
			t.Errorf("%s: the members are among the first %d queries", name, last+1)
		}
		if hits != fewQueries/4 || w.Members != 0.25 {
			t.Errorf("%s: %d of %d queries are members, want a quarter", name, hits, fewQueries)
		}
	}
}

// An offer has the numbers of the structure, and a denied key ends the measurement.
func TestMeasure(t *testing.T) {
	keys := make([]string, 300)
	for i := range keys {
		keys[i] = strings.Repeat("k", i+1)
	}
	w, err := NewWorkload(wordlist.Of(keys...), wordlist.Of(keys[0], "x", "y", "z"), -1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	seen := Progress{}
	c, err := Measure(timing.WithLeast(t.Context(), timing.Short), Question{}, w, []Candidate{{s, onePercent}}, How{Rounds: 2, Seed: 1, Progress: func(p Progress) { seen = p }})
	if err != nil || len(c.Offers) != 1 || len(c.Failed) != 0 || seen.Done != 2 || seen.Total != 2 || seen.Round != 2 {
		t.Fatalf("%+v %v, progress %+v", c, err, seen)
	}
	if o := c.Offers[0]; o.Name != "bloom" || o.Bits < 9 || o.Bits > 10 || o.Rate < 0.009 || o.Rate > 0.011 || len(o.Mixed) != 2 || o.Yes <= 0 || o.No <= 0 || o.Build <= 0 {
		t.Errorf("%+v", o)
	}
	broken := s
	broken.Name = "broken"
	broken.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		return s.Build(keys.First(keys.Len()-1), cfg)
	}
	if _, err := Measure(timing.WithLeast(t.Context(), timing.Short), Question{}, w, []Candidate{{broken, onePercent}}, How{Rounds: 1}); err == nil || !strings.Contains(err.Error(), "denied") {
		t.Errorf("a denied key: %v", err)
	}
	broken.Build = func(*wordlist.List, filter.Config) (filter.Filter, error) {
		return nil, &filter.BuildError{Attempts: 3}
	}
	if c, err := Measure(timing.WithLeast(t.Context(), timing.Short), Question{}, w, []Candidate{{broken, onePercent}}, How{Rounds: 2}); err != nil || len(c.Offers) != 0 || len(c.Failed) != 1 {
		t.Errorf("a structure that cannot be built: %+v %v", c, err)
	}
}
