package filtertest

import (
	"fmt"
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// gradedKeys inserts keys of three confidences, far enough apart for cells of a
// few bits, and asks for those of some confidence or more: no such key may be
// denied, the others and negatives pass at the view's rate at most.
func gradedKeys(t TB, s filter.Structure) {
	grades, seeds := []float64{1, 0.6, 0.2}, rateSeeds()
	keys, queries := words(600, 14), words(4000, negatives)
	confidence := make([]float64, len(keys))
	for i := range keys {
		confidence[i] = grades[i%len(grades)]
	}
	for _, threshold := range []float64{0, 0.2, 0.4, 0.6, 0.8, 1} {
		excess, lower := make([]float64, seeds), make([]float64, seeds)
		theory, below := 0.0, 0
		for seed := range excess {
			f, err := filter.BuildGraded(s, wordlist.Of(keys...), confidence, filter.Config{Epsilon: 0.1, Seed: uint64(seed)})
			if err != nil {
				t.Errorf("keys of confidence %v: %v", grades, err)
				return
			}
			view := atLeast(t, f, threshold)
			if view == nil {
				return
			}
			theory = view.Theory()
			probability(t, "Theory of a view", 0.1, theory)
			below = 0
			for i, k := range keys {
				switch yes := view.Contains(k); {
				case confidence[i] < threshold:
					below++
					if yes {
						lower[seed]++
					}
				case !yes:
					t.Errorf("threshold %v: a key of confidence %v is denied", threshold, confidence[i])
					return
				}
			}
			lower[seed] = lower[seed]/max(1, float64(below)) - theory
			excess[seed] = float64(count(view, queries))/float64(len(queries)) - theory
			if threshold == 0 && (view.Theory() != f.Theory() || count(f, queries) != count(view, queries)) {
				t.Errorf("the keys of any confidence are other than the keys: rate %v, not %v", view.Theory(), f.Theory())
			}
		}
		if mean, half := meanInterval(excess); math.Abs(mean) > half && !s.Exact && s.Faults&filter.MissesTheory == 0 {
			t.Errorf("threshold %v: negatives pass at a rate of %.4g, Theory is %.4g", threshold, theory+mean, theory)
		}
		if mean, half := meanInterval(lower); below > 0 && mean > half {
			t.Errorf("threshold %v: keys below it pass at a rate of %.4g, Theory is %.4g", threshold, theory+mean, theory)
		}
	}
	changes(t, s)
	refusals(t, s)
}

// changes looks at keys that are inserted again or after a view was taken.
func changes(t TB, s filter.Structure) {
	f, ok := build(t, s, []string{"built"}, filter.Config{Epsilon: 0.001, Seed: 15, Capacity: 100}).(filter.Grader)
	if !ok {
		return
	}
	view := atLeast(t, f, 0.8)
	if view == nil {
		return
	}
	if !view.Contains("built") {
		t.Errorf("a key that was built in has a confidence below 0.8, but has 1")
	}
	for i, c := range []struct {
		confidences []float64
		reached     bool
	}{{[]float64{0.3}, false}, {[]float64{0.9}, true}, {[]float64{0.3, 0.9}, true}, {[]float64{0.9, 0.3}, true}} {
		key := fmt.Sprint("later ", i)
		for _, confidence := range c.confidences {
			if err := f.InsertGraded(key, confidence); err != nil {
				t.Errorf("confidence %v: %v", confidence, err)
			}
		}
		if !f.Contains(key) || view.Contains(key) != c.reached {
			t.Errorf("a key inserted with %v: in the filter %v, 0.8 or more %v, want true and %v",
				c.confidences, f.Contains(key), view.Contains(key), c.reached)
		}
	}
	if inserter, ok := f.(filter.Inserter); ok {
		if err := inserter.Insert("plain"); err != nil || !view.Contains("plain") {
			t.Errorf("a key inserted without a confidence has one below 0.8, but has 1 (%v)", err)
		}
	}
}

// refusals tries confidences and thresholds that are none.
func refusals(t TB, s filter.Structure) {
	f, ok := build(t, s, nil, filter.Config{Epsilon: 0.01, Seed: 16, Capacity: 100}).(filter.Grader)
	if !ok {
		return
	}
	for _, c := range []float64{0, -0.1, 1.1, math.NaN(), math.Inf(1), 1e-300} {
		if err := f.InsertGraded("a", c); err == nil && c != 1e-300 {
			t.Errorf("confidence %v is taken", c)
		} else if found := f.Contains("a"); found != (err == nil) {
			t.Errorf("confidence %v: error %v, and the key is found %v", c, err, found)
		}
	}
	for _, threshold := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := f.AtLeast(threshold); err == nil {
			t.Errorf("threshold %v is taken", threshold)
		}
	}
}

// atLeast takes a view, or reports the error and returns nil.
func atLeast(t TB, f filter.Grader, threshold float64) filter.Filter {
	t.Helper()
	view, err := f.AtLeast(threshold)
	if err != nil {
		t.Errorf("threshold %v: %v", threshold, err)
		return nil
	}
	return view
}
