package compare

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// versusRun is a run of one metric, of which the second structure takes so many times as long
// as the first.
func versusRun(reps int, times, noise float64, seed uint64) *runfolder.Run {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: reps})
	random := rand.New(rand.NewPCG(seed, 1))
	synthetic.Decided(run, "query")
	for i := range run.Rows {
		row := &run.Rows[i]
		length := 1e6 * math.Exp(noise*random.NormFloat64())
		if row.Filter == run.Meta.Filters[1] {
			length *= times
		}
		row.Ops, row.Value, row.CPU = 1, math.Round(length), int64(math.Round(length))
	}
	return run
}

// The ratio of two structures has the interval of a look, and is separated where this leaves 1
// out: what a plain interval of 95 % separates may not be.
func TestVersus(t *testing.T) {
	v, err := VersusOf(summed(t, versusRun(40, 1.5, 0.02, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if v.A != "bloom" || v.B != "cuckoo" || v.Metric.Name != "query" || v.Rounds != 40 || len(v.Points) != 1 {
		t.Errorf("%+v", v)
	}
	if !v.Separated() || math.Abs(v.Value-1.5) > 0.03 || !v.CI.Contains(1.5) {
		t.Errorf("%+v", v.Ratio)
	}
	between := 0 // a plain interval separates them, that of a look does not
	for seed := range uint64(60) {
		s := summed(t, versusRun(12, 1.02, 0.02, seed))
		v, err := VersusOf(s)
		if err != nil {
			t.Fatal(err)
		}
		if v.Separated() == v.CI.Contains(1) {
			t.Errorf("separated %t by p = %v, and the interval is %v", v.Separated(), v.P, v.CI)
		}
		if least := v.Least(); least < v.Value-1 || math.Abs(least-max(v.CI.High-1, 1/v.CI.Low-1)) > 1e-12 {
			t.Errorf("they differ by less than %v: %v", least, v.Ratio)
		}
		c, err := Pool(s, "query", "")
		if err != nil {
			t.Fatal(err)
		}
		if c.Metrics[0].Pooled[0].Separated() && !v.Separated() {
			between++
		}
	}
	if between == 0 {
		t.Error("a look decides as a plain interval does")
	}
}

// A filter is compared with an exact structure, in whatever order the run has them.
func TestVersusOfExact(t *testing.T) {
	for _, filters := range []string{"bloom map", "map bloom"} {
		run := synthetic.Run(synthetic.Options{Filters: strings.Fields(filters), Epsilons: "0.01", Reps: 6})
		synthetic.Decided(run, "query")
		for i := range run.Rows {
			if row := &run.Rows[i]; row.Filter == "map" {
				row.Point = runfolder.At("")
			}
		}
		if v, err := VersusOf(summed(t, run)); err != nil || v.A != "map" || v.B != "bloom" || len(v.Points) != 1 {
			t.Errorf("%s: %+v, %v", filters, v, err)
		}
	}
}

// A run of one structure, of three or of several metrics has no two to decide between.
func TestVersusOfOther(t *testing.T) {
	for name, o := range map[string]synthetic.Options{
		"metrics": {Epsilons: "0.01", Reps: 4}, "three": {Filters: strings.Fields("bloom cuckoo xor"), Epsilons: "0.01", Reps: 4},
	} {
		run := synthetic.Run(o)
		if name == "three" {
			synthetic.Decided(run, "query")
		}
		if v, err := VersusOf(summed(t, run)); err == nil {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Equal structures are found to differ in one run of 40 at most, all looks together, though
// the noise comes in bursts, on the slow side and with the rounds before; without the
// correction they are found to differ more often. A difference of a tenth is found.
func TestVersusOfEquals(t *testing.T) {
	const trials = 2000
	random := rand.New(rand.NewPCG(7, 7))
	rounds := []int{14, 40, 120}
	trial := func(difference float64) (inLooks, plain bool) {
		a, b := make([]float64, rounds[2]), make([]float64, rounds[2])
		for i := range a {
			common := 0.1 * random.NormFloat64()
			for _, x := range []*float64{&a[i], &b[i]} {
				*x = common + 0.03*random.NormFloat64()
				if random.Float64() < 0.1 {
					*x += 0.3 * random.ExpFloat64()
				}
			}
			b[i] += difference
		}
		for _, n := range rounds {
			ratios := make([]float64, n)
			for i := range ratios {
				ratios[i] = b[i] - a[i]
			}
			e, err := stats.TrimmedEstimate(ratios)
			if err != nil {
				t.Fatal(err)
			}
			inLooks = inLooks || inLook(e).Separated()
			plain = plain || e.P() <= stats.WrongInAll
		}
		return inLooks, plain
	}
	var wrong, uncorrected, found int
	for range trials {
		looks, plain := trial(0)
		if looks {
			wrong++
		}
		if plain {
			uncorrected++
		}
		if looks, _ := trial(0.1); looks {
			found++
		}
	}
	t.Logf("of %d pairs of equals %d are found to differ, %d without the correction; of those that differ by a tenth %d", trials, wrong, uncorrected, found)
	const most = trials * stats.WrongInAll
	if float64(wrong) > most || wrong < trials/200 {
		t.Errorf("%d of %d pairs of equals are found to differ: want at most %v, and not hardly any", wrong, trials, most)
	}
	if float64(uncorrected) < 1.2*most {
		t.Errorf("without the correction only %d do: the looks show nothing", uncorrected)
	}
	if found < trials*99/100 {
		t.Errorf("of those that differ by a tenth only %d of %d are found", found, trials)
	}
}
