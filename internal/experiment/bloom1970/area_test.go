package bloom1970

import (
	"fmt"
	"math"
	"testing"

	"hyphbench/internal/wordlist"
)

// numbered are words of the numbers from first on.
func numbered(first, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte { return fmt.Appendf(b, "word %d", first+i) })
}

// Both methods admit all of their keys, take no more bits than they are given, and let
// as many strangers through as theory says.
func TestAreas(t *testing.T) {
	const n, asked, seeds = 3000, 20_000, 5
	keys, strangers := numbered(0, n), numbered(n, asked)
	for k := 1; k <= halvings; k++ {
		m := areaBits(n, k)
		for name, build := range map[string]func(seed uint64) area{
			method1: func(seed uint64) area { return newCodeArea(keys, m, seed) },
			method2: func(seed uint64) area { return newBitArea(keys, m, k, seed) },
		} {
			yes, theory := 0, 0.0
			for seed := range uint64(seeds) {
				a := build(seed)
				theory = a.Theory()
				if a.Bits() > m || a.Bits() < m-widestCode {
					t.Errorf("%s of %d bits has %d", name, m, a.Bits())
				}
				for key := range keys.Each() {
					if !a.Contains(key) {
						t.Fatalf("%s of %d bits denies a key", name, m)
					}
				}
				for word := range strangers.Each() {
					if a.Contains(word) {
						yes++
					}
				}
			}
			rate := float64(yes) / (seeds * asked)
			// Binomial error, and that of five hash functions: some hundredths of the rate.
			if margin := 4*math.Sqrt(theory/(seeds*asked)) + 0.06*theory; math.Abs(rate-theory) > margin {
				t.Errorf("%s of %d bits: rate %.4f, want %.4f ± %.4f", name, m, rate, theory, margin)
			}
		}
	}
}

// Cells keep codes of every width, those that lie in two words too, and leave their
// neighbours alone.
func TestCells(t *testing.T) {
	for width := 1; width <= widestCode; width++ {
		a := &codeArea{words: make([]uint64, 100*width/64+2), cells: 100, width: width}
		code := func(cell uint64) uint64 { return 1 + cell*7919%(1<<width-1) }
		for cell := uint64(0); cell < 100; cell += 2 {
			a.set(cell, code(cell))
		}
		for cell := range uint64(100) {
			if got, want := a.at(cell), (1-cell%2)*code(cell); got != want {
				t.Fatalf("width %d, cell %d: %d, want %d", width, cell, got, want)
			}
		}
	}
}

// In the area of P = 1/2 a code is a single bit, and method 1 is method 2. A full area
// ends its search and lets everybody through.
func TestCodeWidth(t *testing.T) {
	width, rate := codeWidth(50_000, 72_800)
	if want := bitRate(50_000, 72_800, 1); width != 1 || math.Abs(rate-want) > 0.001 {
		t.Errorf("codes of %d bits let %.4f through, want 1 bit and %.4f", width, rate, want)
	}
	if width, _ := codeWidth(50_000, 364_000); width < 4 || width > 6 {
		t.Errorf("codes of %d bits in 364,000", width)
	}
	full := newCodeArea(numbered(0, 5000), 10, 1)
	for word := range numbered(5000, 100).Each() {
		if !full.Contains(word) {
			t.Fatal("a full area denies a word")
		}
	}
}

// The table's areas are its own.
func TestAreaBits(t *testing.T) {
	for k, want := range map[int]uint64{1: 72_800, 2: 145_600, 3: 218_400, 4: 291_200, 5: 364_000, 6: 436_800, 7: 509_800} {
		if got := areaBits(50_000, k); got != want {
			t.Errorf("P = 1/%d: %d bits, want %d", 1<<k, got, want)
		}
	}
}
