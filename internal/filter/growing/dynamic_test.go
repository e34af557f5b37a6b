package growing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// TestDynamicGrowth: the rate of full filters and a last one is that of the paper,
// 1 − (1 − f)^⌊n/c⌋·(1 − f_last). Eight at 1 % have 7.7 %.
func TestDynamicGrowth(t *testing.T) {
	racetest.OneGoroutine(t)
	const c, seeds = 219, 30
	keys, negatives := numbered("key", 8*c), numbered("negative", 20_000)
	for _, n := range []int{c, 3*c + 50, 8 * c} {
		mean, theory, want := 0.0, 0.0, 0.0
		for seed := range uint64(seeds) {
			f, err := Dynamic().Build(keys.First(c), filter.Config{Epsilon: 0.01, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			d := f.(*dynamic)
			for i := c; i < n; i++ {
				if err := d.Insert(keys.At(i)); err != nil {
					t.Fatal(err)
				}
			}
			if got := len(d.sets); got != (n+c-1)/c {
				t.Fatalf("%d keys are in %d filters of %d", n, got, c)
			}
			for i := range d.sets {
				if d.sets[i].n != min(c, n-i*c) {
					t.Fatalf("filter %d of %d keys has %d", i, n, d.sets[i].n)
				}
			}
			full, last := bloom.OccupancyMoment(d.m, d.k*c, d.k), bloom.OccupancyMoment(d.m, d.k*(n%c), d.k)
			want = 1 - math.Pow(1-full, float64(n/c))*(1-last)
			mean += measured(d, negatives) / seeds
			theory += d.Theory() / seeds
		}
		t.Logf("%d keys, c = %d: measured %.4f, theory %.4f, the paper's %.4f", n, c, mean, theory, want)
		sd := math.Sqrt(want / seeds / 20_000)
		if math.Abs(theory/want-1) > 0.03 || math.Abs(mean-theory) > 10*sd {
			t.Errorf("%d keys, c = %d: measured %v, theory %v, the paper's %v", n, c, mean, theory, want)
		}
		if n == 8*c && math.Abs(want-0.077) > 0.001 {
			t.Errorf("eight filters have %v, want 0.077", want)
		}
	}
}

// TestDynamicDelete: of keys in several filters those that one filter claims go,
// the others stay, and none that was not deleted is lost.
func TestDynamicDelete(t *testing.T) {
	const c = 100
	f, err := Dynamic().Build(numbered("key", c), filter.Config{Epsilon: 0.1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dynamic)
	keys := numbered("key", 8*c).All()
	for _, key := range keys[c:] {
		_ = d.Insert(key)
	}
	claimed := func(key string) (sets int) {
		for i := range d.sets {
			if d.claims(d.sets[i].words, d.hash.Sum64(key)) {
				sets++
			}
		}
		return sets
	}
	random := rand.New(rand.NewPCG(1, 1))
	random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	left, held := 0, func() (n int) {
		for i := range d.sets {
			n += d.sets[i].n
		}
		return n
	}
	for i, key := range keys[:4*c] {
		sets, before := claimed(key), held()
		if !d.Delete(key) {
			t.Fatalf("deletion %d: %q is not found", i, key)
		}
		switch gone := before - held(); {
		case sets == 1 && gone != 1, sets > 1 && gone != 0:
			t.Fatalf("deletion %d: %d filters claim %q, %d keys are gone", i, sets, key, gone)
		case sets > 1:
			left++
			if !d.Contains(key) {
				t.Fatalf("deletion %d: %q is claimed by %d filters and taken away", i, key, sets)
			}
		}
		for _, other := range keys[i+1:] {
			if !d.Contains(other) {
				t.Fatalf("deletion %d: %q is lost", i, other)
			}
		}
	}
	if left < 4*c/10 || left > 4*c*7/10 { // 1 − 0.9^7 = 52 % at first, less as the filters empty
		t.Errorf("%d of %d deletions are left undone", left, 4*c)
	}
	if sets := len(d.sets); sets != 8 {
		t.Errorf("%d filters", sets)
	}
	for i := range 8*c - held() { // the room of those deleted is taken first
		_ = d.Insert(fmt.Sprint("new ", i))
	}
	if sets := len(d.sets); sets != 8 {
		t.Errorf("%d filters, while there was room in eight", sets)
	}
}

// TestCounters: a counter that has reached 15 stays, and one key twice in a filter
// is there until it is deleted twice.
func TestCounters(t *testing.T) {
	for _, times := range []int{1, 2, 14, 15, 40} {
		f, err := Dynamic().Build(wordlist.Of("other"), filter.Config{Epsilon: 0.001, Seed: 1, Capacity: 100})
		if err != nil {
			t.Fatal(err)
		}
		d := f.(*dynamic)
		theory := d.Theory()
		for range times {
			_ = d.Insert("key")
		}
		for i := range times {
			if !d.Delete("key") {
				t.Fatalf("inserted %d times, deleted %d times, the key is not found", times, i)
			}
		}
		if stays := times >= 15; d.Contains("key") != stays || !d.Contains("other") || (d.Theory() == theory) == stays {
			t.Errorf("inserted and deleted %d times: found %v, a rate of %v, before %v", times, d.Contains("key"), d.Theory(), theory)
		}
		recount := counters{words: d.sets[0].words}
		if recount.count(); recount.used != d.sets[0].used {
			t.Errorf("%d counters are above 0, %d are counted", recount.used, d.sets[0].used)
		}
	}
}

// TestDynamicSize: one filter holds the rate, exactly computed, in hardly more
// counters than a Bloom filter has bits.
func TestDynamicSize(t *testing.T) {
	for _, c := range []int{leastKeys, 100, 1753} {
		for _, epsilon := range []float64{0.5, 0.2, 0.05, 0.01, 0.001} {
			m, k := dynamicSize(c, epsilon)
			if rate := bloom.OccupancyMoment(m, k*c, k); rate > epsilon*1.002 {
				t.Errorf("c = %d: asked for %v it has a rate of %v", c, epsilon, rate)
			}
			if least := float64(c) * math.Log2(1/epsilon) / math.Ln2; epsilon < 0.5 && float64(m) > 1.05*least+10 {
				t.Errorf("c = %d, ε = %v: %d counters, a Bloom filter has %.0f bits", c, epsilon, m, least)
			}
		}
	}
}

func FuzzDynamic(f *testing.F) { filtertest.Fuzz(f, Dynamic()) }

// TestDynamicEmptied: a filter of none takes what is claimed by chance and deleted for no key.
func TestDynamicEmptied(t *testing.T) {
	f, err := Dynamic().Build(wordlist.Of(), filter.Config{Epsilon: 0.1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := f.(*dynamic)
	d.remove(&d.sets[0], 1)
	if d.sets[0].n != 0 {
		t.Errorf("%d keys", d.sets[0].n)
	}
}
