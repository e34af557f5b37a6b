package filtertest

import (
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/tier"
)

// sized compares the estimates of a size, a union and an intersection with the true
// numbers, over seeds, at loads of a third, one and two times what the filter is made
// for: the mean within its interval, as far as the estimates spread, and one estimate
// about as far off as its deviation says. A key that comes twice counts once.
func sized(t TB, s filter.Structure) {
	const room = 1000
	seeds := tier.Of(20, 60)
	for _, share := range []float64{0.3, 1, 2} {
		n := int(share * room)
		var off [3][]float64 // of the size, the union and the intersection, in deviations
		for seed := range uint64(seeds) {
			cfg := filter.Config{Epsilon: 0.02, Seed: seed, Capacity: room}
			keys := words(2*n-n/4, 400+seed)
			f, ok := buildFull(t, s, slices.Concat(keys[:n], keys[:n/10]), cfg).(filter.Sizer)
			g, other := buildFull(t, s, keys[n-n/4:], cfg).(filter.Sizer)
			if !ok || !other {
				return
			}
			before := impressionOf(f, nil)
			union, err := filter.EstimateUnion(f, g)
			if err != nil {
				t.Errorf("two filters of one kind and seed: %v", err)
				return
			}
			common, err := filter.EstimateCommon(f, g)
			if err != nil {
				t.Errorf("two filters of one kind and seed: %v", err)
				return
			}
			for i, e := range []filter.Estimate{filter.EstimateSize(f), union, common} {
				truth := []int{n, len(keys), n / 4}[i]
				off[i] = append(off[i], (e.Keys-float64(truth))/f.SizeDeviation(float64([]int{n, len(keys), len(keys)}[i])))
				if !(e.Deviation > 0) || e.Deviation > float64(n) {
					t.Errorf("%d keys: a deviation of %v", truth, e.Deviation)
					return
				}
			}
			if !before.equal(impressionOf(f, nil)) {
				t.Errorf("an estimate changes the filter")
				return
			}
		}
		for i, of := range []string{"the size", "the union", "the intersection"} {
			mean, half := meanInterval(off[i])
			if math.Abs(mean) > half+0.1 {
				t.Errorf("%d keys: over %d seeds the estimate of %s is %.2g deviations off, more than ± %.2g", n, seeds, of, mean, half+0.1)
			}
			square := 0.0
			for _, z := range off[i] {
				square += z * z / float64(seeds)
			}
			if spread := math.Sqrt(square); i < 2 && (spread < 0.65 || spread > 1.4) { // six standard errors of a normal one
				t.Errorf("%d keys: estimates of %s spread by %.2f of their deviation", n, of, spread)
			}
		}
	}
	sizedEdges(t, s)
}

// buildFull builds a filter of keys beyond its room too.
func buildFull(t TB, s filter.Structure, keys []string, cfg filter.Config) filter.Filter {
	f := build(t, s, nil, cfg)
	if f == nil {
		return nil
	}
	inserter, ok := f.(filter.Inserter)
	if !ok {
		t.Errorf("a filter that estimates its size takes no keys")
		return nil
	}
	for _, k := range keys {
		if err := inserter.Insert(k); err != nil {
			t.Errorf("Insert: %v", err)
			return nil
		}
	}
	return f
}

// sizedEdges estimates filters without keys, that are too full, and that do not go
// together.
func sizedEdges(t TB, s filter.Structure) {
	cfg := filter.Config{Epsilon: 0.05, Seed: 80, Capacity: 100}
	empty, ok := build(t, s, nil, cfg).(filter.Sizer)
	if !ok {
		return
	}
	if e := filter.EstimateSize(empty); e.Keys != 0 || e.Deviation != 0 {
		t.Errorf("a filter without keys has %v ± %v", e.Keys, e.Deviation)
	}
	if n, err := empty.SizeWith(empty); n != 0 || err != nil {
		t.Errorf("two filters without keys have %v, %v", n, err)
	}
	crowded, ok := buildFull(t, s, words(20_000, 80), cfg).(filter.Sizer)
	if !ok {
		return
	}
	if e := filter.EstimateSize(crowded); !(e.Keys > 500) || math.IsNaN(e.Deviation) || e.Deviation < 0 {
		t.Errorf("a filter of two hundred times its keys has %v ± %v", e.Keys, e.Deviation)
	}
	if e, err := filter.EstimateCommon(crowded, crowded); err != nil || math.IsNaN(e.Deviation) {
		t.Errorf("a filter that is too full has %v ± %v keys in common with itself, %v", e.Keys, e.Deviation, err)
	}
	seeded, hashed, smaller := cfg, cfg, cfg
	seeded.Seed, hashed.Hash, smaller.Capacity = 81, FNV{}, 50
	for name, other := range map[string]filter.Filter{
		"another structure": foreign{}, "another seed": build(t, s, nil, seeded),
		"another hash function": build(t, s, nil, hashed), "another size": build(t, s, nil, smaller),
	} {
		if n, err := empty.SizeWith(other); err == nil {
			t.Errorf("a filter of %s is estimated with it: %v keys", name, n)
		}
	}
}
