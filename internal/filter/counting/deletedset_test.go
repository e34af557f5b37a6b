package counting

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/filter"
)

// TestDeletedErrors compares both errors with their theory over seeds: of the keys left
// the share that is lost, and of negatives the share that is admitted.
func TestDeletedErrors(t *testing.T) {
	const n, seeds = 2000, 30
	keys, negatives := numbered(0, n), numbered(n, 20_000)
	for _, c := range []struct {
		epsilon float64
		deleted int
	}{{0.2, n / 4}, {0.2, n - 200}, {0.05, n / 2}} {
		losses, rates := make([]float64, seeds), make([]float64, seeds) // measured less expected
		loss, rate := 0.0, 0.0                                          // of the last seed
		for seed := range seeds {
			f := mustBuild(t, Deleted(), keys, filter.Config{Epsilon: c.epsilon, Seed: uint64(seed)})
			gone := 0
			for key := range keys.First(c.deleted).Each() {
				if f.Delete(key) {
					gone++
				}
				if f.Contains(key) {
					t.Fatalf("%q is found after it was deleted", key)
				}
			}
			if gone > c.deleted || gone < c.deleted*7/10 {
				t.Errorf("%d of %d keys were found to be deleted", gone, c.deleted)
			}
			lost, admitted := 0, 0
			for i := c.deleted; i < n; i++ {
				if !f.Contains(keys.At(i)) {
					lost++
				}
			}
			for key := range negatives.Each() {
				if f.Contains(key) {
					admitted++
				}
			}
			loss = f.(*deletedSet).loss()
			rate = f.Theory()
			losses[seed] = float64(lost)/float64(n-c.deleted) - loss
			rates[seed] = float64(admitted)/float64(negatives.Len()) - rate
		}
		for what, excess := range map[string][]float64{"loss": losses, "rate": rates} {
			mean, sd := stat.MeanStdDev(excess, nil)
			t.Logf("%+v: %s expected %.5f / %.5f, measured %+.5f beside it ± %.5f", c, what, loss, rate, mean, 3.66*sd/math.Sqrt(seeds))
			if math.Abs(mean) > 3.66*sd/math.Sqrt(seeds) { // Student's 99.9 % for 30
				t.Errorf("%+v: the %s is off by %v", c, what, mean)
			}
		}
		if loss == 0 || rate == 0 {
			t.Errorf("%+v: a loss of %v and a rate of %v are expected", c, loss, rate)
		}
	}
}

// TestDeletedStays: a deleted key is refused, and the refusal changes nothing.
func TestDeletedStays(t *testing.T) {
	f := mustBuild(t, Deleted(), numbered(0, 100), filter.Config{Epsilon: 0.01, Seed: 12})
	if f.Delete("negative") || !f.Delete("k7") || f.Delete("k7") {
		t.Error("Delete does not say whether it found the key")
	}
	before, theory := f.Contains("k7"), f.Theory()
	if err := f.Insert("k7"); !errors.Is(err, filter.ErrFull) || before || f.Contains("k7") || f.Theory() != theory {
		t.Errorf("a deleted key is inserted again: %v", err)
	}
	if err := f.Insert("another"); err != nil || !f.Contains("another") {
		t.Errorf("a new key is not taken: %v", err)
	}
}

// TestDeletedBits holds what the explanation says.
func TestDeletedBits(t *testing.T) {
	const n = 1753
	for epsilon, want := range map[float64]float64{0.01: 19.2, 0.05: 12.5, 0.2: 6.7} {
		p, err := planDeleted(n, filter.Config{Epsilon: epsilon})
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(p.Bits) / n; math.Abs(got-want) > 0.05 {
			t.Errorf("ε = %v: %.2f bits per key, not %v", epsilon, got, want)
		}
	}
	keys := numbered(0, n)
	for gone, want := range map[int]float64{n / 2: 4e-4, n: 1e-2} {
		f := mustBuild(t, Deleted(), keys, filter.Config{Epsilon: 0.01, Seed: 13})
		for key := range keys.First(gone).Each() {
			f.Delete(key)
		}
		if got := f.(*deletedSet).loss(); math.Abs(got/want-1) > 0.15 {
			t.Errorf("after %d deletions %v of the keys are lost, not %v", gone, got, want)
		}
	}
}

// TestDeletedLoss: the loss is by the bits of the second filter, not by its whole bytes.
func TestDeletedLoss(t *testing.T) {
	f := mustBuild(t, Deleted(), numbered(0, 3), filter.Config{Epsilon: 0.1, Seed: 2})
	s := f.(*deletedSet)
	f.Delete("k1")
	ones := 0
	for i := range s.deleted.count {
		ones += int(s.deleted.get(i))
	}
	if want := math.Pow(float64(ones)/float64(s.deleted.count), float64(s.deleted.k)); s.deleted.count%8 == 0 || s.loss() != want {
		t.Errorf("a loss of %v by %d bits of %d, want %v", s.loss(), ones, s.deleted.count, want)
	}
}
