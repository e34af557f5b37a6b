package filter

import "testing"

// What is set is there, what changes no bit was there, and a hash has its own places.
func TestBitArray(t *testing.T) {
	const m, k = 1000, 3
	b := NewBitArray(m, k)
	places := map[uint64]bool{}
	for i := range uint64(50) {
		hash := Mix(i)
		was := b.Has(hash)
		if changed := b.Set(hash); changed == was {
			t.Errorf("%d was there (%v), and its bits were changed (%v)", i, was, changed)
		}
		if b.Set(hash) || !b.Has(hash) {
			t.Errorf("%d is not there once it is set", i)
		}
		for range k {
			places[uint64(float64(hash)/0x1p64*m)] = true
			hash *= ProbeStep
		}
	}
	if b.Ones() != len(places) {
		t.Errorf("%d bits are set, want the %d places of the hashes", b.Ones(), len(places))
	}
	if NewBitArray(m, k).Has(Mix(1)) {
		t.Error("an empty array has a hash")
	}
}
