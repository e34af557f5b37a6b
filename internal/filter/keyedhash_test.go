package filter

import "testing"

// The vector is that of SipHash's authors: the bytes 0 to 14 under the key 0 to 15.
func TestKeyed(t *testing.T) {
	k := keyed{0x0706050403020100, 0x0f0e0d0c0b0a0908}
	if got := k.Sum64("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e"); got != 0xa129ca6149be45e5 {
		t.Errorf("SipHash-2-4 of the authors' example is %x", got)
	}
	if Keyed().Sum64("a") == Keyed().Sum64("a") {
		t.Error("two secrets are equal")
	}
	h := Keyed()
	if h.Sum64("a") != h.Sum64("a") || h.Sum64("a") == h.Sum64("b") {
		t.Error("it is no hash")
	}
}
