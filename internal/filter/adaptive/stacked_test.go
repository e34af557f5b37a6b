package adaptive

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func FuzzStacked(f *testing.F) { filtertest.Fuzz(f, Stacked()) }

// numbered are n words that begin alike.
func numbered(prefix string, n int) *wordlist.List {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint(prefix, i)
	}
	return wordlist.Of(words...)
}

func admitted(f filter.Filter, words *wordlist.List) (n int) {
	for word := range words.Each() {
		if f.Contains(word) {
			n++
		}
	}
	return n
}

// near wants the mean of measured − expected over the seeds to be 0 within a
// 99.9 % interval.
func near(t *testing.T, what string, excess []float64, expected float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(excess, nil)
	n := float64(len(excess))
	student := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	if half := student.Quantile(0.9995) * sd / math.Sqrt(n); math.Abs(mean) > half {
		t.Errorf("%s: the rate is %v, expected are %v ± %v", what, expected+mean, expected, half)
	}
}

// TestStackedRates measures the rates of known and unknown negatives over 30
// seeds, each with keys of its own: ε² and nearly ε.
func TestStackedRates(t *testing.T) {
	const seeds = 30
	for _, epsilon := range []float64{0.25, 0.05} {
		known, unknown := numbered("known ", 30_000), numbered("unknown ", 30_000)
		var knownExcess, unknownExcess []float64
		meanKnown, meanUnknown := 0.0, 0.0
		for seed := range uint64(seeds) {
			keys := numbered(fmt.Sprint("key ", seed, " "), 1753)
			f, err := Stacked().Build(keys, filter.Config{Epsilon: epsilon, Seed: seed, Negatives: known})
			if err != nil {
				t.Fatal(err)
			}
			s := f.(*stacked)
			if lost := keys.Len() - admitted(f, keys); lost > 0 || len(s.layers) != 3 {
				t.Fatalf("seed %d: %d keys are lost, %d layers", seed, lost, len(s.layers))
			}
			knownExcess = append(knownExcess, float64(admitted(f, known))/float64(known.Len())-s.Known())
			unknownExcess = append(unknownExcess, float64(admitted(f, unknown))/float64(unknown.Len())-s.Theory())
			meanKnown += s.Known() / seeds
			meanUnknown += s.Theory() / seeds
		}
		near(t, fmt.Sprint("known, ε = ", epsilon), knownExcess, meanKnown)
		near(t, fmt.Sprint("unknown, ε = ", epsilon), unknownExcess, meanUnknown)
		if most := epsilon * epsilon; meanKnown > 1.05*most || meanKnown < most/2 {
			t.Errorf("ε = %v: known negatives are expected at %v, not about ε²", epsilon, meanKnown)
		}
		if want := epsilon * (1 - epsilon + epsilon*epsilon); math.Abs(meanUnknown/want-1) > 0.1 {
			t.Errorf("ε = %v: unknown negatives are expected at %v, not about %v", epsilon, meanUnknown, want)
		}
	}
}

// TestStackedPlan: with ten known negatives a key at 1 % the plan and the filter
// have 11 % more bits than a Bloom filter, and agree within a few per cent.
func TestStackedPlan(t *testing.T) {
	keys := numbered("key ", 2000)
	cfg := filter.Config{Epsilon: 0.01, Seed: 1}
	alone, err := Stacked().Plan(keys.Len(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if alone.Estimated || len(alone.Params) != 2 {
		t.Errorf("planned without known negatives: %+v", alone)
	}
	cfg.Negatives = numbered("known ", 20_000)
	plan, err := Stacked().Plan(keys.Len(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Stacked().Build(keys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for what, bits := range map[string]uint64{"plan": plan.Bits, "filter": f.Bits()} {
		if more := float64(bits)/float64(alone.Bits) - 1; math.Abs(more-0.11) > 0.03 {
			t.Errorf("the %s has %.3f more bits than a Bloom filter, not 0.11", what, more)
		}
	}
	if !plan.Estimated {
		t.Error("the plan with known negatives is not an estimate")
	}
}

// TestStackedEdges: keys among the known negatives, negatives twice, none that
// passes, and equal hashes: no key is lost, and the file is the same filter.
func TestStackedEdges(t *testing.T) {
	keys := numbered("key ", 300)
	for name, c := range map[string]struct {
		negatives *wordlist.List
		hash      filter.Hash
		layers    int
	}{
		"the keys":         {keys, nil, 1},
		"keys and others":  {wordlist.Of(append(keys.All(), numbered("known ", 3000).All()...)...), nil, 3},
		"others twice":     {wordlist.Of(append(numbered("known ", 3000).All(), numbered("known ", 3000).All()...)...), nil, 3},
		"none":             {wordlist.Of(), nil, 1},
		"a constant hash":  {numbered("known ", 10), constant{}, 1},
		"a hash of a byte": {numbered("known ", 3000), short{}, 3},
	} {
		f, err := Stacked().Build(keys, filter.Config{Epsilon: 0.1, Seed: 2, Hash: c.hash, Negatives: c.negatives})
		if err != nil {
			t.Fatal(err)
		}
		s := f.(*stacked)
		if got := admitted(f, keys); got != keys.Len() || len(s.layers) != c.layers {
			t.Errorf("%s: %d of %d keys are found, in %d layers, not %d", name, got, keys.Len(), len(s.layers), c.layers)
		}
		if len(s.layers) == 3 && s.layers[1].n > 600 {
			t.Errorf("%s: %d known negatives are in layer 2", name, s.layers[1].n)
		}
		if c.hash != nil {
			continue
		}
		file, err := s.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Stacked().Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if others := numbered("query ", 5000); admitted(g, others) != admitted(f, others) || g.Theory() != f.Theory() {
			t.Errorf("%s: the filter of its file differs", name)
		}
	}
}

type constant struct{}

func (constant) Sum64(string) uint64 { return 42 }

// short has 256 values.
type short struct{}

func (short) Sum64(key string) uint64 {
	h := uint64(0)
	for i := range len(key) {
		h = h*31 + uint64(key[i])
	}
	return h & 255
}
