package bloom

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// numbered are n keys of a number each.
func numbered(n int) *wordlist.List {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprint("k", i)
	}
	return wordlist.Of(keys...)
}

// TestGolombLiterature: n(log2(1/ε) + 1.5) bits and an index. The codes alone take
// 0.2 to 0.3 less, since distances begin anew in every bucket, which the index
// pays for: with it they are above log2(e/ε) = log2(1/ε) + 1.44, the least that
// any coding of the set takes.
func TestGolombLiterature(t *testing.T) {
	const n = 100_000
	keys := numbered(n)
	for _, epsilon := range []float64{0.2, 0.01, 0.001, 1e-6} {
		f, err := buildGolomb(keys, filter.Config{Epsilon: epsilon, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		g := f.(*golomb)
		codes, all := float64(g.length)/n, float64(g.Bits())/n
		plain := math.Log2(1 / epsilon)
		t.Logf("ε = %v: log2(1/ε) + %.3f in the codes, and %.3f in the index", epsilon, codes-plain, all-codes)
		if epsilon <= 0.01 && (codes < plain+1.2 || codes > plain+1.5 || all < plain+math.Log2(math.E)) { // which hold for small ε
			t.Errorf("ε = %v: %.3f bits a key in the codes, not somewhat below %.3f; %.3f in all", epsilon, codes, plain+1.5, all)
		}
		if index := all - codes; index > 2 {
			t.Errorf("ε = %v: the index takes %.2f bits a key, more than 16 bits for 8 keys", epsilon, index)
		}
		plan, err := planGolomb(n, filter.Config{Epsilon: epsilon, Seed: 1})
		entry := 1. / golombBucket // a bit more or less in the index
		if err != nil || math.Abs(float64(plan.Bits)/n-all) > 0.01*all+entry || math.Abs(plan.Theory/g.Theory()-1) > 0.002 {
			t.Errorf("ε = %v: planned are %d bits and a rate of %v, built %d and %v (%v)", epsilon, plan.Bits, plan.Theory, g.Bits(), g.Theory(), err)
		}
	}
}

// TestGolombSize: a code fits a read, and the numbers suffice for the rate.
func TestGolombSize(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 1753, 1_000_000, 1 << 31} {
		for e := -1.0; e > -40; e-- {
			epsilon := max(filter.MinEpsilon, math.Exp2(e*1.03))
			buckets, width, p := GolombSize(n, epsilon)
			if length := width>>p + 1 + p; length > golombReadable {
				t.Errorf("n = %d, ε = %v: a code of %d bits", n, epsilon, length)
			}
			if numbers := float64(buckets) * float64(width); -math.Expm1(-float64(n)/numbers) > epsilon*1.0000001 && numbers < 0x1p62 {
				t.Errorf("n = %d, ε = %v: %v numbers", n, epsilon, numbers)
			}
		}
	}
}

// TestGolombCodes decodes the whole set, one code after the other bit by bit, and
// compares the numbers with those of the keys, far past the 8,000 keys at which
// places of 16 bits overflow. Every second key is there twice.
func TestGolombCodes(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 17, 1753, 200_000} {
		keys := wordlist.Of(append(numbered(n).All(), numbered(n/2).All()...)...)
		f, err := buildGolomb(keys, filter.Config{Epsilon: 0.01, Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		g := f.(*golomb)
		var want [][2]uint64
		for key := range keys.Each() {
			bucket, r := g.locate(g.hash.Sum64(key))
			want = append(want, [2]uint64{bucket, r})
			if !g.Contains(key) {
				t.Fatalf("n = %d: %q is lost", n, key)
			}
		}
		slices.SortFunc(want, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
		want = slices.Compact(want)
		bit := func(at uint64) uint64 { return uint64(g.codes[at/8] >> (at % 8) & 1) }
		var got [][2]uint64
		for j := range g.buckets {
			least := uint64(0)
			for at := g.begin(j); at < g.begin(j+1); {
				distance := uint64(0)
				for ; bit(at) == 0; at++ {
					distance += 1 << g.p
				}
				at++
				for i := range g.p {
					distance += bit(at) << i
					at++
				}
				got = append(got, [2]uint64{j, least + distance})
				least += distance + 1
			}
		}
		if !slices.Equal(got, want) || g.n != len(want) {
			t.Errorf("n = %d: %d numbers are decoded, of %d said, other than the %d of the keys", n, len(got), g.n, len(want))
		}
	}
}

// TestGolombIndex: the entries stay near the straight line.
func TestGolombIndex(t *testing.T) {
	for _, c := range []struct {
		n    int
		most uint64
	}{{0, 0}, {1, 0}, {1753, 10}, {1_000_000, 15}} {
		f, err := buildGolomb(numbered(c.n), filter.Config{Epsilon: 0.01, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if g := f.(*golomb); g.entry > c.most {
			t.Errorf("n = %d: entries of %d bits, want %d at most", c.n, g.entry, c.most)
		}
	}
}

// TestGolombBits holds what the explanation says.
func TestGolombBits(t *testing.T) {
	const n = 1753
	for epsilon, want := range map[float64]float64{0.01: 9.0, 0.05: 6.5, 0.2: 4.1} {
		f, err := buildGolomb(numbered(n), filter.Config{Epsilon: epsilon, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(f.Bits()) / n; math.Abs(got-want) > 0.1 {
			t.Errorf("ε = %v: %.2f bits a key, not %v", epsilon, got, want)
		}
	}
}
