package golomb

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
)

// randomNumbers are those of n random hashes in ascending order, equal ones once or as
// often as they come.
func randomNumbers(s Shape, n int, seed uint64) [][2]uint64 {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	list := make([][2]uint64, n)
	for i := range list {
		list[i][0], list[i][1] = s.Locate(random.Uint64())
	}
	slices.SortFunc(list, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	if !s.Repeats {
		list = slices.Compact(list)
	}
	return list
}

func sequence(list [][2]uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(bucket, r uint64) bool) {
		for _, x := range list {
			if !yield(x[0], x[1]) {
				return
			}
		}
	}
}

// TestLiterature: n(log2(1/ε) + 1.5) bits and an index. The codes alone take
// 0.2 to 0.3 less, since distances begin anew in every bucket, which the index
// pays for: with it they are above log2(e/ε) = log2(1/ε) + 1.44, the least that
// any coding of the set takes.
func TestLiterature(t *testing.T) {
	const n = 100_000
	for _, repeats := range []bool{false, true} {
		for _, epsilon := range []float64{0.2, 0.01, 0.001, 1e-6} {
			s := NewShape(n, epsilon, repeats)
			c := Encode(s, sequence(randomNumbers(s, n, 1)))
			codes, all := float64(c.length)/n, float64(c.Bits())/n
			plain := math.Log2(1 / epsilon)
			t.Logf("ε = %v: log2(1/ε) + %.3f in the codes, and %.3f in the index", epsilon, codes-plain, all-codes)
			if epsilon <= 0.01 && (codes < plain+1.2 || codes > plain+1.5 || all < plain+math.Log2(math.E)) { // which hold for small ε
				t.Errorf("ε = %v: %.3f bits per number in the codes, not somewhat below %.3f; %.3f in all", epsilon, codes, plain+1.5, all)
			}
			if index := all - codes; index > 2 {
				t.Errorf("ε = %v: the index takes %.2f bits per number, more than 16 bits for 8", epsilon, index)
			}
			expected, rate := Expected(s, n)
			if math.Abs(float64(expected.length)/float64(c.length)-1) > 0.003 || math.Abs(float64(expected.count)/float64(c.count)-1) > 0.002 {
				t.Errorf("repeats %v, ε = %v: expected are %d codes of %d bits, there are %d of %d", repeats, epsilon, expected.count, expected.length, c.count, c.length)
			}
			if rate > epsilon*(1+1e-9) || rate < 0.995*epsilon { // less where the width is rounded up
				t.Errorf("ε = %v: the rate is %v", epsilon, rate)
			}
		}
	}
}

// TestShape: a code fits a read, the numbers suffice for the rate, and a number fits
// 63 bits.
func TestShape(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 1753, 1_000_000, 1 << 31} {
		for e := -1.0; e > -40; e-- {
			epsilon := max(filter.MinEpsilon, math.Exp2(e*1.03))
			s := NewShape(n, epsilon, true)
			if length := s.Width>>s.P + 1 + s.P; length > readable {
				t.Errorf("n = %d, ε = %v: a code of %d bits", n, epsilon, length)
			}
			if numbers := s.Numbers(); -math.Expm1(-float64(n)/numbers) > epsilon*1.0000001 && numbers < 0x1p62 {
				t.Errorf("n = %d, ε = %v: %v numbers", n, epsilon, numbers)
			}
			if s.Width > 1<<63/s.Buckets {
				t.Errorf("n = %d, ε = %v: %d buckets of %d numbers", n, epsilon, s.Buckets, s.Width)
			}
		}
	}
}

