package bloom

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

var schemes = []schemeKind{schemeIndependent, schemeDouble, schemeEnhanced, schemeTriple}

// TestSchemePlaces compares the bits of a key with the formulas.
func TestSchemePlaces(t *testing.T) {
	for _, kind := range schemes {
		for _, m := range []uint64{1, 2, 3, 64, 1009, 16803} {
			for seed := range uint64(40) {
				h := filter.Mix(seed)
				s := &scheme{kind: kind, m: m, k: 12, words: make([]uint64, m/64+1)}
				s.add(h)
				want := make([]uint64, len(s.words))
				a, b, c, _ := s.start(h)
				for i := range uint64(s.k) {
					x := a
					switch kind {
					case schemeIndependent:
						x = s.mixed(h, int(i))
					case schemeDouble:
						x = (a + i*b) % m
					case schemeEnhanced:
						x = (a + i*b + (i*i*i-i)/6) % m
					case schemeTriple:
						x = (a + i*b + (i*i-i)/2*c) % m
					}
					want[x/64] |= 1 << (x % 64)
				}
				if !slices.Equal(s.words, want) || max(a, b, c) >= m {
					t.Fatalf("%s, m = %d, a = %d, b = %d, c = %d: the bits are %x, not %x", kind.name(), m, a, b, c, s.words, want)
				}
				if kind == schemeDouble && m > 1 && b == 0 {
					t.Errorf("m = %d: a stride of 0", m)
				}
			}
		}
	}
}

// measured is the mean rate over seeds with four of its standard errors.
func measured(kind schemeKind, n int, epsilon float64, seeds int, keys, queries *wordlist.List) (mean, four float64) {
	sum, squares := 0.0, 0.0
	for seed := range seeds {
		s, err := newScheme(kind, n, filter.Config{Epsilon: epsilon, Seed: uint64(seed)})
		if err != nil {
			return math.NaN(), math.NaN()
		}
		s.words = make([]uint64, (s.m+63)/64)
		for h := range s.hash.Sums(keys.First(n)) {
			s.add(h)
		}
		positives := 0
		for q := range queries.Each() {
			if s.Contains(q) {
				positives++
			}
		}
		rate := float64(positives) / float64(queries.Len())
		sum, squares = sum+rate, squares+rate*rate
	}
	mean = sum / float64(seeds)
	return mean, 4 * math.Sqrt((squares/float64(seeds)-mean*mean)/float64(seeds))
}

// TestSchemeRate measures what a scheme costs where m is small, and compares it
// with the theory, which must be nearer than the plain Bloom filter's wherever
// these differ.
func TestSchemeRate(t *testing.T) {
	racetest.OneGoroutine(t)
	const negatives = 8000
	seeds := tier.Of(20, 150)
	keys := numbered(2000)
	list := make([]string, negatives)
	for i := range list {
		list[i] = fmt.Sprint("q", i)
	}
	queries := wordlist.Of(list...)
	for _, c := range []struct {
		n       int
		epsilon float64
	}{{16, 0.01}, {64, 0.05}, {64, 0.01}, {64, 1e-3}, {64, 1e-4}, {64, 1e-6}, {500, 1e-3}, {1753, 0.01}} {
		m, k := StandardSize(c.n, c.epsilon)
		plain := OccupancyMoment(m, c.n*k, k)
		for _, kind := range schemes {
			theory := schemeRate(kind, m, k, c.n)
			mean, four := measured(kind, c.n, c.epsilon, seeds, keys, queries)
			t.Logf("n = %d, ε = %v, m = %d, k = %d, %s: measured %.3g ± %.2g, theory %.3g: %.3f and %.3f times that of random places",
				c.n, c.epsilon, m, k, kind.name(), mean, four, theory, mean/plain, theory/plain)
			four += 3 / float64(seeds*negatives) // of a rate that is hardly seen
			if math.Abs(mean-theory) > four+0.005*theory {
				t.Errorf("n = %d, ε = %v: %s has a rate of %.4g ± %.2g, Theory is %.4g", c.n, c.epsilon, kind.name(), mean, four, theory)
			}
		}
	}
}

