package counting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/filter/golomb"
)

func FuzzGolomb(f *testing.F) { filtertest.Fuzz(f, Golomb()) }

// TestMultisetHistory compares the count of every number with a map: random insertions
// and deletions over many merges of the buffer, each key there up to four times.
func TestMultisetHistory(t *testing.T) {
	for _, epsilon := range []float64{0.5, 0.02, 1e-9} {
		const n = 400
		f := mustBuild(t, Golomb(), numbered(0, n), filter.Config{Epsilon: epsilon, Seed: 10})
		s := f.(*multiset)
		held := make(map[int]int)
		for i := range n {
			held[i] = 1
		}
		numberOf := func(i int) uint64 {
			bucket, r := s.Locate(s.hash.Sum64(fmt.Sprint("k", i)))
			return bucket*s.Width + r
		}
		random := rand.New(rand.NewPCG(10, 10))
		merges, before := 0, 0
		for step := range 20_000 {
			i := random.IntN(n + n/2)
			key := fmt.Sprint("k", i)
			switch remove := random.IntN(2) == 0; {
			case remove && held[i] > 0:
				if !f.Delete(key) {
					t.Fatalf("ε = %v: %q is not found", epsilon, key)
				}
				held[i]--
			case !remove && held[i] < 4:
				if err := f.Insert(key); err != nil {
					t.Fatal(err)
				}
				held[i]++
			}
			if len(s.buffer) < before-1 {
				merges++
			}
			if before = len(s.buffer); step%100 != 0 && step > 100 {
				continue
			}
			want := make(map[uint64]int)
			for i, copies := range held {
				if copies > 0 {
					want[numberOf(i)] += copies
				}
			}
			if s.different != len(want) {
				t.Fatalf("ε = %v, step %d: %d different numbers are said to be %d", epsilon, step, len(want), s.different)
			}
			for i := range n + n/2 {
				number := numberOf(i)
				_, changed := s.pending(number)
				if got := s.Count(number/s.Width, number%s.Width, 1000) + changed; got != want[number] {
					t.Fatalf("ε = %v, step %d: a number is counted %d times, and there are %d keys of it", epsilon, step, got, want[number])
				}
				if key := fmt.Sprint("k", i); f.Contains(key) != (want[number] > 0) {
					t.Fatalf("ε = %v, step %d: %q is found: %v", epsilon, step, key, want[number] == 0)
				}
			}
		}
		if merges < 50 {
			t.Errorf("ε = %v: the buffer was merged %d times only", epsilon, merges)
		}
		for i, copies := range held {
			for range copies {
				f.Delete(fmt.Sprint("k", i))
			}
		}
		left := 0
		for range s.merged() {
			left++
		}
		if left != 0 || s.Theory() != 0 {
			t.Errorf("ε = %v: after all keys were deleted %d numbers are left, and the rate is %v", epsilon, left, s.Theory())
		}
	}
}

// TestMultisetMerged: what was inserted and deleted is what building of the keys that
// are left gives, once the buffer is merged.
func TestMultisetMerged(t *testing.T) {
	f := mustBuild(t, Golomb(), numbered(0, 1000), filter.Config{Epsilon: 0.01, Seed: 11})
	for key := range numbered(0, 300).Each() {
		f.Delete(key)
	}
	for key := range numbered(1000, 300).Each() {
		if err := f.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	s := f.(*multiset)
	got := golomb.Encode(s.Shape, s.merged())
	want := mustBuild(t, Golomb(), numbered(300, 1000), filter.Config{Epsilon: 0.01, Seed: 11}).(*multiset)
	if fmt.Sprint(got) != fmt.Sprint(want.Coded) || s.different != want.different {
		t.Errorf("%d numbers, %d of them different, are not those of the keys left: %d and %d", got.Len(), s.different, want.Len(), want.different)
	}
}

// TestMultisetBits holds what the explanation and the comments say.
func TestMultisetBits(t *testing.T) {
	const n = 1753
	for epsilon, want := range map[float64]float64{0.01: 10.6, 0.05: 8.2, 0.2: 6.0} {
		cfg := filter.Config{Epsilon: epsilon, Seed: 1}
		p, err := planMultiset(n, cfg)
		if err != nil {
			t.Fatal(err)
		}
		built := mustBuild(t, Golomb(), numbered(0, n), cfg)
		if planned, got := float64(p.Bits)/n, float64(built.Bits())/n; math.Abs(planned-want) > 0.15 || math.Abs(got-want) > 0.1 {
			t.Errorf("ε = %v: %.2f bits per key are planned, %.2f built, not %v", epsilon, planned, got, want)
		}
		if built.Theory() > epsilon*1.1 || p.Theory > epsilon {
			t.Errorf("ε = %v: the rate is %v, planned %v", epsilon, built.Theory(), p.Theory)
		}
	}
	for n, bits := range map[int]float64{1753: 1.5, 262_144: 0.125, 10_000_000: 0.125} {
		s := golomb.NewShape(n, 0.01, true)
		if got := 64 * float64(bufferSize(&s)) / float64(n); math.Abs(got/bits-1) > 0.03 {
			t.Errorf("n = %d: the buffer takes %.3f bits per key, not %v", n, got, bits)
		}
	}
}

// BenchmarkMultisetUpdate deletes a key and inserts it again, merges of the buffer
// included.
func BenchmarkMultisetUpdate(b *testing.B) {
	for _, n := range []int{1753, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			keys := numbered(0, n)
			f, err := buildMultiset(keys, filter.Config{Epsilon: 0.01, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			s := f.(*multiset)
			gone := 0 // the key that is deleted next; every other one comes back
			for b.Loop() {
				s.Delete(keys.At(gone % n))
				if err := s.Insert(keys.At((gone + n/2) % n)); err != nil {
					b.Fatal(err)
				}
				gone++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/update")
		})
	}
}

// TestMultisetRead: what is read again knows how many different numbers are there, whatever waits
// in its buffer: numbers that came, that came again, and that went, once of once and once of twice.
func TestMultisetRead(t *testing.T) {
	f := mustBuild(t, Golomb(), numbered(0, 400), filter.Config{Epsilon: 0.01, Seed: 3})
	s := f.(*multiset)
	for _, change := range []func() error{
		func() error { return s.Insert("new") },
		func() error { return s.Insert("k1") },
		func() error { s.Delete("k2"); return nil },
		func() error { s.Delete("k1"); return nil },
		func() error { s.Delete("k3"); return nil },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		file, err := s.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var read multiset
		if err := read.UnmarshalBinary(file); err != nil || read.different != s.different || len(read.buffer) != len(s.buffer) {
			t.Errorf("%d different numbers are read of %d, %d of %d wait, %v", read.different, s.different, len(read.buffer), len(s.buffer), err)
		}
	}
}
