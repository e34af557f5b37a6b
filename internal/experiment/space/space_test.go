package space

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// flags are two small sets and two rates.
func flags(more ...string) []string {
	return append([]string{"--filter=map,cascade,bloom,xor", "--n=300,500", "--eps=1%,20%", "--reps=2", "--seed=7"}, more...)
}

// varies are the cells of what no seed decides.
func varies(c runfolder.Cell) bool {
	return slices.Contains([]runfolder.Metric{metric.Build, HeldPerKey, PeakPerKey}, c.Metric)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: New, Small: flags(), Varies: varies,
		Bad: [][]string{{"--n=0"}, {"--eps=2"}, {"--filter=none"}, {"--full=much"}, {"--queries=words.txt"}},
	})
}

// A run has every metric at every point where the structure has it, and the rates
// are near those of theory.
func TestRun(t *testing.T) {
	racetest.OneGoroutine(t)
	run := experimenttest.Run(t, New(), flags("--full")...)
	got := map[runfolder.Cell]int{}
	for _, row := range run.Measured() {
		if row.Point == "" { // simulated (TestConstructions)
			continue
		}
		got[runfolder.Cell{Filter: row.Filter, Metric: row.Metric, Point: row.Point}]++
		switch {
		case row.Metric == metric.FalseNegatives && row.Value != 0, row.Metric == metric.FalsePositives && row.Value != 0:
			t.Errorf("%+v", row)
		case row.Metric == BitsPerKey && !(row.Value > 1):
			t.Errorf("%+v", row)
		}
	}
	exact := []runfolder.Metric{metric.Build, BitsPerKey, metric.FalseNegatives, HeldPerKey}
	approximate := append(slices.Clone(exact), Rate, metric.FPRTheory, Overhead)
	planned := 0
	for name, metrics := range map[string][]runfolder.Metric{"map": exact, cascade: append(slices.Clone(exact), metric.FalsePositives),
		bloom: append(slices.Clone(approximate), BitsSet, SetSecond, SetUnion), xor: approximate} {
		rates := []string{"0.01", "0.2"}
		if name == "map" || name == cascade {
			rates = []string{""}
		}
		for _, n := range []string{"300", "500"} {
			for _, rate := range rates {
				for _, m := range metrics {
					planned++
					want := 2
					if m == HeldPerKey {
						want = 1
					}
					if c := (runfolder.Cell{Filter: name, Metric: m, Point: runfolder.At(n, rate)}); got[c] != want {
						t.Errorf("%+v: %d rows, want %d", c, got[c], want)
					}
				}
			}
		}
	}
	if planned != len(got) {
		t.Errorf("%d cells, want %d", len(got), planned)
	}
	s := experimenttest.Summary(t, New(), run)
	for _, r := range claim.Evaluate(s, claims()) {
		if r.ID == "A1" && r.Verdict != claim.Supported || (r.ID == "A19" || r.ID == "A24") && r.Verdict != claim.Supported {
			t.Errorf("%s: %s (%s)", r.ID, r.Verdict, r.Why)
		}
	}
	d := &claim.Data{Summary: s}
	for _, c := range d.CellsIn(Rate, anywhere, bloom) {
		if measured, theory := c.Mean(), c.Of(metric.FPRTheory).Mean(); math.Abs(measured/theory-1) > 0.25 {
			t.Errorf("%s: a rate of %v, by theory %v", c.Place(), measured, theory)
		}
		if bits, over := c.Of(BitsPerKey).Mean(), c.Of(Overhead).Mean(); over < 0.2 || over > 0.7 || bits < 3 {
			t.Errorf("%s: %v bits per key, %v over the bound", c.Place(), bits, over)
		}
	}
}

// losing is a filter without one of its keys.
type losing struct {
	filter.Filter
	key string
}

func (l losing) Contains(key string) bool { return key != l.key && l.Filter.Contains(key) }

// A filter that denies a key ends the run, unless its structure declares that it
// loses keys: then they are counted.
func TestLostKeys(t *testing.T) {
	s, err := all.ByName(bloom)
	if err != nil {
		t.Fatal(err)
	}
	i := &instance{sets: sets{keys: wordlist.Of("one", "two", "three")}, s: s, config: filter.Config{Epsilon: 0.01}}
	if err := i.build(); err != nil {
		t.Fatal(err)
	}
	if lost, err := i.denied(); err != nil || lost != 0 {
		t.Fatalf("%v lost, %v", lost, err)
	}
	i.filter = losing{i.filter, "two"}
	if _, err := i.denied(); err == nil || !strings.Contains(err.Error(), "1 false negatives among 3 keys") {
		t.Error(err)
	}
	i.s.Faults = filter.LosesKeys
	if lost, err := i.denied(); err != nil || lost != 1 {
		t.Errorf("%v lost, %v", lost, err)
	}
}

// Large sets are tried with fewer hash functions, one axis is varied at a time, and
// no step is planned twice.
func TestPlan(t *testing.T) {
	b := experimenttest.Prepared[*trial.Bench](t, New(), "--filter=map,bloom", "--n=1e3,1e5,1e6,1e7", "--eps=0.1%,1%,5%", "--reps=30")
	steps, times := map[experiment.Step]bool{}, map[string]int{}
	for s := range b.Plan(0).All() {
		if steps[s] {
			t.Fatalf("twice: %+v", s)
		}
		steps[s] = true
		if s.Round > 0 && s.Cell.Metric == BitsPerKey {
			times[s.Cell.Filter+" "+string(s.Cell.Point)]++
		}
	}
	want := map[string]int{
		"map 1000,": 30, "map 100000,": 30, "map 1000000,": 10, "map 10000000,": 3,
		"bloom 1000,0.01": 30, "bloom 100000,0.001": 30, "bloom 100000,0.01": 30, "bloom 100000,0.05": 30, "bloom 1000000,0.01": 10, "bloom 10000000,0.01": 3,
	}
	for at, n := range want {
		if times[at] != n {
			t.Errorf("%s: %d hash functions, want %d", at, times[at], n)
		}
	}
	if len(times) != len(want) {
		t.Errorf("points %v", times)
	}
}

// What many keys take is predicted from few, which lack some of their numbers.
func TestPrediction(t *testing.T) {
	b := prepared(t, "--filter=map,bloom,cascade", "--n=300,1e6,1e7", "--eps=1%,5%", "--reps=2")
	if took, err := b.Predict(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
}

// Every figure is drawn of a run that varies both axes, around the usual place or another
// one. A run without a second value of an axis lacks the figures along it.
func TestFigures(t *testing.T) {
	x := New()
	for _, c := range []struct {
		n, eps string
		want   []string
	}{
		{"100,200,300", "1%,5%", []string{"bits", "overhead", "rate"}},
		{"100,200,300", "2%,5%", []string{"bits", "overhead", "rate"}},
		{"471", "1%,5%", []string{"bits", "rate"}},
		{"100,200", "1%", []string{"overhead"}},
	} {
		s := experimenttest.Summary(t, x, experimenttest.Run(t, x, "--filter=map,bloom,cuckoo", "--n="+c.n, "--eps="+c.eps, "--reps=2"))
		var got []string
		for _, f := range x.Reading().Figures(s.Meta) {
			var none figure.NoData
			switch _, err := f.Draw(s, figure.English); {
			case err == nil:
				got = append(got, f.ID)
			case !errors.As(err, &none):
				t.Errorf("n = %s, ε = %s, figure %s: %v", c.n, c.eps, f.ID, err)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("n = %s, ε = %s: figures %q, want %q", c.n, c.eps, got, c.want)
		}
	}
}

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
