package bloom

import (
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/wordlist"
)

func FuzzSequential(f *testing.F) { filtertest.Fuzz(f, Sequential()) }

// The sequential filter has the bits, the size and the answers of the tuned one
// with the same seed, for k on both sides of eight, also after insertions.
func TestSequentialAnswersAsStandard(t *testing.T) {
	for _, epsilon := range []float64{0.5, 0.2, 0.01, 0.004, 0.002, 1e-6} {
		cfg := filter.Config{Epsilon: epsilon, Seed: 7, Capacity: 40}
		keys := wordlist.Of("a", "b", "c", "d", "e", "f", "g", "h")
		tuned, err := buildStandard(keys, cfg)
		if err != nil {
			t.Fatal(err)
		}
		other, err := buildSequential(keys, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"i", "j", "k"} {
			for _, f := range []filter.Filter{tuned, other} {
				if err := f.(filter.Inserter).Insert(key); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, b := tuned.(*standard), other.(*sequential)
		if !slices.Equal(a.words, b.of.words) || a.Theory() != b.Theory() || a.Bits() != b.Bits() {
			t.Fatalf("ε = %v: bits, theory or size differ", epsilon)
		}
		for i := range 20_000 {
			key := strconv.Itoa(i)
			if tuned.Contains(key) != other.Contains(key) {
				t.Fatalf("ε = %v, k = %d: %q is answered %v", epsilon, a.k, key, other.Contains(key))
			}
		}
	}
}