// TestCodes decodes all, one code after the other bit by bit, far past the 8,000
// numbers at which places of 16 bits overflow, and asks for numbers that are there and
// those next to them.
func TestCodes(t *testing.T) {
	for _, repeats := range []bool{false, true} {
		for _, n := range []int{0, 1, 2, 3, 17, 1753, 50_000} {
			s := NewShape(n, 0.01, repeats)
			want := randomNumbers(s, n, 2)
			if repeats { // some of them often
				for i := range len(want) / 100 {
					want = append(want, slices.Repeat(want[100*i:100*i+1], i%7)...)
				}
				slices.SortFunc(want, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
			}
			c := Encode(s, sequence(want))
			bit := func(at uint64) uint64 { return uint64(c.codes[at/8] >> (at % 8) & 1) }
			var got, all [][2]uint64
			for j := range c.Buckets {
				least := uint64(0)
				for at := c.begin(j); at < c.begin(j+1); {
					distance := uint64(0)
					for ; bit(at) == 0; at++ {
						distance += 1 << c.P
					}
					at++
					for i := range c.P {
						distance += bit(at) << i
						at++
					}
					got = append(got, [2]uint64{j, least + distance})
					least += distance + c.gap()
				}
			}
			for j, r := range c.All() {
				all = append(all, [2]uint64{j, r})
			}
			if !slices.Equal(got, want) || !slices.Equal(all, want) || c.Len() != len(want) {
				t.Fatalf("n = %d: %d numbers are decoded, %d yielded, %d said, other than the %d coded", n, len(got), len(all), c.Len(), len(want))
			}
			times := make(map[[2]uint64]int)
			for _, x := range want {
				times[x]++
			}
			for _, x := range want[:min(len(want), 5000)] {
				for _, r := range []uint64{x[1], x[1] + 1, x[1] - min(1, x[1])} {
					for _, most := range []int{1, 2, 1000} {
						if got, want := c.Count(x[0], r, most), min(most, times[[2]uint64{x[0], r}]); got != want {
							t.Fatalf("n = %d: number %d of bucket %d is counted %d times, not %d", n, r, x[0], got, want)
						}
					}
				}
			}
		}
	}
}

// TestHas compares Has with a map, for hashes that are there and others.
func TestHas(t *testing.T) {
	for _, repeats := range []bool{false, true} {
		s := NewShape(3000, 0.1, repeats)
		list := randomNumbers(s, 3000, 4)
		c := Encode(s, sequence(list))
		there := make(map[[2]uint64]bool)
		for _, x := range list {
			there[x] = true
		}
		random, admitted := rand.New(rand.NewPCG(5, 5)), 0
		for range 20_000 {
			h := random.Uint64()
			j, r := s.Locate(h)
			if c.Has(h) != there[[2]uint64{j, r}] {
				t.Fatalf("number %d of bucket %d is there: %v", r, j, !c.Has(h))
			}
			if c.Has(h) {
				admitted++
			}
		}
		if admitted < 1000 || admitted > 3000 {
			t.Errorf("of 20,000 hashes %d are there, want a tenth", admitted)
		}
	}
}

// TestIndex: the entries stay near the straight line.
func TestIndex(t *testing.T) {
	for _, c := range []struct {
		n    int
		most uint64
	}{{0, 0}, {1, 0}, {1753, 10}, {200_000, 14}} {
		s := NewShape(c.n, 0.01, false)
		if coded := Encode(s, sequence(randomNumbers(s, c.n, 3))); coded.entry > c.most {
			t.Errorf("n = %d: entries of %d bits, want %d at most", c.n, coded.entry, c.most)
		}
	}
}

// TestRestore: what Store wrote is read again, few numbers in many buckets too.
func TestRestore(t *testing.T) {
	hash := filter.NewHasher(filter.Config{})
	for _, n := range []int{0, 1, 500} {
		s := NewShape(500, 0.05, true) // of 63 buckets
		list := randomNumbers(s, n, 6)
		c := Encode(s, sequence(list))
		e := filter.NewEncoder(nil, "test", 1)
		if err := c.Store(e, &hash); err != nil {
			t.Fatal(err)
		}
		file, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		d, err := filter.NewDecoder(file, "test", 1)
		if err != nil {
			t.Fatal(err)
		}
		again, _, ok := Restore(d, true)
		if err := d.Close(); err != nil || !ok || fmt.Sprint(again) != fmt.Sprint(c) {
			t.Errorf("n = %d: read are %d numbers of %d (%v)", n, again.Len(), c.Len(), err)
		}
	}
}

// TestBits: they are those of the codes and of all places of the index, its end too, each in whole
// bytes.
func TestBits(t *testing.T) {
	for _, n := range []int{1, 100, 5000} {
		c, _ := Expected(NewShape(n, 0.01, false), n)
		least := c.length + c.entry*(c.Buckets+1)
		if got := c.Bits(); got < least || got > least+14 || got%8 != 0 {
			t.Errorf("n = %d: %d bits, want %d in whole bytes", n, got, least)
		}
	}
}
