package linear

import (
	"math"
	"math/bits"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

func newLinear(t interface{ Fatal(...any) }, cfg Config) *Filter {
	l, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestQuantisation(t *testing.T) {
	for _, c := range []struct {
		c    float64
		b    int
		want [3]uint16 // floor, round, ceiling
	}{
		{0, 1, [3]uint16{0, 0, 0}},
		{1, 1, [3]uint16{1, 1, 1}},
		{0.49, 1, [3]uint16{0, 0, 1}},
		{0.5, 1, [3]uint16{0, 1, 1}},
		{0.9, 4, [3]uint16{13, 14, 14}}, // 13.5
		{0.5, 5, [3]uint16{15, 16, 16}}, // 15.5
		{0.2, 4, [3]uint16{3, 3, 3}},
		{1, 16, [3]uint16{65535, 65535, 65535}},
		{0.99999, 16, [3]uint16{65534, 65534, 65535}},
	} {
		for i, q := range Quantisations() {
			if got := q.Code(c.c, c.b); got != c.want[i] {
				t.Errorf("%v of %v in %d bits: %d, want %d", q, c.c, c.b, got, c.want[i])
			}
		}
	}
}

// TestQuantisationReturns: the value of every code of every width has that
// code again, and the error of a confidence is what the paper's equation 4
// says or, rounded, half of it.
func TestQuantisationReturns(t *testing.T) {
	for b := 1; b <= 16; b++ {
		for code := range int(TopCode(b)) + 1 {
			for _, q := range Quantisations() {
				if got := q.Code(Value(uint16(code), b), b); got != uint16(code) {
					t.Fatalf("%v, %d bits: the value of %d has the code %d", q, b, code, got)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.IntRange(1, 16).Draw(t, "b")
		c := rapid.Float64Range(0, 1).Draw(t, "c")
		step := 1 / float64(TopCode(b))
		const rounding = 1e-15
		for q, bounds := range map[Quantisation][2]float64{Floor: {-step, 0}, Round: {-step / 2, step / 2}, Ceiling: {0, step}} {
			d := Value(q.Code(c, b), b) - c
			if d < bounds[0]-rounding || d > bounds[1]+rounding {
				t.Fatalf("%v of %v in %d bits is off by %v, outside %v", q, c, b, d, bounds)
			}
		}
	})
}

// TestLinearIsBloom: with confidence 1 everywhere the cells at the keys' probes
// are full and the others empty, and the answers are those of a Bloom filter of
// the same m, k and hash.
func TestLinearIsBloom(t *testing.T) {
	for b := 1; b <= 16; b++ {
		for _, n := range []int{0, 1, 40, 300} {
			cfg := filter.Config{Epsilon: 0.05, Seed: uint64(b*1000 + n), Capacity: 300}
			keys := make([]string, n)
			for i := range keys {
				keys[i] = "key " + strconv.Itoa(i)
			}
			plain, err := bloom.Standard().Build(wordlist.Of(keys...), cfg)
			if err != nil {
				t.Fatal(err)
			}
			m, k := bloom.StandardSize(cfg.Capacity, cfg.Epsilon)
			l := newLinear(t, Config{Cells: m, CellBits: b, Hashes: k, Seed: cfg.Seed})
			want := make([]uint16, m)
			for _, key := range keys {
				if err := l.Add(key, 1); err != nil {
					t.Fatal(err)
				}
				for _, i := range cellsOf(l, key) {
					want[i] = TopCode(b)
				}
			}
			for i := range m {
				if got := l.Code(i); got != want[i] {
					t.Fatalf("b = %d, n = %d: cell %d holds %d, want %d", b, n, i, got, want[i])
				}
			}
			for i := range 2000 {
				key := "key " + strconv.Itoa(i)
				if got := l.Confidence(key) > 0; got != plain.Contains(key) {
					t.Fatalf("b = %d, n = %d: %q: %v, the Bloom filter says %v", b, n, key, got, !got)
				}
			}
		}
	}
}

// cellsOf are the cells of a key by Probes.
func cellsOf(l *Filter, key string) []uint64 {
	cells := filter.Probes(nil, l.hash.Sum64(key), l.k)
	for i, p := range cells {
		cells[i], _ = bits.Mul64(p, l.m)
	}
	return cells
}

// TestLinearAgainstModel compares cell by cell with a plain array of codes,
// through additions and attenuations, and counts over-estimations, of which
// there must be some and no under-estimation.
func TestLinearAgainstModel(t *testing.T) {
	over := 0
	rapid.Check(t, func(t *rapid.T) {
		cfg := Config{
			Cells:        rapid.Uint64Range(1, 90).Draw(t, "m"),
			CellBits:     rapid.IntRange(1, 16).Draw(t, "b"),
			Hashes:       rapid.IntRange(1, 12).Draw(t, "k"),
			Quantisation: rapid.SampledFrom(Quantisations()).Draw(t, "quantisation"),
			Seed:         rapid.Uint64().Draw(t, "seed"),
		}
		l := newLinear(t, cfg)
		cells := make([]uint16, cfg.Cells)
		own := map[string]uint16{} // largest code added for a key, attenuated since
		for range rapid.IntRange(0, 40).Draw(t, "operations") {
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				factor := rapid.Float64Range(0, 1).Draw(t, "factor")
				if err := l.Attenuate(factor); err != nil {
					t.Fatal(err)
				}
				for i, code := range cells {
					cells[i] = cfg.Quantisation.whole(float64(code) * factor)
				}
				for key, code := range own {
					own[key] = cfg.Quantisation.whole(float64(code) * factor)
				}
				continue
			}
			key := strconv.Itoa(rapid.IntRange(0, 30).Draw(t, "key"))
			c := rapid.Float64Range(0, 1).Draw(t, "c")
			if err := l.Add(key, c); err != nil {
				t.Fatal(err)
			}
			code := cfg.Quantisation.Code(c, cfg.CellBits)
			own[key] = max(own[key], code)
			for _, i := range cellsOf(l, key) {
				cells[i] = max(cells[i], code)
			}
		}
		got := make([]uint16, cfg.Cells)
		filled, ones := 0, 0
		for i := range got {
			got[i] = l.Code(uint64(i))
			filled += min(1, int(cells[i]))
			for code := cells[i]; code != 0; code &= code - 1 {
				ones++
			}
		}
		if d := cmp.Diff(cells, got); d != "" {
			t.Fatal(d)
		}
		if got, want := l.CellOccupancy(), float64(filled)/float64(cfg.Cells); got != want {
			t.Fatalf("cell occupancy %v, want %v", got, want)
		}
		if got, want := l.BitOccupancy(), float64(ones)/float64(cfg.Cells*uint64(cfg.CellBits)); got != want {
			t.Fatalf("bit occupancy %v, want %v", got, want)
		}
		for key, code := range own {
			want := TopCode(cfg.CellBits)
			for _, i := range cellsOf(l, key) {
				want = min(want, cells[i])
			}
			estimate := l.Estimate(key)
			if estimate != want {
				t.Fatalf("%q: estimate %d, want %d", key, estimate, want)
			}
			if estimate < code {
				t.Fatalf("%q is under-estimated: %d instead of %d", key, estimate, code)
			}
			if estimate > code {
				over++
			}
		}
	})
	if over == 0 {
		t.Error("not one over-estimation: the property was not tried")
	}
}

func TestLinearRefuses(t *testing.T) {
	for _, cfg := range []Config{
		{Cells: 0, CellBits: 4, Hashes: 1},
		{Cells: 9, CellBits: 0, Hashes: 1},
		{Cells: 9, CellBits: 17, Hashes: 1},
		{Cells: 9, CellBits: 4, Hashes: 0},
		{Cells: 9, CellBits: 4, Hashes: 1, Quantisation: 3},
		{Cells: 1 << 62, CellBits: 4, Hashes: 1},
	} {
		if _, err := New(cfg); err == nil {
			t.Errorf("%+v was accepted", cfg)
		}
	}
	l := newLinear(t, Config{Cells: 9, CellBits: 4, Hashes: 2})
	for _, x := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if l.Add("a", x) == nil {
			t.Errorf("confidence %v was accepted", x)
		}
		if l.Attenuate(x) == nil {
			t.Errorf("factor %v was accepted", x)
		}
	}
	if l.Confidence("a") != 0 {
		t.Error("a refused key left something behind")
	}
}
