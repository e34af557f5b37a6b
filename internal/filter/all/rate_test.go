package all

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/cuckoo"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/tier"
)

// TestRateOnTheList is the contract's test of the rate on the real keys and
// queries: Student's 99.9 % interval on the mean over 30 seeds holds the
// theory of the parameters really used.
func TestRateOnTheList(t *testing.T) {
	tier.Check(t) // asks the whole word list 540 times
	keys := filtertest.Keys(t)
	words, thesis := filtertest.Negatives(t, keys)
	if thesis && words.Len() != 465168 {
		t.Fatalf("%d words of the list are no key, not 465,168", words.Len())
	}
	const seeds = 30
	wide := distuv.StudentsT{Sigma: 1, Nu: seeds - 1}.Quantile(0.9995) / math.Sqrt(seeds)
	for _, s := range []filter.Structure{bloom.Standard(), bloom.Double(), bloom.Partitioned(), bloom.Blocked(), bloom.TwoBlock(), bloom.SplitBlock(),
		bloom.Register(), bloom.Golomb(), cuckoo.Standard()} {
		for _, epsilon := range []float64{0.01, 0.10} {
			ratios := make([]float64, seeds)
			for seed := range ratios {
				f, err := s.Build(keys, filter.Config{Epsilon: epsilon, Seed: uint64(seed)})
				if err != nil {
					t.Fatal(err)
				}
				positives := pass(f, words.Text(), words.Ends())
				ratios[seed] = float64(positives) / float64(words.Len()) / f.Theory()
			}
			mean, sd := stat.MeanStdDev(ratios, nil)
			t.Logf("%s, ε = %v: measured / theory is %.4f ± %.4f", s.Name, epsilon, mean, wide*sd)
			if math.Abs(mean-1) > wide*sd {
				t.Errorf("%s, ε = %v: measured / theory is %.4f ± %.4f", s.Name, epsilon, mean, wide*sd)
			}
			if wide*sd > 0.06 { // of blocks, whose loads differ from seed to seed; 0.02 of the others
				t.Errorf("%s, ε = %v: an interval of ± %.4f is too wide to tell anything", s.Name, epsilon, wide*sd)
			}
		}
	}
}
