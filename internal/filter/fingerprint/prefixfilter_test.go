package fingerprint

import (
	"bytes"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// TestSelectOne compares with counting.
func TestSelectOne(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		x := random.Uint64() | random.Uint64()<<random.IntN(64)
		if random.IntN(2) == 0 {
			x &= random.Uint64() & random.Uint64()
		}
		rest := x
		for k := range uint64(bits.OnesCount64(x)) {
			if got, want := selectOne(x, k), uint64(bits.TrailingZeros64(rest)); got != want {
				t.Fatalf("selectOne(%#x, %d) = %d, want %d", x, k, got, want)
			}
			rest &= rest - 1
		}
	}
}

// TestBins compares a bin with a sorted list of fingerprints, for every length of
// the rests.
func TestBins(t *testing.T) {
	steps := tier.Of(300, 3000)
	for rest := uint64(1); rest <= binsMost; rest++ {
		b := newBins(3, rest)
		b.allocate()
		random := rand.New(rand.NewPCG(rest, 1))
		var list []uint64
		draw := func() uint64 { // few quotients and rests, so that runs are long
			return random.Uint64N(binKeys)/4*3<<rest | random.Uint64N(1<<min(rest, 4))<<(rest-min(rest, 4))
		}
		for step := range steps {
			f := draw()
			at, found := slices.BinarySearch(list, f)
			switch {
			case !found && len(list) < binKeys:
				b.put(1, f>>rest, f&b.mask)
				list = slices.Insert(list, at, f)
			case len(list) == binKeys:
				if got, want := b.largest(1, b.head(1)), list[binKeys-1]; got != want {
					t.Fatalf("r = %d: the largest fingerprint is %d, not %d", rest, got, want)
				}
				for range 1 + random.IntN(3) { // drop takes from a full bin
					if len(list) == binKeys {
						b.drop(1)
						list = list[:binKeys-1]
					}
				}
			}
			if got := keys(b.head(1)); got != uint64(len(list)) {
				t.Fatalf("r = %d: %d fingerprints, want %d", rest, got, len(list))
			}
			for range 10 {
				f := draw()
				_, want := slices.BinarySearch(list, f)
				if got := b.holds(1, b.head(1), f>>rest, f&b.mask); got != want {
					t.Fatalf("r = %d: fingerprint %d is there: %v, found: %v", rest, f, want, got)
				}
			}
			if step%100 == 0 && !(b.well(0) && b.well(1) && b.well(2)) {
				t.Fatalf("r = %d: the bins have no order after %d steps", rest, step)
			}
		}
		if keys(b.head(0)) != 0 || keys(b.head(2)) != 0 {
			t.Errorf("r = %d: the neighbours of a bin have its fingerprints", rest)
		}
	}
}

// TestPassedOn finds the paper's figures: at a load of 0.95 bins of 25 pass 5.86 %
// of the keys on, and r = 8 then has a rate of 0.37 to 0.39 %. What is built does.
func TestPassedOn(t *testing.T) {
	racetest.OneGoroutine(t)
	const n = 1_000_000
	o := passedOn(n, 42106)
	if got := o.mean / n; math.Abs(got-0.0586) > 0.0001 {
		t.Errorf("%.4f of the keys are passed on, the paper has 0.0586", got)
	}
	for _, epsilon := range []float64{0.0038, 0.0039} {
		plan, err := Prefix().Plan(n, filter.Config{Epsilon: epsilon})
		if err != nil || plan.Params[1].Value != 8 || plan.Theory < 0.0037 || plan.Theory > epsilon {
			t.Errorf("asked for %v: %v, a rate of %v (%v), want r = 8", epsilon, plan.Params, plan.Theory, err)
		}
	}
	const small, seeds = 1753, 40
	o = passedOn(small, 74)
	passed, beyond := 0.0, 0.0
	for seed := range uint64(seeds) {
		f, err := Prefix().Build(numbered("key", small), filter.Config{Epsilon: 1e-9, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		p := f.(*prefix)
		passed += float64(small-p.distinct) / seeds
		beyond += float64(p.beyond) / float64(p.count*p.fingerprints()) / seeds
	}
	if half := 4 * o.sd / math.Sqrt(seeds); math.Abs(passed-o.mean) > half {
		t.Errorf("bins pass %.1f keys on, expected are %.1f ± %.1f", passed, o.mean, half)
	}
	if math.Abs(beyond/o.share-1) > 0.1 { // about four standard deviations
		t.Errorf("a share of %.4f is looked for in the spare, expected is %.4f", beyond, o.share)
	}
}

// TestPrefixSize: the requested rate is held, and the spare has room for what is
// passed on.
func TestPrefixSize(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, epsilon := range []float64{1 - 1e-9, 0.5, 0.2, 0.05, 0.01, 1e-3, 1e-6, 1e-12} {
		for _, n := range []int{0, 1, 2, 23, 24, 25, 48, 1753, 10_000_000} {
			plan, err := Prefix().Plan(n, filter.Config{Epsilon: epsilon})
			if err != nil {
				t.Fatal(err)
			}
			if plan.Theory > epsilon {
				t.Errorf("n = %d: asked for %v it has a rate of %v", n, epsilon, plan.Theory)
			}
		}
	}
	for _, n := range []int{24, 25, 48, 100, 500, 1753} {
		for seed := range uint64(100) {
			f, err := Prefix().Build(numbered("key", n), filter.Config{Epsilon: 0.01, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if plan, _ := Prefix().Plan(n, filter.Config{Epsilon: 0.01}); f.Bits() != plan.Bits {
				t.Errorf("n = %d, seed %d: built at the second size", n, seed)
			}
		}
	}
}

// TestPrefixFull inserts until there is no place: all that was taken is there, and
// refusals change no byte.
func TestPrefixFull(t *testing.T) {
	f, err := Prefix().Build(numbered("key", 500), filter.Config{Epsilon: 1e-6, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := f.(*prefix)
	in, refused := []string{}, 0
	for word := range numbered("more", 5000).Each() {
		before, _ := p.AppendBinary(nil)
		if err := p.Insert(word); err == nil {
			in = append(in, word)
			continue
		}
		refused++
		if after, _ := p.AppendBinary(nil); !bytes.Equal(before, after) {
			t.Fatalf("refusal %d changes the filter", refused)
		}
	}
	for _, word := range append(in, numbered("key", 500).All()...) {
		if !p.Contains(word) {
			t.Errorf("%q is lost after %d refusals", word, refused)
		}
	}
	if refused < 1000 || len(in) < 50 {
		t.Errorf("%d insertions beyond the size, %d refused", len(in), refused)
	}
}

func FuzzPrefix(f *testing.F) { filtertest.Fuzz(f, Prefix()) }
