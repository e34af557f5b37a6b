package quotient

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

func expandable(t *testing.T, first, n int, cfg filter.Config) *infini {
	t.Helper()
	f, err := buildInfini(numbered(first, n), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*infini)
}

// verify checks what a file must fulfil, and that the counts are kept.
func (f *infini) verify() error {
	n, known := f.n, f.known
	for i := range f.layers {
		if err := f.layers[i].count(); err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
	}
	if err := f.check(); err != nil {
		return err
	}
	if n != f.n || !slices.Equal(known, f.known) {
		return fmt.Errorf("%d entries were counted, %d are there", n, f.n)
	}
	return nil
}

// TestInfiniGrowth is the triangular law, and S.
func TestInfiniGrowth(t *testing.T) {
	for d := range uint64(infiniMostGens + 1) {
		want := uint64(0)
		if d > 0 {
			want = uint64(math.Ceil(math.Log2(float64(d * (d + 1)))))
		}
		if got := infiniGrowth(d); got != want {
			t.Errorf("after %d doublings fingerprints are %d bits longer, not %d", d, got, want)
		}
	}
	if sum := infiniSum(); math.Abs(sum-1.4270) > 0.0001 {
		t.Errorf("S = %v", sum)
	}
}

// TestInfiniRate: however many more keys come than were told, the rate stays below
// the asked one, by Theory and measured, and no key is denied; the chain gets long
// where fingerprints are short.
func TestInfiniRate(t *testing.T) {
	racetest.OneGoroutine(t)
	most := tier.Of(30_000, 300_000)
	const queries = 20_000
	for _, c := range []struct {
		epsilon float64
		told    int
		chain   int // layers in the end, with all keys
	}{{0.9, 1, 3}, {0.3, 60, 3}, {0.01, 100, 2}, {1e-6, 1000, 1}} {
		f := expandable(t, 0, c.told, filter.Config{Epsilon: c.epsilon, Seed: uint64(c.told)})
		for n := c.told; n < most; n++ {
			full := f.n == f.room<<f.layers[0].gen
			if full {
				if f.Theory() > c.epsilon {
					t.Fatalf("ε = %v: full with %d keys the rate is %v", c.epsilon, n, f.Theory())
				}
				want := f.Theory() * queries // of a few keys the rate depends on the keys
				if got := float64(admitted(f, most, queries)); n > 1000 && math.Abs(got-want) > 5*math.Sqrt(want)+5 {
					t.Errorf("ε = %v, %d keys: of %d negatives %v are admitted, want %.0f", c.epsilon, n, queries, got, want)
				}
			}
			if err := f.Insert(fmt.Sprint("key ", n)); err != nil {
				t.Fatal(err)
			}
			if full {
				if err := f.verify(); err != nil {
					t.Fatalf("ε = %v, %d keys: %v", c.epsilon, n, err)
				}
			}
		}
		if got := admitted(f, 0, most); got != most {
			t.Errorf("ε = %v: %d of %d keys are lost", c.epsilon, most-got, most)
		}
		if tier.Checking() && len(f.layers) != c.chain {
			t.Errorf("ε = %v: %d layers, want %d", c.epsilon, len(f.layers), c.chain)
		}
		t.Logf("ε = %v, told %d, now %d: %v, rate %.3g, %.1f bits per key", c.epsilon, c.told, f.n, f.Params(), f.Theory(), float64(f.Bits())/float64(f.n))
	}
}

// admitted is how many of n keys, from one on, the filter admits.
func admitted(f filter.Filter, first, n int) int {
	sum := 0
	for key := range numbered(first, n).Each() {
		if f.Contains(key) {
			sum++
		}
	}
	return sum
}

// TestDoublingChangesNoAnswer: an entry knows as much afterwards as before.
func TestDoublingChangesNoAnswer(t *testing.T) {
	f := expandable(t, 0, 500, filter.Config{Epsilon: 0.2, Seed: 9})
	list := numbered(0, 20_000)
	var before []bool
	for q := range list.Each() {
		before = append(before, f.Contains(q))
	}
	theory := f.Theory()
	for range 9 {
		f.expand()
		if err := f.verify(); err != nil {
			t.Fatal(err)
		}
		i := 0
		for q := range list.Each() {
			if f.Contains(q) != before[i] {
				t.Fatalf("%v: %q is answered otherwise", f.Params(), q)
			}
			i++
		}
		if f.Theory() != theory {
			t.Errorf("%v: the rate is %v, not %v", f.Params(), f.Theory(), theory)
		}
	}
	if len(f.layers) < 2 {
		t.Error("nothing was void")
	}
}

// constant is a hash of one value, few is one of sixteen.
type constant struct{}
type few struct{}

func (constant) Sum64(string) uint64 { return 5 }
func (few) Sum64(key string) uint64  { return uint64(key[len(key)-1]) }

