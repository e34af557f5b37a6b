package payoff_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/payoff"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// The saving is the difference of the two times, whatever a hit costs, and the
// break-evens are where it is 0.
func TestBreakEven(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		c := payoff.Case{Filter: 1 + 20*random.Float64(), Rate: random.Float64(), Members: random.Float64(), Hit: 1000 * random.Float64(), Miss: 1000 * random.Float64()}
		if !near(c.Saving(), c.Bare()-c.Guarded()) {
			t.Fatalf("%+v saves %g of %g", c, c.Saving(), c.Bare()-c.Guarded())
		}
		for name, at := range map[string]payoff.Case{
			"miss": {Filter: c.Filter, Rate: c.Rate, Members: c.Members, Miss: c.BreakEvenMiss()},
		} {
			if math.Abs(at.Saving()) > 1e-6 {
				t.Fatalf("%+v at the break-even of %s saves %g", c, name, at.Saving())
			}
		}
		if q := c.BreakEvenQueries(500); c.Saving() > 0 && !near(q*c.Saving(), 500) || c.Saving() <= 0 && !math.IsInf(q, 1) {
			t.Fatalf("%+v pays after %g queries", c, q)
		}
	}
	all := payoff.Case{Filter: 1, Rate: 0.01, Members: 1, Hit: 5, Miss: 1e9}
	if !math.IsInf(all.BreakEvenMiss(), 1) || all.Saving() >= 0 {
		t.Error("a filter pays although all queries are members")
	}
}

// At the rate of LeastRate a bit more and a bit less cost more.
func TestLeastRate(t *testing.T) {
	for _, c := range []struct{ bit, members, miss float64 }{{0.5, 0, 1000}, {0.5, 0.5, 100}, {0.1, 0.9, 5000}} {
		best := payoff.LeastRate(c.bit, c.members, c.miss)
		total := func(bits float64) float64 {
			return c.bit*bits + (1-c.members)*math.Exp2(-bits*math.Ln2)*c.miss
		}
		bits := -math.Log2(best) / math.Ln2
		if total(bits+0.01) < total(bits) || total(bits-0.01) < total(bits) {
			t.Errorf("%+v: ε = %g is not best", c, best)
		}
	}
	if got := payoff.LeastRate(0.5, 0, 1000); math.Abs(got-0.00104) > 0.00001 {
		t.Errorf("0.5 ns a bit before a miss of 1 µs: ε = %g, want about 0.1 %%", got)
	}
	if payoff.LeastRate(1, 1, 1000) != 1 || payoff.LeastRate(50, 0, 10) != 1 {
		t.Error("no rate is above 1")
	}
}

// The curve goes through what was measured, never falls, and lifts what falls.
func TestLevels(t *testing.T) {
	caches := []float64{32 << 10, 1 << 20, 32 << 20}
	measured := []payoff.Sized{{16 << 10, 10}, {512 << 10, 13}, {16 << 20, 30}, {1 << 30, 90}}
	l, err := payoff.NewLevels(caches, measured)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range measured {
		if !near(l.At(m.Bytes), m.Time) {
			t.Errorf("%g bytes take %g, measured were %g", m.Bytes, l.At(m.Bytes), m.Time)
		}
	}
	before := 0.0
	for bytes := 1024.0; bytes < 1<<34; bytes *= 1.1 {
		if at := l.At(bytes); at < before {
			t.Fatalf("%g bytes take %g, fewer took %g", bytes, at, before)
		} else {
			before = at
		}
	}
	measured[2].Time = 12
	// Lifted to the curve of the levels before, which is 13 or little more there.
	if l, err = payoff.NewLevels(caches, measured); err != nil || l.At(16<<20) < 13 || l.At(16<<20) > 13.5 {
		t.Errorf("a fall is not lifted: %g (%v)", l.At(16<<20), err)
	}
	for name, bad := range map[string][]payoff.Sized{
		"too few":   measured[:3],
		"too small": {{1, 10}, {2, 11}, {3, 12}, {4, 13}},
		"no time":   {{16 << 10, 0}, {512 << 10, 13}, {16 << 20, 30}, {1 << 30, 90}},
	} {
		if _, err := payoff.NewLevels(caches, bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestBreakEvenLife(t *testing.T) {
	const power = 3 * 365 * 24 / 1000.0 * 0.35 // dollars a W
	price := payoff.PriceOf(8+0.375*power, 30+3.5*power)
	if life := price.BreakEvenLife(108+100, 10-7); math.Abs(life-3235.1647730256936) > 1e-6 {
		t.Errorf("after %v s, want 3235.16", life)
	}
	if life := price.BreakEvenLife(100, 0); !math.IsInf(life, 1) {
		t.Errorf("one that saves no bit pays after %v s", life)
	}
	if life := price.BreakEvenLife(-5, 3); life >= 0 {
		t.Errorf("one that takes no longer pays after %v s", life)
	}
}
