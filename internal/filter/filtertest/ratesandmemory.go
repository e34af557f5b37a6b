package filtertest

import (
	"math"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// rateLevel is that of every test of a rate.
const rateLevel = 0.999

// rateSeeds is how many filters a test of a rate has.
func rateSeeds() int { return tier.Of(8, 30) }

// meanInterval is Student's interval on the mean: its centre and half its width.
func meanInterval(values []float64) (mean, half float64) {
	mean, sd := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	return mean, distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5+rateLevel/2) * stat.StdErr(sd, n)
}

// rate compares measured false-positive rates with Theory. Every seed has
// keys of its own, so that a structure that ignores seeds is judged too; the
// interval is that of the mean over the seeds of measured − theory.
func rate(t TB, s filter.Structure) {
	const most = 40_000
	asked, seeds := most, 30
	if s.Faults&filter.MissesTheory == 0 { // fewer do not show that it does
		asked, seeds = tier.Of(10_000, most), rateSeeds()
	}
	queries := words(asked, negatives)
	keys := make([][]string, seeds)
	for i := range keys {
		keys[i] = words(1753, uint64(100+i))
	}
	for _, c := range []struct {
		n       int
		epsilon float64
	}{{1753, 0.5}, {1753, 0.2}, {1753, 0.05}, {1753, 0.01}, {1753, 0.001}, {64, 0.05}} {
		if !tier.Checking() && s.Faults&filter.MissesTheory == 0 && (c.epsilon == 0.2 || c.epsilon == 0.01) {
			continue // between the others
		}
		excess := make([]float64, seeds)
		theory := 0.0
		for i := range excess {
			f := build(t, s, keys[i][:c.n], filter.Config{Epsilon: c.epsilon, Seed: uint64(i)})
			if f == nil {
				return
			}
			expected := f.Theory()
			excess[i] = float64(count(f, queries))/float64(len(queries)) - expected
			theory += expected / float64(seeds)
		}
		mean, half := meanInterval(excess)
		off := math.Abs(mean) > half
		if s.Faults&filter.MissesTheory != 0 {
			if off {
				return
			}
			continue
		}
		if off {
			t.Errorf("n = %d, ε = %v: over %d seeds the rate is %.4g %% of the theory's %.4g, outside its %v %% interval of ± %.2g %%",
				c.n, c.epsilon, seeds, 100*(theory+mean)/theory, theory, 100*rateLevel, 100*half/theory)
		}
	}
	expect(t, s, filter.MissesTheory, false, "MissesTheory", "")
}

// nearTheory compares the rate of one filter with its Theory, by six standard
// deviations: enough to notice that one of them is that of another size.
func nearTheory(t TB, s filter.Structure, what string, f filter.Filter, queries []string) {
	t.Helper()
	probability(t, what+", Theory", 0, f.Theory())
	want := f.Theory() * float64(len(queries))
	if got := float64(count(f, queries)); s.Faults&filter.MissesTheory == 0 && math.Abs(got-want) > 6*math.Sqrt(want)+6 {
		t.Errorf("%s: of %d negatives %v are admitted, Theory says %.0f", what, len(queries), got, want)
	}
}

// exactness asks an exact structure for negatives, those next to a key among
// them, under every hash and with and without an ε.
func exactness(t TB, s filter.Structure) {
	keys, queries := slices.Concat(words(1753, 9), degenerate()), words(tier.Of(5_000, 20_000), negatives)
	known := make(map[string]bool)
	for _, k := range keys {
		known[k] = true
	}
	for _, k := range keys[:100] {
		queries = append(queries, k+"\x00", k+k, k[1:], k[:len(k)-1], " "+k)
	}
	queries = slices.DeleteFunc(queries, func(q string) bool { return known[q] })
	universe := wordlist.Of(queries...)
	for name, hash := range hashes() {
		for _, epsilon := range []float64{0, 0.5} {
			f := build(t, s, keys, filter.Config{Epsilon: epsilon, Hash: hash, Universe: universe})
			if f == nil {
				return
			}
			if n := count(f, queries); n > 0 || f.Theory() != 0 {
				t.Errorf("%s, ε = %v: an exact structure has %d false positives among %d negatives and a Theory of %v",
					name, epsilon, n, len(queries), f.Theory())
			}
		}
	}
}

// size compares Bits with the heap and, of an approximate structure, with the
// least that n keys need at the rate. The heap may hold a quarter more (size
// classes of the allocator) and a kilobyte (the structure's header, small
// tables), but not less. The list of keys is garbage by then, so that text kept
// of it counts.
func size(t TB, s filter.Structure) {
	numbers := []int{0, 1753}
	if tier.Checking() {
		numbers = append(numbers, 10_000)
	}
	for _, n := range amounts(s, numbers...) {
		keys := words(n, 20)
		cfg := filter.Config{Epsilon: 0.01, Seed: 20}
		f := build(t, s, keys, cfg)
		if f == nil {
			return
		}
		said := float64(f.Bits()) / 8
		if held := leastHeld(func() any { g, _ := s.Build(wordlist.Of(keys...), cfg); return g }, 1.25*said+1024); said > held || held > 1.25*said+1024 {
			t.Errorf("n = %d: Bits says %.0f bytes, the heap holds %.0f", n, said, held)
		}
		if s.Exact {
			continue
		}
		if least := float64(n) * math.Log2(1/f.Theory()) / 8; n >= 1000 && said < 0.98*least {
			t.Errorf("n = %d: %.0f bytes are less than the %.0f that any structure needs at a rate of %v", n, said, least, f.Theory())
		}
	}
}

// leastHeld is the heap that one value keeps, in bytes: the least of three
// measurements, since anything else that allocates meanwhile adds to one. When it is little
// enough the first tier makes no further one, and the others no third.
func leastHeld(build func() any, enough float64) float64 {
	least := math.Inf(1)
	for i := range 3 {
		if least = min(least, heapmemory.Held(build)); least <= enough && i+1 >= tier.Of(1, 2) {
			break
		}
	}
	return least
}

func concurrency(t TB, s filter.Structure) {
	keys, queries := words(1753, 6), words(5000, negatives)
	f := build(t, s, keys, filter.Config{Epsilon: 0.05, Seed: 6})
	if f == nil {
		return
	}
	queries = slices.Concat(keys, queries)
	want := count(f, queries)
	var group sync.WaitGroup
	counts := make([]int, 4)
	for i := range counts {
		group.Go(func() { counts[i] = count(f, queries) })
	}
	group.Wait()
	for _, got := range counts {
		if got != want {
			t.Errorf("%d positives when four goroutines ask at once, %d when one does", got, want)
		}
	}
}

func allocations(t TB, s filter.Structure) {
	keys := slices.Concat(degenerate(), words(200, 7))
	f := build(t, s, keys, filter.Config{Epsilon: 0.01, Seed: 7})
	if f == nil {
		return
	}
	queries := slices.Concat(keys, words(200, negatives))
	if n := testing.AllocsPerRun(10, func() { count(f, queries) }); n > 0 {
		t.Errorf("Contains allocates: %v allocations in %d queries", n, len(queries))
	}
}
