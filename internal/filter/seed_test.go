package filter

import "testing"

// The seed decides the hash of a key, each bit of the seed with an effect on
// it, and the same seed gives the same hash.
func TestSeedDecides(t *testing.T) {
	sum := func(seed uint64) uint64 {
		h := NewHasher(Config{Seed: seed})
		return h.Sum64("hyphenation")
	}
	seen := map[uint64]uint64{}
	for bit := range 64 {
		seed := uint64(1) << bit
		got := sum(seed)
		if other, found := seen[got]; found {
			t.Errorf("the seeds %d and %d give one hash", other, seed)
		}
		seen[got] = seed
		if got != sum(seed) {
			t.Errorf("the seed %d gives two hashes", seed)
		}
	}
}