// TestSchemeTable holds the table of scheme.
func TestSchemeTable(t *testing.T) {
	for _, c := range []struct {
		n                        int
		epsilon                  float64
		double, enhanced, triple float64
	}{
		{1753, 0.01, 1.002, 1.000, 1.001}, {64, 0.01, 1.07, 1.01, 1.02}, {64, 1e-3, 1.61, 1.06, 1.09}, {64, 1e-4, 5.6, 1.4, 1.3}, {64, 1e-6, 128, 19, 3.3},
	} {
		m, k := StandardSize(c.n, c.epsilon)
		plain := OccupancyMoment(m, c.n*k, k)
		for kind, want := range map[schemeKind]float64{schemeDouble: c.double, schemeEnhanced: c.enhanced, schemeTriple: c.triple} {
			if got := schemeRate(kind, m, k, c.n) / plain; math.Abs(got/want-1) > min(0.03, max(0.001, 0.6*(want-1))) {
				t.Errorf("n = %d, ε = %v: %s has %.4f times the rate of random places, not %v", c.n, c.epsilon, kind.name(), got, want)
			}
		}
	}
}

// TestSchemeFloor: whatever k is, the rate stays above the probability that some
// key's numbers stand in a simple relation to a negative's.
func TestSchemeFloor(t *testing.T) {
	const n, epsilon = 64, 1e-6
	m, k := StandardSize(n, epsilon)
	floor := float64(n) / float64(m) / float64(m)
	for _, c := range []struct {
		kind        schemeKind
		least, most float64 // times n/m²
	}{{schemeIndependent, 0, 0.06}, {schemeTriple, 0.1, 0.2}, {schemeEnhanced, 1, 1.2}, {schemeDouble, 5.5, 8}} {
		if got := schemeRate(c.kind, m, k, n) / floor; got < c.least || got > c.most {
			t.Errorf("%s: the rate is %.3g n/m², not %v to %v", c.kind.name(), got, c.least, c.most)
		}
	}
}

// TestTogether counts pairs of equal places over all numbers of a small m.
func TestTogether(t *testing.T) {
	for _, m := range []uint64{31, 36, 64} {
		for _, kind := range schemes[1:] {
			const k = 7
			pairs, total := 0, 0
			for b := range m {
				for c := range m {
					x, y, z, w := uint64(0), b, uint64(0), uint64(0)
					switch {
					case kind == schemeDouble && b == 0 || kind != schemeTriple && c > 0:
						continue
					case kind == schemeEnhanced:
						z, w = 1, 1
					case kind == schemeTriple:
						z = c
					}
					var seen []uint64
					for range k {
						for _, other := range seen {
							if other == x {
								pairs++
							}
						}
						seen = append(seen, x)
						x, y, z = below(x+y, m), below(y+z, m), below(z+w, m)
					}
					total++
				}
			}
			want := float64(pairs) / float64(total)
			if got := together(kind, m, k); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, m = %d: %v pairs together, not %v", kind.name(), m, got, want)
			}
		}
	}
}

// TestOverlaps counts the places that two progressions share, over all strides of
// a prime m, and compares the frequent ones.
func TestOverlaps(t *testing.T) {
	const m, k = 1009, 6
	progression := func(a, b int) map[int]bool {
		set := make(map[int]bool)
		for i := range k {
			set[((a+i*b)%m+m)%m] = true
		}
		return set
	}
	negative := progression(0, 1)
	var got []int
	for a := range m {
		for b := 1; b < m; b++ {
			o := 0
			for x := range progression(a, b) {
				if negative[x] {
					o++
				}
			}
			if o >= 3 {
				got = append(got, o)
			}
		}
	}
	want := slices.DeleteFunc(overlaps(schemeDouble, k), func(o int) bool { return o < 3 })
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("progressions of %d places share 3 or more in the numbers %v, not %v", k, got, want)
	}
}

// TestSchemesApart: a file of one scheme is not that of another.
func TestSchemesApart(t *testing.T) {
	structures := []filter.Structure{Independent(), Double(), Enhanced(), Triple(), Standard()}
	for _, a := range structures {
		f, err := a.Build(wordlist.Of("a", "b"), filter.Config{Epsilon: 0.01})
		if err != nil {
			t.Fatal(err)
		}
		file, err := f.(filter.Stored).AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range structures {
			if _, err := b.Open(file); (err == nil) != (a.Name == b.Name) {
				t.Errorf("%s opens the file of %s: %v", b.Name, a.Name, err)
			}
		}
	}
}

func FuzzSchemes(f *testing.F) { filtertest.Fuzz(f, Enhanced()) }
