package closeduniverse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestDoubtsFile writes and reads what is in doubt, and refuses what is none.
func TestDoubtsFile(t *testing.T) {
	keys, hash := wordlist.Of("a", "b", "c"), filter.NewHasher(filter.Config{Seed: 4})
	file := func(d Doubts) *filter.Decoder {
		e := filter.NewEncoder(nil, "doubts", 1)
		d.Write(e)
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		from, err := filter.NewDecoder(data, "doubts", 1)
		if err != nil {
			t.Fatal(err)
		}
		return from
	}
	var read Doubts
	from := file(NewDoubts([]uint64{hash.Sum64("a"), hash.Sum64("c")}, keys, &hash))
	read.Read(from, &hash)
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "x": false} {
		if got := read.About(hash.Sum64(key)); got != want || read.Decide(key) != want {
			t.Errorf("%q is in doubt: %v, decided %v, want %v", key, got, read.Decide(key), want)
		}
	}
	from = file(Doubts{sums: map[uint64]struct{}{1: {}}, keys: map[string]struct{}{"a": {}}})
	if read.Read(from, &hash); from.Close() == nil {
		t.Error("a key whose hash is not in doubt is read")
	}
}

// TestKeySet: of lists in which words come twice, the words and no others are in.
func TestKeySet(t *testing.T) {
	for _, n := range []int{0, 1, 2, 63, 64, 65, 5000} {
		var keys, queries []string
		for i := range n {
			keys = append(keys, fmt.Sprint("key ", i), "", fmt.Sprint("key ", i))
		}
		for i := range 2*n + 100 {
			queries = append(queries, fmt.Sprint("key ", i))
		}
		queries = append(queries, "")
		set := NewKeySet(wordlist.Of(keys...))
		if want := n + min(n, 1); set.Distinct() != want {
			t.Errorf("%d different words, want %d", set.Distinct(), want)
		}
		many := make([]bool, len(queries))
		set.HasMany(queries, many)
		for i, q := range queries {
			want := i < n || q == "" && n > 0
			if set.Has(q) != want || many[i] != want {
				t.Fatalf("n = %d: %q is in: %v, among many %v, want %v", n, q, set.Has(q), many[i], want)
			}
		}
	}
}

// TestSorted compares it with slices.Sort, for hashes and for numbers that agree in
// many bytes.
func TestSorted(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 6))
	for _, n := range []int{0, 1, 2, 512, 513, 3000, 200_000} {
		for _, mask := range []uint64{^uint64(0), 0, 0xff, 0xff00_0000_0000_00ff, 1 << 63} {
			list := make([]uint64, n)
			for i := range list {
				list[i] = random.Uint64() & mask
			}
			want := slices.Clone(list)
			slices.Sort(want)
			if got := Sorted(list); !slices.Equal(got, slices.Compact(want)) {
				t.Errorf("%d numbers within %x are sorted otherwise", n, mask)
			}
		}
	}
}

// BenchmarkSorted sorts ten million hashes.
func BenchmarkSorted(b *testing.B) {
	random := rand.New(rand.NewPCG(12, 7))
	list := make([]uint64, 10_000_000)
	for b.Loop() {
		b.StopTimer()
		for i := range list {
			list[i] = random.Uint64()
		}
		b.StartTimer()
		Sorted(list)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/hash")
}