// TestInfiniHistories inserts and deletes at random, with fingerprints that are soon
// used up; a map is the reference, and after each step the invariants are checked.
func TestInfiniHistories(t *testing.T) {
	racetest.OneGoroutine(t)
	steps := tier.Of(1500, 6000)
	for name, hash := range map[string]filter.Hash{"go-farm": nil, "constant": constant{}, "few values": few{}} {
		for _, epsilon := range []float64{0.95, 0.3, 0.01} {
			random := rand.New(rand.NewPCG(10, 10))
			f := expandable(t, 0, 0, filter.Config{Epsilon: epsilon, Seed: 10, Hash: hash})
			held := make(map[string]int)
			lean, layers := 80, 1 // of a hundred steps insert
			for step := range steps {
				if step%(steps/3) == steps/4 {
					lean = 100 - lean
				}
				key := fmt.Sprint("key ", random.IntN(800))
				if random.IntN(100) < lean {
					if err := f.Insert(key); err != nil {
						t.Fatal(err)
					}
					held[key]++
				} else if held[key] > 0 {
					if !f.Delete(key) {
						t.Fatalf("%s, ε = %v, step %d: %q is not found", name, epsilon, step, key)
					}
					held[key]--
				} else if !f.Contains(key) && f.Delete(key) {
					t.Fatalf("%s, ε = %v, step %d: %q is denied and deleted", name, epsilon, step, key)
				}
				layers = max(layers, len(f.layers))
				if step%29 != 0 {
					continue
				}
				if err := f.verify(); err != nil {
					t.Fatalf("%s, ε = %v, step %d: %v", name, epsilon, step, err)
				}
				for k, n := range held {
					if n > 0 && !f.Contains(k) {
						t.Fatalf("%s, ε = %v, step %d: %q is there %d times and denied", name, epsilon, step, k, n)
					}
				}
			}
			for k, n := range held {
				for range n {
					if !f.Delete(k) {
						t.Fatalf("%s, ε = %v: %q is not found in the end", name, epsilon, k)
					}
				}
			}
			if f.n != 0 || f.Theory() != 0 {
				t.Errorf("%s, ε = %v: %d entries are left of none", name, epsilon, f.n)
			}
			if epsilon > 0.9 && layers < 2 {
				t.Errorf("%s, ε = %v: nothing was ever void", name, epsilon)
			}
		}
	}
}

// TestLongestGoes: of two matching fingerprints the longer one is deleted, since the
// shorter one still matches the key of the longer.
func TestLongestGoes(t *testing.T) {
	f := expandable(t, 0, 0, filter.Config{Epsilon: 0.01, Hash: constant{}})
	if err := f.Insert("old"); err != nil {
		t.Fatal(err)
	}
	f.expand()
	if err := f.Insert("new"); err != nil {
		t.Fatal(err)
	}
	if f.known[0] != 1 || f.known[2] != 1 {
		t.Fatalf("by the bits that they know there are %v entries", f.known)
	}
	if !f.Delete("old") || f.known[0] != 1 || f.known[2] != 0 {
		t.Errorf("after a deletion there are, by the bits that they know, %v entries; want those of fewer bits", f.known)
	}
}

// TestInfiniFileOfChain: a file of several layers gives the same filter, and layers
// in another order are refused.
func TestInfiniFileOfChain(t *testing.T) {
	f := expandable(t, 0, 0, filter.Config{Epsilon: 0.9, Seed: 11})
	for n := range 20_000 {
		if err := f.Insert(fmt.Sprint("key ", n)); err != nil {
			t.Fatal(err)
		}
	}
	data := file(t, f)
	g := new(infini)
	if err := g.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if len(g.layers) < 3 || !bytes.Equal(file(t, g), data) || g.Theory() != f.Theory() || admitted(g, 0, 20_000) != 20_000 {
		t.Errorf("read are %v at a rate of %v, written %v at %v", g.Params(), g.Theory(), f.Params(), f.Theory())
	}
	for n := range 30_000 {
		if f.Insert(fmt.Sprint("more ", n)) != nil || g.Insert(fmt.Sprint("more ", n)) != nil {
			t.Fatal("it is full")
		}
	}
	if !bytes.Equal(file(t, g), file(t, f)) {
		t.Error("both filled alike differ")
	}
	slices.Reverse(f.layers)
	if err := g.UnmarshalBinary(file(t, f)); err == nil {
		t.Error("a file of the layers in reverse is read")
	}
}

// TestInfiniDamagedChain changes single bits of a file of several layers under a right
// checksum. What is read nevertheless can be filled until it has been doubled twice.
func TestInfiniDamagedChain(t *testing.T) {
	f := expandable(t, 0, 0, filter.Config{Epsilon: 0.9, Seed: 12})
	for n := range 1500 {
		if err := f.Insert(fmt.Sprint("key ", n)); err != nil {
			t.Fatal(err)
		}
	}
	data := file(t, f)
	random := rand.New(rand.NewPCG(12, 12))
	read := 0
	for range 3000 {
		changed := bytes.Clone(data)
		at := 16 + random.IntN(len(data)-24)
		if random.IntN(3) == 0 {
			at = 16 + random.IntN(100) // the numbers
		}
		changed[at] ^= 1 << random.IntN(8)
		changed = filtertest.Seal(changed)
		if !filtertest.Survives(t, Infini(), changed) {
			return
		}
		g := new(infini)
		if g.UnmarshalBinary(changed) != nil {
			continue
		}
		read++
		for gen := g.layers[0].gen; read < 20 && g.layers[0].gen < gen+2; {
			if err := g.Insert(fmt.Sprint("more ", g.n)); err != nil {
				t.Fatal(err)
			}
			g.Delete(fmt.Sprint("key ", g.n))
		}
		if err := g.verify(); err != nil {
			t.Fatal(err)
		}
	}
	if read == 0 {
		t.Error("no damaged file is read")
	}
	t.Logf("%d damaged files were read", read)
}
