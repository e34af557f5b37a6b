package filtertest

import (
	"bytes"
	"math"
	"math/rand/v2"

	"hyphbench/internal/filter"
)

// counted inserts keys several times, deletes some where that can be done, and compares
// the counts with a map's. None may be too small; too large are as many as the rate of
// what is inserted says.
func counted(t TB, s filter.Structure) {
	const n, most = 600, 4
	keys, others := words(n, 50), words(5000, 50+negatives)
	for seed := range uint64(8) {
		f := build(t, s, nil, filter.Config{Epsilon: 0.05, Seed: seed, Capacity: most * n})
		if f == nil {
			return
		}
		c := f.(filter.Counter)
		truth := map[string]int{}
		random := rand.New(rand.NewPCG(seed, 'c'))
		deleter, deletes := f.(filter.Deleter)
		for range most * n / 2 {
			key := keys[random.IntN(n)]
			if truth[key] == most {
				continue
			}
			if err := c.Insert(key); err != nil {
				t.Errorf("Insert: %v", err)
				return
			}
			truth[key]++
			if old := keys[random.IntN(n)]; deletes && truth[old] > 0 && random.IntN(4) == 0 {
				deleter.Delete(old)
				truth[old]--
			}
		}
		few, many := 0, 0
		for _, key := range keys {
			switch got := c.Count(key); {
			case got < min(truth[key], c.MostCount()):
				few++
			case got > truth[key]:
				many++
			}
			if (c.Count(key) > 0) != f.Contains(key) {
				t.Errorf("%q is counted %d times, and Contains says %v", key, c.Count(key), f.Contains(key))
				return
			}
		}
		if few > 0 {
			t.Errorf("%d of %d counts are too small", few, n)
		}
		rate := f.Theory()
		if limit := rate*n + 5*math.Sqrt(rate*n) + 3; float64(many) > limit {
			t.Errorf("%d of %d counts are too large, more than the %.0f of the rate %.3g", many, n, limit, rate)
		}
		for _, word := range others {
			if got := c.Count(word); (got > 0) != f.Contains(word) {
				t.Errorf("a negative is counted %d times, and Contains says %v", got, f.Contains(word))
				return
			}
		}
	}
	f := build(t, s, nil, filter.Config{Epsilon: 0.05, Capacity: 100})
	if f == nil {
		return
	}
	c := f.(filter.Counter)
	if c.MostCount() < 1 {
		t.Errorf("it counts to %d", c.MostCount())
	}
	for range c.MostCount() + 3 {
		if err := c.Insert("a"); err != nil {
			t.Errorf("Insert: %v", err)
			return
		}
	}
	if got := c.Count("a"); got != c.MostCount() {
		t.Errorf("of more than %d insertions %d are counted", c.MostCount(), got)
	}
}

// stepsCounted inserts keys in two ways, one of them with its steps counted, into filters that
// are to be the same then, and asks them in two ways. What the steps are is each structure's
// own: its examples count them by hand.
func stepsCounted(t TB, s filter.Structure) {
	const n = 800
	keys, others := words(n, 60), words(n, 60+negatives)
	f, g := build(t, s, nil, filter.Config{Epsilon: 0.05, Capacity: n}), build(t, s, nil, filter.Config{Epsilon: 0.05, Capacity: n})
	if f == nil || g == nil {
		return
	}
	fast, slow := f.(filter.Inserter), g.(filter.StepCounter)
	for _, key := range append(keys, keys[0]) { // one of them twice
		err := fast.Insert(key)
		steps, counted := slow.InsertSteps(key)
		if (err == nil) != (counted == nil) || steps < 1 {
			t.Errorf("Insert: %v, with %d steps counted: %v", err, steps, counted)
			return
		}
	}
	a, err1 := f.(filter.Stored).AppendBinary(nil)
	b, err2 := g.(filter.Stored).AppendBinary(nil)
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("the filters differ after insertions of which one counts its steps (%v, %v)", err1, err2)
	}
	for _, word := range append(keys, others...) {
		if found, steps := slow.ContainsSteps(word); found != fast.Contains(word) || steps < 0 {
			t.Errorf("%q: found %v in %d steps, and Contains says %v", word, found, steps, fast.Contains(word))
			return
		}
	}
}
