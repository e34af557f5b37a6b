package exact

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawn are so many distinct numbers below u.
func drawn(u, n int, r *rand.Rand) map[uint64]bool {
	in := map[uint64]bool{}
	for len(in) < n {
		in[r.Uint64N(uint64(u))] = true
	}
	return in
}

// admits counts the numbers of a whole universe that a zone admits wrongly, and its
// elements that it denies.
func admits(t *testing.T, u, d int, in map[uint64]bool) (wrong, denied int, z *Zone) {
	t.Helper()
	z, err := NewZone(uint64(u), d)
	if err != nil {
		t.Fatal(err)
	}
	if len(in)%2 == 0 {
		z.AddAll(slices.Collect(maps.Keys(in)))
	} else {
		for x := range in {
			z.Add(x)
		}
	}
	for x := range uint64(u) {
		switch {
		case in[x] && !z.Contains(x):
			denied++
		case !in[x] && z.Contains(x):
			wrong++
		}
	}
	return wrong, denied, z
}

// Up to d elements no number of the universe is admitted wrongly, whichever they are:
// every pair of small universes, and random sets of larger ones, neighbours among them.
func TestZoneIsFree(t *testing.T) {
	for u := 1; u <= 40; u++ {
		for a := range uint64(u) {
			for b := range a + 1 {
				if wrong, denied, z := admits(t, u, 2, map[uint64]bool{a: true, b: true}); wrong+denied > 0 || z.Theory() != 0 {
					t.Fatalf("u = %d, %d and %d: %d wrong, %d denied", u, a, b, wrong, denied)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ u, d int }{{100, 3}, {1000, 1}, {5000, 12}, {30_000, 40}} {
		for range 5 {
			if wrong, denied, _ := admits(t, c.u, c.d, drawn(c.u, c.d, r)); wrong+denied > 0 {
				t.Errorf("%+v: %d wrong, %d denied", c, wrong, denied)
			}
		}
		row := map[uint64]bool{}
		for i := range c.d {
			row[uint64(c.u-1-i)] = true
		}
		if wrong, denied, _ := admits(t, c.u, c.d, row); wrong+denied > 0 {
			t.Errorf("%+v, neighbours: %d wrong, %d denied", c, wrong, denied)
		}
	}
}

// With one prime fewer than it takes there are wrong answers for some sets: the zone is
// not free by accident.
func TestZoneNeedsItsPrimes(t *testing.T) {
	const u = 29
	some := false
	for a := range uint64(u) {
		z, err := NewZone(u, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(z.primes) != 3 { // 2·3·5 = 30 is enough
			t.Fatalf("primes %v", z.primes)
		}
		z.primes = z.primes[:2]
		z.Add(a)
		for x := range uint64(u) {
			some = some || x != a && z.Contains(x)
		}
	}
	if !some {
		t.Error("two primes serve where three are taken")
	}
}

// The rate beyond d is that of its theory, within a tenth and three standard errors of
// the mean over sets.
func TestZoneBeyond(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const sets = 12
	for _, c := range []struct{ u, d, n int }{{20_000, 5, 40}, {20_000, 5, 80}, {50_000, 20, 300}, {50_000, 20, 600}} {
		var rates []float64
		mean, theory := 0.0, 0.0
		for range sets {
			wrong, denied, z := admits(t, c.u, c.d, drawn(c.u, c.n, r))
			if denied > 0 {
				t.Fatalf("%+v: %d denied", c, denied)
			}
			rates = append(rates, float64(wrong)/float64(c.u-c.n))
			mean += rates[len(rates)-1] / sets
			theory = z.Theory()
		}
		square := 0.0
		for _, v := range rates {
			square += (v - mean) * (v - mean) / (sets - 1)
		}
		if off := math.Abs(mean - theory); off > 0.1*theory+3*math.Sqrt(square/sets) {
			t.Errorf("%+v: a rate of %.3g, by theory %.3g", c, mean, theory)
		}
	}
}

// The sizes of the texts, and what is too large.
func TestZoneSizes(t *testing.T) {
	z, err := NewZone(466_921, 20)
	if err != nil || z.Bits() < 7000 || z.Bits() > 8500 {
		t.Errorf("%d bits, %v", z.Bits(), err)
	}
	if z, err = NewZone(466_921, 1753); err != nil || z.Bits() < 26e6 || z.Bits() > 30e6 {
		t.Errorf("%d bits, %v", z.Bits(), err)
	}
	for _, c := range []struct {
		u uint64
		d int
	}{{0, 1}, {1, 0}, {1 << 20, 1_000_000}} {
		if _, err := NewZone(c.u, c.d); err == nil {
			t.Errorf("%+v is made", c)
		}
	}
	// The estimate of a size that is not sieved, and that of any number of elements.
	for _, d := range []int{300_000, 1 << 40, math.MaxInt} {
		primes, largest, bits := zoneSize(1<<20, d)
		if primes < 1 || largest < 1 || bits < mostZoneBits {
			t.Errorf("%d elements: %d primes up to %d, %d bits", d, primes, largest, bits)
		}
	}
	if exactly, _, _ := zoneSize(1<<20, 300_000); exactly != len(zonePrimes(1<<20, 300_000)) {
		t.Errorf("%d primes, but %d", exactly, len(zonePrimes(1<<20, 300_000)))
	}
	if estimate, _, bits := zoneSize(1<<20, 303_000); math.Abs(float64(estimate)/float64(len(zonePrimes(1<<20, 303_000)))-1) > 0.1 || math.Abs(float64(bits)/float64(sum(zonePrimes(1<<20, 303_000)))-1) > 0.1 {
		t.Errorf("an estimate of %d primes", estimate)
	}
	if z, err := NewZone(1, 1); err != nil || z.Contains(0) {
		t.Errorf("a universe of one number: %v", err)
	}
}
