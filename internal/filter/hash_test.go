package filter

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"

	farm "github.com/dgryski/go-farm"

	"hyphbench/internal/wordlist"
)

// TestFingerprint pins the hash of a few strings, so that a change of go-farm,
// which would change every measured false positive, is noticed.
func TestFingerprint(t *testing.T) {
	for n := range 200 {
		s := strings.Repeat("ab", 100)[:n]
		if got, want := Fingerprint(s), farm.Fingerprint64([]byte(s)); got != want {
			t.Errorf("%d bytes: %#x through a view, %#x through a copy", n, got, want)
		}
	}
	for s, want := range map[string]uint64{
		"":            0x9ae16a3b2f90404f,
		"a":           0xb3454265b6df75e3,
		"hyphenation": 0xdf4930b9b914e397,
		"pneumonoultramicroscopicsilicovolcanoconiosis": 0xd258f7189261d8f1,
	} {
		if got := Fingerprint(s); got != want {
			t.Errorf("%q: %#x, not %#x", s, got, want)
		}
	}
}

// TestSeeded flips each bit of the hash: every bit of the result must change
// about half the time, the low and the high ones too.
func TestSeeded(t *testing.T) {
	const trials = 4000
	for _, seed := range []uint64{0, 1, 1 << 40} {
		h := NewHasher(Config{Seed: seed})
		var flips [64]int
		for i := range uint64(trials) {
			x := Mix(i)
			for d := h.Seeded(x) ^ h.Seeded(x^1<<(i%64)); d != 0; d &= d - 1 {
				flips[bits.TrailingZeros64(d)]++
			}
		}
		for bit, n := range flips {
			if n < trials*2/5 || n > trials*3/5 {
				t.Errorf("seed %d: bit %d changes in %d of %d trials", seed, bit, n, trials)
			}
		}
	}
}

// TestSums: the hashes of a list are those of its keys, however many there are,
// and a loop over them may be left early.
func TestSums(t *testing.T) {
	words := make([]string, 3*sumsAhead+1)
	for i := range words {
		words[i] = strings.Repeat("x", i%20) + strconv.Itoa(i)
	}
	list := wordlist.Of(words...)
	for _, hash := range []Hash{nil, lengths{}} {
		h := NewHasher(Config{Seed: 3, Hash: hash})
		for _, n := range []int{0, 1, sumsAhead - 1, sumsAhead, sumsAhead + 1, len(words)} {
			i := 0
			for sum := range h.Sums(list.First(n)) {
				if want := h.Sum64(words[i]); sum != want {
					t.Fatalf("hash %d of %d is %#x, not %#x", i, n, sum, want)
				}
				i++
			}
			if i != n {
				t.Errorf("%d hashes of %d keys", i, n)
			}
		}
		for range h.Sums(list) {
			break
		}
		i := 0
		for first, sums := range h.Batches(list) {
			if first != i {
				t.Fatalf("a batch begins with key %d, not %d", first, i)
			}
			for _, sum := range sums {
				if want := h.Sum64(words[i]); sum != want {
					t.Fatalf("hash %d of a batch is %#x, not %#x", i, sum, want)
				}
				i++
			}
		}
		if i != list.Len() {
			t.Errorf("%d hashes in batches of %d keys", i, list.Len())
		}
		for range h.Batches(list) {
			break
		}
	}
	h, last := NewHasher(Config{}), uint64(0)
	if n := testing.AllocsPerRun(10, func() {
		for sum := range h.Sums(list) {
			last = sum
		}
	}); n > 0 {
		t.Errorf("%v allocations in a loop over the hashes (the last is %#x)", n, last)
	}
}

// lengths is a hash other than the default.
type lengths struct{}

func (lengths) Sum64(key string) uint64 { return uint64(len(key)) }
