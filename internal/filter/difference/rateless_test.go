package difference

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/racetest"
)

// A key is in symbol i with probability 1/(1 + i/2).
func TestSymbolsOfAKey(t *testing.T) {
	const keys, symbols = 200_000, 40
	counts := [symbols]int{}
	for i := range uint64(keys) {
		for w := walkOf(entryOf(i, 3)); w.at < symbols; w.next() {
			counts[w.at]++
		}
	}
	for i, n := range counts {
		p := 1 / (1 + float64(i)/2)
		if math.Abs(float64(n)-keys*p) > 5*math.Sqrt(keys*p*(1-p)) {
			t.Errorf("symbol %d: %d keys of %d, want %.0f", i, n, keys, keys*p)
		}
	}
}

// reconcile passes symbols until the difference is found.
func reconcile(t *testing.T, a, b []uint64, seed uint64, batch int) *Decoder {
	t.Helper()
	sender, receiver := NewEncoder(a, seed), NewDecoder(b, seed)
	for range 100*(len(a)+len(b)) + 100 {
		done, err := receiver.Take(sender.AppendNext(nil, batch))
		if err != nil {
			t.Fatal(err)
		}
		if done {
			return receiver
		}
	}
	t.Fatal("no end")
	return nil
}

// The difference is that of a map, and how many symbols it takes does not depend on how
// many come at once.
func TestRateless(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for trial := range uint64(200) {
		a, b := sets(trial, random.IntN(200), random.IntN(30), random.IntN(30))
		d := reconcile(t, a, b, trial, 1+random.IntN(50))
		theirs, mine := d.Difference()
		if !slices.Equal(sorted(theirs), only(a, b)) || !slices.Equal(sorted(mine), only(b, a)) {
			t.Fatalf("trial %d: a wrong difference", trial)
		}
		if one := reconcile(t, a, b, trial, 1); one.Symbols() != d.Symbols() {
			t.Fatalf("trial %d: %d symbols, %d one by one", trial, d.Symbols(), one.Symbols())
		}
	}
}

// The symbols a difference are those of the paper: about 1.35 of many, and never more
// than 1.72 on average.
func TestSymbolsPerDifference(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, c := range []struct {
		d, trials int
		low, high float64
	}{{1, 100, 1, 1}, {2, 400, 1, 1.8}, {4, 1000, 1.4, 1.80}, {10, 1000, 1.4, 1.75}, {100, 200, 1.35, 1.60}, {1000, 30, 1.32, 1.48}, {30_000, 2, 1.33, 1.38}} {
		sum := 0.0
		for seed := range uint64(c.trials) {
			a, b := sets(seed, 10, c.d/2, c.d-c.d/2)
			sum += float64(reconcile(t, a, b, seed, max(1, c.d/20)).Symbols())
		}
		mean := sum / float64(c.trials) / float64(c.d)
		t.Logf("d = %d: %.3f", c.d, mean)
		if mean < c.low || mean > c.high {
			t.Errorf("d = %d: %.3f symbols a difference, want %.2f to %.2f", c.d, mean, c.low, c.high)
		}
	}
}

// A symbol that was changed on its way is no difference: the decoder asks for more, or
// says that it is stuck.
func TestDamagedSymbols(t *testing.T) {
	a, b := sets(3, 50, 6, 7)
	message := NewEncoder(a, 9).AppendNext(nil, 60)
	for bit := range 8 * len(message) {
		damaged := slices.Clone(message)
		damaged[bit/8] ^= 1 << (bit % 8)
		d := NewDecoder(b, 9)
		done, err := d.Take(damaged)
		if err != nil || !done {
			continue
		}
		theirs, mine := d.Difference()
		if !slices.Equal(sorted(theirs), only(a, b)) || !slices.Equal(sorted(mine), only(b, a)) {
			t.Fatalf("bit %d: a wrong difference", bit)
		}
	}
}
