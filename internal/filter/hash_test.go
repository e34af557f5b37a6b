package filter

import (
	"math/bits"
	"strings"
	"testing"

	farm "github.com/dgryski/go-farm"
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
