package counting

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func FuzzStandard(f *testing.F) { filtertest.Fuzz(f, Standard()) }
func FuzzThree(f *testing.F)    { filtertest.Fuzz(f, Three()) }

// numbered are n keys of a number each, from the first on.
func numbered(first, n int) *wordlist.List {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("k", first+i)
	}
	return wordlist.Of(keys...)
}

// changing is a filter that inserts and deletes.
type changing interface {
	filter.Inserter
	filter.Deleter
}

func mustBuild(t *testing.T, s filter.Structure, keys *wordlist.List, cfg filter.Config) changing {
	t.Helper()
	f, err := s.Build(keys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return f.(changing)
}

// countersOf is what counts in a filter of either width.
func countersOf(f filter.Filter) *counters {
	if three, is := f.(*three); is {
		return &three.counters
	}
	return &f.(*four).counters
}

// TestCountersHistory compares every counter with a map of counts: random
// insertions and deletions of keys, each of which is there at most twice.
func TestCountersHistory(t *testing.T) {
	for _, s := range []filter.Structure{Standard(), Three()} {
		const n = 300
		f := mustBuild(t, s, numbered(0, n), filter.Config{Epsilon: 0.02, Seed: 3})
		c := countersOf(f)
		held := make(map[int]int)
		for i := range n {
			held[i] = 1
		}
		random := rand.New(rand.NewPCG(3, 3))
		for step := range 20_000 {
			i := random.IntN(2 * n)
			key := fmt.Sprint("k", i)
			if held[i] > 0 && random.IntN(2) == 0 {
				if !f.Delete(key) {
					t.Fatalf("%s: %q is not found", s.Name, key)
				}
				held[i]--
			} else if held[i] < 2 && c.n < n {
				if err := f.Insert(key); err != nil {
					t.Fatal(err)
				}
				held[i]++
			}
			if step%100 != 0 {
				continue
			}
			want := make(map[uint64]uint64)
			for i, copies := range held {
				for _, p := range filter.Probes(nil, c.hash.Sum64(fmt.Sprint("k", i)), c.k) {
					cell, _ := bits.Mul64(p, c.count)
					want[cell] += uint64(copies)
				}
			}
			for i := range c.count {
				if now := c.get(i); now != want[i] && now != c.most {
					t.Fatalf("%s, step %d: counter %d is %d, and there are %d probes on it", s.Name, step, i, now, want[i])
				}
			}
		}
		if c.Theory() != bloom.OccupancyMoment(c.count, c.k*total(held), c.k) {
			t.Errorf("%s: the theory is not that of the %d keys left", s.Name, total(held))
		}
	}
}

func total(held map[int]int) (n int) {
	for _, copies := range held {
		n += copies
	}
	return n
}

// TestCountersEmptied: a filter whose keys were all deleted is empty again.
func TestCountersEmptied(t *testing.T) {
	for _, s := range []filter.Structure{Standard(), Three()} {
		keys := numbered(0, 2000)
		f := mustBuild(t, s, keys, filter.Config{Epsilon: 0.01, Seed: 5})
		c := countersOf(f)
		for i := range c.count {
			if c.get(i) == c.most {
				t.Fatalf("%s: choose a seed with which no counter reaches its end", s.Name)
			}
		}
		for key := range keys.Each() {
			if !f.Delete(key) {
				t.Fatalf("%s: %q is not found", s.Name, key)
			}
		}
		for _, b := range c.data {
			if b != 0 {
				t.Fatalf("%s: a counter is left above 0", s.Name)
			}
		}
		if c.Theory() != 0 {
			t.Errorf("%s: a filter of no key has a theory of %v", s.Name, c.Theory())
		}
	}
}

// TestCountersSaturate: counters stay at their end, from one insertion before on
// and after any number of deletions, and the key is found for ever.
func TestCountersSaturate(t *testing.T) {
	for s, most := range map[string]int{"counting": 15, "counting3": 7} {
		structure := map[string]filter.Structure{"counting": Standard(), "counting3": Three()}[s]
		for times, stays := range map[int]bool{most - 1: false, most: true, most + 1: true, 100: true} {
			f := mustBuild(t, structure, numbered(0, 20), filter.Config{Epsilon: 0.0001, Seed: 5, Capacity: 1000})
			for range times {
				if err := f.Insert("often"); err != nil {
					t.Fatal(err)
				}
			}
			for i := range times {
				if !f.Delete("often") {
					t.Fatalf("%s: deletion %d of %d finds no key", s, i+1, times)
				}
			}
			if f.Contains("often") != stays {
				t.Errorf("%s: a key that was inserted and deleted %d times is found: %v", s, times, !stays)
			}
			for key := range numbered(0, 20).Each() {
				if !f.Contains(key) {
					t.Errorf("%s: %q is lost", s, key)
				}
			}
		}
	}
}

// TestFanBound: the paper's bound on the largest counter, m·(e·ln 2/16)^16 =
// 1.37·10⁻¹⁵·m, lies above the tail of the binomial distribution, and the counters of
// a filter are distributed so.
func TestFanBound(t *testing.T) {
	bound := func(j float64) float64 { return math.Pow(math.E*math.Ln2/j, j) }
	if b := bound(16); math.Abs(b/1.37e-15-1) > 0.005 {
		t.Errorf("the bound is %v, the paper's 1.37e-15", b)
	}
	if b := bound(15); b > 3.1e-14 {
		t.Errorf("a counter reaches 15 with a probability of up to %v, not 3.1e-14", b)
	}
	load := distuv.Poisson{Lambda: math.Ln2}
	tail := func(j int) (p float64) {
		for i := j; i < 60; i++ {
			p += load.Prob(float64(i))
		}
		return p
	}
	for j := 2; j <= 16; j++ {
		if tail(j) > bound(float64(j)) {
			t.Errorf("a counter is %d or more with a probability of %v, the bound is %v", j, tail(j), bound(float64(j)))
		}
	}
	if p := tail(7); math.Abs(p/7.6e-6-1) > 0.1 || math.Round(p*1e6) != 8 {
		t.Errorf("a counter reaches 7 with a probability of %v, not 8e-6", p)
	}
	const n = 100_000
	f, err := buildFour(numbered(0, n), filter.Config{Epsilon: 0.01, Seed: 6})
	if err != nil {
		t.Fatal(err)
	}
	c := countersOf(f)
	seen := make([]float64, 16)
	for i := range c.count {
		seen[c.get(i)]++
	}
	cell := distuv.Poisson{Lambda: float64(c.k) * n / float64(c.count)}
	for j := range 16 {
		want := cell.Prob(float64(j)) * float64(c.count)
		if math.Abs(seen[j]-want) > 5*math.Sqrt(want)+1 {
			t.Errorf("%v counters are %d, want %.1f", seen[j], j, want)
		}
	}
}

// TestCountersSize: m and k are those of a Bloom filter, and at a large ε counters
// do not reach their end before keys are deleted.
func TestCountersSize(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1753, 1_000_000} {
		for _, epsilon := range []float64{filter.MinEpsilon, 1e-6, 0.01, 0.05, 0.2, 0.5} {
			m, k := CountersSize(n, epsilon)
			if wantM, wantK := bloom.StandardSize(n, epsilon); m != wantM || k != wantK {
				t.Errorf("n = %d, ε = %v: m = %d, k = %d, a Bloom filter has %d and %d", n, epsilon, m, k, wantM, wantK)
			}
		}
		for _, epsilon := range []float64{0.5, 0.9, 0.99, 1 - 1e-9} {
			if m, k := CountersSize(n, epsilon); float64(k*n)/float64(m) > mostLoad {
				t.Errorf("n = %d, ε = %v: %v probes a counter", n, epsilon, float64(k*n)/float64(m))
			}
		}
	}
}

// TestCountersBits holds what the explanations say.
func TestCountersBits(t *testing.T) {
	const n = 1753
	for s, want := range map[string]map[float64]float64{
		"counting":  {0.01: 38.3, 0.05: 24.9, 0.2: 13.4},
		"counting3": {0.01: 28.8, 0.05: 18.7, 0.2: 10.1},
	} {
		structure := map[string]filter.Structure{"counting": Standard(), "counting3": Three()}[s]
		for epsilon, bitsOf := range want {
			p, err := structure.Plan(n, filter.Config{Epsilon: epsilon})
			if err != nil {
				t.Fatal(err)
			}
			if got := float64(p.Bits) / n; math.Abs(got-bitsOf) > 0.05 {
				t.Errorf("%s, ε = %v: %.3f bits per key, not %v", s, epsilon, got, bitsOf)
			}
		}
	}
}
