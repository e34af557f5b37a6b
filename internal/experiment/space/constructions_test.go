package space

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2)) }

// A cuckoo table is filled to what the paper says at least, and not beyond the loads
// up to which there is a table at all, 50, 89.7, 98.0 and 99.8 % (Fernholz,
// Ramachandran 2007; Cain, Sanders, Wormald 2007), but for the chance of a small one.
func TestFullAt(t *testing.T) {
	for _, c := range []struct {
		entries   int
		low, high float64
	}{{1, 0.50, 0.53}, {2, 0.84, 0.897}, {4, 0.95, 0.980}, {8, 0.98, 0.998}} {
		load := 0.0
		const tables = 4
		for seed := range uint64(tables) {
			load += fullAt(bucketPlaces, c.entries, random(seed)) / tables
		}
		if load < c.low || load > c.high {
			t.Errorf("buckets of %d: full at %.3f, want %v to %v", c.entries, load, c.low, c.high)
		}
	}
	if load := fullAt(8, 8, random(1)); load != 1 {
		t.Errorf("a table of one bucket is full at %v", load)
	}
}

// The rates of counting filters are those of binomial counts, P(count ≥ least)^k.
func TestThresholdRates(t *testing.T) {
	const m, n = 1 << 16, 1 << 14
	for _, least := range thresholds() {
		for i, rate := range thresholdRates(m, n, least, 8, random(uint64(least))) {
			k := i + 1
			count := distuv.Binomial{N: float64(k * n), P: 1.0 / m}
			share := count.Survival(float64(least) - 1)
			if got := math.Pow(rate, 1/float64(k)); math.Abs(got/share-1) > 5/math.Sqrt(share*m) {
				t.Errorf("threshold %d, k = %d: a share of %v, by the formula %v", least, k, got, share)
			}
		}
	}
}

func TestValley(t *testing.T) {
	for _, c := range []struct {
		rates       []float64
		best, wrong int
	}{
		{[]float64{5, 3, 2, 4, 6}, 3, 0}, {[]float64{1, 2, 3}, 1, 0}, {[]float64{3, 2, 1}, 3, 0},
		{[]float64{5, 6, 2, 4, 3}, 3, 2}, {[]float64{5, 5, 2, 4, 4}, 3, 2}, {[]float64{7}, 1, 0},
	} {
		if best, wrong := valley(c.rates); best != c.best || wrong != c.wrong {
			t.Errorf("%v: k = %d, %d steps wrong; want %d and %d", c.rates, best, wrong, c.best, c.wrong)
		}
	}
}

// An EGH filter has no false positive up to the elements it is made for; of many more
// elements it has some.
func TestEGH(t *testing.T) {
	if admitted, denied, err := eghErrors(2000, 5, 5, random(1)); admitted != 0 || denied != 0 || err != nil {
		t.Errorf("%d admitted, %d denied, %v", admitted, denied, err)
	}
	if admitted, denied, err := eghErrors(2000, 2, 20, random(1)); admitted == 0 || denied != 0 || err != nil {
		t.Errorf("of ten times as many elements %d are admitted wrongly, %d denied, %v", admitted, denied, err)
	}
}

// The bound of Azuma and Hoeffding holds for small filters, whose zeros are counted:
// it was told from memory.
func TestConcentrationBound(t *testing.T) {
	r := random(3)
	const filters = 20_000
	for _, c := range []struct{ m, throws int }{{16, 8}, {64, 44}, {64, 200}} {
		mean := float64(c.m) * math.Pow(1-1/float64(c.m), float64(c.throws))
		far := make([]float64, filters)
		for i := range far {
			set := map[int]bool{}
			for range c.throws {
				set[r.IntN(c.m)] = true
			}
			far[i] = math.Abs(float64(c.m-len(set)) - mean)
		}
		for lambda := 1.0; lambda < float64(c.m)/2; lambda++ {
			beyond := 0.0
			for _, v := range far {
				if v >= lambda {
					beyond++
				}
			}
			if bound := 2 * math.Exp(-2*lambda*lambda/float64(c.throws)); beyond/filters > bound+3*math.Sqrt(bound/filters) {
				t.Errorf("m = %d, kn = %d: %v are %v or further off, the bound is %v", c.m, c.throws, beyond/filters, lambda, bound)
			}
		}
	}
}

// The constructions stand beside their structures, in the first rounds, have the titles of
// the reading, and count the same in any run.
func TestConstructions(t *testing.T) {
	b := prepared(t, "--filter=bloom,cuckoo,cascade", "--n=300", "--eps=1%", "--reps=12")
	other := prepared(t, "--filter=cascade,cuckoo", "--n=500", "--reps=12")
	times := map[string]int{}
	for s := range b.Plan(0).All() {
		if s.Cell.Point != "" {
			continue
		}
		times[s.Cell.Filter+" "+string(s.Cell.Metric)]++
		if s.Round != 1 {
			continue
		}
		m, err := b.Measure(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := other.Measure(t.Context(), s)
		if err != nil || again.Value != m.Value {
			t.Errorf("%+v: %v, and %v of another run", s, m.Value, again)
		}
		if s.Cell.Filter == named(egh, eghElements) && m.Value != 0 || s.Cell.Filter == named(egh, eghTooMany) && (m.Value > 0) != (s.Cell.Metric == metric.FalsePositives) {
			t.Errorf("%+v: %v", s.Cell, m.Value)
		}
	}
	titles := New().Reading().Structures
	if len(times) != 4+4 || times["buckets4 full_at"] != simulatedRounds || times["egh20 fp"] != simulatedRounds {
		t.Errorf("constructions %v", times)
	}
	for _, c := range constructions() {
		if titles[c.name] == "" {
			t.Errorf("%s has no title", c.name)
		}
		if _, err := all.ByName(c.name); err == nil {
			t.Errorf("%s is the name of a structure too", c.name)
		}
	}
}

// The shares of set bits are those of the two sets and of their union: the estimates
// find the sizes, and the union's bits are those of either.
func TestBitsSet(t *testing.T) {
	const n = 5001
	b := prepared(t, "--filter=bloom,map", "--n=5001", "--eps=1%", "--reps=2")
	share := map[runfolder.Metric]float64{}
	for s := range b.Plan(0).All() {
		if s.Round != 1 || s.Cell.Filter != bloom {
			continue
		}
		switch s.Cell.Metric {
		case BitsSet, SetSecond, SetUnion:
			m, err := b.Measure(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			share[s.Cell.Metric] = m.Value
		}
	}
	s, err := all.ByName(bloom)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Plan(n, filter.Config{Epsilon: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	m, k := float64(plan.Bits), plan.Params[1].Value
	of := map[runfolder.Metric]float64{}
	for name, truth := range map[runfolder.Metric]float64{BitsSet: n, SetSecond: n, SetUnion: n + 2501} {
		of[name] = keysBy(share[name], m, k)
		if off := of[name]/truth - 1; math.Abs(off) > 0.03 { // five standard errors
			t.Errorf("%s: %v of the bits stand for %.0f keys, want %v", name, share[name], of[name], truth)
		}
	}
	if common := of[BitsSet] + of[SetSecond] - of[SetUnion]; math.Abs(common/2500-1) > 0.06 {
		t.Errorf("%.0f keys in both sets, want 2500", common)
	}
	if share[SetUnion] <= max(share[BitsSet], share[SetSecond]) || share[BitsSet] == share[SetSecond] {
		t.Errorf("shares %v", share)
	}
}
