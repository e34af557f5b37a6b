package space

import (
	"errors"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestEdges": "A7 A18 A26 A28 A29 R2", "TestWhenFull": "A9 A11 TS12 TS13"},
		New:    New,
		Small:  []string{"--filter=map,cascade,bloom,xor", "--n=300,500", "--eps=1%,20%", "--reps=2", "--seed=7"},
		Varies: experimenttest.Timed(metric.Build, HeldPerKey, PeakPerKey),
		Ops:    func(r runfolder.Row) int { n, _ := strconv.Atoi(r.Point.Value(0)); return n },
		Bad:    [][]string{{"--n=0"}, {"--eps=2"}, {"--filter=none"}, {"--full=much"}, {"--queries=words.txt"}},
	})
}

func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

// losing is a filter without one of its keys.
type losing struct {
	filter.Filter
	key string
}

func (l losing) Contains(key string) bool { return key != l.key && l.Filter.Contains(key) }

// The peak of a short build is the largest of many.
func TestPeakOfManyBuilds(t *testing.T) {
	const mib = 1 << 20
	builds := 0
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumGC
	}
	s := experimenttest.Must(all.ByName(bloom))(t)
	s.Build = func(*wordlist.List, filter.Config) (filter.Filter, error) {
		if builds++; builds == 2 {
			aside := make([]byte, 64*mib)
			for last := collections() + 2; collections() < last; { // two that saw all of it
				time.Sleep(time.Millisecond)
			}
			runtime.KeepAlive(aside)
		}
		if builds == 3 {
			return nil, errors.New("enough")
		}
		return nil, nil
	}
	i := &instance{sets: sets{keys: wordlist.Generate(peakLeast, func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(i), 10) })}, s: s}
	if err := i.memory(time.Hour); err == nil || builds != 3 || i.peak < 32*mib {
		t.Errorf("%d builds, of which the second has 64 MiB: a peak of %v bytes, %v", builds, i.peak, err)
	}
}

// A filter that denies a key ends the run, unless its structure declares that it
// loses keys: then they are counted.
func TestLostKeys(t *testing.T) {
	s := experimenttest.Must(all.ByName(bloom))(t)
	i := &instance{sets: sets{keys: wordlist.Of("one", "two", "three")}, s: s, config: filter.Config{Epsilon: 0.01}}
	experimenttest.OK(t, i.build())
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
	b := prepared(t, "--filter=map,bloom", "--n=1e3,1e5,1e6,1e7", "--eps=0.1%,1%,5%", "--reps=30")
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
		"map 1000,": 30, "map 100000,": 30, "map 1000000,": 2, "map 10000000,": 2,
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
	crossed := map[runfolder.Point]bool{}
	for s := range prepared(t, "--filter=bloom", "--n=1e3,1e4", "--eps=1%,5%", "--full").Plan(0).All() {
		crossed[s.Cell.Point] = true
	}
	if len(crossed) != 2*2 {
		t.Errorf("--full has the points %v", crossed)
	}
}

// A rate of 10⁻⁵ is asked of as many negatives as admit nine, one of 10⁻⁶ of fewer, and rarer
// ones are not looked for. What answers slowly has them by theory, and bits over log2(1/ε) by
// that.
func TestRareRates(t *testing.T) {
	for _, c := range []struct {
		n     int
		rate  axis.Rate
		want  int
		ofAll bool
	}{
		{1000, 0, 200_000, true}, {300_000, axis.Per / 5, 300_000, true}, {10_000_000, axis.Per / 10_000, 1_000_000, true},
		{1000, axis.Per / 10_000, 200_000, true}, {1000, axis.Per / 50_000, 450_000, true}, {1000, axis.Per / 100_000, 900_000, false},
		{1000, axis.Per / 1_000_000, 4_000_000, false}, {1000, axis.Per / 10_000_000, 200_000, false},
	} {
		if got := asked(c.n, c.rate); got != c.want {
			t.Errorf("%d negatives of %d keys at %s %%, want %d", got, c.n, c.rate.Percent(), c.want)
		}
		if c.rate > 0 && byTheory(dleft, c.rate) == c.ofAll || byTheory(bloom, c.rate) {
			t.Errorf("by theory at %s %%: %v of %s, %v of %s", c.rate.Percent(), byTheory(dleft, c.rate), dleft, byTheory(bloom, c.rate), bloom)
		}
	}
	run := experimenttest.Run(t, New(), "--filter=dleft", "--n=300", "--eps=0.001%,0.1%", "--reps=2")
	values := map[runfolder.Metric]map[string]float64{}
	for _, r := range run.Rows {
		if values[r.Metric] == nil {
			values[r.Metric] = map[string]float64{}
		}
		values[r.Metric][r.Point.Value(1)] = r.Value
	}
	if len(values[Rate]) != 1 || len(values[metric.FPRTheory]) != 2 {
		t.Errorf("rates %v, by theory %v", values[Rate], values[metric.FPRTheory])
	}
	const at = "0.00001"
	if want := values[BitsPerKey][at]/math.Log2(1/values[metric.FPRTheory][at]) - 1; math.Abs(values[Overhead][at]-want) > 1e-9 {
		t.Errorf("%v over the bits of its theory, want %v", values[Overhead][at], want)
	}
}

// One hash function would take 1/ε bits for each key: it is not built for low rates, and the
// run says so.
func TestTooLarge(t *testing.T) {
	b := prepared(t, "--filter=onehash,bloom", "--n=300", "--eps=0.001%,0.01%,0.1%", "--reps=2")
	rates := map[string]bool{}
	for s := range b.Plan(0).All() {
		rates[s.Cell.Filter+" "+s.Cell.Point.Value(1)] = true
	}
	if want := map[string]bool{"onehash 0.001": true, "bloom 0.001": true, "bloom 0.0001": true, "bloom 0.00001": true}; !maps.Equal(rates, want) {
		t.Errorf("%v, want %v", rates, want)
	}
	var m runfolder.Meta
	b.Describe(&m)
	if want := "onehash is not built for ε = 0.001, 0.01 %: it would take more than 1000 bits per key."; !slices.Contains(m.Notes, want) {
		t.Errorf("notes %q", m.Notes)
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
		{"100,200,300", "1%,5%", []string{"bits", "overhead", "rate", "held"}},
		{"100,200,300", "2%,5%", []string{"bits", "overhead", "rate", "held"}},
		{"471", "1%,5%", []string{"bits", "rate", "held"}},
		{"100,200", "1%", []string{"overhead", "held"}},
	} {
		s := experimenttest.Summary(t, x, experimenttest.Run(t, x, "--filter=map,bloom,cuckoo", "--n="+c.n, "--eps="+c.eps, "--reps=2"))
		var got []string
		for _, f := range x.Reading().Figures(s.Meta) {
			var none figure.NoData
			switch _, err := f.Draw(s, bilingual.English); {
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

// The constructions stand beside their structures, in the first rounds, have the titles of
// the reading, and no structure has their names. They count the same in any run.
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
		again, failed := other.Measure(t.Context(), s)
		if err != nil || failed != nil || again.Value != m.Value {
			t.Errorf("%+v: %v, %v, and %v, %v of another run", s, m, err, again, failed)
		}
	}
	if len(times) != 4+4+3*2 || times["buckets4 full_at"] != simulatedRounds || times["egh20 fp"] != simulatedRounds {
		t.Errorf("constructions %v", times)
	}
	titles := New().Reading().Structures
	for _, c := range constructions() {
		if _, err := all.ByName(c.name); titles[c.name] == "" || err == nil {
			t.Errorf("%s has no title, or is the name of a structure too", c.name)
		}
	}
}
